"""*Topping*: all the tops of a game in the least time (2023: 3.8.4; before: 7.4).

Times are whole numbers of one unit, the caller's: seconds in the golden cases, tenths in the room.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.core.ranking.ranks import rank_totals


class Proposal(NamedTuple):
    """Made ``at`` so long after the turn began; ``score`` 0 for a word not admitted."""

    at: int
    score: int


@dataclass(frozen=True, slots=True)
class ToppingResult[K]:
    key: K
    turn_times: tuple[int, ...]
    not_found: int
    total: int
    rank: int


def time_of(proposals: Sequence[Proposal], top: int, limit: int) -> int | None:
    """When the top was first proposed within the time given; None if it was not."""
    found = (each.at for each in proposals if each.score >= top and each.at <= limit)
    return min(found, default=None)


def results[K](
    players: Mapping[K, Sequence[Sequence[Proposal]]],
    tops: Sequence[int],
    *,
    limit: int,
    penalty: int,
) -> list[ToppingResult[K]]:
    """Results in the order of ``players``, the least total time first in rank.

    ``players`` gives the proposals of each turn, ``tops`` the score to reach in it.
    ``limit`` is the time for a turn; what is not found costs all of it and ``penalty``.
    """
    found = {
        key: [time_of(said, top, limit) for said, top in zip(turns, tops, strict=True)]
        for key, turns in players.items()
    }
    times = {
        key: tuple(limit + penalty if at is None else at for at in turns)
        for key, turns in found.items()
    }
    totals = {key: sum(turns) for key, turns in times.items()}
    ranks = rank_totals({key: -total for key, total in totals.items()})
    return [
        ToppingResult(key, times[key], found[key].count(None), totals[key], ranks[key])
        for key in players
    ]
