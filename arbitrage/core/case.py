"""One bulletin before one position under one edition: everything that the rules look at."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from engine.board.place import Place
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic

from .bulletin import Bulletin
from .reading.location import locate
from .reading.played_word import PlayedWord
from .reading.raccord import explains, reach, whole_fits
from .sheets.drawing import Drawing, Run
from .sheets.placements import fitting
from .sheets.position import JudgedPosition
from .sheets.sheet import SquareAt
from .verdict import Verdict
from .word import Word

#: A word of thirteen letters with all its cross words and a few raccord words has fewer runs; a
#: sheet with more is for human eyes.
MOST_RUNS = 24


@dataclass(frozen=True)
class Rule:
    """One step of the correction. ``decide`` gives the verdict, or None to go on."""

    code: str
    topic: Topic
    decide: Callable[["Case"], Verdict | None]


@dataclass(frozen=True, eq=False)
class Case:
    """Judged by one call of ``correct``; what several rules need is worked out once.

    ``rules`` are those of the edition, in the order in which they are tried (``order``).
    ``focus``: the run that is judged as if the sheet had no other word (5.4.1.b, 5.4.2.b).
    ``turned``: rows of the sheet are read for columns (``turned``). ``taken``: places of the same
    word that it is written at elsewhere on the sheet.
    """

    position: JudgedPosition
    bulletin: Bulletin
    edition: Edition
    rules: tuple[Rule, ...]
    focus: Run | None = None
    turned: bool = False
    taken: frozenset[Place] = frozenset()

    def decide(self) -> Verdict:
        """The verdict of the first rule that gives one; the last rule always does. Where every
        reading gives the same, nothing is left to decide."""
        verdicts = (rule.decide(self) for rule in self.rules)
        verdict = next(verdict for verdict in verdicts if verdict is not None)
        return verdict if verdict.decided else verdict.settled()

    def focused(self, run: Run) -> Self:
        """The same case, with this run as the only word played."""
        return replace(self, focus=run, taken=self._places_elsewhere(run))

    def _places_elsewhere(self, run: Run) -> frozenset[Place]:
        """Valid places that letters of the grid tell for other writings of the same word."""
        twins = [one for one in self.runs if one.word == run.word and one != run]
        return frozenset(
            raccord.placement.place
            for twin in twins
            for raccord in locate(self._proposal(twin)).valid_raccord
        )

    @cached_property
    def drawing(self) -> Drawing:
        """What is left of the sheet without what is struck or written again."""
        drawing = Drawing.of(self.bulletin.sheet, self.position.words)
        drawing = drawing.without(self._written_again(drawing))
        return drawing.turned if self.turned else drawing

    def _written_again(self, drawing: Drawing) -> frozenset[SquareAt]:
        """The squares of words that stand on the sheet elsewhere, with letters beside them or
        before: written again without anything that locates it, a word adds no solution (A-47)."""
        if not 1 < len(drawing.runs) <= MOST_RUNS or len(drawing.pieces) < 2:
            return frozenset()
        place = self.bulletin.place
        ranked = sorted(
            (run for run in drawing.runs if may_be_played(run, self.position, self.edition)),
            key=lambda run: (
                set(run.squares) in drawing.pieces,
                place is not None and run.direction != place.direction,
            ),
        )
        return frozenset(
            square
            for i, run in enumerate(ranked)
            if set(run.squares) in drawing.pieces
            and run.written in [before.written for before in ranked[:i]]
            for square in run.squares
        )

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs of letters on the sheet."""
        return self.drawing.runs

    @cached_property
    def words_played(self) -> tuple[PlayedWord, ...]:
        """The words played: runs that can take two new tiles, or one if no run takes more, but
        for those that are raccord or cross words of another (5.2.1, readings B-01 and B-06). Apart
        from them, a word of one new tile that is located is another solution (5.4.2.b), and an
        admitted one that grid or rack do not allow is an error of its own (5.4.1.c and d)."""
        if self.focus:
            return (self._proposal(self.focus),)
        if len(self.runs) > MOST_RUNS:
            return ()
        if len(self.runs) == 1:
            return (self._proposal(self.runs[0]),)
        able = self._able
        words_played = [
            one
            for one in able
            if not any(other is not one and _supersedes(other, one) for other in able)
        ]
        most = max((one.new_tiles for one in words_played), default=0)
        several = self.edition.correction.second_word_tiles.value
        sure = [one for one in words_played if one.new_tiles >= min(most, several)]
        apart = [one for one in words_played if one not in sure and _is_apart(one.run, sure)]
        located = [one for one in apart if _is_located(one)]
        return (*sure, *located, *self._out_of_reach((*sure, *located)))

    def _out_of_reach(self, words_played: Sequence[PlayedWord]) -> list[PlayedWord]:
        """In every piece of the sheet apart from the words played, the longest admitted word that
        cannot be laid and is no copy of what lies on the grid."""
        if not words_played:
            return []
        found: dict[frozenset[SquareAt], Run] = {}
        for run in self.runs:
            if (
                run.word in self.position.words
                and _is_apart(run, words_played)
                and run not in [one.run for one in self._able]
                and not self.position.shows(run.word)
            ):
                piece = next(one for one in self.drawing.pieces if run.start in one)
                found.setdefault(piece, run)
        return [self._proposal(run) for run in found.values()]

    @cached_property
    def strays(self) -> tuple[Run, ...]:
        """Runs that are no word played, and neither raccord, cross word nor letters of one.

        Raccord letters that are wrong hang on the word or on right ones (B-06).
        """
        return tuple(
            run
            for run in self.runs
            if not any(_belongs(run, played) for played in self.words_played)
        )

    @cached_property
    def _able(self) -> tuple[PlayedWord, ...]:
        """The runs that grid and rack let be laid somewhere in the written direction."""
        return tuple(one for one in map(self._proposal, self.runs) if one.new_tiles)

    @cached_property
    def meant(self) -> Run | None:
        """The run to judge if none can be laid: the one that fits but for the rack where most
        letters beside it are raccord, or the longest."""
        if len(self.runs) > MOST_RUNS or self._able:
            return None
        return max(self.runs, key=self._explained, default=None)

    def _explained(self, run: Run) -> int:
        """How many letters beside the run can be raccord; -1 if it fits nowhere."""
        played = self._proposal(run)
        found = fitting(self.position, run.word, run.direction)
        laid = (placement for placement in found if len(placement.new) > 1)
        return max((reach(played, placement).outer for placement in laid), default=-1)

    @cached_property
    def played(self) -> PlayedWord | None:
        """The word played, if there is only one."""
        return self.words_played[0] if len(self.words_played) == 1 else None

    @property
    def is_one_word(self) -> bool:
        """Whether the sheet holds one run of letters and nothing else."""
        return len(self.runs) == 1 and not self.drawing.apart_from(self.runs[0])

    @property
    def is_words_apart(self) -> bool:
        """Whether the sheet holds several words that share no letter, and nothing else."""
        squares = [square for one in self.words_played for square in one.run.squares]
        one_each = len(squares) == len(set(squares)) == len(self.drawing.marks)
        return len(self.words_played) > 1 and one_each

    @cached_property
    def word(self) -> Word | None:
        """The word played with what its places pay, from the second turn on."""
        return Word(self.played) if self.played and not self.position.is_first else None

    def _proposal(self, run: Run) -> PlayedWord:
        return PlayedWord(
            self.position,
            self.bulletin,
            self.edition,
            self.drawing,
            run,
            alone=self.focus is None,
            turned=self.turned,
            taken=self.taken,
        )


def _supersedes(other: PlayedWord, one: PlayedWord) -> bool:
    """Whether ``other`` is the word played and ``one`` its raccord or cross word.

    Short words may seem to explain each other: then the one for which all that hangs together on
    the sheet fits the grid. If that is both, they must be one play, a single tile that makes two
    words: the reference tells which is meant, or the length. Otherwise neither is sure to be.
    """
    if not explains(other, one.run):
        return False
    if not explains(one, other.run):
        return True
    mine, theirs = whole_fits(one), whole_fits(other)
    if not (mine and theirs):
        return not mine
    if mine.isdisjoint(theirs):
        return True
    place = one.bulletin.place
    if place:
        return other.direction == place.direction
    return (len(other.word), other.run.start) > (len(one.word), one.run.start)


def _is_apart(run: Run, words_played: Sequence[PlayedWord]) -> bool:
    """Whether it hangs together with none of the words played."""
    squares = set(run.squares)
    return all(squares.isdisjoint(one.joined.union(one.run.squares)) for one in words_played)


def _is_located(played: PlayedWord) -> bool:
    """Whether the reference, or letters of the grid, tell a valid place of it."""
    location = locate(played)
    return bool(location.referenced or location.valid_raccord)


def may_be_played(run: Run, position: JudgedPosition, edition: Edition) -> bool:
    """Whether the rack, jokers included, has two of its letters: those of a second word that
    would be an error of grid or letters (2023: 5.4.1.c, 5.4.1.d)."""
    held = Counter(run.word) & position.letters
    return held.total() + position.jokers >= edition.correction.second_word_tiles.value


def _belongs(run: Run, played: PlayedWord) -> bool:
    """Whether it is letters of the word or beside it. A run of wrong ones along the word is no
    other word either, if the rack could not give it two tiles (B-06)."""
    squares = set(run.squares)
    playable = may_be_played(run, played.position, played.edition)
    if squares <= played.joined and not playable:
        return True
    if squares.intersection(played.run.squares) or explains(played, run):
        return True
    return any(squares & reach(played, placement).reached for placement in played.placements)
