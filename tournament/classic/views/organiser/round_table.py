"""The tables of a round on its page in the office, and warnings about its pairs."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.classic.core.rounds.checks import PRESENCE_ISSUES, check_pairing
from tournament.classic.core.rounds.pairing import Pairing
from tournament.classic.core.rounds.states import RoundState
from tournament.classic.models import Match, MatchRound
from tournament.classic.presentation.round_tables import (
    describe_bye,
    describe_games,
    describe_result,
)
from tournament.classic.presentation.rounds import describe_issue
from tournament.classic.queries.rounds import (
    RoundsData,
    find_matches_with_results,
    get_pairing_key,
    list_present_entries,
    load_rounds_data,
)


@dataclass(frozen=True)
class RoundTable:
    """A match of a round with its displayed result."""

    match: Match
    games: str
    result: str

    @property
    def bye(self) -> str:
        return describe_bye(self.match)

    @property
    def is_over(self) -> bool:
        return self.match.over_at is not None


def list_round_tables(rounds_data: RoundsData, match_round: MatchRound) -> list[RoundTable]:
    rows = find_matches_with_results().filter(round=match_round).order_by("board_number", "pk")
    return [
        RoundTable(match, describe_games(match), describe_result(match, rounds_data))
        for match in rows
    ]


def list_issues(match_round: MatchRound, tables: Sequence[RoundTable]) -> list[str]:
    """Return all warnings about unpublished pairs; of published ones only those about presence,
    until the round starts."""
    if match_round.state not in (RoundState.PREPARED, RoundState.PUBLISHED):
        return []
    before = load_rounds_data(match_round.tournament, before=match_round.number)
    players = before.list_ranked(list_present_entries(match_round.tournament), match_round.number)
    pairs = tuple(
        (get_pairing_key(table.match.x), get_pairing_key(table.match.y))
        for table in tables
        if table.match.y
    )
    byes = [get_pairing_key(table.match.x) for table in tables if table.match.y is None]
    names = {key: entry.name for key, entry in before.entries.items()}
    warnings = check_pairing(Pairing(pairs, byes[0] if byes else None), players)
    if match_round.state == RoundState.PUBLISHED:
        warnings = [warning for warning in warnings if warning.issue in PRESENCE_ISSUES]
    return [describe_issue(warning, names) for warning in warnings]
