"""A brute force search for legal moves, to compare with the engine: every word at every place.

It uses nothing of the engine, only the format of its results: own grid, own premium squares (from
the list by reference), own rules of contact, own score.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations

PREMIUMS = {
    "3W": "A1 A8 A15 H1 H15 O1 O8 O15",
    "2W": "B2 C3 D4 E5 B14 C13 D12 E11 K5 L4 M3 N2 K11 L12 M13 N14 H8",
    "3L": "B6 B10 F2 F6 F10 F14 J2 J6 J10 J14 N6 N10",
    "2L": "A4 A12 C7 C9 D1 D8 D15 G3 G7 G9 G13 H4 H12 I3 I7 I9 I13 L1 L8 L15 M7 M9 O4 O12",
}
VALUES = {
    letter: value
    for value, letters in {
        1: "AEILNORSTU", 2: "DGM", 3: "BCP", 4: "FHV", 8: "JQ", 10: "KWXYZ",
    }.items()
    for letter in letters
}  # fmt: skip

type Square = tuple[int, int]
type PlainMove = tuple[str, str, int]
"""Word with its new jokers in lower case, reference, score."""


def list_premium_squares() -> dict[Square, str]:
    return {
        (ord(name[0]) - ord("A"), int(name[1:]) - 1): premium
        for premium, names in PREMIUMS.items()
        for name in names.split()
    }


_PREMIUMS = list_premium_squares()


def list_all_moves(
    rows: list[str],
    rack: str,
    words: set[str],
    max_play: int,
    bonuses: dict[int, int],
    *,
    values: dict[str, int] = VALUES,
    tried: Iterable[str] | None = None,
) -> set[PlainMove]:
    """Return every legal move of the rack on the grid, each once per choice of its jokers.

    `tried`: only these words, if the others need letters that neither rack nor grid has.
    """
    grid = {(r, c): rows[r][c] for r in range(15) for c in range(15) if rows[r][c] != "."}
    neighbours = {
        (r + i, c + j) for r, c in grid for i, j in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
    } or {(7, 7)}
    tiles, jokers = Counter(rack.replace("?", "")), rack.count("?")
    count_lacking = cache(lambda letters: (Counter[str](letters) - tiles).total())
    lines = {down: list(_lines(rows, neighbours, down=down)) for down in (False, True)}
    moves = set()
    for word in words if tried is None else tried:
        for down in (False, True):
            for squares in _find_squares(lines[down], word, neighbours):
                new = [i for i, square in enumerate(squares) if square not in grid]
                if not 1 <= len(new) <= max_play:
                    continue
                if count_lacking("".join([word[i] for i in new])) > jokers:
                    continue
                for spelled in _spellings(word, new, rack):
                    score = _score(grid, spelled, squares, words, values, down=down)
                    if score is not None:
                        row, col = squares[0]
                        names = chr(65 + row), str(col + 1)
                        ref = "".join(reversed(names) if down else names)
                        moves.add((spelled, ref, score + bonuses.get(len(new), 0)))
    return moves


type Line = tuple[str, list[Square], list[tuple[int, str]]]
"""The text of a line between two empty squares, its squares, and its tiles with their index."""


def _lines(rows: list[str], neighbours: set[Square], *, down: bool) -> Iterator[Line]:
    """Yield every row or column on which a word can touch a tile."""
    lines = ["".join(column) for column in zip(*rows, strict=True)] if down else rows
    for line, text in enumerate(lines):
        squares = [(i, line) if down else (line, i) for i in range(15)]
        if not neighbours.isdisjoint(squares):
            tiles = [(i, tile) for i, tile in enumerate(text.upper()) if tile != "."]
            yield f".{text}.", squares, tiles


def _find_squares(lines: list[Line], word: str, neighbours: set[Square]) -> Iterator[list[Square]]:
    """Yield the squares of the word at each place where it agrees with the tiles on the line, has
    an empty square at both ends and touches a tile."""
    for framed, squares, tiles in lines:
        for start in range(16 - len(word)):
            end = start + len(word)
            if framed[start] != "." or framed[end + 1] != ".":
                continue
            if neighbours.isdisjoint(squares[start:end]):
                continue
            if all(word[i - start] == tile for i, tile in tiles if start <= i < end):
                yield squares[start:end]


def _spellings(word: str, new: list[int], rack: str) -> list[str]:
    tiles, jokers = Counter(rack.replace("?", "")), rack.count("?")
    choices = chain.from_iterable(combinations(new, n) for n in range(jokers + 1))
    return [
        "".join(letter.lower() if i in chosen else letter for i, letter in enumerate(word))
        for chosen in choices
        if not Counter(word[i] for i in new if i not in chosen) - tiles
    ]


def _score(
    grid: dict[Square, str],
    spelled: str,
    squares: list[Square],
    words: set[str],
    values: dict[str, int],
    *,
    down: bool,
) -> int | None:
    """Return the points without bonus, or None if a cross word is not in the list."""
    after = {**dict(zip(squares, spelled, strict=True)), **grid}
    total = _score_word(grid, after, squares, values)
    for square in squares:
        if square in grid:
            continue
        cross_squares = [square]
        step = (0, 1) if down else (1, 0)
        while (cross_squares[0][0] - step[0], cross_squares[0][1] - step[1]) in after:
            cross_squares.insert(0, (cross_squares[0][0] - step[0], cross_squares[0][1] - step[1]))
        while (cross_squares[-1][0] + step[0], cross_squares[-1][1] + step[1]) in after:
            cross_squares.append((cross_squares[-1][0] + step[0], cross_squares[-1][1] + step[1]))
        if len(cross_squares) > 1:
            if "".join(after[s] for s in cross_squares).upper() not in words:
                return None
            total += _score_word(grid, after, cross_squares, values)
    return total


def _score_word(
    grid: dict[Square, str],
    after: dict[Square, str],
    squares: list[Square],
    values: dict[str, int],
) -> int:
    points, factor = 0, 1
    for square in squares:
        value = values.get(after[square], 0)
        premium = _PREMIUMS.get(square, "") if square not in grid else ""
        points += value * int(premium[0]) if premium.endswith("L") else value
        factor *= int(premium[0]) if premium.endswith("W") else 1
    return points * factor


def count_distinct_moves(rows: list[str], moves: Iterable[PlainMove]) -> int:
    """Return how many of the moves differ by the squares and letters they lay.

    On the empty grid a word across and the same word down are one first move.
    """
    empty = all(square == "." for row in rows for square in row)
    laid = set()
    for word, ref, _ in moves:
        down = ref[0].isdigit()
        row, col = ord(ref.strip("0123456789")) - 65, int(ref.strip("ABCDEFGHIJKLMNO")) - 1
        squares = [(row + i, col) if down else (row, col + i) for i in range(len(word))]
        new = [(r, c, x) for (r, c), x in zip(squares, word, strict=True) if rows[r][c] == "."]
        if empty and down:
            new = [(c, r, x) for r, c, x in new]
        laid.add(frozenset(new))
    return len(laid)
