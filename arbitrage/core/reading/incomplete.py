"""Words that are not written in full (4.2): the word that the player probably meant.

Since 2023 such a bulletin is a zero whatever was meant; this module then only tells an incomplete
word from one that is not admitted, which the player must be notified of (5.9). Up to 2019 some
prolongations of placed words had points all the same (``rules.unfinished``).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from engine.board.board import EMPTY
from engine.board.place import SIZE, Direction, Place
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic

from ..sheets.drawing import Drawing, Run
from ..sheets.placements import find_placement_at, list_placements
from ..sheets.position import JudgedPosition, Placement, to_line, to_place
from .played_word import PlayedWord


@dataclass(frozen=True)
class Completion:
    """The admitted word (upper case) that the letters written leave incomplete.

    If it prolongs a placed word of ``placed_length`` letters, ``shared`` counts its letters written
    beside the letters added, in front and behind; None where nothing is added. ``circles`` are
    positions in the whole word.
    """

    word: str
    place: Place
    placed_length: int = 0
    shared: tuple[int | None, int | None] = (None, None)
    written_count: int = 0
    circles: frozenset[int] = frozenset()

    @property
    def topic(self) -> Topic:
        """The topic cited when the word gets zero."""
        if not self.placed_length:
            return Topic.INCOMPLETE
        return Topic.INCOMPLETE_END if 0 in self.shared else Topic.INCOMPLETE_PROLONGATION


def find_completion(played_word: PlayedWord) -> Completion | None:
    """Return the word that one not admitted stands for, from the second turn on, or None.

    A word that can be laid as written at the reference counts as cut short only if the score says
    so.
    """
    candidates = (
        candidate
        for candidate in (
            *list_prolongations(played_word.position, played_word.run, played_word.edition),
            *_add_following_letters(played_word),
        )
        if (placement := find_placement(played_word.position, candidate))
        and (
            placement.list_claimed_choices(played_word.claim)
            or not played_word.is_playable_at_reference
        )
    )
    first = next(candidates, None)
    return first or _find_word_with_letter_added(played_word)


def find_completion_at_reference(played_word: PlayedWord) -> Completion | None:
    """Return the longer word meant by an admitted one that cannot be laid.

    The word cannot be laid at the reference, or anywhere without a reference. The longer word lies
    at the reference, or is worth the claim.
    """
    place = played_word.bulletin.place
    if (
        played_word.is_playable_at_reference
        or played_word.claimed_placements
        or (place is None and played_word.is_playable)
    ):
        return None
    for candidate in (
        *list_prolongations(played_word.position, played_word.run, played_word.edition),
        *_add_following_letters(played_word),
    ):
        placement = find_placement(played_word.position, candidate)
        if not placement or not placement.is_valid:
            continue
        if candidate.place == place or (
            place is None and placement.list_claimed_choices(played_word.claim)
        ):
            return candidate
    return _find_word_with_letter_added(played_word)


def find_placement(position: JudgedPosition, candidate: Completion) -> Placement | None:
    """Return the placement of the word if it is admitted and the rack has its letters."""
    if candidate.word not in position.words:
        return None
    placement = find_placement_at(position, candidate.word, candidate.place)
    return placement if placement and placement.is_formable else None


def list_prolongations(
    position: JudgedPosition, run: Run, edition: Edition
) -> Iterator[Completion]:
    """Yield the words that join the run to a placed word by the letters they share.

    The run adds letters before the first letters of the placed word, or after its last ones.
    Shorter words are not *prolonged* in the sense of 5.3: they are written in full.
    """
    shortest = edition.correction.prolonged_word_length.value
    word, count = run.word, len(run.word)
    for place, placed_word in position.list_placed_words(run.direction, shortest):
        index, start = to_line(place)
        for shared in range(1, min(len(placed_word), count)):
            begin, left_out = start - (count - shared), len(placed_word) - shared
            if begin >= 0 and word.endswith(placed_word[:shared]):
                word_place = to_place(run.direction, index, begin)
                whole_word = word + placed_word[shared:]
                yield Completion(
                    whole_word, word_place, len(placed_word), (shared, None), shared, run.circles
                )
            if word.startswith(placed_word[-shared:]):
                circles = frozenset(i + left_out for i in run.circles)
                whole_word = placed_word[:-shared] + word
                yield Completion(
                    whole_word, place, len(placed_word), (None, shared), shared, circles
                )


def list_split_completions(
    position: JudgedPosition, drawing: Drawing, edition: Edition
) -> Iterator[Completion]:
    """Yield possible meanings of a sheet with only the two ends of a word, on one line.

    The letters left out between them are those of a placed word.
    """
    if drawing.two_ends is None:
        return
    direction, *ends = drawing.two_ends
    first, last = (end.upper() for end in ends)
    shortest = edition.correction.prolonged_word_length.value
    for place, placed_word in position.list_placed_words(direction, shortest):
        index, start = to_line(place)
        for ahead, behind in _list_added_letters(placed_word, first, last):
            begin, word = start - len(ahead), ahead + placed_word + behind
            if begin < 0:
                continue
            shared = (len(first) - len(ahead), len(last) - len(behind))
            candidate = Completion(
                word,
                to_place(direction, index, begin),
                len(placed_word),
                (shared[0] if ahead else None, shared[1] if behind else None),
                sum(shared),
                _find_circles_of_ends(word, *ends),
            )
            if find_placement(position, candidate):
                yield candidate


def _find_circles_of_ends(word: str, first: str, last: str) -> frozenset[int]:
    pattern = first + EMPTY * (len(word) - len(first) - len(last)) + last
    return frozenset(i for i, char in enumerate(pattern) if char.islower())


def _list_added_letters(placed_word: str, first: str, last: str) -> Iterator[tuple[str, str]]:
    """Yield the letters that the two ends written add in front of a placed word and behind it."""
    for i in range(len(first) + 1):
        for j in range(len(last) + 1):
            kept_first, kept_last = first[i:], last[:j]
            has_gap = len(kept_first) + len(kept_last) < len(placed_word)
            adds = i > 0 or j < len(last)
            is_fitting = placed_word.startswith(kept_first) and placed_word.endswith(kept_last)
            if adds and has_gap and is_fitting:
                yield first[:i], last[j:]


def find_completion_on_empty_grid(played_word: PlayedWord) -> Completion | None:
    """Return the word meant on an empty grid: the one whose whole score is claimed."""
    for word in _list_words_with_letter_added(played_word):
        placements = tuple(list_placements(played_word.position, word, Direction.HORIZONTAL))
        scores = [choice.points for placement in placements for choice in placement.joker_choices]
        if scores and max(scores) == played_word.claim:
            best = next(
                placement
                for placement in placements
                if placement.list_claimed_choices(played_word.claim)
            )
            return Completion(word, best.place)
    return None


def find_changed_last_letter(played_word: PlayedWord) -> Completion | None:
    """Return the word meant by one that only differs in its last letter.

    That letter lies on the grid at the place named, and the score claimed is that of the word
    meant.
    """
    place = played_word.bulletin.place
    if place is None:
        return None
    for direction in played_word.directions_at_reference:
        index, start = to_line(Place(place.row, place.col, direction))
        end = start + len(played_word.word) - 1
        last = played_word.position.get_line(direction, index)[end : end + 1]
        candidate = Completion(played_word.word[:-1] + last, to_place(direction, index, start))
        if last in {"", EMPTY, played_word.word[-1]}:
            continue
        placement = find_placement(played_word.position, candidate)
        if placement and placement.list_claimed_choices(played_word.claim):
            return candidate
    return None


def _add_following_letters(played_word: PlayedWord) -> Iterator[Completion]:
    """Yield the word completed by the letters of the grid that follow it at the reference."""
    place = played_word.bulletin.place
    if place is None:
        return
    for direction in played_word.directions_at_reference:
        index, start = to_line(Place(place.row, place.col, direction))
        end = start + len(played_word.word)
        if end < SIZE:
            line = played_word.position.get_line(direction, index)
            following = line[end:].split(EMPTY)[0]
            if following:
                word_place = to_place(direction, index, start)
                yield Completion(played_word.word + following, word_place)


def _find_word_with_letter_added(played_word: PlayedWord) -> Completion | None:
    """Return the word with one letter added, at the reference.

    The score claimed must be that of the whole word: otherwise an invented word would pass for a
    careless one.
    """
    place = played_word.bulletin.place
    if place is None:
        return None
    for word in _list_words_with_letter_added(played_word):
        for direction in played_word.directions_at_reference:
            word_place = Place(place.row, place.col, direction)
            placement = find_placement_at(played_word.position, word, word_place)
            if (
                placement
                and placement.is_formable
                and placement.list_claimed_choices(played_word.claim)
            ):
                return Completion(word, word_place)
    return None


def _list_words_with_letter_added(played_word: PlayedWord) -> Iterator[str]:
    word, words = played_word.word, played_word.position.words
    if played_word.claim is None or len(word) >= SIZE:
        return
    yielded: set[str] = set()
    for index in range(len(word), -1, -1):
        for letter in ascii_uppercase:
            longer = word[:index] + letter + word[index:]
            if longer not in yielded and longer in words:
                yielded.add(longer)
                yield longer
