"""Letters that chance gives in a game between two, and those drawn for who has not done it
(C-35)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.rules.bag import Bag
from engine.rules.classic.letters import RACK_SIZE, UNSEEN
from engine.rules.draw import seeded_draw
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.opening import to_draw
from tournament.classic.core.sides import Actor
from tournament.classic.core.state import TICKING, MatchPhase, MatchState
from tournament.classic.core.transitions import apply
from tournament.classic.models import MatchGame
from tournament.core.errors import ClassicRefused

#: What comes after a player has completed his rack (4.1.7): moves of either, and what may end it.
AFTER_DRAWING = frozenset(
    {
        *(Command.PLAY, Command.PASS, Command.EXCHANGE),
        *(Command.EXPIRE, Command.STOP),
    }
)
#: In which one who is short of letters owes it to the game to draw them: held or not.
OWED_IN = TICKING | {MatchPhase.HELD}


def owed_before(game: MatchGame, state: MatchState, event: Event) -> list[Event]:
    """What is drawn, face down, for who has not done so before ``event``: nobody plays with fewer
    letters than he must have, and nobody draws before it is his to (4.1.7). With real tiles it is
    for the recorder to write."""
    owed: list[Event] = []
    if event.command not in AFTER_DRAWING or state.terms.real_tiles or state.to_move is None:
        return owed
    for side in (state.to_move.other, state.to_move):
        player = state.of(side)
        n = min(RACK_SIZE - player.size, len(state.bag))
        if player.drawing and n > 0 and state.phase in OWED_IN:
            told = {"n": n, "letters": drawn(game, state, state.bag, n)}
            draw = Event(Command.DRAW, Actor(side.value), event.at, told)
            state = apply(state, draw)
            owed.append(draw)
    return owed


def with_letters(
    game: MatchGame, state: MatchState, event: Event, data: Mapping[str, Any]
) -> Event:
    """Letters that chance gives, written by the server. With real tiles nobody knows which they
    are, but for those of the toss."""
    if state.terms.real_tiles:
        event = _unseen_letters(state, event, data)
    match event.command:
        case Command.TOSS if not state.terms.real_tiles:
            return _with(event, letter=drawn(game, state, state.bag, 1))
        case Command.DRAW:
            _exactly(state, event)
            return _with(event, letters=drawn(game, state, state.bag, _asked(event)))
        case Command.EXCHANGE:
            return _with(event, drawn=drawn(game, state, state.bag, _asked(event)))
        case Command.REMOVE_EXCESS:
            player = state.of(event.mover.other)
            of = player.down if event.data.get("among") == "drawn" else player.letters
            return _with(event, letters=drawn(game, state, of, _asked(event)))
    return event


def _unseen_letters(state: MatchState, event: Event, data: Mapping[str, Any]) -> Event:
    """What is put back on a real table was not told either; the toss is seen by everybody."""
    match event.command:
        case Command.TOSS:
            return _with(event, letter=str(data.get("letter", "")).upper())
        case Command.EXCHANGE:
            return _with(event, letters=UNSEEN * _asked(event))
    return event


def _exactly(state: MatchState, event: Event) -> None:
    """Too many are drawn by hands alone (10.1). Raises ClassicRefused."""
    n = to_draw(state, event.mover)
    if state.terms.real_tiles:
        return
    if not n:
        raise ClassicRefused("nothing-to-draw")
    if _asked(event) != n:
        raise ClassicRefused("draw-exactly", n=n)


def _asked(event: Event) -> int:
    return event.number("n", low=1, high=20)


def _with(event: Event, **written: str) -> Event:
    return replace(event, data={**event.data, **written})


def drawn(game: MatchGame, state: MatchState, letters: str, n: int) -> str:
    """``n`` of ``letters`` by the game's seed (``engine.rules.draw``); "" when there are fewer."""
    if n > len(letters):
        raise ClassicRefused("bag-too-small", bag=len(letters))
    if state.terms.real_tiles:
        return UNSEEN * n
    return seeded_draw(bytes.fromhex(game.seed), state.draws, Bag(letters), n)
