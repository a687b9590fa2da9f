"""One bulletin before one position under one edition: everything that the rules look at."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from .bulletin import Bulletin
from .drawing import Drawing, Run
from .edition import Edition
from .placements import fitting
from .position import Position
from .proposal import Proposal
from .raccord import explains, reach, whole_fits
from .word import Word

#: A word of thirteen letters with all its cross words and a few raccord words has fewer runs; a
#: sheet with more is for human eyes.
MOST_RUNS = 24

#: New tiles of a second word that can spoil a bulletin (2023: 5.4.1.b, 5.4.1.c).
SEVERAL_TILES = 2


@dataclass(frozen=True, eq=False)
class Case:
    """Judged by one call of ``correct``; what several rules need is worked out once.

    ``focus``: the run that is judged as if the sheet had no other word (5.4.1.b, 5.4.2.b).
    """

    position: Position
    bulletin: Bulletin
    edition: Edition
    focus: Run | None = None

    def focused(self, run: Run) -> Self:
        """The same case, with this run as the only word played."""
        return replace(self, focus=run)

    @cached_property
    def drawing(self) -> Drawing:
        """What is left of the sheet without what is struck."""
        return Drawing.of(self.bulletin.sheet)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs of letters on the sheet."""
        return self.drawing.runs

    @cached_property
    def proposals(self) -> tuple[Proposal, ...]:
        """The words played: runs that can take two new tiles, or one if no run takes more, but
        for those that are raccord or cross words of another (5.2.1, readings B-01 and B-06)."""
        if self.focus:
            return (self._proposal(self.focus),)
        if len(self.runs) > MOST_RUNS:
            return ()
        if len(self.runs) == 1:
            return (self._proposal(self.runs[0]),)
        able = self._able
        played = [
            one
            for one in able
            if not any(other is not one and _supersedes(other, one) for other in able)
        ]
        most = max((one.new_tiles for one in played), default=0)
        return tuple(one for one in played if one.new_tiles >= min(most, SEVERAL_TILES))

    @cached_property
    def strays(self) -> tuple[Run, ...]:
        """Runs that are no word played, and neither raccord, cross word nor letters of one.

        Raccord letters that are wrong hang on the word or on right ones (B-06).
        """
        return tuple(
            run
            for run in self.runs
            if not any(_belongs(run, proposal) for proposal in self.proposals)
        )

    @cached_property
    def _able(self) -> tuple[Proposal, ...]:
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
        proposal = self._proposal(run)
        found = fitting(self.position, run.word, run.direction)
        laid = (placement for placement in found if len(placement.new) > 1)
        return max((reach(proposal, placement).outer for placement in laid), default=-1)

    @cached_property
    def proposal(self) -> Proposal | None:
        """The word played, if there is only one."""
        return self.proposals[0] if len(self.proposals) == 1 else None

    @property
    def is_one_word(self) -> bool:
        """Whether the sheet holds one run of letters and nothing else."""
        return len(self.runs) == 1 and not self.drawing.apart_from(self.runs[0])

    @cached_property
    def word(self) -> Word | None:
        """The word played with what its places pay, from the second turn on."""
        return Word(self.proposal) if self.proposal and not self.position.is_first else None

    def _proposal(self, run: Run) -> Proposal:
        alone = self.focus is None
        return Proposal(self.position, self.bulletin, self.edition, self.drawing, run, alone)


def _supersedes(other: Proposal, one: Proposal) -> bool:
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


def _may_be_played(run: Run, position: Position) -> bool:
    """Whether the rack, jokers included, has two of its letters: those of a second word that
    would be an error of grid or letters (2023: 5.4.1.c, 5.4.1.d)."""
    held = Counter(run.word) & position.letters
    return held.total() + position.jokers >= SEVERAL_TILES


def _belongs(run: Run, proposal: Proposal) -> bool:
    """Whether it is letters of the word or beside it. A run of wrong ones along the word is no
    other word either, if the rack could not give it two tiles (B-06)."""
    squares = set(run.squares)
    if squares <= proposal.joined and not _may_be_played(run, proposal.position):
        return True
    if squares.intersection(proposal.run.squares) or explains(proposal, run):
        return True
    return any(squares & reach(proposal, placement).reached for placement in proposal.placements)
