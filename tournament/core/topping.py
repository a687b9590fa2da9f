"""*Topping*: all the tops of a game in the least time (2023: 3.8.4; before: 7.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.core.ranking.ranks import rank


class Proposal(NamedTuple):
    """Said aloud ``at_s`` seconds after the turn began; ``score`` 0 for a word not admitted."""

    at_s: int
    score: int


@dataclass(frozen=True, slots=True)
class Result[K]:
    key: K
    turn_times_s: tuple[int, ...]
    not_found: int
    total_s: int
    rank: int


def time_of(proposals: Sequence[Proposal], top: int, limit_s: int) -> int | None:
    """When the top was first proposed within the time given; None if it was not."""
    found = (each.at_s for each in proposals if each.score >= top and each.at_s <= limit_s)
    return min(found, default=None)


def results[K](
    players: Mapping[K, Sequence[Sequence[Proposal]]],
    tops: Sequence[int],
    *,
    limit_s: int,
    penalty_s: int,
) -> list[Result[K]]:
    """Results in the order of ``players``, the least total time first in rank.

    ``players`` gives the proposals of each turn, ``tops`` the score to reach in it.
    ``limit_s`` is the time for a turn; what is not found costs all of it and ``penalty_s``.
    """
    found = {
        key: [time_of(said, top, limit_s) for said, top in zip(turns, tops, strict=True)]
        for key, turns in players.items()
    }
    times = {
        key: tuple(limit_s + penalty_s if at is None else at for at in turns)
        for key, turns in found.items()
    }
    totals = {key: sum(turns) for key, turns in times.items()}
    ranks = rank({key: -total for key, total in totals.items()})
    return [
        Result(key, times[key], found[key].count(None), totals[key], ranks[key]) for key in players
    ]
