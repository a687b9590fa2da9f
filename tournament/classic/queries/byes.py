"""Byes (*exempt*) that give no points."""

from collections.abc import Iterable

from tournament.classic.core.rounds.states import RESULT_STATES, RoundState
from tournament.classic.models import Match, MatchRound
from tournament.classic.queries.exclusions import find_excluded_entries
from tournament.core.states import PlayMedium
from tournament.models import Entry


def find_lost_byes(match_round: MatchRound, matches: Iterable[Match]) -> list[Match]:
    """Return the byes that give no points: of entries absent before the round starts, or
    excluded from the tournament before it ends (9.3)."""
    if match_round.state == RoundState.FINISHED:
        return []  # stored as over
    byes = [match for match in matches if match.y is None]
    excluded = find_excluded_entries(match.x for match in byes)
    is_started = match_round.state in RESULT_STATES
    return [
        match
        for match in byes
        if match.x_id in excluded or not (is_started or _is_present(match.x))
    ]


def _is_present(entry: Entry) -> bool:
    return not entry.withdrawn and entry.plays_on != PlayMedium.ABSENT
