"""Public pages of a classic tournament: pairs and results, standings, wall chart, players."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from tournament.classic.core.rounds.lines import RoundLine
from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.rounds.terms import PairingSystem
from tournament.classic.presentation.round_tables import (
    RoundListing,
    build_crosstable_listing,
    build_pairings_listing,
    build_standings_listing,
    build_wall_listing,
    get_public_name,
)
from tournament.classic.presentation.rounds import (
    describe_line,
    describe_tie_breaks,
    get_line_letter,
)
from tournament.classic.queries.freshness import compute_countdown_stamp
from tournament.classic.queries.rounds import (
    RoundsData,
    are_results_public,
    find_matches_with_results,
    get_pairing_key,
    list_public_rounds,
    load_rounds_data,
)
from tournament.classic.queries.table_clocks import load_countdown
from tournament.classic.views.match_display import build_countdown_face
from tournament.classic.views.public.classic_scene import list_rows
from tournament.core.states import Discipline, ResultVisibility
from tournament.models import Tournament
from tournament.presentation.files.spreadsheet import CSV, ODS, XLSX, FileKind
from tournament.protocol.update_channel import make_shared_update_token
from tournament.queries.access import get_roles
from tournament.queries.chain import list_tournament_heads
from tournament.queries.clock import now
from tournament.queries.freshness import compute_people_fingerprint
from tournament.views.download import download
from tournament.views.pdf import build_pdf_response
from tournament.views.public.access import cached_public_page, for_everybody
from tournament.views.public.leaders import LEADERS, Leaders
from tournament.views.public.sharing import (
    build_listing_preview,
    build_player_preview,
    build_tournament_preview,
    get_tournament_picture,
)
from tournament.views.shortcuts import is_htmx

#: File kinds of a listing, by the extension in the URL.
FILES: dict[str, FileKind] = {"csv": CSV, "xlsx": XLSX, "ods": ODS}
#: Listings of all rounds, by their name in the URL.
LISTINGS: dict[str, Callable[[RoundsData], RoundListing]] = {
    "ranking": build_standings_listing,
    "wall": build_wall_listing,
    "grid": build_crosstable_listing,
}


def _require_classic(tournament: Tournament) -> None:
    if tournament.discipline != Discipline.CLASSIC:
        raise Http404


def _load_rounds_data(request: HttpRequest, tournament: Tournament) -> RoundsData:
    """Return the rounds whose results the user may see; the staff sees all."""
    _require_classic(tournament)
    return load_rounds_data(tournament, public=not get_roles(request.user, tournament))


def _find_withheld_publicity(
    tournament: Tournament, rounds_data: RoundsData
) -> ResultVisibility | None:
    """Return when the other results become public, None if all are."""
    is_withheld = list_public_rounds(tournament).count() > len(rounds_data.rounds)
    return ResultVisibility(tournament.publicity) if is_withheld else None


def home(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the page of the tournament: who leads, rounds."""
    rounds_data = load_rounds_data(tournament, public=True)
    context = {
        "tournament": tournament,
        "leaders": Leaders(tuple(list_rows(rounds_data)[:LEADERS]), rounds_data.provisional),
        "rounds": list_public_rounds(tournament),
        "preview": build_tournament_preview(tournament),
        "entries": tournament.entries.filter(withdrawn=False).count(),
    }
    return render(request, "classic/public/classic_home.html", context)


def ranking(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return render_listing(request, tournament, "ranking")


def ranking_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return render_listing_pdf(request, tournament, "ranking")


def ranking_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return render_listing_file(request, tournament, "ranking", "csv")


@require_safe
@cached_public_page()
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the last public round."""
    _require_classic(tournament)
    last_round = list_public_rounds(tournament).last()
    if last_round is None:
        context = {"tournament": tournament, "rounds": []}
        return render(request, "classic/public/no_rounds.html", context)
    return redirect("public-round", tournament.slug, last_round.number)


@require_safe
@cached_public_page(compute_people_fingerprint, compute_countdown_stamp)
def round_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Render a round: pairs, tables, results."""
    rounds_data = _load_rounds_data(request, tournament)
    public_rounds = list(list_public_rounds(tournament))
    match_round = next((item for item in public_rounds if item.number == number), None)
    if match_round is None:
        raise Http404
    with_results = match_round in rounds_data.rounds and match_round.started_at is not None
    rows = list(
        find_matches_with_results().filter(round=match_round).order_by("board_number", "pk")
    )
    listing = build_pairings_listing(rounds_data, match_round, rows, with_results=with_results)
    is_withheld = (
        not with_results
        and match_round.started_at is not None
        and not are_results_public(tournament, match_round)
    )
    context = {
        "tournament": tournament,
        "rounds": public_rounds,
        "round": match_round,
        "listing": listing,
        "preview": build_listing_preview(tournament, listing.title),
        "withheld": ResultVisibility(tournament.publicity) if is_withheld else None,
        "common": build_countdown_face(load_countdown(match_round), now())
        if match_round.state == RoundState.RUNNING
        else None,
        "token": make_shared_update_token(f"round:{match_round.pk}", f"classic:{tournament.pk}"),
    }
    name = "classic/public/round.html" + ("#part" if is_htmx(request) else "")
    return render(request, name, context)


def render_listing(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Render the current standings, wall chart or crosstable."""
    rounds_data = _load_rounds_data(request, tournament)
    listing = LISTINGS[name](rounds_data)
    context = {
        "tournament": tournament,
        "listing": listing,
        "name": name,
        "rounds_data": rounds_data,
        "kinds": list(FILES),
        "ladder": describe_tie_breaks(rounds_data.terms.order) if name == "ranking" else "",
        "round_robin": rounds_data.terms.system is PairingSystem.ROUND_ROBIN,
        "withheld": _find_withheld_publicity(tournament, rounds_data),
        "heads": list_tournament_heads(tournament),
        "preview": build_listing_preview(tournament, listing.title),
        "token": make_shared_update_token(f"classic:{tournament.pk}"),
    }
    template = "classic/public/classic_listing.html" + ("#part" if is_htmx(request) else "")
    return render(request, template, context)


@require_safe
@cached_public_page(compute_people_fingerprint)
def page(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    return render_listing(request, tournament, name)


def _build_listing(request: HttpRequest, tournament: Tournament, name: str) -> RoundListing:
    rounds_data = _load_rounds_data(request, tournament)
    if name not in LISTINGS:
        raise Http404
    return LISTINGS[name](rounds_data)


@require_safe
@for_everybody
def as_pdf(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    return render_listing_pdf(request, tournament, name)


def render_listing_pdf(request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Return the listing of the page as a PDF."""
    listing = _build_listing(request, tournament, name)
    document = listing.to_document(tournament, list_tournament_heads(tournament))
    return build_pdf_response(document, f"{tournament.slug}-{name}", cache=True)


@require_safe
@for_everybody
def as_file(request: HttpRequest, tournament: Tournament, name: str, kind: str) -> HttpResponse:
    return render_listing_file(request, tournament, name, kind)


def render_listing_file(
    request: HttpRequest, tournament: Tournament, name: str, kind: str
) -> HttpResponse:
    """Return the listing of the page as a file for spreadsheets."""
    listing = _build_listing(request, tournament, name)
    if kind not in FILES:
        raise Http404
    return download(listing.to_file(), FILES[kind], f"{tournament.slug}-{name}")


def player(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Render every round of one entry."""
    rounds_data = _load_rounds_data(request, tournament)
    entry = get_object_or_404(tournament.entries.select_related("table"), pk=entry_id)
    key = get_pairing_key(entry)
    row = next((item for item in rounds_data.standings if item.key == key), None)
    lines = rounds_data.lines_by_entry.get(key, [])
    name = get_public_name(rounds_data, key)
    context = {
        "tournament": tournament,
        "name": name,
        "preview": build_player_preview(
            tournament, entry_id, name, get_tournament_picture(tournament)
        ),
        "row": row,
        "lines": [_build_line_context(rounds_data, line) for line in lines],
        "withheld": _find_withheld_publicity(tournament, rounds_data),
    }
    return render(request, "classic/public/classic_player.html", context)


def _build_line_context(rounds_data: RoundsData, line: RoundLine) -> dict[str, Any]:
    other = rounds_data.entries[line.opponent] if line.opponent is not None else None
    return {
        "number": line.number,
        "opponent": rounds_data.names.get_entry_name(other) if other else "",
        "other": other.pk if other else None,
        "letter": get_line_letter(line),
        "words": describe_line(line),
        "points": line.points,
        "spread": line.spread,
    }
