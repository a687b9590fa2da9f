"""The lines of the arbiter's list in short: one for each bulletin, or for each answer. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from arbitrage.core.codes import Motive, Sanction
from arbitrage.models import Origin, Ruling


class Answer(NamedTuple):
    """What bulletins have in common that are equal, and decided alike or not yet."""

    key: str
    points: int
    sanction: str
    article: str
    motives: tuple[str, ...]

    @classmethod
    def of(cls, ruling: Ruling) -> Self:
        motives = tuple(ruling.motives)
        return cls(ruling.key, ruling.points, ruling.sanction, ruling.article, motives)


_UNANSWERED = Answer("", 0, Sanction.NONE, "", ())


@dataclass(frozen=True, slots=True)
class ListLine:
    """What a bulletin of the list is found and ordered by; by answer what the ``members`` are."""

    entry: int
    table: int
    name: str
    points: int
    #: Somebody still has to decide.
    open: bool
    status: str = ""
    origin: str = ""
    answer: Answer = _UNANSWERED
    members: tuple["ListLine", ...] = ()

    @property
    def missing(self) -> bool:
        return self.origin == Origin.NOTHING

    @property
    def late(self) -> bool:
        """Handed in late, or typed in as such."""
        return self.origin == Origin.LATE or Motive.LATE in self.answer.motives

    @property
    def sanctioned(self) -> bool:
        return self.answer.sanction != Sanction.NONE

    @property
    def each(self) -> tuple["ListLine", ...]:
        """The bulletins that it stands for."""
        return self.members or (self,)

    @property
    def count(self) -> int:
        return len(self.each)

    @property
    def tables(self) -> list[int]:
        return [one.table for one in self.each]

    @property
    def entries(self) -> list[int]:
        return [one.entry for one in self.members] or [self.entry]

    @property
    def waiting(self) -> int:
        """How many of them wait for a decision."""
        return sum(one.open for one in self.each)


def under_veil(line: ListLine) -> ListLine:
    """The same to who may not know what is decided of it: alone with its answer."""
    alone = Answer(f"veiled.{line.entry}", 0, Sanction.NONE, "", ())
    return replace(line, points=-1, status="", answer=alone)


def by_answer(lines: Iterable[ListLine]) -> list[ListLine]:
    """One line for all that have the same answer; it goes by its first table."""
    groups: dict[Answer, list[ListLine]] = {}
    for line in sorted(lines, key=lambda line: line.table):
        groups.setdefault(line.answer, []).append(line)
    return [_joined(group) for group in groups.values()]


def _joined(group: list[ListLine]) -> ListLine:
    first = group[0]
    return replace(
        first,
        name=" · ".join(one.name for one in group),
        points=first.answer.points,
        open=any(one.open for one in group),
        members=tuple(group),
    )
