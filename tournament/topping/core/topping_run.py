"""A player's run through a topping (3.8.4): its life as a table, and its clock.

``RunClock`` is where a run stands; the functions say where it stands at a moment, without asking
who wrote that down. All times are milliseconds, moments those of the room's clock.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.core.errors import WrongState

#: What is counted and shown: tenths of a second, those that have begun left out.
TENTH_MS = 100
#: So much later a judge may still validate what he heard in time (lecture B-43).
JUDGE_LATE_MS = 2000
#: So much later the server writes down that a time is over: who proposed in time was first.
SETTLE_MS = 1000


class ToppingMode(StrEnum):
    """Who says whether a proposal is the top."""

    #: The software, to each player on his own device.
    DEVICES = "devices"
    #: A judge, who hears one player after the other.
    JUDGE = "judge"


class ToppingState(StrEnum):
    READY = "ready"
    OPEN = "open"
    #: Nobody plays it any more: its letters and words are public.
    CLOSED = "closed"


class ToppingCommand(StrEnum):
    OPEN = "open"
    CLOSE = "close"


TOPPING_TRANSITIONS: dict[tuple[ToppingState, ToppingCommand], ToppingState] = {
    (ToppingState.READY, ToppingCommand.OPEN): ToppingState.OPEN,
    (ToppingState.OPEN, ToppingCommand.CLOSE): ToppingState.CLOSED,
}


class RunState(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    INTERRUPTED = "interrupted"
    DONE = "done"
    #: Given up, or not there when called: without result (lecture B-44).
    STOPPED = "stopped"
    #: Set aside by the officers, as if it had not been.
    ANNULLED = "annulled"


class ToppingMove(StrEnum):
    START = "start"
    FIND = "find"
    EXPIRE = "expire"
    #: The last turn was found, or its time is over.
    FINISH = "finish"
    INTERRUPT = "interrupt"
    RESUME = "resume"
    #: What a judge had heard is no top after all.
    TAKE_BACK = "take-back"
    STOP = "stop"
    ANNUL = "annul"


RUN_TRANSITIONS: dict[tuple[RunState, ToppingMove], RunState] = {
    (RunState.WAITING, ToppingMove.START): RunState.PLAYING,
    (RunState.PLAYING, ToppingMove.FIND): RunState.PLAYING,
    (RunState.PLAYING, ToppingMove.EXPIRE): RunState.PLAYING,
    (RunState.PLAYING, ToppingMove.FINISH): RunState.DONE,
    (RunState.PLAYING, ToppingMove.TAKE_BACK): RunState.PLAYING,
    (RunState.DONE, ToppingMove.TAKE_BACK): RunState.PLAYING,
    (RunState.PLAYING, ToppingMove.INTERRUPT): RunState.INTERRUPTED,
    (RunState.INTERRUPTED, ToppingMove.RESUME): RunState.PLAYING,
    (RunState.WAITING, ToppingMove.STOP): RunState.STOPPED,
    (RunState.PLAYING, ToppingMove.STOP): RunState.STOPPED,
    (RunState.INTERRUPTED, ToppingMove.STOP): RunState.STOPPED,
    (RunState.WAITING, ToppingMove.ANNUL): RunState.ANNULLED,
    (RunState.PLAYING, ToppingMove.ANNUL): RunState.ANNULLED,
    (RunState.INTERRUPTED, ToppingMove.ANNUL): RunState.ANNULLED,
    (RunState.DONE, ToppingMove.ANNUL): RunState.ANNULLED,
    (RunState.STOPPED, ToppingMove.ANNUL): RunState.ANNULLED,
}
#: Nothing more is awaited of a run in one of these states.
OVER_RUNS = frozenset({RunState.DONE, RunState.STOPPED, RunState.ANNULLED})
#: Runs of somebody who knows letters of the game and has not played them all.
IN_PLAY_RUNS = frozenset({RunState.PLAYING, RunState.INTERRUPTED})


def run_target(state: RunState, command: ToppingMove) -> RunState:
    """The state after ``command``; raises WrongState when the table has no such row."""
    try:
        return RUN_TRANSITIONS[state, command]
    except KeyError:
        raise WrongState("topping-run", command=command, state=state) from None


@dataclass(frozen=True, slots=True)
class ToppingTerms:
    """Of a topping: its turns and times. ``pause_ms``: after a solution that was given, before
    the next letters; ``late_ms``: so long after the end a proposal may still be validated."""

    turns: int
    limit_ms: int
    penalty_ms: int
    pause_ms: int
    late_ms: int = 0


@dataclass(frozen=True, slots=True)
class RunClock:
    """``turn`` counts from 1; 0 before the start. ``began_ms``: when its clock starts, in the
    future while a solution is read. ``held_ms``: what of it had run before an interruption."""

    state: RunState = RunState.WAITING
    turn: int = 0
    began_ms: int | None = None
    held_ms: int = 0

    def expires_ms(self, terms: ToppingTerms) -> int | None:
        """When the time of the turn is over; None while no clock runs."""
        if self.state is not RunState.PLAYING or self.began_ms is None:
            return None
        return self.began_ms + terms.limit_ms - self.held_ms

    def elapsed_ms(self, now_ms: int) -> int:
        """Of the turn's time, at ``now_ms``; below 0 while a solution is read."""
        return self.held_ms + (now_ms - self.began_ms if self.began_ms is not None else 0)


def started(clock: RunClock, now_ms: int) -> RunClock:
    return RunClock(run_target(clock.state, ToppingMove.START), 1, now_ms)


def _next(clock: RunClock, command: ToppingMove, terms: ToppingTerms, began_ms: int) -> RunClock:
    state = run_target(clock.state, command)
    if clock.turn >= terms.turns:
        return RunClock(run_target(state, ToppingMove.FINISH), clock.turn)
    return RunClock(state, clock.turn + 1, began_ms)


def found(clock: RunClock, terms: ToppingTerms, now_ms: int) -> tuple[RunClock, int]:
    """The top was proposed: the clock of the next turn, at once, and the time of this one.

    Raises WrongState before its letters are there, and once its time is over: up to its very end
    a proposal counts (lecture B-41).
    """
    after = _next(clock, ToppingMove.FIND, terms, now_ms)
    elapsed = clock.elapsed_ms(now_ms)
    if not 0 <= elapsed <= terms.limit_ms + terms.late_ms:
        raise WrongState("topping-not-now", turn=clock.turn)
    elapsed = min(elapsed, terms.limit_ms)
    return after, elapsed - elapsed % TENTH_MS


def taken_back(clock: RunClock, turn: int, found_ms: int, took_ms: int) -> RunClock:
    """Back to ``turn``, whose clock runs on from where it stood when its top was found."""
    return RunClock(run_target(clock.state, ToppingMove.TAKE_BACK), turn, found_ms, took_ms)


def expired(clock: RunClock, terms: ToppingTerms) -> RunClock:
    """The time of the turn is over: the solution is given, and read before the next letters
    (lecture B-42)."""
    end = clock.expires_ms(terms)
    return _next(clock, ToppingMove.EXPIRE, terms, (end or 0) + max(terms.pause_ms, terms.late_ms))


def caught_up(clock: RunClock, terms: ToppingTerms, now_ms: int) -> tuple[RunClock, list[RunClock]]:
    """Where a run stands at ``now_ms``, and as what it stood at each end of time on the way there.

    Nobody need have been there: the time of a turn is over when it is.
    """
    passed = []
    while (end := clock.expires_ms(terms)) is not None and now_ms > end + terms.late_ms:
        passed.append(clock)
        clock = expired(clock, terms)
    return clock, passed


def interrupted(clock: RunClock, now_ms: int) -> RunClock:
    """The clock stands; a turn whose letters are not there yet begins anew."""
    state = run_target(clock.state, ToppingMove.INTERRUPT)
    return replace(clock, state=state, began_ms=None, held_ms=max(0, clock.elapsed_ms(now_ms)))


def resumed(clock: RunClock, now_ms: int) -> RunClock:
    return replace(clock, state=run_target(clock.state, ToppingMove.RESUME), began_ms=now_ms)


def halted(clock: RunClock, command: ToppingMove) -> RunClock:
    """Stopped or set aside."""
    return replace(clock, state=run_target(clock.state, command), began_ms=None, held_ms=0)
