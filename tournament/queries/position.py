"""The grid, bag and words of a game, derived from its turns."""

from dataclasses import dataclass

from engine.bag import Bag
from engine.board import Board
from engine.formats import Format, get_format
from engine.letters import WILD, sort_letters
from engine.place import Place
from engine.scoring import formed_words, tiles_needed
from tournament.core.states import PLACED_TURN_STATES, TurnState
from tournament.models import Game, Turn


def format_of(game: Game) -> Format:
    return get_format(game.format)


def placed_turns(game: Game, before: Turn | None = None) -> list[Turn]:
    """Turns whose word lies on the grid, in order; only those before ``before`` if given."""
    turns = game.turns.filter(state__in=list(PLACED_TURN_STATES)).order_by("ordinal")
    return list(turns if before is None else turns.filter(ordinal__lt=before.ordinal))


def board_of(turns: list[Turn]) -> Board:
    board = Board.empty()
    for turn in turns:
        board = board.place(turn.word, Place.parse(turn.ref))
    return board


def board_before(turn: Turn) -> Board:
    """The grid on which ``turn`` is played."""
    return board_of(placed_turns(turn.game, before=turn))


def tiles_on(board: Board) -> str:
    """Letters that lie on the grid, a joker as ``?``."""
    return "".join(
        WILD if letter.islower() else letter
        for row in board.rows()
        for letter in row
        if letter != "."
    )


def formed_by(board: Board, turn: Turn, fmt: Format) -> list[str]:
    """Words that the retained move makes besides the main word (3.4)."""
    words = formed_words(board, turn.word, Place.parse(turn.ref), fmt)
    return [formed.word for formed in words[1:]]


@dataclass(frozen=True, slots=True)
class Remainder:
    """What is left to play: the *reliquat* and the bag without it."""

    kept: str
    bag: Bag

    @property
    def letters(self) -> str:
        """All letters still to play."""
        return sort_letters(self.kept + self.bag.letters)


def whole_bag(game: Game) -> Remainder:
    """Everything that does not lie on the grid is in the bag."""
    board = board_of(placed_turns(game))
    return Remainder("", Bag.full(format_of(game).letters).minus(tiles_on(board)))


def remainder(game: Game) -> Remainder:
    """Letters left after the last turn; a cancelled turn gives all of its letters back (3.6)."""
    whole = whole_bag(game)
    last = game.turns.order_by("-ordinal").first()
    if last is None or last.state == TurnState.CANCELLED:
        return whole
    used = tiles_needed(board_before(last), last.word, Place.parse(last.ref))
    kept = Bag(last.rack).minus(used).letters
    return Remainder(sort_letters(kept), whole.bag.minus(kept))
