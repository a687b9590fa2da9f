"""The common time of the hall in a round (6.4.1)."""

from datetime import datetime

from tournament.classic.core.clock_setting import MAX_S
from tournament.classic.core.rounds.countdown import CountdownCommand
from tournament.classic.core.rounds.states import RoundState
from tournament.classic.models import MatchRound
from tournament.classic.queries.table_clocks import has_common_time, load_countdown
from tournament.classic.services.rounds import lock_tournament, record_round_change
from tournament.core.errors import BadSetting, WrongState
from tournament.core.tournament_journal import SubjectKind
from tournament.models import Tournament
from tournament.queries.clock import from_milliseconds, to_milliseconds
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import append_change


def change_countdown(
    *, match_round: MatchRound, command: CountdownCommand, seconds: int, by: By, now: datetime
) -> MatchRound:
    """Run a command of the common time of the hall (6.4.1); ``seconds``: the time of START and SET.

    Raise WrongState for a round that does not run, or whose games have clocks of their own, and
    BadSetting for an impossible time.
    """
    if not 1 <= seconds <= MAX_S:
        raise BadSetting("countdown-time", most=MAX_S // 60)
    with lock_tournament(match_round.tournament):
        locked_round = MatchRound.objects.select_related("tournament").get(pk=match_round.pk)
        if locked_round.state != RoundState.RUNNING:
            raise WrongState("round-not-running", number=locked_round.number)
        if not has_common_time(locked_round):
            raise WrongState("no-common-time", number=locked_round.number)
        countdown = load_countdown(locked_round).apply(
            command, seconds * 1000, to_milliseconds(now)
        )
        locked_round.clock_left_ms = countdown.remaining_ms
        locked_round.clock_ends_at = (
            None if countdown.ends_at_ms is None else from_milliseconds(countdown.ends_at_ms)
        )
        locked_round.save(update_fields=["clock_left_ms", "clock_ends_at"])
        left_s = countdown.compute_remaining(to_milliseconds(now)) // 1000
        record_round_change(locked_round, f"clock-{command}", by=by, now=now, left_s=left_s)
    return locked_round


def stop_countdowns(*, tournament: Tournament, at: datetime, now: datetime) -> None:
    """Stop the common times that ran at ``at``, when an archive of the tournament was made."""
    for match_round in tournament.rounds.filter(clock_ends_at__isnull=False):
        match_round.clock_left_ms = load_countdown(match_round).compute_remaining(
            to_milliseconds(at)
        )
        match_round.clock_ends_at = None
        match_round.save(update_fields=["clock_left_ms", "clock_ends_at"])
        append_change(
            tournament.pk, SubjectKind.ROUND, match_round.uid, action="clock-stop", by=None, now=now
        )
