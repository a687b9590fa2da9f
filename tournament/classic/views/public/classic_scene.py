"""What the big screen of a classic tournament shows: who meets whom at which table, standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.rounds.terms import RoundMeasure
from tournament.classic.models import Match, MatchRound
from tournament.classic.presentation.rounds import MEASURES
from tournament.classic.queries.rounds import RoundField, matches, round_field, shown_rounds
from tournament.core.scenes import Panel
from tournament.core.states import Publicity
from tournament.models import Tournament
from tournament.queries.screen import has_logo
from tournament.views.cards import qr_code

#: A round that begins is looked for by table first; one that is over by its standings.
_BEGINNING = (Panel.TABLES, Panel.RANKING, Panel.ADDRESS)
_ENDED = (Panel.RANKING, Panel.ADDRESS)


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A table of the round."""

    number: int | str
    name: str


@dataclass(frozen=True, slots=True)
class Standings:
    title: str
    provisional: bool
    withheld: Publicity | None


def scene(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Whatever scene is asked for: there is no grid that all look at."""
    last = shown_rounds(tournament).last()
    found = round_field(tournament, public=True)
    url = settings.PUBLIC_URL + reverse("public-home", args=[tournament.slug])
    kept = last is not None and last not in found.rounds
    context = {
        "tournament": tournament,
        "panels": _panels(last),
        "url": url,
        "qr": qr_code(url),
        "logo": has_logo(tournament.pk),
        "round": last,
        "seats": _boards(found, last),
        "ranking": Standings(
            _("Classement"),
            found.provisional,
            Publicity(tournament.publicity) if kept else None,
        ),
        "rows": _rows(found),
    }
    return render(request, "public/scene.html", context)


def _panels(last: MatchRound | None) -> Sequence[Panel]:
    if last is None:
        return (Panel.WELCOME,)
    return _ENDED if last.state == RoundState.FINISHED else _BEGINNING


def _boards(found: RoundField, last: MatchRound | None) -> list[BoardShown]:
    rows = matches().filter(round=last).order_by("board_number", "pk") if last else ()
    return [BoardShown(one.board_number or "–", _both(found, one)) for one in rows]


def _both(found: RoundField, match: Match) -> str:
    names = [found.names.get_entry_name(one) for one in (match.x, match.y) if one]
    return " – ".join(names if match.y else [*names, _("exempt")])


def _rows(found: RoundField) -> list[tuple[int, str, str]]:
    """Rank, name, match points; nobody before the first round is shown."""
    if not found.rounds:
        return []
    unit = MEASURES[RoundMeasure.POINTS][1]
    return [
        (
            row.rank,
            found.names.get_entry_name(found.entries[row.key]),
            f"{row.values[RoundMeasure.POINTS]} {unit}",
        )
        for row in found.standings
    ]
