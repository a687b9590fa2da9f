"""The solo: a single entry with the best score of a turn (3.5)."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.regulation.edition import Edition


class SoloCandidate(Protocol):
    """A score that counts for solos; ``gross`` is the score before any penalty."""

    @property
    def entry_id(self) -> int: ...
    @property
    def gross(self) -> int: ...
    @property
    def average(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class SoloScore:
    """A score with only the data that decides on solos."""

    entry_id: int
    gross: int
    average: bool = False


def find_solo(lines: Iterable[SoloCandidate]) -> int | None:
    """Return the only entry with the best score of a turn, before any penalty; None if shared.

    A score awarded as an average is not a solution: it neither wins a solo nor prevents one.
    """
    candidates = [line for line in lines if not line.average]
    best = max((line.gross for line in candidates), default=0)
    winners = [line.entry_id for line in candidates if line.gross == best]
    return winners[0] if best > 0 and len(winners) == 1 else None


@dataclass(frozen=True, slots=True)
class SoloTerms:
    """``points`` for a solo, if at least ``players`` are ranked together."""

    points: int
    players: int


def get_solo_terms(
    edition: Edition, points: int | None = None, players: int | None = None
) -> SoloTerms:
    """Return the terms of a tournament: ``points`` and ``players``, else those of ``edition``."""
    scores = edition.scores
    return SoloTerms(
        scores.solo_bonus.value if points is None else points,
        scores.players_for_bonus.value if players is None else players,
    )


def count_players_by_centre[K: Hashable](
    participants: Collection[K], centres: Mapping[K, Hashable]
) -> dict[K, int]:
    """Return for each entry how many ``participants`` are in its centre (reading B-48)."""
    counts = Counter(centres.get(entry) for entry in participants)
    return {entry: counts[centre] for entry, centre in centres.items()}


def compute_bonus(terms: SoloTerms, players: int) -> int:
    """Return the points for a solo among ``players`` ranked together, a pair counting as one."""
    return terms.points if players >= terms.players else 0
