"""Runs through a *topping*: started, found, not found, interrupted, stopped (3.8.4).

Each command locks the run, first stores the turns that have expired, then changes it by
compare-and-swap. A command that is sent twice finds another turn and changes nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db import transaction

from tournament.core.errors import BadSetting, Busy, LostRace, WrongState
from tournament.queries.clock import millis
from tournament.services.lifecycle import lock_open, require_open
from tournament.services.play.transitions import By
from tournament.topping.core.topping_run import (
    IN_PLAY_RUNS,
    OVER_RUNS,
    SETTLE_MS,
    RunClock,
    RunState,
    ToppingMode,
    ToppingMove,
    ToppingState,
    ToppingTerms,
    expire_turn,
    find_top,
    get_next_state,
    halt_clock,
    interrupt_clock,
    resume_clock,
    start_clock,
    take_back_top,
)
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.queries.topping import (
    FOUND,
    NOT_FOUND,
    TAKEN_BACK,
    ToppingGame,
    compute_clock,
    find_heard_top,
    load_clock,
    to_datetime,
)
from tournament.topping.services.events import lock_topping, notify_pages, record_event

#: Maximum number of proposals of one run within a second: nobody types faster.
MAX_PROPOSALS_PER_SECOND = 8
#: Kinds of events of proposals that were no top, or arrived after the end.
REJECTED, LATE = "said", "late"


class ToppingAnswer(StrEnum):
    """The answer to a proposal; the player learns nothing else."""

    TOP = "top"
    NOT_TOP = "not-top"
    #: The turn was over: the word is not judged.
    OVER = "over"


@dataclass
class LockedRun:
    """A locked run with its current clock."""

    run: ToppingRun
    clock: RunClock
    terms: ToppingTerms

    def move(self, clock: RunClock, now: datetime, **fields: Any) -> None:
        """Store the new clock; raises LostRace if the run was changed meanwhile."""
        run, previous = self.run, self.clock
        expires = clock.expires_ms(self.terms)
        values: dict[str, Any] = {
            "state": clock.state,
            "turn": clock.turn,
            "began_at": None if clock.began_ms is None else to_datetime(clock.began_ms),
            "held_ms": clock.held_ms,
            "expires_at": None if expires is None else to_datetime(expires),
            "seq": run.seq,
            **fields,
        }
        if clock.state in OVER_RUNS and previous.state not in OVER_RUNS:
            values["ended_at"] = now
        unchanged = ToppingRun.objects.filter(pk=run.pk, state=previous.state, turn=previous.turn)
        if not unchanged.update(**values):
            raise LostRace("topping-run")
        for name, value in values.items():
            setattr(run, name, value)
        self.clock = clock


def _lock_run(run: ToppingRun, now: datetime) -> LockedRun:
    """Lock ``run`` and store the turns that expired by ``now``; inside a transaction."""
    rows = ToppingRun.objects.select_for_update(of=["self"]).select_related("topping__tournament")
    locked = rows.get(pk=run.pk)
    _record_expired(locked_run := LockedRun(locked, load_clock(locked), locked.topping.terms), now)
    return locked_run


def _record_expired(locked: LockedRun, now: datetime) -> None:
    """Store the turns that expired by ``now``."""
    topping, terms = locked.run.topping, locked.terms
    expired = compute_clock(locked.run, terms, now)[1]
    for clock in expired:
        end = to_datetime(clock.expires_ms(terms) or 0)
        record_event(topping, NOT_FOUND, run=locked.run, turn=clock.turn, by=None, now=end)
        locked.move(expire_turn(clock, terms), end)
    if expired:
        notify_pages(topping)


def settle_run(*, run: ToppingRun, now: datetime) -> None:
    """Store the turns of ``run`` that expired by ``now``."""
    with transaction.atomic():
        _lock_run(run, now)


def settle_due_runs(now: datetime) -> int:
    """Store the expired turns of all runs, and return the number of runs concerned."""
    due = now - timedelta(milliseconds=SETTLE_MS)
    runs = list(ToppingRun.objects.filter(state=RunState.PLAYING, expires_at__lt=due))
    for run in runs:
        settle_run(run=run, now=now)
    return len(runs)


def start_run(*, run: ToppingRun, by: By, now: datetime) -> ToppingRun:
    """Show the first letters and start the clock; a second call changes nothing.

    Raises WrongState while the topping is not open, for a run that is over, and before a judge
    while another one plays.
    """
    with transaction.atomic():
        lock_open(run.topping.tournament)
        topping = lock_topping(run.topping_id)
        locked = _lock_run(run, now)
        if locked.clock.state in IN_PLAY_RUNS:
            return locked.run
        if topping.state != ToppingState.OPEN:
            raise WrongState("topping-not-open")
        if topping.mode == ToppingMode.JUDGE:
            if by is None:
                raise WrongState("topping-before-judge")
            _require_nobody_plays(topping, now)
        clock = start_clock(locked.clock, millis(now))
        record_event(topping, "started", run=locked.run, turn=1, by=by, now=now)
        locked.move(clock, now, started_at=now)
        notify_pages(topping)
    return locked.run


def _require_nobody_plays(topping: Topping, now: datetime) -> None:
    for other in topping.runs.filter(state__in=sorted(IN_PLAY_RUNS)).select_related("entry"):
        if _lock_run(other, now).clock.state in IN_PLAY_RUNS:
            raise WrongState("topping-somebody-plays", name=other.entry)


def judge_proposal(
    *, run: ToppingRun, turn: int, word: str, ref: str, by: By, now: datetime
) -> ToppingAnswer:
    """Judge the proposal of a word for ``turn``, which arrived at ``now``.

    Raises Busy for more proposals than a person can type, WrongState if a judge referees or no
    clock runs.
    """
    if run.topping.mode != ToppingMode.DEVICES:
        raise WrongState("topping-before-judge")
    with transaction.atomic():
        locked = _lock_run(run, now)
        require_open(locked.run.topping.tournament)
        _require_human_speed(locked.run, now)
        data = {"word": word, "ref": ref}
        if locked.clock.turn != turn or locked.clock.state is RunState.DONE:
            if locked.run.events.filter(kind=FOUND, turn=turn, data__contains=data).exists():
                return ToppingAnswer.TOP  # sent again: the answer was lost
            record_event(
                locked.run.topping, LATE, run=locked.run, turn=turn, by=by, now=now, data=data
            )
            locked.move(locked.clock, now)
            return ToppingAnswer.OVER
        if locked.clock.state is not RunState.PLAYING or locked.clock.elapsed_ms(millis(now)) < 0:
            raise WrongState("topping-not-now", turn=turn)
        if not ToppingGame(locked.run.topping).get_turn(turn).accepts(word, ref):
            record_event(
                locked.run.topping, REJECTED, run=locked.run, turn=turn, by=by, now=now, data=data
            )
            locked.move(locked.clock, now)
            return ToppingAnswer.NOT_TOP
        _record_top(locked, data, by, now)
    return ToppingAnswer.TOP


def _require_human_speed(run: ToppingRun, now: datetime) -> None:
    lately = run.events.filter(kind__in=(REJECTED, LATE), at__gt=now - timedelta(seconds=1))
    if lately.count() >= MAX_PROPOSALS_PER_SECOND:
        raise Busy("topping-too-fast")


def _record_top(locked: LockedRun, data: dict[str, Any], by: By, now: datetime) -> None:
    turn = locked.clock.turn
    clock, duration_ms = find_top(locked.clock, locked.terms, millis(now))
    record_event(
        locked.run.topping,
        FOUND,
        run=locked.run,
        turn=turn,
        by=by,
        now=now,
        data=data | {"ms": duration_ms},
    )
    locked.move(clock, now)
    notify_pages(locked.run.topping)


def accept_heard_top(*, run: ToppingRun, turn: int, top: int, by: By, now: datetime) -> ToppingRun:
    """Accept the top that a judge heard, the ``top``-th of the list; a second call changes nothing.

    Raises BadSetting for a top that the turn does not have, WrongState when its time is over.
    """
    with transaction.atomic():
        locked = _lock_run(run, now)
        require_open(locked.run.topping.tournament)
        if locked.clock.turn > turn or locked.clock.state is RunState.DONE:
            return locked.run
        if locked.clock.turn != turn:
            raise WrongState("topping-not-now", turn=turn)
        tops = ToppingGame(locked.run.topping).get_turn(turn).tops
        if not 0 <= top < len(tops):
            raise BadSetting("topping-no-such-top")
        word, ref, _ = tops[top]
        _record_top(locked, {"word": word, "ref": ref}, by, now)
    return locked.run


def take_back_heard_top(*, run: ToppingRun, turn: int, by: By, now: datetime) -> ToppingRun:
    """Take back the top of ``turn``, accepted by mistake: its clock continues as if nothing had
    been heard (lecture B-45); a second call changes nothing.

    Raises WrongState if anything happened since, another one plays, or the topping is closed.
    """
    with transaction.atomic():
        lock_open(run.topping.tournament)
        topping = lock_topping(run.topping_id)
        if topping.state == ToppingState.CLOSED:
            raise WrongState("topping", command=ToppingMove.TAKE_BACK, state=topping.state)
        locked = _lock_run(run, now)
        if locked.run.events.filter(seq=locked.run.seq, kind=TAKEN_BACK, turn=turn).exists():
            return locked.run
        event = find_heard_top(locked.run)
        if event is None or event.turn != turn:
            raise WrongState("topping-went-on", turn=turn)
        if locked.clock.state is RunState.DONE:
            _require_nobody_plays(topping, now)
        clock = take_back_top(locked.clock, turn, millis(event.at), event.data["ms"])
        record_event(topping, TAKEN_BACK, run=locked.run, turn=turn, by=by, now=now)
        locked.move(clock, now, ended_at=None)
        _record_expired(locked, now)
        notify_pages(topping)
    return locked.run


def _build_halt(command: ToppingMove) -> Callable[[RunClock, int], RunClock]:
    return lambda clock, _now: halt_clock(clock, command)


#: Commands of officers: the change of the clock and the kind of event.
_OFFICER_COMMANDS: dict[ToppingMove, tuple[Callable[[RunClock, int], RunClock], str]] = {
    ToppingMove.INTERRUPT: (interrupt_clock, "interrupted"),
    ToppingMove.RESUME: (resume_clock, "resumed"),
    ToppingMove.STOP: (_build_halt(ToppingMove.STOP), "stopped"),
    ToppingMove.ANNUL: (_build_halt(ToppingMove.ANNUL), "annulled"),
}
OFFICER_COMMANDS = frozenset(_OFFICER_COMMANDS)


def command_run(*, run: ToppingRun, command: ToppingMove, by: By, now: datetime) -> ToppingRun:
    """Interrupt, resume, stop or annul ``run``. Raises WrongState, also once the topping is closed
    and its game is public."""
    move, kind = _OFFICER_COMMANDS[command]
    with transaction.atomic():
        topping = lock_topping(run.topping_id)
        if topping.state == ToppingState.CLOSED:
            raise WrongState("topping", command=command, state=topping.state)
        locked = _lock_run(run, now)
        get_next_state(locked.clock.state, command)
        if command is ToppingMove.RESUME and topping.mode == ToppingMode.JUDGE:
            others = topping.runs.filter(state=RunState.PLAYING).exclude(pk=run.pk)
            if others.exists():
                raise WrongState("topping-somebody-plays", name=others[0].entry)
        clock = move(locked.clock, millis(now))
        record_event(topping, kind, run=locked.run, turn=locked.clock.turn, by=by, now=now)
        locked.move(clock, now)
        notify_pages(topping)
    return locked.run


def restart_run(*, run: ToppingRun, by: By, now: datetime) -> ToppingRun:
    """Annul ``run`` and create a new one for its player, in the same position. Raises
    WrongState."""
    with transaction.atomic():
        annulled = command_run(run=run, command=ToppingMove.ANNUL, by=by, now=now)
        return ToppingRun.objects.create(
            topping=annulled.topping,
            entry=annulled.entry,
            trainee=annulled.trainee,
            position=annulled.position,
        )
