"""Standings, computed from the score lines only (introduction, 3.5, 5.9).

During a game the running total is shown. Solos are only announced, and penalties for warnings only
deducted, at its end.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

from engine.regulation.edition import Edition
from tournament.core import solo, warnings
from tournament.core.ranking.ranking_input import PlayOffResult
from tournament.core.ranking.ranks import rank_totals
from tournament.core.ranking.ties import break_ties
from tournament.core.states import GameKind


class TurnResult(solo.SoloCandidate, Protocol):
    """The result of one entry on one turn."""

    @property
    def points(self) -> int: ...
    @property
    def warnings(self) -> int: ...


class EntrySums(Protocol):
    """Sums of one entry over the turns counted."""

    @property
    def points(self) -> int: ...
    @property
    def warnings(self) -> int: ...
    @property
    def solos(self) -> int: ...


@dataclass(slots=True)
class Tally:
    """Running sums of one entry."""

    points: int = 0
    warnings: int = 0
    solos: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int
    entry_id: int
    total: int
    points: int
    solos: int
    bonus: int
    warnings: int
    deduction: int


@dataclass(frozen=True, slots=True)
class ScoringTerms:
    """Terms of a game that its totals depend on; ``time_s``: seconds for a turn."""

    players: int
    edition: Edition
    format: str = "normal"
    time_s: int = 180
    is_final: bool = False
    kind: str = GameKind.DUPLICATE
    #: None: those of the edition.
    solo_terms: solo.SoloTerms | None = None

    def count_players(self, players: int | None) -> Self:
        """Return the terms for another number of players; None: these terms."""
        return self if players is None else replace(self, players=players)

    @property
    def bonus(self) -> int:
        """Return points for a solo."""
        terms = self.solo_terms or solo.get_solo_terms(self.edition)
        return solo.compute_bonus(terms, self.players)

    @property
    def free_warnings(self) -> int:
        return warnings.get_free_warnings(
            self.edition, format=self.format, time_s=self.time_s, kind=self.kind
        )


def add_up_turns(
    turns: Iterable[Collection[TurnResult]], entries: Iterable[int]
) -> dict[int, Tally]:
    """Add up the lines of each turn; a turn without a line of an entry counts as zero (6.2)."""
    sums = {entry: Tally() for entry in entries}
    for lines in turns:
        entry_lines = [line for line in lines if line.entry_id in sums]
        for line in entry_lines:
            entry_sums = sums[line.entry_id]
            entry_sums.points += line.points
            entry_sums.warnings += line.warnings
        winner = solo.find_solo(entry_lines)
        if winner is not None:
            sums[winner].solos += 1
    return sums


def compute_total(sums: EntrySums, terms: ScoringTerms) -> tuple[int, int, int]:
    """Return total, solo bonus and deduction for warnings, as they count now."""
    if not terms.is_final:
        return sums.points, 0, 0
    bonus = sums.solos * terms.bonus
    deduction = warnings.compute_deduction(terms.edition, sums.warnings, terms.free_warnings)
    return sums.points + bonus - deduction, bonus, deduction


def compute_standings(
    sums: Mapping[int, EntrySums],
    terms: ScoringTerms,
    playoffs: Sequence[PlayOffResult[int]] = (),
    players: Mapping[int, int] | None = None,
) -> list[Standing]:
    """Compute the standings of one game, best first; ties in the order of ``sums`` unless broken by
    a *mort subite* (``playoffs``). ``players``: how many are counted for the bonus of each entry,
    where it is not that of ``terms``."""
    counts = players or {}
    totals = {
        entry: compute_total(entry_sums, terms.count_players(counts.get(entry)))
        for entry, entry_sums in sums.items()
    }
    ranks, _places = break_ties(
        rank_totals({entry: total for entry, (total, *_) in totals.items()}), playoffs
    )
    rows = [
        Standing(
            rank=ranks[entry],
            entry_id=entry,
            total=totals[entry][0],
            points=entry_sums.points,
            solos=entry_sums.solos,
            bonus=totals[entry][1],
            warnings=entry_sums.warnings,
            deduction=totals[entry][2],
        )
        for entry, entry_sums in sums.items()
    ]
    return sorted(rows, key=lambda row: row.rank)
