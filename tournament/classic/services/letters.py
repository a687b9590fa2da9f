"""Random letters of a game between two, and letters drawn on behalf of a player (C-35)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.board.letters import fold
from engine.rules.bag import Bag
from engine.rules.classic.letters import RACK_SIZE, UNSEEN
from engine.rules.draw import draw_letters as draw_from_seed
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.opening import count_letters_to_draw
from tournament.classic.core.phases import RUNNING_PHASES, MatchPhase
from tournament.classic.core.sides import Actor
from tournament.classic.core.state import MatchState
from tournament.classic.core.transitions import apply
from tournament.classic.models import MatchGame
from tournament.core.errors import ClassicRefused

#: Commands that require complete racks (4.1.7): moves, and commands that may end the game.
COMMANDS_WITH_FULL_RACKS = frozenset(
    {Command.PLAY, Command.PASS, Command.EXCHANGE, Command.EXPIRE, Command.STOP}
)
#: Phases in which a player with too few letters must draw.
DRAWING_PHASES = RUNNING_PHASES | {MatchPhase.HELD}


def list_forced_draws(game: MatchGame, state: MatchState, event: Event) -> list[Event]:
    """Return the draws, face down, of players who did not complete their racks before ``event``
    (4.1.7); with real tiles the recorder adds them.
    """
    draws: list[Event] = []
    if (
        event.command not in COMMANDS_WITH_FULL_RACKS
        or state.terms.real_tiles
        or state.to_move is None
    ):
        return draws
    for side in (state.to_move.other, state.to_move):
        player = state.get_player(side)
        n = min(RACK_SIZE - player.letter_count, len(state.bag))
        if player.must_draw and n > 0 and state.phase in DRAWING_PHASES:
            data = {"n": n, "letters": draw_letters(game, state, state.bag, n)}
            draw = Event(Command.DRAW, Actor(side.value), event.at, data)
            state = apply(state, draw)
            draws.append(draw)
    return draws


def add_server_letters(
    game: MatchGame, state: MatchState, event: Event, data: Mapping[str, Any]
) -> Event:
    """Add the letters chosen by the server; with real tiles only those of the toss are known."""
    if state.terms.real_tiles:
        event = _replace_unknown_letters(state, event, data)
    match event.command:
        case Command.TOSS if not state.terms.real_tiles:
            return _add_data(event, letter=draw_letters(game, state, state.bag, 1))
        case Command.DRAW:
            _require_exact_draw(state, event)
            return _add_data(
                event, letters=draw_letters(game, state, state.bag, _read_letter_count(event))
            )
        case Command.EXCHANGE:
            return _add_data(
                event, drawn=draw_letters(game, state, state.bag, _read_letter_count(event))
            )
        case Command.REMOVE_EXCESS:
            player = state.get_player(event.acting_side.other)
            pool = player.face_down if event.data.get("among") == "drawn" else player.letters
            return _add_data(
                event, letters=draw_letters(game, state, pool, _read_letter_count(event))
            )
    return event


def _replace_unknown_letters(state: MatchState, event: Event, data: Mapping[str, Any]) -> Event:
    """Return the event with the letters of the toss, which are public, or with as many unknown
    letters as were exchanged on a real board."""
    match event.command:
        case Command.TOSS:
            return _add_data(event, letter=fold(str(data.get("letter", ""))))
        case Command.EXCHANGE:
            return _add_data(event, letters=UNSEEN * _read_letter_count(event))
    return event


def _require_exact_draw(state: MatchState, event: Event) -> None:
    """Raise ClassicRefused for a wrong number of letters; only from a real bag can players draw too
    many (10.1)."""
    n = count_letters_to_draw(state, event.acting_side)
    if state.terms.real_tiles:
        return
    if not n:
        raise ClassicRefused("nothing-to-draw")
    if _read_letter_count(event) != n:
        raise ClassicRefused("wrong-draw-count", n=n)


def _read_letter_count(event: Event) -> int:
    return event.read_number("n", low=1, high=20)


def _add_data(event: Event, **letters: str) -> Event:
    return replace(event, data={**event.data, **letters})


def draw_letters(game: MatchGame, state: MatchState, letters: str, n: int) -> str:
    """Return ``n`` of ``letters`` by the seed of the game (``engine.rules.draw``). Raise
    ClassicRefused if there are fewer."""
    if n > len(letters):
        raise ClassicRefused("bag-too-small", bag=len(letters))
    if state.terms.real_tiles:
        return UNSEEN * n
    return draw_from_seed(bytes.fromhex(game.seed), state.draw_count, Bag(letters), n)
