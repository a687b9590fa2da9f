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


def apply_steps(state: MatchState, *steps_to_apply: Step, at: int | None = None) -> MatchState:
    for command, actor, data in steps_to_apply:
        moment = state.clock.updated_at_ms if at is None else at
        state = apply(state, Event(command, actor, moment, data))
    return state


def build_ready_game(
    terms: MatchTerms = MatchTerms(), x: str = "AIPSTEU", y: str = "DEGOSTU"
) -> MatchState:
    """Return a game with full racks, started by X."""
    state = build_game_state(terms, starter=Side.X)
    bag = remove_letters(state.bag, x + y)
    for side, rack in ((Side.X, x), (Side.Y, y)):
        state = state.with_player(side, rack=rack, must_draw=False)
    return replace(state, bag=bag, play_phase=MatchPhase.START)


def begin_game(terms: MatchTerms = MatchTerms(), **racks: str) -> MatchState:
    return apply_steps(build_ready_game(terms, **racks), (Command.PRESS, Y, {}))


def play_word(
    state: MatchState, *, word: str = "TAPIS", ref: str = "H4", score: int = 16
) -> MatchState:
    """Return a game in which X announced a word."""
    return apply_steps(state, (Command.PLAY, X, {"word": word, "ref": ref, "score": score}))


def turn_and_press(state: MatchState) -> MatchState:
    return apply_steps(state, (Command.TURN_BOARD, X, {}), (Command.PRESS, X, {}))


def _build_game_with_slip() -> MatchState:
    challenged = apply_steps(turn_and_press(play_word(begin_game())), (Command.CHALLENGE, Y, {}))
    return apply_steps(challenged, (Command.SLIP, Y, {"words": ["TAPIS"]}))


def _build_ended_game() -> MatchState:
    return apply_steps(begin_game(), *list_six_passes())


def list_six_passes() -> Iterable[Step]:
    return [(Command.PASS, actor, {}) for actor in (X, Y) * 3]


def _build_game_with_unknown_letters() -> MatchState:
    """Return a game with real tiles whose remaining letters are unknown."""
    return apply_steps(
        begin_game(MatchTerms(real_tiles=True), x="·······", y="·······"), *list_six_passes()
    )


def _build_game_with_other_totals() -> MatchState:
    return apply_steps(
        _build_ended_game(),
        (Command.DECLARE_TOTALS, X, {"X": 1, "Y": 2}),
        (Command.DECLARE_TOTALS, Y, {"X": 1, "Y": 3}),
    )


_CONTEST: Step = (Command.CONTEST_SCORE, Y, {"move": 0, "score": 15})
_ARBITER_CALL: Step = (Command.CALL_ARBITER, Y, {})


def build_game_in_phase(phase: MatchPhase) -> MatchState:
    games = {
        MatchPhase.TOSS: lambda: build_game_state(MatchTerms()),
        MatchPhase.RACKS: lambda: build_game_state(MatchTerms(), starter=Side.X),
        MatchPhase.START: build_ready_game,
        MatchPhase.PLAY: begin_game,
        MatchPhase.ANNOUNCED: lambda: play_word(begin_game()),
        MatchPhase.TURNED: lambda: apply_steps(
            play_word(begin_game()), (Command.TURN_BOARD, X, {})
        ),
        MatchPhase.CHALLENGE: lambda: apply_steps(
            turn_and_press(play_word(begin_game())), (Command.CHALLENGE, Y, {})
        ),
        MatchPhase.SLIP: _build_game_with_slip,
        MatchPhase.SCORE: lambda: apply_steps(
            turn_and_press(play_word(begin_game())), _CONTEST, _ARBITER_CALL
        ),
        MatchPhase.HELD: lambda: apply_steps(begin_game(), (Command.HOLD, ARBITER, {})),
        MatchPhase.SUSPENDED: lambda: apply_steps(
            begin_game(), (Command.SANCTION, DIRECTOR, {"side": "X", "sanction": "exclusion"})
        ),
        MatchPhase.LETTERS: _build_game_with_unknown_letters,
        MatchPhase.TOTALS: _build_game_with_other_totals,
        MatchPhase.OVER: _build_ended_game,
    }
    return games[phase]()
