"""One bulletin before one position under one edition: the input of every rule."""

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
from .reading.raccord import list_fitting_squares, trace_raccord
from .reading.relations import (
    can_replace,
    has_enough_drawn_letters,
    is_apart,
    is_located,
    is_part_of_word,
)
from .sheets.drawing import Drawing, Run
from .sheets.placements import list_fitting_placements
from .sheets.position import JudgedPosition
from .sheets.sheet import SquareAt
from .verdict import Verdict
from .word_awards import WordAwards

#: A word of thirteen letters with all its cross words and a few raccord words has fewer runs; a
#: sheet with more is left to the arbiter.
MAX_RUNS = 24


@dataclass(frozen=True)
class Rule:
    """One step of the correction. ``decide`` returns the verdict, or None to try the next rule."""

    code: str
    topic: Topic
    decide: Callable[["JudgedBulletin"], Verdict | None]


@dataclass(frozen=True, eq=False)
class JudgedBulletin:
    """A bulletin to judge; results that several rules need are computed once.

    ``rules`` are those of the edition, in the order in which they are tried (``order``). ``focus``:
    the run that is judged as if the sheet had no other word (5.4.1.b, 5.4.2.b). ``is_turned``: rows
    of the sheet are read as columns. ``other_places``: places at which the sheet shows the same
    word again. ``reference_is_of_another``: the reference designates another word of the sheet.
    """

    position: JudgedPosition
    bulletin: Bulletin
    edition: Edition
    rules: tuple[Rule, ...]
    focus: Run | None = None
    is_turned: bool = False
    other_places: frozenset[Place] = frozenset()
    reference_is_of_another: bool = False

    def decide(self) -> Verdict:
        """Return the verdict of the first rule that gives one; the last rule always does.

        If all readings agree, the verdict is decided.
        """
        verdicts = (rule.decide(self) for rule in self.rules)
        verdict = next(verdict for verdict in verdicts if verdict is not None)
        return verdict if verdict.decided else verdict.settle_if_unanimous()

    def focus_on(self, run: Run) -> Self:
        """Return the same bulletin with this run as the only word played."""
        return replace(
            self,
            focus=run,
            other_places=self._list_places_elsewhere(run),
            reference_is_of_another=any(
                played_word.run != run and locate(played_word).referenced
                for played_word in self.words_played
            ),
        )

    def _list_places_elsewhere(self, run: Run) -> frozenset[Place]:
        """Return the valid places that grid letters designate for copies of the same word."""
        same_word_runs = [other for other in self.runs if other.word == run.word and other != run]
        return frozenset(
            raccord.placement.place
            for other_run in same_word_runs
            for raccord in locate(self._build_played_word(other_run)).valid_raccords
        )

    @cached_property
    def drawing(self) -> Drawing:
        """The drawing without letters that are crossed out or belong to repeated words."""
        drawing = Drawing.from_sheet(self.bulletin.sheet, self.position.words)
        drawing = drawing.remove_squares(self._find_repeated_squares(drawing))
        return drawing.turned if self.is_turned else drawing

    def _find_repeated_squares(self, drawing: Drawing) -> frozenset[SquareAt]:
        """Return the squares of unlocated words that the sheet also shows elsewhere.

        A word written again without anything that locates it adds no solution (A-47).
        """
        if not 1 < len(drawing.runs) <= MAX_RUNS or len(drawing.pieces) < 2:
            return frozenset()
        place = self.bulletin.place
        ranked = sorted(
            (
                run
                for run in drawing.runs
                if has_enough_drawn_letters(run, self.position, self.edition)
            ),
            key=lambda run: (
                set(run.squares) in drawing.pieces,
                place is not None and run.direction != place.direction,
            ),
        )
        return frozenset(
            square
            for i, run in enumerate(ranked)
            if set(run.squares) in drawing.pieces
            and run.written in [earlier.written for earlier in ranked[:i]]
            for square in run.squares
        )

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs of letters on the sheet."""
        return self.drawing.runs

    @cached_property
    def words_played(self) -> tuple[PlayedWord, ...]:
        """The words played (5.2.1, readings B-01 and B-06).

        These are the runs that can take two new tiles, or one if no run takes more, without the
        raccord and cross words of others. Apart from them, a word of one new tile that is located
        is another solution (5.4.2.b), and an admitted one that grid or rack do not allow is an
        error of its own (5.4.1.c and d).
        """
        if self.focus:
            return (self._build_played_word(self.focus),)
        if len(self.runs) > MAX_RUNS:
            return ()
        if len(self.runs) == 1:
            return (self._build_played_word(self.runs[0]),)
        words_played = self._list_words_apart_from_raccords()
        max_new_tiles = max((played_word.most_new_tiles for played_word in words_played), default=0)
        second_word_tiles = self.edition.correction.second_word_tiles.value
        certain_words = [
            played_word
            for played_word in words_played
            if played_word.most_new_tiles >= min(max_new_tiles, second_word_tiles)
        ]
        separate_words = [
            played_word
            for played_word in words_played
            if played_word not in certain_words and is_apart(played_word.run, certain_words)
        ]
        located_words = [played_word for played_word in separate_words if is_located(played_word)]
        return (
            *certain_words,
            *located_words,
            *self._list_unlayable_words((*certain_words, *located_words)),
        )

    def _list_words_apart_from_raccords(self) -> list[PlayedWord]:
        """Return the layable words that are no raccord or cross word of another one."""
        layable_words = self._layable_words
        return [
            played_word
            for played_word in layable_words
            if not any(
                other is not played_word and can_replace(other, played_word)
                for other in layable_words
            )
        ]

    def _list_unlayable_words(self, words_played: Sequence[PlayedWord]) -> list[PlayedWord]:
        """Return the longest admitted word of each separate piece that cannot be laid.

        Words copied from the grid are left out.
        """
        if not words_played:
            return []
        longest: dict[frozenset[SquareAt], Run] = {}
        for run in self.runs:
            if (
                run.word in self.position.words
                and is_apart(run, words_played)
                and run not in [played_word.run for played_word in self._layable_words]
                and not self.position.has_text(run.word)
            ):
                piece = next(squares for squares in self.drawing.pieces if run.start in squares)
                longest.setdefault(piece, run)
        return [self._build_played_word(run) for run in longest.values()]

    @cached_property
    def stray_runs(self) -> tuple[Run, ...]:
        """Runs that are neither a word played nor its raccord, cross word or letters.

        Wrong raccord letters are connected to the word or to right ones (B-06).
        """
        return tuple(
            run
            for run in self.runs
            if not any(is_part_of_word(run, played_word) for played_word in self.words_played)
        )

    @cached_property
    def _layable_words(self) -> tuple[PlayedWord, ...]:
        """The runs that grid and rack let be laid somewhere in the written direction."""
        return tuple(
            played_word
            for played_word in map(self._build_played_word, self.runs)
            if played_word.most_new_tiles
        )

    @cached_property
    def best_unlayable_run(self) -> Run | None:
        """The run to judge if none can be laid.

        The word played if all letters fit the grid with the sheet turned; else the one that fits
        but for the rack where most letters beside it are raccord, or the longest.
        """
        if len(self.runs) > MAX_RUNS or self._layable_words:
            return None
        turned_word = replace(self, is_turned=not self.is_turned).played_word
        if turned_word and list_fitting_squares(turned_word):
            return next(run for run in self.runs if run == turned_word.run.turned)
        place = self.bulletin.place
        return max(
            self.runs,
            key=lambda run: (
                self._count_raccord(run),
                len(run.word),
                place is not None and run.direction == place.direction,
            ),
            default=None,
        )

    def _count_raccord(self, run: Run) -> int:
        """Return how many letters beside the run can be raccord; -1 if it fits nowhere."""
        played_word = self._build_played_word(run)
        placements = list_fitting_placements(self.position, run.word, run.direction)
        playable = (placement for placement in placements if len(placement.new_indexes) > 1)
        return max(
            (trace_raccord(played_word, placement).outer_count for placement in playable),
            default=-1,
        )

    @cached_property
    def played_word(self) -> PlayedWord | None:
        """The word played, if there is only one."""
        return self.words_played[0] if len(self.words_played) == 1 else None

    @property
    def has_one_word(self) -> bool:
        """True if the sheet holds one run of letters and nothing else."""
        return len(self.runs) == 1 and not self.drawing.get_other_marks(self.runs[0])

    @property
    def has_separate_words(self) -> bool:
        """True if the sheet holds several words that share no letter, and nothing else."""
        squares = [
            square for played_word in self.words_played for square in played_word.run.squares
        ]
        no_shared_squares = len(squares) == len(set(squares)) == len(self.drawing.marks)
        return len(self.words_played) > 1 and no_shared_squares

    @cached_property
    def word_awards(self) -> WordAwards | None:
        """The word played with the award for each of its places, from the second turn on."""
        return (
            WordAwards(self.played_word)
            if self.played_word and not self.position.is_first
            else None
        )

    def _build_played_word(self, run: Run) -> PlayedWord:
        return PlayedWord(
            self.position,
            self.bulletin,
            self.edition,
            self.drawing,
            run,
            is_alone=self.focus is None,
            is_turned=self.is_turned,
            other_places=self.other_places,
            reference_is_of_another=self.reference_is_of_another,
        )
