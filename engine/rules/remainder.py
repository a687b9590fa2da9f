"""The remainder: the letters kept on the rack, the joker that accompanies it, the bag."""

from dataclasses import dataclass

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.letters import WILD, sort_letters
from engine.rules.bag import Bag


@dataclass(frozen=True, slots=True)
class Remainder:
    """All letters that are not on the grid.

    `kept`: the *reliquat*, in which a joker of a joker game stays if it was not played. `joker`:
    "?" if one comes with the next letters (3.8.1). `bag`: what letters are drawn from; in a joker
    game it holds no joker.
    """

    kept: str
    joker: str
    bag: Bag

    @property
    def letters(self) -> str:
        """Return all letters still to play, without the reserve joker of a joker game."""
        return sort_letters(self.kept + self.joker + self.bag.letters)

    def count_to_draw(self, fmt: Format) -> int:
        """Return how many letters to draw: to complete the rack, at most those of the bag."""
        missing = fmt.rack_size - len(self.kept) - len(self.joker)
        return min(max(0, missing), len(self.bag))


def list_board_tiles(board: Board) -> str:
    """Return the tiles on the grid, "?" for a joker."""
    tiles = "".join(board.rows()).replace(".", "")
    return "".join(WILD if letter.islower() else letter for letter in tiles)


def build_full_remainder(fmt: Format, board: Board) -> Remainder:
    """Return the remainder with all letters in the bag: before the first turn, after a rejected or
    a cancelled draw.

    Raises `LettersNotInBag` if the grid has tiles that the format does not have.
    """
    bag = Bag.full(fmt.letters).subtract(list_board_tiles(board))
    if not fmt.joker_on_rack:
        return Remainder("", "", bag)
    letters = bag.letters.replace(WILD, "")
    return Remainder("", WILD if WILD in bag else "", Bag(letters, fmt.letters))


def build_remainder(fmt: Format, board: Board, kept: str) -> Remainder:
    """Return the remainder with `kept` on the rack. Raises `LettersNotInBag`."""
    full_remainder = build_full_remainder(fmt, board)
    kept_joker = full_remainder.joker if WILD in kept else ""
    letters_from_bag = kept.replace(kept_joker, "", 1) if kept_joker else kept
    joker = "" if kept_joker else full_remainder.joker
    return Remainder(sort_letters(kept), joker, full_remainder.bag.subtract(letters_from_bag))


def find_unseen_bag(fmt: Format, board: Board, rack: str) -> Bag:
    """Return the bag after the draw of the rack. Raises `LettersNotInBag`."""
    return build_remainder(fmt, board, rack).bag


def list_reserve_jokers(fmt: Format, board: Board, rack: str) -> str:
    """Return the jokers that will only accompany later racks (3.8.1)."""
    if not fmt.joker_on_rack:
        return ""
    return WILD * (fmt.letters.counts[WILD] - (list_board_tiles(board) + rack).count(WILD))
