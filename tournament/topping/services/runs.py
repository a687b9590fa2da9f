"""Commands on the runs of a *topping* (3.8.4): start, proposal, interruption, end.

Each command locks the run, first stores the turns that have expired, then changes it by
compare-and-swap. A command that is sent twice finds another turn and changes nothing.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from tournament.core.errors import BadSetting, Busy, WrongState
from tournament.core.tournament_journal import SubjectKind
from tournament.queries.clock import to_milliseconds
from tournament.services.lifecycle import lock_unless_archived, require_not_archived
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import append_change, open_journal_transaction
from tournament.topping.core.topping_run import (
    IN_PLAY_RUNS,
    LATE,
    REJECTED,
    UNSUCCESSFUL_PROPOSALS,
    RunClock,
    RunState,
    ToppingMode,
    ToppingRunCommand,
    ToppingState,
    get_next_state,
    halt_clock,
    interrupt_clock,
    resume_clock,
    start_clock,
)
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.queries.topping import FOUND, ToppingGame
from tournament.topping.services.aloud import choose_board
from tournament.topping.services.events import lock_topping, notify_pages
from tournament.topping.services.locked_run import lock_run, record_top

#: Maximum number of proposals of one run within a second: nobody types faster.
MAX_PROPOSALS_PER_SECOND = 8


class ToppingAnswer(StrEnum):
    """The answer to a proposal; the player learns nothing else."""

    TOP = "top"
    NOT_TOP = "not-top"
    #: The turn was over: the word is not judged.
    OVER = "over"


def start_run(*, run: ToppingRun, by: By, now: datetime) -> ToppingRun:
    """Show the first letters and start the clock; a second call changes nothing.

    Raise WrongState while the topping is not open, for a run that is over, and before a judge
    while another one plays, or while no board is free.
    """
    with open_journal_transaction():
        lock_unless_archived(run.topping.tournament)
        topping = lock_topping(run.topping_id)
        locked_run = lock_run(run, now)
        if locked_run.clock.state in IN_PLAY_RUNS:
            return locked_run.run
        if topping.state != ToppingState.OPEN:
            raise WrongState("topping-not-open")
        if topping.is_aloud and by is None:
            raise WrongState("topping-before-judge")
        board = choose_board(topping, locked_run.run, now)
        clock = start_clock(locked_run.clock, to_milliseconds(now))
        locked_run.record_event("started", 1, by=by, now=now)
        locked_run.store_clock(clock, now, started_at=now, board=board)
        notify_pages(topping)
    return locked_run.run


def start_runs(*, topping: Topping, runs: Sequence[ToppingRun], by: By, now: datetime) -> None:
    """Start the clocks of several players at the same moment, all or none. Raise BadSetting,
    WrongState."""
    if not runs:
        raise BadSetting("topping-without-players")
    with open_journal_transaction():
        lock_unless_archived(topping.tournament)
        for run in runs:
            start_run(run=run, by=by, now=now)


def judge_proposal(
    *, run: ToppingRun, turn: int, word: str, ref: str, by: By, now: datetime
) -> ToppingAnswer:
    """Judge the proposal of a word for ``turn``, which arrived at ``now``.

    Raise Busy for more proposals than a person can type, WrongState if a judge referees or no
    clock runs.
    """
    if run.topping.mode != ToppingMode.DEVICES:
        raise WrongState("topping-before-judge")
    with open_journal_transaction():
        locked_run = lock_run(run, now)
        require_not_archived(locked_run.run.topping.tournament)
        _require_human_speed(locked_run.run, now)
        data = {"word": word, "ref": ref}
        if locked_run.clock.turn != turn or locked_run.clock.state is RunState.DONE:
            if locked_run.run.events.filter(kind=FOUND, turn=turn, data__contains=data).exists():
                return ToppingAnswer.TOP  # sent again: the answer was lost
            locked_run.record_event(LATE, turn, by=by, now=now, data=data)
            locked_run.store_clock(locked_run.clock, now)
            return ToppingAnswer.OVER
        if (
            locked_run.clock.state is not RunState.PLAYING
            or locked_run.clock.compute_elapsed_ms(to_milliseconds(now)) < 0
        ):
            raise WrongState("topping-not-now", turn=turn)
        if not ToppingGame(locked_run.run.topping).get_turn(turn).accepts(word, ref):
            locked_run.record_event(REJECTED, turn, by=by, now=now, data=data)
            locked_run.store_clock(locked_run.clock, now)
            return ToppingAnswer.NOT_TOP
        record_top(locked_run, data, by, now)
    return ToppingAnswer.TOP


def _require_human_speed(run: ToppingRun, now: datetime) -> None:
    recent_proposals = run.events.filter(
        kind__in=UNSUCCESSFUL_PROPOSALS, at__gt=now - timedelta(seconds=1)
    )
    if recent_proposals.count() >= MAX_PROPOSALS_PER_SECOND:
        raise Busy("topping-too-fast")


def _build_halting_function(command: ToppingRunCommand) -> Callable[[RunClock, int], RunClock]:
    return lambda clock, _now: halt_clock(clock, command)


#: Commands of officers: the change of the clock and the kind of event.
_CLOCK_CHANGES: dict[ToppingRunCommand, tuple[Callable[[RunClock, int], RunClock], str]] = {
    ToppingRunCommand.INTERRUPT: (interrupt_clock, "interrupted"),
    ToppingRunCommand.RESUME: (resume_clock, "resumed"),
    ToppingRunCommand.STOP: (_build_halting_function(ToppingRunCommand.STOP), "stopped"),
    ToppingRunCommand.ANNUL: (_build_halting_function(ToppingRunCommand.ANNUL), "annulled"),
}
OFFICER_COMMANDS = frozenset(_CLOCK_CHANGES)


def command_run(
    *, run: ToppingRun, command: ToppingRunCommand, by: By, now: datetime
) -> ToppingRun:
    """Interrupt, resume, stop or annul ``run``. Raise WrongState, also once the topping is closed
    and its game is public."""
    change_clock, kind = _CLOCK_CHANGES[command]
    with open_journal_transaction():
        topping = lock_topping(run.topping_id)
        if topping.state == ToppingState.CLOSED:
            raise WrongState("topping", command=command, state=topping.state)
        locked_run = lock_run(run, now)
        get_next_state(locked_run.clock.state, command)
        if command is ToppingRunCommand.RESUME and topping.mode == ToppingMode.JUDGE:
            other_runs = topping.runs.filter(state=RunState.PLAYING).exclude(pk=run.pk)
            if other_runs.exists():
                raise WrongState("topping-somebody-plays", name=other_runs[0].entry)
        clock = change_clock(locked_run.clock, to_milliseconds(now))
        locked_run.record_event(kind, locked_run.clock.turn, by=by, now=now)
        locked_run.store_clock(clock, now)
        notify_pages(topping)
    return locked_run.run


def restart_run(*, run: ToppingRun, by: By, now: datetime) -> ToppingRun:
    """Annul ``run`` and create a new one for its player, in the same position. Raises
    WrongState."""
    with open_journal_transaction():
        annulled = command_run(run=run, command=ToppingRunCommand.ANNUL, by=by, now=now)
        topping = annulled.topping
        append_change(
            topping.tournament_id,
            SubjectKind.TOPPING,
            topping.uid,
            action="restarted",
            by=by,
            now=now,
        )
        return ToppingRun.objects.create(
            topping=topping,
            entry=annulled.entry,
            trainee=annulled.trainee,
            position=annulled.position,
        )
