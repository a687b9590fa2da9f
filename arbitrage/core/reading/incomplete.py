"""Words that are not written in full (4.2): what the player seems to have meant.

Since 2023 such a bulletin is a zero whatever was meant, and what is found here only tells an
incomplete word from one that is not admitted, which the player must be told (5.9). Up to 2019 some
prolongations of placed words were paid all the same (``rules.unfinished``).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from engine.board.board import EMPTY
from engine.board.place import SIZE, Direction, Place
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic

from ..sheets.drawing import Drawing, Run
from ..sheets.placements import placement_at, placements
from ..sheets.position import JudgedPosition, Placement, line_of, place_in_line
from .played_word import PlayedWord


@dataclass(frozen=True)
class Completion:
    """The admitted word (upper case) that the letters written leave incomplete.

    If it prolongs a placed word of ``placed`` letters: ``kept`` are its letters written beside
    the letters added, in front and behind, and None where nothing is added. ``circles`` are
    positions in the whole word.
    """

    word: str
    place: Place
    placed: int = 0
    kept: tuple[int | None, int | None] = (None, None)
    written: int = 0
    circles: frozenset[int] = frozenset()

    @property
    def topic(self) -> Topic:
        """What its zero rests on."""
        if not self.placed:
            return Topic.INCOMPLETE
        return Topic.INCOMPLETE_END if 0 in self.kept else Topic.INCOMPLETE_PROLONGATION


def completion(played: PlayedWord) -> Completion | None:
    """The word meant by one that is not admitted, from the second turn on; None if unclear.

    What can be laid as it is where the reference says is only cut short if the score says so.
    """
    meant = (
        candidate
        for candidate in (
            *prolongations(played.position, played.run, played.edition),
            *_last_letter_left_out(played),
        )
        if (placement := placement_of(played.position, candidate))
        and (placement.scoring(played.claim) or not played.stands_for_itself)
    )
    found = next(meant, None)
    return found or _letter_left_out(played)


def completion_named(played: PlayedWord) -> Completion | None:
    """The longer word meant by an admitted one that cannot be laid at the place named, or without
    a reference nowhere: it lies at that very place, or is worth the claim."""
    place = played.bulletin.place
    if played.stands_for_itself or played.scoring or (place is None and played.is_playable):
        return None
    for meant in (
        *prolongations(played.position, played.run, played.edition),
        *_last_letter_left_out(played),
    ):
        placement = placement_of(played.position, meant)
        if not placement or not placement.is_valid:
            continue
        if meant.place == place or (place is None and placement.scoring(played.claim)):
            return meant
    return _letter_left_out(played)


def placement_of(position: JudgedPosition, meant: Completion) -> Placement | None:
    """Where it lies, if it is admitted and the letters drawn make it."""
    if meant.word not in position.words:
        return None
    placement = placement_at(position, meant.word, meant.place)
    return placement if placement and placement.is_formable else None


def prolongations(position: JudgedPosition, run: Run, edition: Edition) -> Iterator[Completion]:
    """The letters added in front of a placed word and its first ones, or its last ones and the
    letters added behind. Shorter words are not *prolonged* in the sense of 5.3: they are just
    written."""
    shortest = edition.correction.prolonged_word.value
    word, count = run.word, len(run.word)
    for place, placed in position.placed_words(run.direction, shortest):
        index, start = line_of(place)
        for shared in range(1, min(len(placed), count)):
            begin, left_out = start - (count - shared), len(placed) - shared
            if begin >= 0 and word.endswith(placed[:shared]):
                there = place_in_line(run.direction, index, begin)
                whole = word + placed[shared:]
                yield Completion(whole, there, len(placed), (shared, None), shared, run.circles)
            if word.startswith(placed[-shared:]):
                circles = frozenset(i + left_out for i in run.circles)
                whole = placed[:-shared] + word
                yield Completion(whole, place, len(placed), (None, shared), shared, circles)


def split_completions(
    position: JudgedPosition, drawing: Drawing, edition: Edition
) -> Iterator[Completion]:
    """What may be meant if the sheet shows only the two ends of one word, on one line, around
    letters of a placed word that are left out."""
    if drawing.two_ends is None:
        return
    direction, *ends = drawing.two_ends
    first, last = (end.upper() for end in ends)
    shortest = edition.correction.prolonged_word.value
    for place, placed in position.placed_words(direction, shortest):
        index, start = line_of(place)
        for ahead, behind in _added_around(placed, first, last):
            begin, word = start - len(ahead), ahead + placed + behind
            if begin < 0:
                continue
            kept = (len(first) - len(ahead), len(last) - len(behind))
            meant = Completion(
                word,
                place_in_line(direction, index, begin),
                len(placed),
                (kept[0] if ahead else None, kept[1] if behind else None),
                sum(kept),
                _circles_of_ends(word, *ends),
            )
            if placement_of(position, meant):
                yield meant


def _circles_of_ends(word: str, first: str, last: str) -> frozenset[int]:
    whole = first + EMPTY * (len(word) - len(first) - len(last)) + last
    return frozenset(i for i, char in enumerate(whole) if char.islower())


def _added_around(placed: str, first: str, last: str) -> Iterator[tuple[str, str]]:
    """What the two ends written add in front of a placed word and behind it."""
    for i in range(len(first) + 1):
        for j in range(len(last) + 1):
            kept_first, kept_last = first[i:], last[:j]
            left_out = len(kept_first) + len(kept_last) < len(placed)
            adds = i > 0 or j < len(last)
            fits = placed.startswith(kept_first) and placed.endswith(kept_last)
            if adds and left_out and fits:
                yield first[:i], last[j:]


def completion_on_empty_grid(played: PlayedWord) -> Completion | None:
    """The same at the first turn, where only the score claimed can tell: that of the whole."""
    for word in _with_a_letter_more(played):
        places = tuple(placements(played.position, word, Direction.HORIZONTAL))
        scores = [one.points for place in places for one in place.assignments]
        if scores and max(scores) == played.claim:
            best = next(place for place in places if place.scoring(played.claim))
            return Completion(word, best.place)
    return None


def last_letter_changed(played: PlayedWord) -> Completion | None:
    """The word meant by one that only differs in a last letter, which lies on the grid at the
    place named; the score claimed is that of the word meant."""
    place = played.bulletin.place
    if place is None:
        return None
    for direction in played.cell_directions:
        index, start = line_of(Place(place.row, place.col, direction))
        end = start + len(played.word) - 1
        last = played.position.line(direction, index)[end : end + 1]
        meant = Completion(played.word[:-1] + last, place_in_line(direction, index, start))
        if last in {"", EMPTY, played.word[-1]}:
            continue
        placement = placement_of(played.position, meant)
        if placement and placement.scoring(played.claim):
            return meant
    return None


def _last_letter_left_out(played: PlayedWord) -> Iterator[Completion]:
    """The letters of the grid that follow the word at the cell named."""
    place = played.bulletin.place
    if place is None:
        return
    for direction in played.cell_directions:
        index, start = line_of(Place(place.row, place.col, direction))
        end = start + len(played.word)
        if end < SIZE:
            line = played.position.line(direction, index)
            follows = line[end:].split(EMPTY)[0]
            if follows:
                there = place_in_line(direction, index, start)
                yield Completion(played.word + follows, there)


def _letter_left_out(played: PlayedWord) -> Completion | None:
    """One letter put back at the cell named; the score claimed is that of the whole word.

    Without that score an invented word would pass for a careless one.
    """
    place = played.bulletin.place
    if place is None:
        return None
    for word in _with_a_letter_more(played):
        for direction in played.cell_directions:
            there = Place(place.row, place.col, direction)
            found = placement_at(played.position, word, there)
            if found and found.is_formable and found.scoring(played.claim):
                return Completion(word, there)
    return None


def _with_a_letter_more(played: PlayedWord) -> Iterator[str]:
    word, words = played.word, played.position.words
    if played.claim is None or len(word) >= SIZE:
        return
    seen: set[str] = set()
    for index in range(len(word), -1, -1):
        for letter in ascii_uppercase:
            longer = word[:index] + letter + word[index:]
            if longer not in seen and longer in words:
                seen.add(longer)
                yield longer
