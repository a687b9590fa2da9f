"""The short lines of the arbiter's list, for each bulletin or for each answer.

Pure functions.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from arbitrage.core.codes import Motive, Sanction
from arbitrage.models import BulletinOrigin, Ruling


class Answer(NamedTuple):
    """The common data of bulletins that are equal and decided alike, or not decided yet."""

    key: str
    points: int
    sanction: str
    article: str
    motives: tuple[str, ...]

    @classmethod
    def from_ruling(cls, ruling: Ruling) -> Self:
        motives = tuple(ruling.motives)
        return cls(ruling.key, ruling.points, ruling.sanction, ruling.article, motives)


_UNANSWERED = Answer("", 0, Sanction.NONE, "", ())


@dataclass(frozen=True, slots=True)
class ListLine:
    """The data by which a bulletin of the list is found and ordered.

    ``members`` are the lines of an answer.
    """

    entry: int
    table: int
    name: str
    points: int
    #: True if somebody still has to decide.
    is_open: bool
    status: str = ""
    origin: str = ""
    answer: Answer = _UNANSWERED
    members: tuple["ListLine", ...] = ()

    @property
    def is_missing(self) -> bool:
        return self.origin == BulletinOrigin.NOTHING

    @property
    def is_late(self) -> bool:
        """True if it was handed in late, or typed in as such."""
        return self.origin == BulletinOrigin.LATE or Motive.LATE in self.answer.motives

    @property
    def is_sanctioned(self) -> bool:
        return self.answer.sanction != Sanction.NONE

    @property
    def bulletins(self) -> tuple["ListLine", ...]:
        """The lines of its bulletins: the members, or itself."""
        return self.members or (self,)

    @property
    def count(self) -> int:
        return len(self.bulletins)

    @property
    def tables(self) -> list[int]:
        return [line.table for line in self.bulletins]

    @property
    def entries(self) -> list[int]:
        return [member.entry for member in self.members] or [self.entry]

    @property
    def waiting_count(self) -> int:
        """The number of bulletins that wait for a decision."""
        return sum(line.is_open for line in self.bulletins)


def hide_decision(line: ListLine) -> ListLine:
    """Return the line without its decision, and not grouped with others."""
    own_answer = Answer(f"hidden.{line.entry}", 0, Sanction.NONE, "", ())
    return replace(line, points=-1, status="", answer=own_answer)


def group_by_answer(lines: Iterable[ListLine]) -> list[ListLine]:
    """Return one line for all bulletins with the same answer; its table is the first one."""
    groups: dict[Answer, list[ListLine]] = {}
    for line in sorted(lines, key=lambda line: line.table):
        groups.setdefault(line.answer, []).append(line)
    return [_merge(group) for group in groups.values()]


def _merge(group: list[ListLine]) -> ListLine:
    first = group[0]
    return replace(
        first,
        name=" · ".join(line.name for line in group),
        points=first.answer.points,
        is_open=any(line.is_open for line in group),
        members=tuple(group),
    )
