"""Which command is for whom in which phase, and the state that it leads to."""

from collections.abc import Callable, Iterable, Mapping, Sequence
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
from tournament.classic.core.move_correction import WRITES, unwrite, written
from tournament.classic.core.opening import draw, look, toss, waited
from tournament.classic.core.sides import EVERYBODY, OFFICERS, PLAYERS, Actor
from tournament.classic.core.state import TICKING, TO_CHALLENGE, MatchPhase, MatchState
from tournament.core.errors import ClassicRefused

type Handler = Callable[[MatchState, Event], MatchState]


@dataclass(frozen=True, slots=True)
class CommandRule:
    phases: frozenset[MatchPhase]
    actors: frozenset[Actor]
    act: Handler
    #: Whoever is on the move pays for the time since the event before.
    counts: bool = True


_ALL = frozenset(MatchPhase)
_BEFORE = frozenset({MatchPhase.TOSS, MatchPhase.RACKS, MatchPhase.START})
_GOING = _BEFORE | TICKING
_STOPPED = frozenset(
    {MatchPhase.CHALLENGE, MatchPhase.SLIP, MatchPhase.SCORE, MatchPhase.HELD, MatchPhase.SUSPENDED}
)
_ENDED = frozenset({MatchPhase.LETTERS, MatchPhase.OVER})
_CONTESTED = TICKING | _ENDED | {MatchPhase.SCORE, MatchPhase.HELD}
_WITH_LETTERS = TICKING | {MatchPhase.RACKS, MatchPhase.START}
_DIRECTOR = frozenset({Actor.DIRECTOR})


def _in(*phases: MatchPhase) -> frozenset[MatchPhase]:
    return frozenset(phases)


RULES: Mapping[Command, CommandRule] = {
    Command.TOSS: CommandRule(_in(MatchPhase.TOSS), PLAYERS, toss),
    Command.DRAW: CommandRule(TICKING | {MatchPhase.RACKS, MatchPhase.HELD}, PLAYERS, draw),
    Command.LOOK: CommandRule(_WITH_LETTERS, PLAYERS, look),
    Command.PLAY: CommandRule(_in(MatchPhase.PLAY), PLAYERS, moves.play),
    Command.TURN: CommandRule(_in(MatchPhase.ANNOUNCED), PLAYERS, moves.turn),
    Command.PRESS: CommandRule(_in(MatchPhase.START, MatchPhase.TURNED), PLAYERS, moves.press),
    Command.PASS: CommandRule(_in(MatchPhase.PLAY), PLAYERS, moves.pass_turn),
    Command.EXCHANGE: CommandRule(_in(MatchPhase.PLAY), PLAYERS, moves.exchange),
    Command.UNWRITE: CommandRule(TICKING | _ENDED | {MatchPhase.HELD}, OFFICERS, unwrite),
    Command.CHALLENGE: CommandRule(TO_CHALLENGE, PLAYERS, challenges.challenge),
    Command.SLIP: CommandRule(_in(MatchPhase.CHALLENGE), PLAYERS, challenges.slip),
    Command.VERDICT: CommandRule(_in(MatchPhase.SLIP), OFFICERS, challenges.verdict),
    Command.DISMISS: CommandRule(
        _in(MatchPhase.CHALLENGE, MatchPhase.SLIP), OFFICERS, challenges.dismiss
    ),
    Command.CONTEST_SCORE: CommandRule(
        TICKING | _ENDED | {MatchPhase.HELD}, PLAYERS, contests.contest_score
    ),
    Command.AGREE_SCORE: CommandRule(_CONTESTED, PLAYERS, contests.agree_score),
    Command.DROP_CONTEST: CommandRule(_CONTESTED, EVERYBODY, contests.drop_contest),
    Command.SET_SCORE: CommandRule(_ALL - _BEFORE, OFFICERS, contests.set_score),
    Command.SANCTION: CommandRule(_ALL, OFFICERS, discipline.sanction),
    Command.LIFT: CommandRule(_ALL, OFFICERS, discipline.lift),
    Command.APPEAL: CommandRule(_ALL, PLAYERS, discipline.appeal),
    Command.DECIDE: CommandRule(_ALL, _DIRECTOR, discipline.decide),
    Command.REFER: CommandRule(_GOING, PLAYERS, incidents.refer),
    Command.TIME_PLAYER: CommandRule(_GOING | {MatchPhase.HELD}, _DIRECTOR, incidents.time_player),
    Command.REPORT_EXCESS: CommandRule(_WITH_LETTERS, PLAYERS, incidents.report_excess),
    Command.REMOVE_EXCESS: CommandRule(_WITH_LETTERS, PLAYERS, incidents.remove_excess),
    Command.FIND_EXCESS: CommandRule(
        _WITH_LETTERS | {MatchPhase.HELD}, OFFICERS, incidents.find_excess
    ),
    Command.UPSET: CommandRule(TICKING | {MatchPhase.HELD}, EVERYBODY, incidents.upset),
    Command.INCOMPLETE: CommandRule(_ALL, PLAYERS | _DIRECTOR, incidents.incomplete),
    Command.DECLARE_TOTALS: CommandRule(
        _in(MatchPhase.PLAY, MatchPhase.OVER, MatchPhase.TOTALS), PLAYERS, contests.declare_totals
    ),
    Command.SETTLE_TOTALS: CommandRule(
        _in(MatchPhase.PLAY, MatchPhase.OVER, MatchPhase.TOTALS), OFFICERS, contests.settle_totals
    ),
    Command.LATE: CommandRule(_BEFORE, _DIRECTOR, incidents.late),
    Command.ARRIVE: CommandRule(_GOING | _STOPPED, EVERYBODY, incidents.arrive),
    Command.PAUSE: CommandRule(_in(MatchPhase.PLAY), PLAYERS, incidents.pause),
    Command.LEAVE: CommandRule(_GOING | _STOPPED, EVERYBODY, incidents.leave),
    Command.RETURN: CommandRule(_GOING | _STOPPED, EVERYBODY, incidents.come_back),
    Command.CALL_ARBITER: CommandRule(_ALL, PLAYERS, incidents.call_arbiter),
    Command.ANSWER: CommandRule(_ALL, OFFICERS, incidents.answer),
    Command.ABANDON: CommandRule(_GOING | _STOPPED, EVERYBODY, incidents.abandon),
    Command.HOLD: CommandRule(TICKING, OFFICERS, incidents.hold),
    Command.RESUME: CommandRule(_in(MatchPhase.HELD), OFFICERS, incidents.resume),
    Command.SET_CLOCKS: CommandRule(
        _in(MatchPhase.HELD, MatchPhase.OVER), OFFICERS, clock_setting.set_clocks
    ),
    Command.UNWATCHED: CommandRule(
        TICKING, frozenset({Actor.TIME}), clock_setting.unwatched, counts=False
    ),
    Command.TYPE_LETTERS: CommandRule(_in(MatchPhase.LETTERS), OFFICERS, endings.type_letters),
    Command.STOP: CommandRule(_GOING | _STOPPED, _DIRECTOR, endings.stop),
    Command.EXPIRE: CommandRule(TICKING, frozenset({Actor.TIME}), expire),
}

#: An expiry that is seen later than this came while no process counted: a sweep looks every two
#: seconds, and a server that is started again is back well within it.
UNWATCHED_MS = 30_000

#: Every pair that leads somewhere; any other is refused.
TRANSITIONS: Mapping[tuple[MatchPhase, Command], CommandRule] = {
    (phase, command): rule for command, rule in RULES.items() for phase in rule.phases
}


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after ``event``. Raises ClassicRefused: nothing changes.

    Clocks that run out before it are events of their own, to be applied first (``due``).
    """
    rule = TRANSITIONS.get((state.phase, event.command))
    if event.actor not in RULES[event.command].actors:
        raise ClassicRefused("not-yours", command=str(event.command))
    if rule is None:
        raise ClassicRefused("wrong-phase", phase=str(state.phase), command=str(event.command))
    passed = event.at - state.clock.at if rule.counts else 0
    clock = state.clock.to(event.at) if rule.counts else state.clock.skipped_to(event.at)
    counted = waited(replace(state, clock=clock), passed)
    after = rule.act(counted, event)
    if event.command in WRITES:
        after = written(counted, after)
    return replace(after, clock=after.clock.running_for(after.ticking))


def due(state: MatchState) -> Event | None:
    """The expiry that comes if nobody does anything, with the moment at which it does."""
    ends = state.clock.runs_out()
    if ends is None:
        return None
    at, side = ends
    data = {} if side is None else {"side": str(side)}
    return Event(Command.EXPIRE, Actor.TIME, at, data)


def missed(state: MatchState, now: int) -> Event | None:
    """In place of an expiry that nobody was there to see: the game is held, and nobody pays."""
    event = due(state)
    if event is None or now - event.at <= UNWATCHED_MS:
        return None
    return Event(Command.UNWATCHED, Actor.TIME, now)


def _nothing(_state: MatchState, _event: Event) -> Sequence[Event]:
    return ()


def settle(
    state: MatchState, now: int, before: Callable[[MatchState, Event], Sequence[Event]] = _nothing
) -> tuple[MatchState, list[Event]]:
    """What the clocks have done until ``now``, in its order; ``before``: what comes first."""
    events: list[Event] = []
    while (event := due(state)) is not None and event.at <= now:
        for one in (*before(state, event), event):
            state = apply(state, one)
            events.append(one)
    return state, events


def fold(state: MatchState, events: Iterable[Event]) -> MatchState:
    """A game from its beginning. Raises ClassicRefused for what cannot have happened."""
    for event in events:
        state = apply(state, event)
    return state
