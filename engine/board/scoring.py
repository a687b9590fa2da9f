"""The score of a play (1.2)."""

from dataclasses import dataclass

from engine.board.board import Board
from engine.board.formats import NORMAL, Format
from engine.board.letters import WILD
from engine.board.place import Place


@dataclass(frozen=True, slots=True)
class FormedWord:
    """A word as it stands on the grid after the play (lower case = joker, new or old)."""

    word: str
    place: Place
    points: int


def find_tiles_needed(board: Board, word: str, place: Place) -> str:
    """Return the tiles that the play takes from the rack, in order of the word, "?" for a joker.

    Raises `IllegalPlacement`.
    """
    board.check(word, place)
    return "".join(
        WILD if letter.islower() else letter for _, _, letter in board.list_new_tiles(word, place)
    )


def list_formed_words(
    board: Board, word: str, place: Place, fmt: Format = NORMAL
) -> list[FormedWord]:
    """Return the main word, then the cross words in the order of its letters (1.2.2).

    Their points do not include the bonus of 1.2.3. Raises `IllegalPlacement`.
    """
    board_after = board.lay(word, place)
    main = "".join(board_after.get_tile(row, col) for row, col in place.list_squares(len(word)))
    formed = [_score_word(board, main, place, fmt)]
    cross_direction = place.direction.other
    for row, col, _ in board.list_new_tiles(word, place):
        cross_place, text = board_after.find_word_through(row, col, cross_direction)
        if len(text) > 1:
            formed.append(_score_word(board, text, cross_place, fmt))
    return formed


def _score_word(board_before: Board, word: str, place: Place, fmt: Format) -> FormedWord:
    """Return the word with its points; premiums count where `board_before` has no tile."""
    layout = board_before.layout
    points, factor = 0, 1
    for (row, col), letter in zip(place.list_squares(len(word)), word, strict=True):
        value = fmt.letters.points[letter]
        if not board_before.get_tile(row, col):
            value *= layout.letter_factors[row][col]
            factor *= layout.word_factors[row][col]
        points += value
    return FormedWord(word, place, points * factor)


def score(board: Board, word: str, place: Place, fmt: Format = NORMAL) -> int:
    """Return the points of the play, with the bonus. Raises `IllegalPlacement`.

    Neither the lexicon, nor the rack, nor the contact with other words is checked.
    """
    tile_count = len(find_tiles_needed(board, word, place))
    return sum(
        formed.points for formed in list_formed_words(board, word, place, fmt)
    ) + fmt.get_bonus(tile_count)
