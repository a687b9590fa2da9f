"""The solo: a single entry with the best score of a turn (3.5)."""

from collections.abc import Iterable
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


def find_solo(lines: Iterable[SoloCandidate]) -> int | None:
    """Return the only entry with the best score of a turn, before any penalty; None if shared.

    A score awarded as an average is not a solution: it neither wins a solo nor prevents one.
    """
    played = [line for line in lines if not line.average]
    best = max((line.gross for line in played), default=0)
    winners = [line.entry_id for line in played if line.gross == best]
    return winners[0] if best > 0 and len(winners) == 1 else None


def compute_bonus(edition: Edition, players: int) -> int:
    """Return the points for a solo among ``players`` ranked together, a pair counting as one."""
    scores = edition.scores
    return scores.solo_bonus.value if players >= scores.players_for_bonus.value else 0
