"""Games between two as they stand, for tests: played by commands, and a game in each phase."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.rules.classic.letters import without
from tournament.core.classic.commands import Command, Event
from tournament.core.classic.life import apply
from tournament.core.classic.sides import Actor, Side
from tournament.core.classic.state import Phase, State, new_game
from tournament.core.classic.terms import Terms

X, Y, ARBITER, DIRECTOR = Actor.X, Actor.Y, Actor.ARBITER, Actor.DIRECTOR
type Step = tuple[Command, Actor, dict[str, Any]]


def steps(state: State, *told: Step, at: int | None = None) -> State:
    for command, actor, data in told:
        moment = state.clock.at if at is None else at
        state = apply(state, Event(command, actor, moment, data))
    return state


def ready(terms: Terms = Terms(), x: str = "AIPSTEU", y: str = "DEGOSTU") -> State:
    """Both have their letters, and X begins."""
    state = new_game(terms, starter=Side.X)
    bag = without(state.bag, x + y)
    for side, rack in ((Side.X, x), (Side.Y, y)):
        state = state.with_player(side, rack=rack, drawing=False)
    return replace(state, bag=bag, flow=Phase.START)


def begun(terms: Terms = Terms(), **racks: str) -> State:
    return steps(ready(terms, **racks), (Command.PRESS, Y, {}))


def played(state: State, *, word: str = "TAPIS", ref: str = "H4", score: int = 16) -> State:
    """Announced by X."""
    return steps(state, (Command.PLAY, X, {"word": word, "ref": ref, "score": score}))


def pressed(state: State) -> State:
    return steps(state, (Command.TURN, X, {}), (Command.PRESS, X, {}))


def _slip() -> State:
    asked = steps(pressed(played(begun())), (Command.CHALLENGE, Y, {}))
    return steps(asked, (Command.SLIP, Y, {"words": ["TAPIS"]}))


def _over() -> State:
    return steps(begun(), *passes())


def passes() -> Iterable[Step]:
    return [(Command.PASS, actor, {}) for actor in (X, Y) * 3]


def _unknown() -> State:
    """With real tiles nobody knows the letters that are left."""
    return steps(begun(Terms(real_tiles=True), x="·······", y="·······"), *passes())


def _totals() -> State:
    return steps(
        _over(),
        (Command.DECLARE_TOTALS, X, {"X": 1, "Y": 2}),
        (Command.DECLARE_TOTALS, Y, {"X": 1, "Y": 3}),
    )


_CONTEST: Step = (Command.CONTEST_SCORE, Y, {"move": 0, "score": 15})


def in_phase(phase: Phase) -> State:
    games = {
        Phase.TOSS: lambda: new_game(Terms()),
        Phase.RACKS: lambda: new_game(Terms(), starter=Side.X),
        Phase.START: ready,
        Phase.PLAY: begun,
        Phase.ANNOUNCED: lambda: played(begun()),
        Phase.TURNED: lambda: steps(played(begun()), (Command.TURN, X, {})),
        Phase.EXCHANGING: lambda: steps(begun(), (Command.CALL_EXCHANGE, X, {"n": 2})),
        Phase.CHALLENGE: lambda: steps(pressed(played(begun())), (Command.CHALLENGE, Y, {})),
        Phase.SLIP: _slip,
        Phase.SCORE: lambda: steps(pressed(played(begun())), _CONTEST),
        Phase.HELD: lambda: steps(begun(), (Command.HOLD, ARBITER, {})),
        Phase.SUSPENDED: lambda: steps(
            begun(), (Command.SANCTION, DIRECTOR, {"side": "X", "sanction": "exclusion"})
        ),
        Phase.LETTERS: _unknown,
        Phase.TOTALS: _totals,
        Phase.OVER: _over,
    }
    return games[phase]()
