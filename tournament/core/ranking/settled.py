"""Which ties of a ranking a *mort subite* settles, and how (3.8.3)."""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from tournament.core.ranking.field import PlayedOff


def separated[K: Hashable](
    ranks: Mapping[K, int], settled: Iterable[PlayedOff[K]]
) -> tuple[dict[K, int], dict[K, int]]:
    """The ranks once ties are settled, and for whom that changed something his place in it.

    A tie is settled where everybody of it has played: of one who had no part in it nobody knows
    where he would be (reading B-38).
    """
    found, told = dict(ranks), {}
    for one in settled:
        for tie in _ties(found):
            mine = {key: one.places[key] for key in tie if key in one.places}
            if len(mine) < len(tie) or len(set(mine.values())) == 1:
                continue
            for key, place in mine.items():
                better = sum(other < place for other in mine.values())
                found[key] += better
                told[key] = better + 1
    return found, told


def _ties[K: Hashable](ranks: Mapping[K, int]) -> Sequence[list[K]]:
    of_rank: dict[int, list[K]] = {}
    for key, rank in ranks.items():
        of_rank.setdefault(rank, []).append(key)
    return [keys for keys in of_rank.values() if len(keys) > 1]
