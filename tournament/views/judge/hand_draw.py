"""Letters of a game drawn by hand: the next draw, and the letters typed last."""

from dataclasses import dataclass

from engine.board.letters import WILD
from tournament.core.states import TurnState
from tournament.models import Game, Turn
from tournament.queries.position import GamePosition
from tournament.services.play.draws import find_remainder


@dataclass(frozen=True)
class HandDraw:
    """Letters that the judge draws from the real bag."""

    kept: str
    count: int
    bag: str
    #: True if a joker is added to the letters without being drawn (3.8.1).
    adds_joker: bool
    #: True if the last draw was not valid (3.2): all letters go back first.
    is_refused: bool
    #: True if the last turn was cancelled: its letters go back first (3.6).
    is_cancelled: bool
    #: Changes when typed letters no longer apply.
    key: str


@dataclass(frozen=True)
class TypedRack:
    """The rack typed last: ``kept`` came from the turn before, ``letters`` were typed."""

    kept: str
    letters: str


def build_hand_draw(game: Game, turn: Turn | None, position: GamePosition) -> HandDraw:
    """Return what to draw next; ``turn`` is the one at hand."""
    remainder = find_remainder(position, game.refused)
    count = remainder.count_to_draw(position.fmt)
    last = position.last_turn
    return HandDraw(
        kept=remainder.kept,
        count=count,
        bag=remainder.bag.letters,
        adds_joker=bool(remainder.joker),
        is_refused=bool(game.refused),
        is_cancelled=last is not None and last.state == TurnState.CANCELLED,
        key=f"{turn.pk if turn else 0}-{len(game.refused)}-{count}",
    )


def find_typed_rack(game: Game, turn: Turn | None, position: GamePosition) -> TypedRack:
    """Return the rack typed last, refused or not, without the joker of a joker game (3.8.1)."""
    if game.refused:
        kept, drawn = game.refused[-1]["kept"], game.refused[-1]["drawn"]
    else:
        kept, drawn = (turn.kept, turn.drawn) if turn else ("", "")
    return TypedRack(kept, drawn.replace(WILD, "") if position.fmt.joker_on_rack else drawn)
