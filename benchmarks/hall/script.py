"""The script of the hall, by table and turn: its values.

Independent of the product: ``writer`` draws it from the seed alone, ``ranking`` computes the result
from it, ``run`` and ``tablets`` play it.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from engine.search.moves import Move

TABLET, PAPER, AWAY = "tablet", "paper", "nothing"
ARBITERS = 6


class Outcome(StrEnum):
    """The outcome of a bulletin."""

    EXACT = "exact"
    WRONG_SCORE = "wrong-score"
    NOT_ADMITTED = "not-admitted"
    MISSING = "missing"
    LATE = "late"
    #: Late, and counted as in time by an arbiter.
    EXCUSED = "excused"
    #: Penalised by five points by an arbiter for a wrong place.
    PENALISED = "penalised"
    #: Other points by an arbiter's free ruling.
    RULED = "ruled"
    #: The word refused on the first turn, of which the player was not informed (5.9).
    REFUSED_TWICE = "again"


@dataclass(frozen=True)
class WrittenBulletin:
    """A written bulletin; ``state``: as typed by an arbiter."""

    rows: tuple[str, ...] = ()
    reference: str = ""
    score: str = ""
    state: str = "ok"


@dataclass(frozen=True)
class TableTurn:
    """One table on one turn.

    ``bulletin``: as handed in; ``points``: score of the solution on it. ``first_typed_bulletin``:
    typed by mistake, then corrected. ``other_typed_bulletin``: typed by another arbiter, the
    difference settled.
    """

    plays_on: str
    outcome: Outcome
    points: int
    bulletin: WrittenBulletin
    first_typed_bulletin: WrittenBulletin | None = None
    other_typed_bulletin: WrittenBulletin | None = None
    ruled_points: int = 0

    @property
    def typed_bulletin(self) -> WrittenBulletin:
        """The bulletin as it is typed at first."""
        return self.first_typed_bulletin or self.other_typed_bulletin or self.bulletin


@dataclass(frozen=True)
class TurnScript:
    """``table_turns`` by table number, without the absent tables."""

    letters: str
    top: Move
    is_cancelled: bool
    plays_on: dict[int, str]
    table_turns: dict[int, TableTurn]


@dataclass(frozen=True)
class Script:
    """The turns, with a cancelled one.

    ``annulled_table`` loses its score up to ``annulled_after`` (index of a turn).
    ``disciplined_table`` is warned for its conduct on the turn ``disciplined_on``.
    ``informed_tables`` and ``uninformed_tables`` write a refused word twice; only the former were
    informed.
    """

    tables: int
    arbiters: int
    informed_tables: list[int]
    uninformed_tables: list[int]
    turns: list[TurnScript]
    annulled_table: int
    annulled_after: int
    disciplined_table: int
    disciplined_on: int
    #: Tables on paper whose bulletins of the last turn are typed in after the end of the game.
    tables_typed_late: list[int] = field(default_factory=list)


def list_shares(tables: int, arbiters: int) -> list[range]:
    """Return the tables of each arbiter."""
    bounds = [number * tables // arbiters + 1 for number in range(arbiters + 1)]
    return [range(first, end) for first, end in pairwise(bounds)]
