"""Checks of recorded turns: could they be played, and did they follow the rules?"""

from collections.abc import Iterator, Mapping

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.place import Direction, Place
from engine.board.scoring import find_tiles_needed
from engine.errors import IllegalPlacement, LettersNotInBag
from engine.rules.bag import Bag
from engine.rules.joker_format import JokerOutcome, lay_retained_word
from engine.rules.remainder import find_unseen_bag

type RemarkData = Mapping[str, object]


def find_missing_letters(fmt: Format, board: Board, rack: str) -> str:
    """Return the letters of the rack that are no longer in play with this grid, sorted."""
    try:
        find_unseen_bag(fmt, board, rack)
    except LettersNotInBag as error:
        return str(error.data["missing"])
    return ""


def find_move_fault(board: Board, rack: str, word: str, place: Place) -> RemarkData | None:
    """Return why the word cannot be played there, None if it can.

    `reason`: a code of `Board.list_faults`, of `Board.find_connection_fault`, or
    `letters_not_in_rack` with `missing`.
    """
    try:
        tiles = find_tiles_needed(board, word, place)
        fault = board.find_connection_fault(word, place)
        if fault is not None:
            return {"reason": fault.code}
        Bag(rack).subtract(tiles)
    except IllegalPlacement as error:
        return {"reason": error.code}
    except LettersNotInBag as error:
        return {"reason": "letters_not_in_rack", "missing": error.data["missing"]}
    return None


def list_remarks(
    fmt: Format, board: Board, rack: str, word: str, place: Place, *, joker_stays: bool | None
) -> Iterator[tuple[str, RemarkData]]:
    """Yield the differences between a turn that can be played and the rules.

    `first_vertical` (3.4); `other_joker` (`letter`, `stays`: by 3.8.1) if the sheet records that
    the joker stays, or is replaced, and the letters of the bag say the contrary.
    """
    if board.is_empty and place.direction is Direction.VERTICAL:
        yield "first_vertical", {"word": word, "ref": str(place)}
    if joker_stays is not None:
        stays = (
            lay_retained_word(fmt, board, rack, word, place).joker.outcome
            is not JokerOutcome.REPLACED
        )
        if stays != joker_stays:
            letter = next(letter for letter in word if letter.islower()).upper()
            yield "other_joker", {"letter": letter, "stays": stays}
