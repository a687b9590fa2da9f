"""The result of a match after its games (2.4)."""

from datetime import datetime

from tournament.classic.core.match import MatchOutcome, compute_result
from tournament.classic.core.rounds.states import (
    MATCH_REOPENED,
    ROUND_TRANSITIONS,
    RoundCommand,
    RoundState,
)
from tournament.classic.models import Match, MatchRound
from tournament.classic.queries.exclusions import find_excluded_sides
from tournament.classic.queries.games import list_results
from tournament.core.states import TournamentChangeKind
from tournament.core.tournament_journal import SubjectKind
from tournament.services.lifecycle import record_tournament_change
from tournament.services.tournament_journal import append_change


def store_match_result(*, match: Match, now: datetime) -> None:
    """Store winner and points of a finished match, or clear them if it is open.

    A result written by an officer counts over the games (``classic.services.sheets``).
    """
    Match.objects.select_for_update().get(pk=match.pk)  # an officer may be writing its result
    if match.results.exists():
        return
    was_over = match.over_at is not None
    outcome = compute_result(match.parsed_terms, list_results(match), find_excluded_sides(match))
    store_outcome(match, outcome, now)
    if was_over and match.over_at is None and match.round is not None:
        _reopen(match, match.round, now)


def store_outcome(match: Match, outcome: MatchOutcome | None, now: datetime) -> None:
    """Store winner and points of a match, or clear them if ``outcome`` is None."""
    if outcome is not None:
        match.winner = outcome.winner or ""
        match.points_x, match.points_y = outcome.points
        match.difference = outcome.difference[0]
        match.over_at = match.over_at or now
    else:
        match.winner, match.points_x, match.points_y = "", None, None
        match.difference, match.over_at = None, None
    match.save(update_fields=["winner", "points_x", "points_y", "difference", "over_at"])


def _reopen(match: Match, match_round: MatchRound, now: datetime) -> None:
    """Reopen a finished round after a decision reopened one of its matches (9.3), even if a later
    round exists."""
    locked_round = MatchRound.objects.select_for_update().get(pk=match_round.pk)
    state = ROUND_TRANSITIONS.get((RoundState(locked_round.state), RoundCommand.REOPEN))
    if state is None:
        return
    locked_round.state, locked_round.finished_at = state, None
    locked_round.save(update_fields=["state", "finished_at"])
    data = {"round": locked_round.number, "what": MATCH_REOPENED, "tables": [match.board_number]}
    record_tournament_change(
        match.tournament, TournamentChangeKind.ROUND, by=None, now=now, data=data
    )
    append_change(
        match.tournament_id,
        SubjectKind.ROUND,
        locked_round.uid,
        action=MATCH_REOPENED,
        by=None,
        now=now,
    )
