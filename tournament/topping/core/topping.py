"""*Topping*: the total times and ranks of players who look for all tops of a game (2023: 3.8.4;
before: 7.4).

Times are whole numbers of one unit chosen by the caller: seconds in the golden cases, tenths of a
second elsewhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.core.ranking.ranks import rank_totals


class Proposal(NamedTuple):
    """A proposed word: ``at`` is the time since the turn began, ``score`` is 0 for a word that is
    not admitted."""

    at: int
    score: int


@dataclass(frozen=True, slots=True)
class ToppingResult[K]:
    key: K
    turn_times: tuple[int, ...]
    not_found: int
    total: int
    rank: int


def find_time(proposals: Sequence[Proposal], top: int, limit: int) -> int | None:
    """Return the time of the first proposal of the top within ``limit``; None if there is none."""
    times = (
        proposal.at for proposal in proposals if proposal.score >= top and proposal.at <= limit
    )
    return min(times, default=None)


def compute_results[K](
    players: Mapping[K, Sequence[Sequence[Proposal]]],
    tops: Sequence[int],
    *,
    limit: int,
    penalty: int,
) -> list[ToppingResult[K]]:
    """Return the results in the order of ``players``; the least total time ranks first.

    ``players``: proposals of each turn; ``tops``: score to reach in each turn. A top that is not
    found costs ``limit``, the time for a turn, and ``penalty``.
    """
    times_found = {
        key: [find_time(proposals, top, limit) for proposals, top in zip(turns, tops, strict=True)]
        for key, turns in players.items()
    }
    times = {
        key: tuple(limit + penalty if time is None else time for time in turns)
        for key, turns in times_found.items()
    }
    totals = {key: sum(turns) for key, turns in times.items()}
    ranks = rank_totals({key: -total for key, total in totals.items()})
    return [
        ToppingResult(key, times[key], times_found[key].count(None), totals[key], ranks[key])
        for key in players
    ]
