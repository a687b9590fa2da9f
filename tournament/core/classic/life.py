"""Which command is for whom in which phase, and the state that it leads to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from tournament.core.classic import challenges, contests, discipline, endings, incidents, moves
from tournament.core.classic.commands import Command, Event
from tournament.core.classic.expiry import expire
from tournament.core.classic.opening import draw, look, toss
from tournament.core.classic.sides import EVERYBODY, OFFICERS, PLAYERS, Actor
from tournament.core.classic.state import TICKING, Phase, State
from tournament.core.errors import ClassicRefused

type Handler = Callable[[State, Event], State]


@dataclass(frozen=True, slots=True)
class Rule:
    phases: frozenset[Phase]
    actors: frozenset[Actor]
    act: Handler


_ALL = frozenset(Phase)
_BEFORE = frozenset({Phase.TOSS, Phase.RACKS, Phase.START})
_GOING = _BEFORE | TICKING
_STOPPED = frozenset({Phase.CHALLENGE, Phase.SLIP, Phase.SCORE, Phase.HELD, Phase.SUSPENDED})
_ENDED = frozenset({Phase.LETTERS, Phase.OVER})
_WITH_LETTERS = TICKING | {Phase.RACKS, Phase.START}
_DIRECTOR = frozenset({Actor.DIRECTOR})


def _in(*phases: Phase) -> frozenset[Phase]:
    return frozenset(phases)


RULES: Mapping[Command, Rule] = {
    Command.TOSS: Rule(_in(Phase.TOSS), PLAYERS, toss),
    Command.DRAW: Rule(TICKING | {Phase.RACKS}, PLAYERS, draw),
    Command.LOOK: Rule(_WITH_LETTERS, PLAYERS, look),
    Command.PLACE: Rule(_in(Phase.PLAY), PLAYERS, moves.place),
    Command.TAKE_BACK: Rule(_in(Phase.PLAY), PLAYERS, moves.take_back),
    Command.PLAY: Rule(_in(Phase.PLAY), PLAYERS, moves.play),
    Command.TURN: Rule(_in(Phase.ANNOUNCED), PLAYERS, moves.turn),
    Command.PRESS: Rule(_in(Phase.START, Phase.TURNED), PLAYERS, moves.press),
    Command.PASS: Rule(_in(Phase.PLAY), PLAYERS, moves.pass_turn),
    Command.EXCHANGE: Rule(_in(Phase.PLAY), PLAYERS, moves.exchange),
    Command.CALL_EXCHANGE: Rule(_in(Phase.PLAY), PLAYERS, moves.call_exchange),
    Command.PUT_BACK: Rule(_in(Phase.EXCHANGING), PLAYERS, moves.put_back),
    Command.CHALLENGE: Rule(
        _in(Phase.PLAY, Phase.TURNED, Phase.OVER), PLAYERS, challenges.challenge
    ),
    Command.SLIP: Rule(_in(Phase.CHALLENGE), PLAYERS, challenges.slip),
    Command.VERDICT: Rule(_in(Phase.SLIP), OFFICERS, challenges.verdict),
    Command.DISMISS: Rule(_in(Phase.CHALLENGE, Phase.SLIP), OFFICERS, challenges.dismiss),
    Command.CONTEST_SCORE: Rule(TICKING | _ENDED | {Phase.HELD}, PLAYERS, contests.contest_score),
    Command.AGREE_SCORE: Rule(_in(Phase.SCORE), PLAYERS, contests.agree_score),
    Command.DROP_CONTEST: Rule(_in(Phase.SCORE), EVERYBODY, contests.drop_contest),
    Command.SET_SCORE: Rule(_ALL - _BEFORE, OFFICERS, contests.set_score),
    Command.SANCTION: Rule(_ALL, OFFICERS, discipline.sanction),
    Command.LIFT: Rule(_ALL, OFFICERS, discipline.lift),
    Command.APPEAL: Rule(_ALL, PLAYERS, discipline.appeal),
    Command.DECIDE: Rule(_ALL, _DIRECTOR, discipline.decide),
    Command.REFER: Rule(_GOING, PLAYERS, incidents.refer),
    Command.TIME_PLAYER: Rule(_GOING | {Phase.HELD}, _DIRECTOR, incidents.time_player),
    Command.REPORT_EXCESS: Rule(_WITH_LETTERS, PLAYERS, incidents.report_excess),
    Command.REMOVE_EXCESS: Rule(_WITH_LETTERS, PLAYERS, incidents.remove_excess),
    Command.FIND_EXCESS: Rule(_WITH_LETTERS | {Phase.HELD}, OFFICERS, incidents.find_excess),
    Command.UPSET: Rule(TICKING | {Phase.HELD}, EVERYBODY, incidents.upset),
    Command.INCOMPLETE: Rule(_ALL, PLAYERS | _DIRECTOR, incidents.incomplete),
    Command.DECLARE_TOTALS: Rule(
        _in(Phase.PLAY, Phase.OVER, Phase.TOTALS), PLAYERS, contests.declare_totals
    ),
    Command.SETTLE_TOTALS: Rule(
        _in(Phase.PLAY, Phase.OVER, Phase.TOTALS), OFFICERS, contests.settle_totals
    ),
    Command.LATE: Rule(_BEFORE, _DIRECTOR, incidents.late),
    Command.ARRIVE: Rule(_GOING | {Phase.HELD}, EVERYBODY, incidents.arrive),
    Command.PAUSE: Rule(_in(Phase.PLAY), PLAYERS, incidents.pause),
    Command.LEAVE: Rule(_GOING | _STOPPED, EVERYBODY, incidents.leave),
    Command.RETURN: Rule(_GOING | _STOPPED, EVERYBODY, incidents.come_back),
    Command.CALL_ARBITER: Rule(_ALL, PLAYERS, incidents.call_arbiter),
    Command.ANSWER: Rule(_ALL, OFFICERS, incidents.answer),
    Command.ABANDON: Rule(_GOING | _STOPPED, EVERYBODY, incidents.abandon),
    Command.HOLD: Rule(TICKING, OFFICERS, incidents.hold),
    Command.RESUME: Rule(_in(Phase.HELD), OFFICERS, incidents.resume),
    Command.TYPE_LETTERS: Rule(_in(Phase.LETTERS), OFFICERS, endings.type_letters),
    Command.STOP: Rule(_GOING | _STOPPED, _DIRECTOR, endings.stop),
    Command.EXPIRE: Rule(TICKING, frozenset({Actor.TIME}), expire),
}

#: Every pair that leads somewhere; any other is refused.
TRANSITIONS: Mapping[tuple[Phase, Command], Rule] = {
    (phase, command): rule for command, rule in RULES.items() for phase in rule.phases
}


def apply(state: State, event: Event) -> State:
    """The state after ``event``. Raises ClassicRefused: nothing changes.

    Clocks that run out before it are events of their own, to be applied first (``due``).
    """
    rule = TRANSITIONS.get((state.phase, event.command))
    if event.actor not in RULES[event.command].actors:
        raise ClassicRefused("not-yours", command=str(event.command))
    if rule is None:
        raise ClassicRefused("wrong-phase", phase=str(state.phase), command=str(event.command))
    counted = replace(state, clock=state.clock.to(event.at))
    after = rule.act(counted, event)
    return replace(after, clock=after.clock.running_for(after.ticking))


def due(state: State) -> Event | None:
    """The expiry that comes if nobody does anything, with the moment at which it does."""
    ends = state.clock.runs_out()
    if ends is None:
        return None
    at, side = ends
    data = {} if side is None else {"side": str(side)}
    return Event(Command.EXPIRE, Actor.TIME, at, data)


def settle(state: State, now: int) -> tuple[State, list[Event]]:
    """What the clocks have done until ``now``, in its order."""
    events: list[Event] = []
    while (event := due(state)) is not None and event.at <= now:
        state = apply(state, event)
        events.append(event)
    return state, events


def fold(state: State, events: Iterable[Event]) -> State:
    """A game from its beginning. Raises ClassicRefused for what cannot have happened."""
    for event in events:
        state = apply(state, event)
    return state
