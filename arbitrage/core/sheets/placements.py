"""Where a word can lie on the grid: the placements of a position, found once for all bulletins."""

from collections.abc import Iterator

from engine.board.board import EMPTY
from engine.board.place import SIZE, Direction, Place

from .position import JudgedPosition, Placement, line_of, place_in_line


def fits(position: JudgedPosition, word: str, place: Place) -> bool:
    """Whether the word lies there on the grid as it is, free at both ends, with a new tile."""
    index, start = line_of(place)
    return _fits_line(position.line(place.direction, index), word, start)


def placement_at(position: JudgedPosition, word: str, place: Place) -> Placement | None:
    """The placement there, or None if the grid does not let the word lie there."""
    return _laid(position, word, place) if fits(position, word, place) else None


def placements(position: JudgedPosition, word: str, direction: Direction) -> Iterator[Placement]:
    """Every geometric placement with contact, in the order of the grid."""
    for placement in fitting(position, word, direction):
        if placement.is_formable:
            yield placement


def fitting(position: JudgedPosition, word: str, direction: Direction) -> tuple[Placement, ...]:
    """The same, whether or not the rack has the letters."""
    known = position.fitting.get((word, direction))
    if known is None:
        known = position.fitting[word, direction] = tuple(_fitting(position, word, direction))
    return known


def _laid(position: JudgedPosition, word: str, place: Place) -> Placement:
    """One object for all bulletins with this word there: it remembers what it is worth."""
    known = position.laid.get((word, place))
    if known is None:
        known = position.laid[word, place] = Placement(position, word, place)
    return known


def _fitting(position: JudgedPosition, word: str, direction: Direction) -> Iterator[Placement]:
    for index in range(SIZE):
        line, near = position.line(direction, index), position.touching(direction, index)
        if not near and line == EMPTY * SIZE:
            continue
        for start in range(SIZE - len(word) + 1):
            span = range(start, start + len(word))
            has_contact = line[start : span.stop] != EMPTY * len(word) or any(
                square in near for square in span
            )
            if has_contact and _fits_line(line, word, start):
                yield _laid(position, word, place_in_line(direction, index, start))


def _fits_line(line: str, word: str, start: int) -> bool:
    end = start + len(word)
    if end > SIZE or (start and line[start - 1] != EMPTY) or (end < SIZE and line[end] != EMPTY):
        return False
    there = line[start:end]
    if EMPTY not in there:
        return False
    return all(found in (EMPTY, wanted) for found, wanted in zip(there, word, strict=True))
