"""What a match comes to, when its games are over (2.4)."""

from datetime import datetime

from tournament.classic.core.match import is_over, match_result
from tournament.classic.core.rounds.states import (
    MATCH_REOPENED,
    ROUND_TRANSITIONS,
    RoundCommand,
    RoundState,
)
from tournament.classic.models import Match, MatchRound
from tournament.classic.queries.excluded import excluded_in
from tournament.classic.queries.games import results_of
from tournament.core.states import TournamentChangeKind
from tournament.services.lifecycle import record


def conclude(*, match: Match, now: datetime) -> None:
    """Write winner and points of a match that is over, or take them back when it is not; what an
    officer has written of it counts over its games (``classic.services.sheets``)."""
    Match.objects.select_for_update().get(pk=match.pk)  # an officer may be writing of it
    if match.results.exists():
        return
    was_over = match.over_at is not None
    results, terms = results_of(match), match.agreed
    gone = excluded_in(match)
    if gone or is_over(terms, results):
        found = match_result(terms, results, gone)
        match.winner = found.winner or ""
        match.points_x, match.points_y = found.points
        match.difference = found.difference[0]
        match.over_at = match.over_at or now
    else:
        match.winner, match.points_x, match.points_y = "", None, None
        match.difference, match.over_at = None, None
    match.save(update_fields=["winner", "points_x", "points_y", "difference", "over_at"])
    if was_over and match.over_at is None and match.round is not None:
        _reopen(match, match.round, now)


def _reopen(match: Match, round_: MatchRound, now: datetime) -> None:
    """A decision has opened a match of a finished round again (9.3): neither is the round over,
    whichever came after it."""
    one = MatchRound.objects.select_for_update().get(pk=round_.pk)
    state = ROUND_TRANSITIONS.get((RoundState(one.state), RoundCommand.REOPEN))
    if state is None:
        return
    one.state, one.finished_at = state, None
    one.save(update_fields=["state", "finished_at"])
    told = {"round": one.number, "what": MATCH_REOPENED, "tables": [match.board_number]}
    record(match.tournament, TournamentChangeKind.ROUND, by=None, now=now, data=told)
