"""PDFs of a round: by table, by name, with results."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.classic.models import Match, MatchRound
from tournament.classic.presentation.round_tables import (
    build_by_name_listing,
    build_pairings_listing,
)
from tournament.classic.queries.rounds import (
    RoundsData,
    find_matches_with_results,
    load_rounds_data,
)
from tournament.classic.views.organiser.rounds import RESULT_ROLES, get_round
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import Document
from tournament.queries.chain import list_tournament_heads
from tournament.views.pdf import build_pdf_response
from tournament.views.shortcuts import for_roles


def _build_list_by_table(
    match_round: MatchRound, rounds_data: RoundsData, rows: Sequence[Match]
) -> Document:
    listing = build_pairings_listing(rounds_data, match_round, rows, with_results=False)
    return listing.to_document(match_round.tournament)


def _build_list_by_name(
    match_round: MatchRound, rounds_data: RoundsData, rows: Sequence[Match]
) -> Document:
    return build_by_name_listing(rounds_data, match_round, rows).to_document(match_round.tournament)


def _build_results_list(
    match_round: MatchRound, rounds_data: RoundsData, rows: Sequence[Match]
) -> Document:
    listing = build_pairings_listing(rounds_data, match_round, rows, with_results=True)
    tournament = match_round.tournament
    return listing.to_document(tournament, list_tournament_heads(tournament))


#: Documents of a round by their name in the URL.
PAPERS: dict[str, Callable[[MatchRound, RoundsData, Sequence[Match]], Document]] = {
    "tables": _build_list_by_table,
    "names": _build_list_by_name,
    "results": _build_results_list,
}


@require_safe
@for_roles(*RESULT_ROLES)
def paper(_request: HttpRequest, tournament: Tournament, number: int, name: str) -> HttpResponse:
    match_round = get_round(tournament, number)
    rows = list(
        find_matches_with_results().filter(round=match_round).order_by("board_number", "pk")
    )
    document: Any = PAPERS[name](match_round, load_rounds_data(tournament), rows)
    return build_pdf_response(document, f"ronde-{number}-{name}")
