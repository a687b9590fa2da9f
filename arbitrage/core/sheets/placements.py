"""The places where a word can lie on the grid, cached for all bulletins of a position."""

from collections.abc import Iterator

from engine.board.board import EMPTY
from engine.board.place import SIZE, Direction, Place

from .position import JudgedPosition, Placement, to_line, to_place


def can_lie_at(position: JudgedPosition, word: str, place: Place) -> bool:
    """Return True if the word fits there on the grid, free at both ends, with a new tile."""
    index, start = to_line(place)
    return _can_lie_in_line(position.get_line(place.direction, index), word, start)


def find_placement_at(position: JudgedPosition, word: str, place: Place) -> Placement | None:
    """Return the placement there, or None if the grid does not let the word lie there."""
    return _get_placement(position, word, place) if can_lie_at(position, word, place) else None


def list_placements(
    position: JudgedPosition, word: str, direction: Direction
) -> Iterator[Placement]:
    """Yield every geometric placement with contact, in the order of the grid."""
    for placement in list_fitting_placements(position, word, direction):
        if placement.is_formable:
            yield placement


def list_fitting_placements(
    position: JudgedPosition, word: str, direction: Direction
) -> tuple[Placement, ...]:
    """Return the placements that fit, whether or not the rack has the letters."""
    cached = position.fitting_cache.get((word, direction))
    if cached is None:
        cached = position.fitting_cache[word, direction] = tuple(
            _find_fitting(position, word, direction)
        )
    return cached


def _get_placement(position: JudgedPosition, word: str, place: Place) -> Placement:
    """Return one object for all bulletins with this word there: it caches its scores."""
    cached = position.placement_cache.get((word, place))
    if cached is None:
        cached = position.placement_cache[word, place] = Placement(position, word, place)
    return cached


def _find_fitting(position: JudgedPosition, word: str, direction: Direction) -> Iterator[Placement]:
    for index in range(SIZE):
        line, touching_indexes = (
            position.get_line(direction, index),
            position.get_touching(direction, index),
        )
        if not touching_indexes and line == EMPTY * SIZE:
            continue
        for start in range(SIZE - len(word) + 1):
            span = range(start, start + len(word))
            has_contact = line[start : span.stop] != EMPTY * len(word) or any(
                square in touching_indexes for square in span
            )
            if has_contact and _can_lie_in_line(line, word, start):
                yield _get_placement(position, word, to_place(direction, index, start))


def _can_lie_in_line(line: str, word: str, start: int) -> bool:
    end = start + len(word)
    if end > SIZE or (start and line[start - 1] != EMPTY) or (end < SIZE and line[end] != EMPTY):
        return False
    on_grid = line[start:end]
    if EMPTY not in on_grid:
        return False
    return all(placed in (EMPTY, letter) for placed, letter in zip(on_grid, word, strict=True))
