"""The commands: who may give them in which phase, and the next state."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, replace

from tournament.classic.core import (
    challenges,
    clock_setting,
    contests,
    discipline,
    endings,
    incidents,
    moves,
)
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.expiry import expire
from tournament.classic.core.move_correction import (
    RECORDING_COMMANDS,
    store_state_before_record,
    take_back_record,
)
from tournament.classic.core.opening import draw, extend_face_down, toss, turn_up_letters
from tournament.classic.core.phases import CHALLENGEABLE_PHASES, RUNNING_PHASES, MatchPhase
from tournament.classic.core.sides import EVERYBODY, OFFICERS, PLAYERS, Actor
from tournament.classic.core.state import MatchState
from tournament.core.errors import ClassicRefused

type Handler = Callable[[MatchState, Event], MatchState]


@dataclass(frozen=True, slots=True)
class CommandRule:
    """The phases and actors of a command, and the function that applies it."""

    phases: AbstractSet[MatchPhase]
    actors: AbstractSet[Actor]
    handler: Handler
    #: True if the time since the previous event is charged to the player on the move.
    charges_time: bool = True


_ALL_PHASES = frozenset(MatchPhase)
_PHASES_BEFORE_PLAY = frozenset({MatchPhase.TOSS, MatchPhase.RACKS, MatchPhase.START})
_PHASES_IN_PROGRESS = _PHASES_BEFORE_PLAY | RUNNING_PHASES
_STOPPED_PHASES = frozenset(
    {MatchPhase.CHALLENGE, MatchPhase.SLIP, MatchPhase.SCORE, MatchPhase.HELD, MatchPhase.SUSPENDED}
)
_FINAL_PHASES = frozenset({MatchPhase.LETTERS, MatchPhase.OVER})
_CONTEST_PHASES = RUNNING_PHASES | _FINAL_PHASES | {MatchPhase.SCORE, MatchPhase.HELD}
_PHASES_WITH_RACKS = RUNNING_PHASES | {MatchPhase.RACKS, MatchPhase.START}
_DIRECTOR = frozenset({Actor.DIRECTOR})
_TOTALS_PHASES = frozenset({MatchPhase.PLAY, MatchPhase.OVER, MatchPhase.TOTALS})

COMMAND_RULES: Mapping[Command, CommandRule] = {
    Command.TOSS: CommandRule({MatchPhase.TOSS}, PLAYERS, toss),
    Command.DRAW: CommandRule(RUNNING_PHASES | {MatchPhase.RACKS, MatchPhase.HELD}, PLAYERS, draw),
    Command.LOOK: CommandRule(_PHASES_WITH_RACKS, PLAYERS, turn_up_letters),
    Command.PLAY: CommandRule({MatchPhase.PLAY}, PLAYERS, moves.play),
    Command.TURN_BOARD: CommandRule({MatchPhase.ANNOUNCED}, PLAYERS, moves.turn_board),
    Command.PRESS: CommandRule({MatchPhase.START, MatchPhase.TURNED}, PLAYERS, moves.press),
    Command.PASS: CommandRule({MatchPhase.PLAY}, PLAYERS, moves.pass_turn),
    Command.EXCHANGE: CommandRule({MatchPhase.PLAY}, PLAYERS, moves.exchange),
    Command.TAKE_BACK_RECORD: CommandRule(
        RUNNING_PHASES | _FINAL_PHASES | {MatchPhase.HELD}, OFFICERS, take_back_record
    ),
    Command.CHALLENGE: CommandRule(CHALLENGEABLE_PHASES, PLAYERS, challenges.challenge_move),
    Command.SLIP: CommandRule({MatchPhase.CHALLENGE}, PLAYERS, challenges.submit_slip),
    Command.VERDICT: CommandRule({MatchPhase.SLIP}, OFFICERS, challenges.give_verdict),
    Command.DISMISS: CommandRule(
        {MatchPhase.CHALLENGE, MatchPhase.SLIP}, OFFICERS, challenges.dismiss_challenge
    ),
    Command.CONTEST_SCORE: CommandRule(
        RUNNING_PHASES | _FINAL_PHASES | {MatchPhase.HELD}, PLAYERS, contests.contest_score
    ),
    Command.AGREE_SCORE: CommandRule(_CONTEST_PHASES, PLAYERS, contests.agree_score),
    Command.DROP_CONTEST: CommandRule(_CONTEST_PHASES, EVERYBODY, contests.drop_contest),
    Command.SET_SCORE: CommandRule(_ALL_PHASES - _PHASES_BEFORE_PLAY, OFFICERS, contests.set_score),
    Command.SANCTION: CommandRule(_ALL_PHASES, OFFICERS, discipline.give_sanction),
    Command.LIFT: CommandRule(_ALL_PHASES, OFFICERS, discipline.lift_decision),
    Command.APPEAL: CommandRule(_ALL_PHASES, PLAYERS, discipline.appeal_ruling),
    Command.DECIDE: CommandRule(_ALL_PHASES, _DIRECTOR, discipline.decide_appeal),
    Command.REFER: CommandRule(_PHASES_IN_PROGRESS, PLAYERS, incidents.request_director),
    Command.TIME_PLAYER: CommandRule(
        _PHASES_IN_PROGRESS | {MatchPhase.HELD}, _DIRECTOR, incidents.impose_player_clock
    ),
    Command.REPORT_EXCESS: CommandRule(_PHASES_WITH_RACKS, PLAYERS, incidents.report_excess),
    Command.REMOVE_EXCESS: CommandRule(_PHASES_WITH_RACKS, PLAYERS, incidents.remove_excess),
    Command.FIND_EXCESS: CommandRule(
        _PHASES_WITH_RACKS | {MatchPhase.HELD}, OFFICERS, incidents.find_excess
    ),
    Command.UPSET: CommandRule(
        RUNNING_PHASES | {MatchPhase.HELD}, EVERYBODY, incidents.report_upset_board
    ),
    Command.INCOMPLETE: CommandRule(
        _ALL_PHASES, PLAYERS | _DIRECTOR, incidents.report_incomplete_set
    ),
    Command.DECLARE_TOTALS: CommandRule(_TOTALS_PHASES, PLAYERS, contests.declare_totals),
    Command.SETTLE_TOTALS: CommandRule(_TOTALS_PHASES, OFFICERS, contests.settle_totals),
    Command.LATE: CommandRule(_PHASES_BEFORE_PLAY, _DIRECTOR, incidents.declare_late),
    Command.ARRIVE: CommandRule(_PHASES_IN_PROGRESS | _STOPPED_PHASES, EVERYBODY, incidents.arrive),
    Command.PAUSE: CommandRule({MatchPhase.PLAY}, PLAYERS, incidents.pause),
    Command.LEAVE: CommandRule(_PHASES_IN_PROGRESS | _STOPPED_PHASES, EVERYBODY, incidents.leave),
    Command.RETURN: CommandRule(
        _PHASES_IN_PROGRESS | _STOPPED_PHASES, EVERYBODY, incidents.come_back
    ),
    Command.CALL_ARBITER: CommandRule(_ALL_PHASES, PLAYERS, incidents.call_arbiter),
    Command.ANSWER: CommandRule(_ALL_PHASES, OFFICERS, incidents.close_call),
    Command.ABANDON: CommandRule(
        _PHASES_IN_PROGRESS | _STOPPED_PHASES, EVERYBODY, incidents.abandon
    ),
    Command.HOLD: CommandRule(RUNNING_PHASES, OFFICERS, incidents.hold),
    Command.RESUME: CommandRule({MatchPhase.HELD}, OFFICERS, incidents.resume),
    Command.SET_CLOCKS: CommandRule(
        {MatchPhase.HELD, MatchPhase.OVER}, OFFICERS, clock_setting.set_clocks
    ),
    Command.UNWATCHED: CommandRule(
        RUNNING_PHASES, frozenset({Actor.TIME}), clock_setting.hold_unwatched, charges_time=False
    ),
    Command.TYPE_LETTERS: CommandRule({MatchPhase.LETTERS}, OFFICERS, endings.type_letters),
    Command.STOP: CommandRule(_PHASES_IN_PROGRESS | _STOPPED_PHASES, _DIRECTOR, endings.stop_game),
    Command.EXPIRE: CommandRule(RUNNING_PHASES, frozenset({Actor.TIME}), expire),
}

#: Delay after which an expiry was missed by every process: a sweep runs every two seconds, and a
#: server restarts well within this time.
UNWATCHED_MS = 30_000

#: Every accepted pair of phase and command.
TRANSITIONS: Mapping[tuple[MatchPhase, Command], CommandRule] = {
    (phase, command): rule for command, rule in COMMAND_RULES.items() for phase in rule.phases
}


def apply(state: MatchState, event: Event) -> MatchState:
    """Return the state after ``event``. Raise ClassicRefused if it is not possible.

    Clocks that ran out before are events of their own and must be applied first
    (``find_next_expiry``).
    """
    rule = TRANSITIONS.get((state.phase, event.command))
    if event.actor not in COMMAND_RULES[event.command].actors:
        raise ClassicRefused("not-yours", command=str(event.command))
    if rule is None:
        raise ClassicRefused("wrong-phase", phase=str(state.phase), command=str(event.command))
    passed = event.at - state.clock.updated_at_ms if rule.charges_time else 0
    clock = state.clock.advance_to(event.at) if rule.charges_time else state.clock.skip_to(event.at)
    updated = extend_face_down(replace(state, clock=clock), passed)
    after = rule.handler(updated, event)
    after = contests.clear_old_signatures(updated, after)
    if event.command in RECORDING_COMMANDS:
        after = store_state_before_record(updated, after)
    return replace(after, clock=after.clock.run_for(after.running_side))


def find_next_expiry(state: MatchState) -> Event | None:
    """Return the next expiry of a clock, None while no clock runs."""
    expiry = state.clock.find_next_expiry()
    if expiry is None:
        return None
    at, side = expiry
    data = {} if side is None else {"side": str(side)}
    return Event(Command.EXPIRE, Actor.TIME, at, data)


def find_unwatched_expiry(state: MatchState, now: int) -> Event | None:
    """Return the event that stops the clocks if every process missed an expiry, else None."""
    event = find_next_expiry(state)
    if event is None or now - event.at <= UNWATCHED_MS:
        return None
    return Event(Command.UNWATCHED, Actor.TIME, now)


def apply_expiries(
    state: MatchState,
    now: int,
    list_events_before: Callable[[MatchState, Event], Sequence[Event]] = lambda _state, _event: (),
) -> tuple[MatchState, list[Event]]:
    """Return the state after the expiries until ``now``, and the applied events, in order.

    ``list_events_before``: returns the events to apply before an expiry.
    """
    events: list[Event] = []
    while (event := find_next_expiry(state)) is not None and event.at <= now:
        for applied in (*list_events_before(state, event), event):
            state = apply(state, applied)
            events.append(applied)
    return state, events


def replay(state: MatchState, events: Iterable[Event]) -> MatchState:
    """Apply all events of a game. Raise ClassicRefused for an impossible one."""
    for event in events:
        state = apply(state, event)
    return state
