"""One bulletin before one position under one edition: everything that the rules look at."""

from dataclasses import dataclass
from functools import cached_property

from .bulletin import Bulletin
from .drawing import Drawing, Run
from .edition import Edition
from .position import Position
from .proposal import Proposal
from .word import Word


@dataclass(frozen=True, eq=False)
class Case:
    """Judged by one call of ``correct``; what several rules need is worked out once."""

    position: Position
    bulletin: Bulletin
    edition: Edition

    @cached_property
    def drawing(self) -> Drawing:
        """What is left of the sheet without what is struck."""
        return Drawing.of(self.bulletin.sheet)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs of letters on the sheet."""
        return self.drawing.runs

    @cached_property
    def proposal(self) -> Proposal | None:
        """The word played, if the sheet holds one run of letters and nothing else."""
        if len(self.runs) != 1 or self.drawing.apart_from(self.runs[0]):
            return None
        return Proposal(self.position, self.bulletin, self.edition, self.drawing, self.runs[0])

    @cached_property
    def word(self) -> Word | None:
        """The word played with what its places pay, from the second turn on."""
        return Word(self.proposal) if self.proposal and not self.position.is_first else None
