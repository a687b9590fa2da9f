"""A word for a rack, laid at random: no word list is asked, as none is in a game between two."""

from random import Random

from engine.board.board import EMPTY, Board
from engine.board.letters import WILD
from engine.board.place import SIZE, Direction, Place
from engine.rules.classic.letters import UNSEEN

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
type Square = tuple[int, int]


def near(board: Board) -> list[Square]:
    """Empty squares beside a letter; the centre on an empty board."""
    if board.is_empty:
        return [board.layout.centre]
    taken = {
        (row, col) for row in range(SIZE) for col in range(SIZE) if board.grid[row][col] != EMPTY
    }
    beside = {
        (row + down, col + right)
        for row, col in taken
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0))
    }
    return sorted((row, col) for row, col in beside - taken if 0 <= row < SIZE and 0 <= col < SIZE)


def random_play(board: Board, rack: str, chance: Random) -> tuple[str, str] | None:
    """Word and reference that can lie there with these letters, or None."""
    squares, tiles = near(board), list(rack)
    chance.shuffle(tiles)
    if not squares or not tiles:
        return None
    row, col = chance.choice(squares)
    direction = chance.choice(list(Direction))
    line = board.rows()[row] if direction is Direction.HORIZONTAL else board.columns()[col]
    at = col if direction is Direction.HORIZONTAL else row
    laid, start = _laid(line, at, tiles[: chance.randint(1, len(tiles))], chance)
    word = laid[start:].split(EMPTY)[0]
    if len(word) < 2:
        return None
    horizontal = direction is Direction.HORIZONTAL
    place = Place(row, start, direction) if horizontal else Place(start, col, direction)
    return word, str(place)


def _laid(line: str, at: int, tiles: list[str], chance: Random) -> tuple[str, int]:
    """The line with ``tiles`` on its empty squares from ``at`` on, and where their word begins."""
    letters = list(line)
    for square in range(at, SIZE):
        if not tiles:
            break
        if letters[square] == EMPTY:
            letters[square] = _letter(tiles.pop(), chance)
    text = "".join(letters)
    return text, at - len(text[:at].split(EMPTY)[-1])


def _letter(tile: str, chance: Random) -> str:
    """A joker stands for any letter, and so does a tile that nobody has told."""
    if tile == WILD:
        return chance.choice(ALPHABET).lower()
    return chance.choice("AEINRST") if tile == UNSEEN else tile
