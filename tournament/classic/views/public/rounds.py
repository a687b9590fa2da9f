"""Public pages of a classic tournament: pairings and results, standings, wall chart, a player."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from tournament.classic.core.rounds.lines import RoundLine
from tournament.classic.core.rounds.terms import System
from tournament.classic.presentation.round_tables import (
    Listing,
    crosstable_listing,
    pairings_listing,
    public_name,
    standings_listing,
    wall_listing,
)
from tournament.classic.presentation.rounds import ladder_words, line_letter, line_words
from tournament.classic.queries.rounds import (
    RoundField,
    key_of,
    matches,
    results_public,
    round_field,
    shown_rounds,
)
from tournament.core.errors import Busy
from tournament.core.states import Discipline, Publicity
from tournament.models import Tournament
from tournament.presentation.spreadsheet import CSV, ODS, XLSX, FileKind
from tournament.protocol.update_channel import beside_token
from tournament.queries.access import roles_of
from tournament.views.download import download
from tournament.views.pdf import pdf
from tournament.views.public.access import for_everybody
from tournament.views.staff import is_htmx, refused

#: Files of a listing, by the end of their address.
FILES: dict[str, FileKind] = {"csv": CSV, "xlsx": XLSX, "ods": ODS}
#: What is shown of all rounds together, by its address.
LISTINGS: dict[str, Callable[[RoundField], Listing]] = {
    "ranking": standings_listing,
    "wall": wall_listing,
    "grid": crosstable_listing,
}


def _require_classic(tournament: Tournament) -> None:
    if tournament.discipline != Discipline.CLASSIC:
        raise Http404


def _field(request: HttpRequest, tournament: Tournament) -> RoundField:
    """As far as its results are for who asks; the staff sees everything."""
    _require_classic(tournament)
    return round_field(tournament, public=not roles_of(request.user, tournament))


def _withheld(tournament: Tournament, found: RoundField) -> Publicity | None:
    """What other results wait for."""
    kept = shown_rounds(tournament).count() > len(found.rounds)
    return Publicity(tournament.publicity) if kept else None


def home(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tournament's own page: its rounds, its standings."""
    context = {
        "tournament": tournament,
        "rounds": shown_rounds(tournament),
        "entries": tournament.entries.filter(withdrawn=False).count(),
    }
    return render(request, "classic/public/classic_home.html", context)


def ranking(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return listing(request, tournament, "ranking")


def ranking_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return listing_pdf(request, tournament, "ranking")


def ranking_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return listing_file(request, tournament, "ranking", "csv")


@require_safe
@for_everybody
def rounds(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The last round that is shown, where most want to go."""
    _require_classic(tournament)
    last = shown_rounds(tournament).last()
    if last is None:
        context = {"tournament": tournament, "rounds": []}
        return render(_request, "classic/public/no_rounds.html", context)
    return redirect("public-round", tournament.slug, last.number)


@require_safe
@for_everybody
def one_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who meets whom, at which table, and how it went."""
    found = _field(request, tournament)
    shown = list(shown_rounds(tournament))
    one = next((each for each in shown if each.number == number), None)
    if one is None:
        raise Http404
    told = one in found.rounds and one.started_at is not None
    rows = list(matches().filter(round=one).order_by("board_number", "pk"))
    kept = not told and one.started_at is not None and not results_public(tournament, one)
    context = {
        "tournament": tournament,
        "rounds": shown,
        "round": one,
        "listing": pairings_listing(found, one, rows, told=told),
        "withheld": Publicity(tournament.publicity) if kept else None,
        "token": beside_token(f"round:{one.pk}", f"classic:{tournament.pk}"),
    }
    name = "classic/public/round.html" + ("#part" if is_htmx(request) else "")
    return render(request, name, context)


def listing(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Standings, wall chart or crosstable, as they are now."""
    found = _field(request, tournament)
    made = LISTINGS[name](found)
    context = {
        "tournament": tournament,
        "listing": made,
        "name": name,
        "found": found,
        "kinds": list(FILES),
        "ladder": ladder_words(found.terms.order) if name == "ranking" else "",
        "round_robin": found.terms.system is System.ROUND_ROBIN,
        "withheld": _withheld(tournament, found),
        "token": beside_token(f"classic:{tournament.pk}"),
    }
    template = "classic/public/classic_listing.html" + ("#part" if is_htmx(request) else "")
    return render(request, template, context)


@require_safe
@for_everybody
def page(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    return listing(request, tournament, name)


def _made(request: HttpRequest, tournament: Tournament, name: str) -> Listing:
    found = _field(request, tournament)
    if name not in LISTINGS:
        raise Http404
    return LISTINGS[name](found)


@require_safe
@for_everybody
def as_pdf(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    return listing_pdf(request, tournament, name)


def listing_pdf(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """What the page shows, to be hung up."""
    made = _made(request, tournament, name)
    try:
        return pdf(made.document(tournament), f"{tournament.slug}-{name}", keep=True)
    except Busy as error:
        return refused(request, error)


@require_safe
@for_everybody
def as_file(request: HttpRequest, tournament: Tournament, name: str, kind: str) -> HttpResponse:
    return listing_file(request, tournament, name, kind)


def listing_file(
    request: HttpRequest, tournament: Tournament, name: str, kind: str
) -> HttpResponse:
    """What the page shows, for spreadsheets."""
    made = _made(request, tournament, name)
    if kind not in FILES:
        raise Http404
    return download(made.file(), FILES[kind], f"{tournament.slug}-{name}")


def player(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Every round of one entry."""
    found = _field(request, tournament)
    entry = get_object_or_404(tournament.entries.select_related("table"), pk=entry_id)
    key = key_of(entry)
    row = next((one for one in found.standings if one.key == key), None)
    lines = found.cards.get(key, [])
    context = {
        "tournament": tournament,
        "name": public_name(found, key),
        "row": row,
        "lines": [_told(found, line) for line in lines],
        "withheld": _withheld(tournament, found),
    }
    return render(request, "classic/public/classic_player.html", context)


def _told(found: RoundField, line: RoundLine) -> dict[str, Any]:
    other = found.entries[line.opponent] if line.opponent is not None else None
    return {
        "number": line.number,
        "opponent": found.names.entry(other) if other else "",
        "other": other.pk if other else None,
        "letter": line_letter(line),
        "words": line_words(line),
        "points": line.points,
        "spread": line.spread,
    }
