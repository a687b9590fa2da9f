"""Games between two for tests: played by commands, one in each phase."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.rules.classic.letters import remove_letters
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState, build_game_state
from tournament.classic.core.terms import MatchTerms
from tournament.classic.core.transitions import apply

X, Y, ARBITER, DIRECTOR = Actor.X, Actor.Y, Actor.ARBITER, Actor.DIRECTOR
type Step = tuple[Command, Actor, dict[str, Any]]


def steps(state: MatchState, *steps_to_apply: Step, at: int | None = None) -> MatchState:
    for command, actor, data in steps_to_apply:
        moment = state.clock.at if at is None else at
        state = apply(state, Event(command, actor, moment, data))
    return state


def ready(terms: MatchTerms = MatchTerms(), x: str = "AIPSTEU", y: str = "DEGOSTU") -> MatchState:
    """Return a game with full racks, started by X."""
    state = build_game_state(terms, starter=Side.X)
    bag = remove_letters(state.bag, x + y)
    for side, rack in ((Side.X, x), (Side.Y, y)):
        state = state.with_player(side, rack=rack, drawing=False)
    return replace(state, bag=bag, play_phase=MatchPhase.START)


def begun(terms: MatchTerms = MatchTerms(), **racks: str) -> MatchState:
    return steps(ready(terms, **racks), (Command.PRESS, Y, {}))


def played(
    state: MatchState, *, word: str = "TAPIS", ref: str = "H4", score: int = 16
) -> MatchState:
    """Return a game in which X announced a word."""
    return steps(state, (Command.PLAY, X, {"word": word, "ref": ref, "score": score}))


def pressed(state: MatchState) -> MatchState:
    return steps(state, (Command.TURN, X, {}), (Command.PRESS, X, {}))


def _slip() -> MatchState:
    challenged = steps(pressed(played(begun())), (Command.CHALLENGE, Y, {}))
    return steps(challenged, (Command.SLIP, Y, {"words": ["TAPIS"]}))


def _over() -> MatchState:
    return steps(begun(), *passes())


def passes() -> Iterable[Step]:
    return [(Command.PASS, actor, {}) for actor in (X, Y) * 3]


def _unknown() -> MatchState:
    """Return a game with real tiles whose remaining letters are unknown."""
    return steps(begun(MatchTerms(real_tiles=True), x="·······", y="·······"), *passes())


def _totals() -> MatchState:
    return steps(
        _over(),
        (Command.DECLARE_TOTALS, X, {"X": 1, "Y": 2}),
        (Command.DECLARE_TOTALS, Y, {"X": 1, "Y": 3}),
    )


_CONTEST: Step = (Command.CONTEST_SCORE, Y, {"move": 0, "score": 15})
_CALLED: Step = (Command.CALL_ARBITER, Y, {})


def in_phase(phase: MatchPhase) -> MatchState:
    games = {
        MatchPhase.TOSS: lambda: build_game_state(MatchTerms()),
        MatchPhase.RACKS: lambda: build_game_state(MatchTerms(), starter=Side.X),
        MatchPhase.START: ready,
        MatchPhase.PLAY: begun,
        MatchPhase.ANNOUNCED: lambda: played(begun()),
        MatchPhase.TURNED: lambda: steps(played(begun()), (Command.TURN, X, {})),
        MatchPhase.CHALLENGE: lambda: steps(pressed(played(begun())), (Command.CHALLENGE, Y, {})),
        MatchPhase.SLIP: _slip,
        MatchPhase.SCORE: lambda: steps(pressed(played(begun())), _CONTEST, _CALLED),
        MatchPhase.HELD: lambda: steps(begun(), (Command.HOLD, ARBITER, {})),
        MatchPhase.SUSPENDED: lambda: steps(
            begun(), (Command.SANCTION, DIRECTOR, {"side": "X", "sanction": "exclusion"})
        ),
        MatchPhase.LETTERS: _unknown,
        MatchPhase.TOTALS: _totals,
        MatchPhase.OVER: _over,
    }
    return games[phase]()
