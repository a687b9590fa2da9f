"""The clock of a game with real tiles whose moves are not recorded (6.2 to 6.4).

The players press, an officer sets and decides: these are its events. Between two events time alone
changes it (``advance_clock``), so that a press that arrives late still counts at its own moment
(C-44). ``static/js/classic/table_clock.js`` computes the same without network.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.classic.core.clock import Clock, PlayerClock, TimeControl, build_clock
from tournament.classic.core.clock_setting import impose_clock, read_clock
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.discipline import read_sanction
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import EVERYBODY, OFFICERS, PLAYERS, Actor, Side
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.core.errors import ClassicRefused

#: Turns lost in a row without a press after which the clock stops (C-45).
MAX_LOST_TURNS = 6
#: Articles of a sanction about time.
TIME_ARTICLES = ("6.4.2", "1.7", "6.2.3", "6.3.2", "9.2", "10.5", "10.6")


class ClockPhase(StrEnum):
    #: Before the first press.
    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    #: The game is over.
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TimeDecision:
    """A decision of an officer about time; ``number``: of its event, from 1."""

    number: int
    event: Event
    is_lifted: bool = False


@dataclass(frozen=True, slots=True)
class TableClockState:
    """The state of a clock after its events.

    ``lost_turns``: number of turns lost by time since the last press. ``call_command``: the command
    by which ``caller`` called an officer.
    """

    terms: MatchTerms
    clock: Clock
    to_move: Side | None = None
    is_stopped: bool = False
    is_over: bool = False
    lost_turns: int = 0
    call_command: Command | None = None
    caller: Side | None = None
    decisions: tuple[TimeDecision, ...] = ()
    event_count: int = 0

    @property
    def phase(self) -> ClockPhase:
        if self.is_over:
            return ClockPhase.OVER
        if self.is_stopped:
            return ClockPhase.STOPPED
        return ClockPhase.WAITING if self.to_move is None else ClockPhase.RUNNING

    @property
    def is_timed(self) -> bool:
        """Return False if no player has a clock: the room has a common time (6.4.1)."""
        return any(
            self.clock.get_player_clock(side).control is not TimeControl.NONE for side in Side
        )

    def is_out_of_time(self, side: Side) -> bool:
        """Return True if the player's time for the game is over (7.3.1)."""
        player_clock = self.clock.get_player_clock(side)
        return player_clock.control is TimeControl.GAME and player_clock.has_run_out


def build_table_clock(terms: MatchTerms, *, at: int = 0) -> TableClockState:
    """Return the clock before the first press (1.7). A common time is counted for the whole hall,
    not for each table (``rounds.countdown``)."""
    if terms.clock is ClockKind.GLOBAL:
        return TableClockState(terms, Clock(PlayerClock(), PlayerClock(), updated_at_ms=at))
    return TableClockState(terms, replace(build_clock(terms), updated_at_ms=at))


def advance_clock(state: TableClockState, at: int) -> TableClockState:
    """Return the state at ``at``: turns that ran out of time were given to the other player."""
    while (expiry := state.clock.find_next_expiry()) is not None and expiry[0] <= at:
        state = _expire(replace(state, clock=state.clock.advance_to(expiry[0])))
    return replace(state, clock=state.clock.advance_to(at))


def _expire(state: TableClockState) -> TableClockState:
    """Give the turn to the other player (6.3.2, 7.3.1)."""
    assert state.to_move is not None
    updated = _give_turn(replace(state, lost_turns=state.lost_turns + 1), state.to_move.other)
    return _stop(updated) if updated.lost_turns >= MAX_LOST_TURNS else updated


def _give_turn(state: TableClockState, side: Side) -> TableClockState:
    """Give the turn to ``side``, or to the other if ``side`` is out of time (7.3.1); the clock
    stops if both are (7.3.2)."""
    if state.is_out_of_time(side):
        side = side.other
    if state.is_out_of_time(side):
        return _stop(state)
    clock = state.clock.with_new_move(side).run_for(side)
    return replace(state, to_move=side, clock=clock, is_stopped=False)


def _stop(state: TableClockState) -> TableClockState:
    return replace(state, is_stopped=True, clock=state.clock.run_for(None))


def _require_time(state: TableClockState) -> None:
    if not state.is_timed:
        raise ClassicRefused("room-clock")
    if all(state.is_out_of_time(side) for side in Side):
        raise ClassicRefused("no-time-to-play")


def _press(state: TableClockState, event: Event) -> TableClockState:
    """Start the opponent's time (3.6, 6.2.2); also on a stopped clock."""
    _require_time(state)
    if state.phase is ClockPhase.RUNNING and event.acting_side is not state.to_move:
        raise ClassicRefused("not-your-turn")
    return _give_turn(replace(state, lost_turns=0, call_command=None), event.acting_side.other)


def _hold(state: TableClockState, event: Event) -> TableClockState:
    """Stop the clock; a player thereby calls an arbiter (4.1.6, 5.2, 10.2)."""
    return _call_officer(_stop(state), event) if event.actor.side else _stop(state)


def _resume(state: TableClockState, _event: Event) -> TableClockState:
    """Let the clock continue for the same player; a finished game only becomes a stopped one."""
    if state.is_over:
        return replace(state, is_over=False, is_stopped=state.to_move is not None)
    _require_time(state)
    side = state.to_move
    if side is None:
        raise ClassicRefused("press-first")
    if state.is_out_of_time(side):
        side = side.other
    clock = (
        state.clock
        if state.clock.get_player_clock(side).remaining_ms
        else state.clock.with_new_move(side)
    )
    running = replace(state, to_move=side, is_stopped=False, lost_turns=0, call_command=None)
    return replace(running, clock=clock.run_for(side))


def _finish(state: TableClockState, _event: Event) -> TableClockState:
    return replace(_stop(state), is_over=True, call_command=None)


def _hold_unwatched(state: TableClockState, _event: Event) -> TableClockState:
    """Stop a clock that was running when an archive was made (C-34)."""
    return replace(_stop(state), call_command=Command.UNWATCHED, caller=None)


def _call_officer(state: TableClockState, event: Event) -> TableClockState:
    return replace(state, call_command=event.command, caller=event.acting_side)


def _answer(state: TableClockState, _event: Event) -> TableClockState:
    return replace(state, call_command=None)


def _decide(state: TableClockState, event: Event) -> TableClockState:
    decision = TimeDecision(state.event_count + 1, event)
    return replace(state, decisions=(*state.decisions, decision), call_command=None)


def _set_clocks(state: TableClockState, event: Event) -> TableClockState:
    """Set the clock of each player (1.7, 9.3)."""
    if not state.is_timed:
        raise ClassicRefused("room-clock")
    return _decide(replace(state, clock=read_clock(state.clock, event)), event)


def _time_player(state: TableClockState, event: Event) -> TableClockState:
    """Give a clock to one player or to both (6.4.2, 6.4.3)."""
    return _decide(replace(state, clock=impose_clock(state.terms, state.clock, event)), event)


def _give_sanction(state: TableClockState, event: Event) -> TableClockState:
    """Give a warning, a loss of points or of the game (9.2); it is written on the match sheet."""
    event.read_side()
    if read_sanction(event) in (None, MatchSanction.EXCLUSION):
        raise event.build_refusal("sanction")
    if event.data.get("article") not in TIME_ARTICLES:
        raise event.build_refusal("article")
    return _decide(state, event)


def _lift(state: TableClockState, event: Event) -> TableClockState:
    """Take back a sanction given by mistake (C-27); only the director takes back their own."""
    number = event.read_number("ruling")
    for index, decision in enumerate(state.decisions):
        is_sanction = decision.event.command is Command.SANCTION
        if decision.number == number and is_sanction and not decision.is_lifted:
            if decision.event.actor is Actor.DIRECTOR and event.actor is not Actor.DIRECTOR:
                raise ClassicRefused("clock-director")
            decisions = list(state.decisions)
            decisions[index] = replace(decision, is_lifted=True)
            return replace(state, decisions=tuple(decisions))
    raise ClassicRefused("no-such-ruling")


@dataclass(frozen=True, slots=True)
class ClockRule:
    """The phases and actors of a command, and whether it charges the time since the last event."""

    phases: frozenset[ClockPhase]
    actors: frozenset[Actor]
    handler: Callable[[TableClockState, Event], TableClockState]
    charges_time: bool = True


_ALL = frozenset(ClockPhase)
_RUNNING = frozenset({ClockPhase.RUNNING})
_OPEN = _ALL - {ClockPhase.OVER}
CLOCK_RULES: Mapping[Command, ClockRule] = {
    Command.PRESS: ClockRule(_OPEN, PLAYERS, _press),
    Command.HOLD: ClockRule(_RUNNING, PLAYERS | OFFICERS, _hold),
    Command.RESUME: ClockRule(_ALL - _RUNNING, PLAYERS | OFFICERS, _resume),
    Command.STOP: ClockRule(_OPEN, PLAYERS | OFFICERS, _finish),
    Command.CALL_ARBITER: ClockRule(_OPEN, PLAYERS, _call_officer),
    Command.REFER: ClockRule(_OPEN, PLAYERS, _call_officer),
    Command.ANSWER: ClockRule(_ALL, EVERYBODY, _answer),
    Command.SET_CLOCKS: ClockRule(_OPEN - _RUNNING, OFFICERS, _set_clocks),
    Command.TIME_PLAYER: ClockRule(_OPEN, frozenset({Actor.DIRECTOR}), _time_player),
    Command.SANCTION: ClockRule(_ALL, OFFICERS, _give_sanction),
    Command.LIFT: ClockRule(_ALL, OFFICERS, _lift),
    Command.UNWATCHED: ClockRule(
        _RUNNING, frozenset({Actor.TIME}), _hold_unwatched, charges_time=False
    ),
}


def apply(state: TableClockState, event: Event) -> TableClockState:
    """Return the state after ``event``. Raise ClassicRefused if it is not possible.

    A press from before the last event starts no clock that was stopped since.
    """
    rule = CLOCK_RULES.get(event.command)
    if rule is None or event.actor not in rule.actors:
        raise ClassicRefused("not-yours", command=str(event.command))
    if rule.charges_time:
        updated = advance_clock(state, event.at)
    else:
        updated = replace(state, clock=state.clock.skip_to(event.at))
    was_stopped_since = updated.phase is ClockPhase.STOPPED and event.at < state.clock.updated_at_ms
    if updated.phase not in rule.phases or (event.command is Command.PRESS and was_stopped_since):
        raise ClassicRefused("clock-phase", phase=str(updated.phase), command=str(event.command))
    return replace(rule.handler(updated, event), event_count=state.event_count + 1)
