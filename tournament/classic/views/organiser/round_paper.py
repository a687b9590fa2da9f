"""What is printed of a round: its tables, its players by name, its results."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.classic.models import Match, MatchRound
from tournament.classic.presentation.round_tables import by_name_listing, pairings_listing
from tournament.classic.queries.rounds import RoundField, matches, round_field
from tournament.classic.views.organiser.rounds import WRITERS, round_of
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import Document
from tournament.views.pdf import pdf
from tournament.views.staff import for_roles


def _by_table(one: MatchRound, found: RoundField, rows: Sequence[Match]) -> Document:
    listed = pairings_listing(found, one, rows, told=False)
    return listed.document(one.tournament)


def _by_name(one: MatchRound, found: RoundField, rows: Sequence[Match]) -> Document:
    return by_name_listing(found, one, rows).document(one.tournament)


def _results(one: MatchRound, found: RoundField, rows: Sequence[Match]) -> Document:
    return pairings_listing(found, one, rows, told=True).document(one.tournament)


#: What is printed of a round, by its address.
PAPERS: dict[str, Callable[[MatchRound, RoundField, Sequence[Match]], Document]] = {
    "tables": _by_table,
    "names": _by_name,
    "results": _results,
}


@require_safe
@for_roles(*WRITERS)
def paper(_request: HttpRequest, tournament: Tournament, number: int, name: str) -> HttpResponse:
    one = round_of(tournament, number)
    rows = list(matches().filter(round=one).order_by("board_number", "pk"))
    made: Any = PAPERS[name](one, round_field(tournament), rows)
    return pdf(made, f"ronde-{number}-{name}")
