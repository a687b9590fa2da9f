"""Words that are not written in full (4.2): what the player seems to have meant.

Since 2023 such a bulletin is a zero whatever was meant. What is found here only tells an
incomplete word from one that is not admitted, which the player must be told (5.9).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from engine.board import EMPTY
from engine.place import SIZE, Direction, Place

from .drawing import Drawing
from .placements import Placement, placement_at, placements
from .position import Position, line_of, place_in_line
from .proposal import Proposal

#: Words shorter than this are not *prolonged* in the sense of 5.3: they are just written.
_PROLONGED = 3


@dataclass(frozen=True)
class Completion:
    """The admitted word (upper case) that the letters written leave incomplete."""

    word: str
    place: Place


def completion(proposal: Proposal) -> Completion | None:
    """The word meant by one that is not admitted, from the second turn on; None if unclear."""
    meant = (
        placement
        for candidate in (
            *_prolongations(proposal.position, proposal.word, proposal.direction),
            *_last_letter_left_out(proposal),
        )
        if (placement := _formable(proposal.position, candidate))
    )
    found = next(meant, None) or _letter_left_out(proposal)
    return Completion(found.word, found.place) if found else None


def split_completion(position: Position, drawing: Drawing) -> tuple[str, Completion] | None:
    """What is written and what is meant, if the sheet shows only the two ends of one word, on one
    line, around letters of a placed word that are left out."""
    if drawing.two_ends is None:
        return None
    direction, first, last = drawing.two_ends
    for place, placed in position.placed_words(direction, _PROLONGED):
        index, start = line_of(place)
        for ahead, behind in _added_around(placed, first, last):
            begin = start - len(ahead)
            if begin < 0:
                continue
            meant = Completion(ahead + placed + behind, place_in_line(direction, index, begin))
            if _formable(position, meant):
                return f"{first}{EMPTY}{last}", meant
    return None


def _added_around(placed: str, first: str, last: str) -> Iterator[tuple[str, str]]:
    """What the two ends written add in front of a placed word and behind it."""
    for i in range(1, len(first) + 1):
        for j in range(len(last)):
            kept_first, kept_last = first[i:], last[:j]
            left_out = len(kept_first) + len(kept_last) < len(placed)
            if left_out and placed.startswith(kept_first) and placed.endswith(kept_last):
                yield first[:i], last[j:]


def completion_on_empty_grid(proposal: Proposal) -> Completion | None:
    """The same at the first turn, where only the score claimed can tell: that of the whole."""
    for word in _with_a_letter_more(proposal):
        places = tuple(placements(proposal.position, word, Direction.HORIZONTAL))
        scores = [one.points for place in places for one in place.assignments]
        if scores and max(scores) == proposal.claim:
            best = next(place for place in places if place.scoring(proposal.claim))
            return Completion(word, best.place)
    return None


def _formable(position: Position, meant: Completion) -> Placement | None:
    if meant.word not in position.words:
        return None
    placement = placement_at(position, meant.word, meant.place)
    return placement if placement and placement.is_formable else None


def _prolongations(position: Position, word: str, direction: Direction) -> Iterator[Completion]:
    """The letters added in front of a placed word and its first ones, or its last ones and the
    letters added behind."""
    for place, placed in position.placed_words(direction, _PROLONGED):
        index, start = line_of(place)
        for shared in range(1, min(len(placed), len(word))):
            begin = start - (len(word) - shared)
            if begin >= 0 and word.endswith(placed[:shared]):
                yield Completion(word + placed[shared:], place_in_line(direction, index, begin))
            if word.startswith(placed[-shared:]):
                yield Completion(placed[:-shared] + word, place)


def _last_letter_left_out(proposal: Proposal) -> Iterator[Completion]:
    """The letters of the grid that follow the word at the cell named."""
    place = proposal.bulletin.place
    if place is None:
        return
    for direction in proposal.cell_directions:
        index, start = line_of(Place(place.row, place.col, direction))
        end = start + len(proposal.word)
        if end < SIZE:
            line = proposal.position.line(direction, index)
            follows = line[end:].split(EMPTY)[0]
            if follows:
                there = place_in_line(direction, index, start)
                yield Completion(proposal.word + follows, there)


def _letter_left_out(proposal: Proposal) -> Placement | None:
    """One letter put back at the cell named; the score claimed is that of the whole word.

    Without that score an invented word would pass for a careless one.
    """
    place = proposal.bulletin.place
    if place is None:
        return None
    for word in _with_a_letter_more(proposal):
        for direction in proposal.cell_directions:
            there = Place(place.row, place.col, direction)
            found = placement_at(proposal.position, word, there)
            if found and found.is_formable and found.scoring(proposal.claim):
                return found
    return None


def _with_a_letter_more(proposal: Proposal) -> Iterator[str]:
    word, words = proposal.word, proposal.position.words
    if proposal.claim is None or len(word) >= SIZE:
        return
    seen: set[str] = set()
    for index in range(len(word), -1, -1):
        for letter in ascii_uppercase:
            longer = word[:index] + letter + word[index:]
            if longer not in seen and longer in words:
                seen.add(longer)
                yield longer
