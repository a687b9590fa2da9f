"""The run of a player through a topping (3.8.4): states, transitions and clock.

``RunClock`` is the state of a run; pure functions compute it at a moment, whether or not it is
stored yet. All times are milliseconds, moments those of the room's clock.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.core.errors import WrongState

_SECOND_MS = 1000
#: Resolution of times, which are rounded down to tenths of a second.
TENTH_MS = 100
#: A judge may accept a top heard in time this long after the end of the turn (reading B-43).
JUDGE_LATE_MS = 2000
#: Delay before the server stores the end of a turn: proposals that arrived in time come first.
SETTLE_MS = 1000


class ToppingMode(StrEnum):
    """The referee of a topping: software or a judge."""

    #: The software; each player plays on their own device.
    DEVICES = "devices"
    #: A judge, who listens to one player after the other.
    JUDGE = "judge"
    #: A judge, who listens to several players, each at a board of their own (2017: 7.4, reading
    #: B-47).
    TOGETHER = "together"


#: Kinds of the events of proposals. ``said``: judged, and not the top; ``late``: it arrived after
#: the turn.
REJECTED, LATE = "said", "late"
UNSUCCESSFUL_PROPOSALS = frozenset({REJECTED, LATE})
#: Modes in which a judge accepts what was said aloud.
ALOUD_MODES = frozenset({ToppingMode.JUDGE, ToppingMode.TOGETHER})
#: Numbers of the boards before a judge: a key of the desk for each.
BOARDS = range(1, 10)


class ToppingState(StrEnum):
    READY = "ready"
    OPEN = "open"
    #: Nobody can play it any more: its letters and words are public.
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
    #: Given up, or absent when called: without result (reading B-44).
    STOPPED = "stopped"
    #: Removed by the officers from board and results.
    ANNULLED = "annulled"


class ToppingRunCommand(StrEnum):
    START = "start"
    FIND = "find"
    EXPIRE = "expire"
    #: The last turn ended.
    FINISH = "finish"
    INTERRUPT = "interrupt"
    RESUME = "resume"
    #: A judge takes back a top accepted by mistake.
    TAKE_BACK = "take-back"
    STOP = "stop"
    ANNUL = "annul"


RUN_TRANSITIONS: dict[tuple[RunState, ToppingRunCommand], RunState] = {
    (RunState.WAITING, ToppingRunCommand.START): RunState.PLAYING,
    (RunState.PLAYING, ToppingRunCommand.FIND): RunState.PLAYING,
    (RunState.PLAYING, ToppingRunCommand.EXPIRE): RunState.PLAYING,
    (RunState.PLAYING, ToppingRunCommand.FINISH): RunState.DONE,
    (RunState.PLAYING, ToppingRunCommand.TAKE_BACK): RunState.PLAYING,
    (RunState.DONE, ToppingRunCommand.TAKE_BACK): RunState.PLAYING,
    (RunState.PLAYING, ToppingRunCommand.INTERRUPT): RunState.INTERRUPTED,
    (RunState.INTERRUPTED, ToppingRunCommand.RESUME): RunState.PLAYING,
    (RunState.WAITING, ToppingRunCommand.STOP): RunState.STOPPED,
    (RunState.PLAYING, ToppingRunCommand.STOP): RunState.STOPPED,
    (RunState.INTERRUPTED, ToppingRunCommand.STOP): RunState.STOPPED,
    (RunState.WAITING, ToppingRunCommand.ANNUL): RunState.ANNULLED,
    (RunState.PLAYING, ToppingRunCommand.ANNUL): RunState.ANNULLED,
    (RunState.INTERRUPTED, ToppingRunCommand.ANNUL): RunState.ANNULLED,
    (RunState.DONE, ToppingRunCommand.ANNUL): RunState.ANNULLED,
    (RunState.STOPPED, ToppingRunCommand.ANNUL): RunState.ANNULLED,
}
#: States in which a run is over.
OVER_RUNS = frozenset({RunState.DONE, RunState.STOPPED, RunState.ANNULLED})
#: States of players who know letters of the game and have not finished.
IN_PLAY_RUNS = frozenset({RunState.PLAYING, RunState.INTERRUPTED})


def get_next_state(state: RunState, command: ToppingRunCommand) -> RunState:
    """Return the state after ``command``; raises WrongState for a command that the state does not
    allow."""
    try:
        return RUN_TRANSITIONS[state, command]
    except KeyError:
        raise WrongState("topping-run", command=command, state=state) from None


@dataclass(frozen=True, slots=True)
class ToppingTerms:
    """The number of turns of a topping and its times. ``pause_ms``: time to read a solution before
    the next letters; ``late_ms``: delay after the end in which a proposal may still be accepted."""

    turns: int
    limit_ms: int
    penalty_ms: int
    pause_ms: int
    late_ms: int = 0

    @classmethod
    def from_seconds(
        cls, turns: int, mode: str, *, limit_s: int, penalty_s: int, pause_s: int
    ) -> "ToppingTerms":
        return cls(
            turns,
            limit_ms=limit_s * _SECOND_MS,
            penalty_ms=penalty_s * _SECOND_MS,
            pause_ms=pause_s * _SECOND_MS,
            late_ms=JUDGE_LATE_MS if mode in ALOUD_MODES else 0,
        )


@dataclass(frozen=True, slots=True)
class RunClock:
    """The clock of a run. ``turn`` counts from 1 and is 0 before the start. ``began_ms``: start of
    the turn's time, in the future while a solution is read. ``held_ms``: time of the turn that
    passed before an interruption."""

    state: RunState = RunState.WAITING
    turn: int = 0
    began_ms: int | None = None
    held_ms: int = 0

    def compute_end_ms(self, terms: ToppingTerms) -> int | None:
        """Return when the time of the turn is over; None while the clock is stopped."""
        if self.state is not RunState.PLAYING or self.began_ms is None:
            return None
        return self.began_ms + terms.limit_ms - self.held_ms

    def compute_elapsed_ms(self, now_ms: int) -> int:
        """Return the time of the turn that has passed at ``now_ms``; negative while a solution is
        read."""
        return self.held_ms + (now_ms - self.began_ms if self.began_ms is not None else 0)


def start_clock(clock: RunClock, now_ms: int) -> RunClock:
    return RunClock(get_next_state(clock.state, ToppingRunCommand.START), 1, now_ms)


def _begin_next_turn(
    clock: RunClock, command: ToppingRunCommand, terms: ToppingTerms, began_ms: int
) -> RunClock:
    state = get_next_state(clock.state, command)
    if clock.turn >= terms.turns:
        return RunClock(get_next_state(state, ToppingRunCommand.FINISH), clock.turn)
    return RunClock(state, clock.turn + 1, began_ms)


def complete_turn(clock: RunClock, terms: ToppingTerms, now_ms: int) -> tuple[RunClock, int]:
    """Return the clock of the next turn, which starts at once, and the time of this turn.

    Raise WrongState before the letters are shown and after the time is over; a proposal at the
    very end counts (reading B-41).
    """
    next_clock = _begin_next_turn(clock, ToppingRunCommand.FIND, terms, now_ms)
    elapsed = clock.compute_elapsed_ms(now_ms)
    if not 0 <= elapsed <= terms.limit_ms + terms.late_ms:
        raise WrongState("topping-not-now", turn=clock.turn)
    elapsed = min(elapsed, terms.limit_ms)
    return next_clock, elapsed - elapsed % TENTH_MS


def take_back_top(clock: RunClock, turn: int, found_ms: int, elapsed_ms: int) -> RunClock:
    """Return to ``turn``, whose clock continues from the time when its top was accepted."""
    return RunClock(
        get_next_state(clock.state, ToppingRunCommand.TAKE_BACK), turn, found_ms, elapsed_ms
    )


def expire_turn(clock: RunClock, terms: ToppingTerms) -> RunClock:
    """Return the clock after the end of a turn whose top was not found. The next turn begins once
    its solution was read (reading B-42), and a judge can no longer accept it."""
    end = clock.compute_end_ms(terms)
    return _begin_next_turn(
        clock, ToppingRunCommand.EXPIRE, terms, (end or 0) + max(terms.pause_ms, terms.late_ms)
    )


def apply_expirations(
    clock: RunClock, terms: ToppingTerms, now_ms: int
) -> tuple[RunClock, list[RunClock]]:
    """Return the clock at ``now_ms``, and the clocks of the turns that expired until then.

    Turns expire by time alone, without any request.
    """
    expired = []
    while (end := clock.compute_end_ms(terms)) is not None and now_ms > end + terms.late_ms:
        expired.append(clock)
        clock = expire_turn(clock, terms)
    return clock, expired


def interrupt_clock(clock: RunClock, now_ms: int) -> RunClock:
    """Stop the clock; a turn whose letters are not shown yet starts again from 0."""
    state = get_next_state(clock.state, ToppingRunCommand.INTERRUPT)
    return replace(
        clock, state=state, began_ms=None, held_ms=max(0, clock.compute_elapsed_ms(now_ms))
    )


def resume_clock(clock: RunClock, now_ms: int) -> RunClock:
    return replace(
        clock, state=get_next_state(clock.state, ToppingRunCommand.RESUME), began_ms=now_ms
    )


def halt_clock(clock: RunClock, command: ToppingRunCommand) -> RunClock:
    """End the run by STOP or ANNUL."""
    return replace(clock, state=get_next_state(clock.state, command), began_ms=None, held_ms=0)
