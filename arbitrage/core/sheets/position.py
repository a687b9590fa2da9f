"""The position that the bulletins of one turn are judged against, and placements on it.

A *geometric* placement (5.2.1) lies on the grid as it is, free at both ends, with letters of the
rack for its new tiles. Contact and admitted words are checked later (5.3): a placement whose only
fault is a cross word is needed to find *raccordements fallacieux* (5.3.3).
"""

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from engine.board.board import EMPTY, Board
from engine.board.formats import NORMAL, Format
from engine.board.letters import WILD
from engine.board.place import SIZE, Direction, Place
from engine.board.scoring import FormedWord, list_formed_words, score

from .drawing import mark_jokers


@dataclass(frozen=True, eq=False)
class JudgedPosition:
    """A grid, a rack and the admitted words.

    ``rack``: the letters drawn, "?" = joker; ``turn`` from 1; ``words``: admitted, upper case. It
    caches its results: use one object for all bulletins of a turn.
    """

    board: Board
    rack: str
    turn: int
    words: Container[str]
    fmt: Format = NORMAL
    placement_cache: dict[tuple[str, Place], "Placement"] = field(
        default_factory=dict, init=False, repr=False
    )
    fitting_cache: dict[tuple[str, Direction], tuple["Placement", ...]] = field(
        default_factory=dict, init=False, repr=False
    )
    placed_words_cache: dict[tuple[Direction, int], tuple[tuple[Place, str], ...]] = field(
        default_factory=dict, init=False, repr=False
    )

    @cached_property
    def is_first(self) -> bool:
        """True if the grid is still empty: the rules of the first turn apply (5.4.2.a)."""
        return self.board.is_empty

    @cached_property
    def letters(self) -> Counter[str]:
        """The letters drawn, jokers apart."""
        return Counter(self.rack.replace(WILD, ""))

    @cached_property
    def jokers(self) -> int:
        """The number of jokers drawn."""
        return self.rack.count(WILD)

    @cached_property
    def _lines(self) -> dict[Direction, tuple[str, ...]]:
        return {
            Direction.HORIZONTAL: tuple(row.upper() for row in self.board.rows()),
            Direction.VERTICAL: tuple(column.upper() for column in self.board.columns()),
        }

    @cached_property
    def _touching(self) -> dict[Direction, tuple[frozenset[int], ...]]:
        return {
            direction: tuple(self._list_touching(direction, index) for index in range(SIZE))
            for direction in Direction
        }

    def _list_touching(self, direction: Direction, index: int) -> frozenset[int]:
        """Return the indexes of a line where a new tile touches a tile beside it, or the centre."""
        if self.is_first:
            row, col = self.board.layout.centre
            line, centre = (row, col) if direction == Direction.HORIZONTAL else (col, row)
            return frozenset({centre} if line == index else ())
        lines = self._lines[direction]
        beside = [lines[i] for i in (index - 1, index + 1) if 0 <= i < SIZE]
        return frozenset(i for i in range(SIZE) if any(line[i] != EMPTY for line in beside))

    def get_line(self, direction: Direction, index: int) -> str:
        """Return a row or column of the grid: 15 characters, "." empty, all in upper case."""
        return self._lines[direction][index]

    def get_touching(self, direction: Direction, index: int) -> frozenset[int]:
        """Return the indexes of a line with a tile beside the line; on an empty grid, the centre.

        A word that covers one has contact (1.1), and so has one that holds a letter of the grid.
        """
        return self._touching[direction][index]

    def has_text(self, text: str) -> bool:
        """Return True if these letters, in upper case, follow each other on the grid."""
        return any(text in line for lines in self._lines.values() for line in lines)

    def list_placed_words(
        self, direction: Direction, min_length: int
    ) -> tuple[tuple[Place, str], ...]:
        """Return the runs of at least ``min_length`` letters on the grid in this direction."""
        cached = self.placed_words_cache.get((direction, min_length))
        if cached is None:
            cached = self.placed_words_cache[direction, min_length] = tuple(
                self._find_placed_words(direction, min_length)
            )
        return cached

    def _find_placed_words(
        self, direction: Direction, min_length: int
    ) -> Iterator[tuple[Place, str]]:
        for index in range(SIZE):
            line, start = self.get_line(direction, index), 0
            for segment in line.split(EMPTY):
                if len(segment) >= min_length:
                    yield to_place(direction, index, start), segment
                start += len(segment) + 1


def to_place(direction: Direction, index: int, start: int) -> Place:
    """Return the place ``start`` squares into the row or column ``index``."""
    if direction == Direction.HORIZONTAL:
        return Place(index, start, direction)
    return Place(start, index, direction)


def to_line(place: Place) -> tuple[int, int]:
    """Return the index of the row or column of a place, and the squares before it there."""
    if place.direction == Direction.HORIZONTAL:
        return place.row, place.col
    return place.col, place.row


@dataclass(frozen=True)
class JokerChoice:
    """Positions in the word that are played with a joker, and the points of the play."""

    jokers: frozenset[int]
    points: int


@dataclass(frozen=True)
class Placement:
    """A word (upper case) that fits on the grid at a place; the rack may still lack letters."""

    position: JudgedPosition = field(repr=False, compare=False)
    word: str
    place: Place

    @property
    def ref(self) -> str:
        """The alphanumeric reference."""
        return str(self.place)

    @cached_property
    def new_indexes(self) -> tuple[int, ...]:
        """Positions in the word that need a new tile."""
        board = self.position.board
        squares = self.place.list_squares(len(self.word))
        return tuple(i for i, (row, col) in enumerate(squares) if not board.get_tile(row, col))

    @property
    def inner_count(self) -> int:
        """The number of letters of the word that are on the grid already."""
        return len(self.word) - len(self.new_indexes)

    @cached_property
    def prolonged_words(self) -> tuple[str, ...]:
        """The runs of two letters or more, in line with the word, that it prolongs or joins."""
        on_grid = "".join(
            EMPTY if i in self.new_indexes else char for i, char in enumerate(self.word)
        )
        return tuple(run for run in on_grid.split(EMPTY) if len(run) > 1)

    @cached_property
    def missing_letters(self) -> Counter[str]:
        """Letters that the new tiles need and the rack lacks, before any joker."""
        return Counter(self.word[i] for i in self.new_indexes) - self.position.letters

    @property
    def is_formable(self) -> bool:
        """True if the rack has the new tiles, with jokers, and they are not too many (3.8.2)."""
        tiles_allowed = self.position.fmt.max_play
        return (
            len(self.new_indexes) <= tiles_allowed
            and self.missing_letters.total() <= self.position.jokers
        )

    @property
    def has_too_many_tiles(self) -> bool:
        """True if the rack has the letters, but they are more than may be laid at once (3.8.2)."""
        allowed = self.position.fmt.max_play
        return (
            len(self.new_indexes) > allowed and self.missing_letters.total() <= self.position.jokers
        )

    @property
    def has_contact(self) -> bool:
        """True if the word touches letters on the grid, or covers the centre of an empty one."""
        if self.inner_count:
            return True
        index, start = to_line(self.place)
        touching_indexes = self.position.get_touching(self.place.direction, index)
        return any(start + i in touching_indexes for i in range(len(self.word)))

    @cached_property
    def _formed_words(self) -> list[FormedWord]:
        return list_formed_words(self.position.board, self.word, self.place, self.position.fmt)

    @property
    def is_admitted(self) -> bool:
        """True if the main word is admitted (5.1)."""
        return self.word in self.position.words

    @cached_property
    def bad_cross_words(self) -> tuple[FormedWord, ...]:
        """The words *formés en raccord* (5.2.3) that are not admitted."""
        return tuple(
            formed
            for formed in self._formed_words[1:]
            if formed.word.upper() not in self.position.words
        )

    @property
    def bad_words(self) -> tuple[str, ...]:
        """``bad_cross_words`` as text, in upper case."""
        return tuple(formed.word.upper() for formed in self.bad_cross_words)

    @cached_property
    def is_valid(self) -> bool:
        """True if word and cross words are admitted, the word formable and in contact (5.3)."""
        return (
            self.is_admitted and self.is_formable and self.has_contact and not self.bad_cross_words
        )

    @cached_property
    def joker_choices(self) -> tuple[JokerChoice, ...]:
        """The choices of jokers of the rack, fewest jokers first; unneeded ones included."""
        if not self.is_formable:
            return ()
        counts = range(
            self.missing_letters.total(), min(self.position.jokers, len(self.new_indexes)) + 1
        )
        return tuple(
            JokerChoice(jokers, self._compute_points(jokers))
            for count in counts
            for jokers in map(frozenset, combinations(self.new_indexes, count))
            if self._is_possible(jokers)
        )

    @property
    def fewest_joker_choices(self) -> tuple[JokerChoice, ...]:
        """The choices that use no more jokers than necessary (B-13)."""
        min_jokers = min((len(choice.jokers) for choice in self.joker_choices), default=0)
        return tuple(choice for choice in self.joker_choices if len(choice.jokers) == min_jokers)

    @property
    def has_certain_jokers(self) -> bool:
        """True if jokers are needed, and all choices with the fewest jokers score the same."""
        fewest = self.fewest_joker_choices
        return len({choice.points for choice in fewest}) == 1 and bool(fewest[0].jokers)

    def list_claimed_choices(self, claim: int | None) -> tuple[JokerChoice, ...]:
        """Return the choices that score exactly this claim."""
        return tuple(choice for choice in self.joker_choices if choice.points == claim)

    def write_with_jokers(self, choice: JokerChoice) -> str:
        """Return the word, with the letters played by a joker of the rack in lower case."""
        return mark_jokers(self.word, choice.jokers)

    def _is_possible(self, jokers: frozenset[int]) -> bool:
        plain_letters = Counter(self.word[i] for i in self.new_indexes if i not in jokers)
        return plain_letters <= self.position.letters

    @cached_property
    def _plain_points(self) -> int:
        return self._compute_score(frozenset())

    @cached_property
    def _joker_losses(self) -> dict[int, int]:
        """Cache of ``_get_joker_loss``: most tiles never have to be a joker."""
        return {}

    def _get_joker_loss(self, index: int) -> int:
        """Return the points lost by a joker for this new tile.

        Losses of several jokers add up: each tile's value enters the score with factors that do not
        depend on the others.
        """
        losses = self._joker_losses
        if index not in losses:
            losses[index] = self._plain_points - self._compute_score(frozenset({index}))
        return losses[index]

    def _compute_points(self, jokers: frozenset[int]) -> int:
        return self._plain_points - sum(map(self._get_joker_loss, jokers))

    def _compute_score(self, jokers: frozenset[int]) -> int:
        word, position = mark_jokers(self.word, jokers), self.position
        return score(position.board, word, self.place, position.fmt)
