"""Where a word can lie on the grid, with which jokers, and what that is worth.

A *geometric* placement (5.2.1) lies on the grid as it is, free at both ends, with letters of the
rack for its new tiles. Contact and admitted words are asked later (5.3): a placement whose only
fault is a cross word is needed to find *raccordements fallacieux* (5.3.3).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from engine.board.board import EMPTY
from engine.board.place import SIZE, Direction, Place
from engine.board.scoring import FormedWord, formed_words, score

from .drawing import marked
from .position import Position, line_of, place_in_line


@dataclass(frozen=True)
class Assignment:
    """Positions in the word that are played with a joker, and the points of the play."""

    jokers: frozenset[int]
    points: int


@dataclass(frozen=True)
class Placement:
    """A word (upper case) that fits on the grid at a place; the rack may still lack letters."""

    position: Position = field(repr=False, compare=False)
    word: str
    place: Place

    @property
    def ref(self) -> str:
        """The alphanumeric reference."""
        return str(self.place)

    @cached_property
    def new(self) -> tuple[int, ...]:
        """Positions in the word that need a new tile."""
        board = self.position.board
        squares = self.place.squares(len(self.word))
        return tuple(i for i, (row, col) in enumerate(squares) if not board.at(row, col))

    @property
    def inner(self) -> int:
        """How many letters of the word are on the grid already."""
        return len(self.word) - len(self.new)

    @cached_property
    def placed(self) -> tuple[str, ...]:
        """The runs of two letters or more, in line with the word, that it prolongs or joins."""
        kept = "".join(EMPTY if i in self.new else char for i, char in enumerate(self.word))
        return tuple(run for run in kept.split(EMPTY) if len(run) > 1)

    @cached_property
    def missing(self) -> Counter[str]:
        """Letters that the new tiles need and the rack lacks, before any joker."""
        return Counter(self.word[i] for i in self.new) - self.position.letters

    @property
    def is_formable(self) -> bool:
        """Whether the letters drawn, jokers included, make the new tiles."""
        tiles_allowed = self.position.fmt.max_play
        return len(self.new) <= tiles_allowed and self.missing.total() <= self.position.jokers

    @property
    def has_too_many(self) -> bool:
        """Whether the letters drawn would do, but are more than may be laid at once (3.8.2)."""
        allowed = self.position.fmt.max_play
        return len(self.new) > allowed and self.missing.total() <= self.position.jokers

    @property
    def has_contact(self) -> bool:
        """Whether it touches the letters on the grid; at the first turn, covers the centre."""
        if self.inner:
            return True
        index, start = line_of(self.place)
        near = self.position.touching(self.place.direction, index)
        return any(start + i in near for i in range(len(self.word)))

    @cached_property
    def _formed(self) -> list[FormedWord]:
        return formed_words(self.position.board, self.word, self.place, self.position.fmt)

    @property
    def is_admitted(self) -> bool:
        """Whether the main word is admitted (5.1)."""
        return self.word in self.position.words

    @cached_property
    def bad_crosses(self) -> tuple[FormedWord, ...]:
        """The words *formés en raccord* (5.2.3) that are not admitted."""
        return tuple(
            formed for formed in self._formed[1:] if formed.word.upper() not in self.position.words
        )

    @property
    def bad_words(self) -> tuple[str, ...]:
        """``bad_crosses`` as text, in upper case."""
        return tuple(formed.word.upper() for formed in self.bad_crosses)

    @cached_property
    def is_valid(self) -> bool:
        """Whether the software's list of solutions has it (5.3)."""
        return self.is_admitted and self.is_formable and self.has_contact and not self.bad_crosses

    @cached_property
    def assignments(self) -> tuple[Assignment, ...]:
        """Every way to use jokers of the rack, fewest jokers first; unneeded ones included."""
        if not self.is_formable:
            return ()
        counts = range(self.missing.total(), min(self.position.jokers, len(self.new)) + 1)
        return tuple(
            Assignment(jokers, self._points(jokers))
            for count in counts
            for jokers in map(frozenset, combinations(self.new, count))
            if self._is_possible(jokers)
        )

    @property
    def fewest(self) -> tuple[Assignment, ...]:
        """The assignments that use no joker without need (B-13)."""
        least = min((len(one.jokers) for one in self.assignments), default=0)
        return tuple(one for one in self.assignments if len(one.jokers) == least)

    @property
    def has_certain_jokers(self) -> bool:
        """Whether jokers are needed, and all ways to use no more of them are worth the same."""
        fewest = self.fewest
        return len({one.points for one in fewest}) == 1 and bool(fewest[0].jokers)

    def scoring(self, claim: int | None) -> tuple[Assignment, ...]:
        """The assignments worth exactly this claim."""
        return tuple(one for one in self.assignments if one.points == claim)

    def with_jokers(self, assignment: Assignment) -> str:
        """The word, with the letters played by a joker of the rack in lower case."""
        return marked(self.word, assignment.jokers)

    def _is_possible(self, jokers: frozenset[int]) -> bool:
        real = Counter(self.word[i] for i in self.new if i not in jokers)
        return real <= self.position.letters

    @cached_property
    def _plain_points(self) -> int:
        return self._score(frozenset())

    @cached_property
    def _joker_losses(self) -> dict[int, int]:
        """Those of ``_joker_loss`` that are known: most tiles never have to be a joker."""
        return {}

    def _joker_loss(self, index: int) -> int:
        """What a joker for this new tile costs. Losses of several jokers add up: each tile's value
        enters the score with factors that do not depend on the others."""
        losses = self._joker_losses
        if index not in losses:
            losses[index] = self._plain_points - self._score(frozenset({index}))
        return losses[index]

    def _points(self, jokers: frozenset[int]) -> int:
        return self._plain_points - sum(map(self._joker_loss, jokers))

    def _score(self, jokers: frozenset[int]) -> int:
        position = self.position
        return score(position.board, marked(self.word, jokers), self.place, position.fmt)


def fits(position: Position, word: str, place: Place) -> bool:
    """Whether the word lies there on the grid as it is, free at both ends, with a new tile."""
    index, start = line_of(place)
    return _fits_line(position.line(place.direction, index), word, start)


def placement_at(position: Position, word: str, place: Place) -> Placement | None:
    """The placement there, or None if the grid does not let the word lie there."""
    return _laid(position, word, place) if fits(position, word, place) else None


def placements(position: Position, word: str, direction: Direction) -> Iterator[Placement]:
    """Every geometric placement with contact, in the order of the grid."""
    for placement in fitting(position, word, direction):
        if placement.is_formable:
            yield placement


def fitting(position: Position, word: str, direction: Direction) -> tuple[Placement, ...]:
    """The same, whether or not the rack has the letters."""
    known = position.fitting.get((word, direction))
    if known is None:
        known = position.fitting[word, direction] = tuple(_fitting(position, word, direction))
    return known


def _laid(position: Position, word: str, place: Place) -> Placement:
    """One object for all bulletins with this word there: it remembers what it is worth."""
    known = position.laid.get((word, place))
    if known is None:
        known = position.laid[word, place] = Placement(position, word, place)
    return known


def _fitting(position: Position, word: str, direction: Direction) -> Iterator[Placement]:
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
