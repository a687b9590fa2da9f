"""What is left to play: the letters kept on the rack, the joker that goes with it, the bag."""

from dataclasses import dataclass

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.letters import WILD, sort_letters
from engine.rules.bag import Bag


@dataclass(frozen=True, slots=True)
class Remainder:
    """Everything that does not lie on the grid.

    `kept`: the *reliquat*, in which a joker of a joker game stays if it was not played. `joker`:
    "?" if one comes with the next letters (3.8.1). `bag`: what letters are drawn from; in a joker
    game it holds no joker.
    """

    kept: str
    joker: str
    bag: Bag

    @property
    def letters(self) -> str:
        """All letters still to play, the joker in reserve of a joker game apart."""
        return sort_letters(self.kept + self.joker + self.bag.letters)

    def to_draw(self, fmt: Format) -> int:
        """How many letters complete the rack, as far as the bag goes."""
        missing = fmt.rack_size - len(self.kept) - len(self.joker)
        return min(max(0, missing), len(self.bag))


def list_board_tiles(board: Board) -> str:
    """The tiles that lie on the grid, a joker as "?"."""
    laid = "".join(board.rows()).replace(".", "")
    return "".join(WILD if letter.islower() else letter for letter in laid)


def build_full_remainder(fmt: Format, board: Board) -> Remainder:
    """Everything is in the bag: before the first turn, after a refused or a cancelled draw.

    Raises `LettersNotInBag` if there are tiles on the grid that the format has not.
    """
    left = Bag.full(fmt.letters).minus(list_board_tiles(board))
    if not fmt.joker_on_rack:
        return Remainder("", "", left)
    letters = left.letters.replace(WILD, "")
    return Remainder("", WILD if WILD in left else "", Bag(letters, fmt.letters))


def build_remainder(fmt: Format, board: Board, kept: str) -> Remainder:
    """`kept` is on the rack, with this grid. Raises `LettersNotInBag`."""
    everything = build_full_remainder(fmt, board)
    held = everything.joker if WILD in kept else ""
    plain = kept.replace(held, "", 1) if held else kept
    joker = "" if held else everything.joker
    return Remainder(sort_letters(kept), joker, everything.bag.minus(plain))


def find_unseen_bag(fmt: Format, board: Board, rack: str) -> Bag:
    """The bag once a rack has been drawn. Raises `LettersNotInBag`."""
    return build_remainder(fmt, board, rack).bag


def list_reserve_jokers(fmt: Format, board: Board, rack: str) -> str:
    """The jokers that will accompany later racks only (3.8.1)."""
    if not fmt.joker_on_rack:
        return ""
    return WILD * (fmt.letters.counts[WILD] - (list_board_tiles(board) + rack).count(WILD))
