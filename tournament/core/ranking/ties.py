"""Ties of a ranking that a *mort subite* breaks (3.8.3)."""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from tournament.core.ranking.ranking_input import PlayOffResult


def break_ties[K: Hashable](
    ranks: Mapping[K, int], playoffs: Iterable[PlayOffResult[K]]
) -> tuple[dict[K, int], dict[K, int]]:
    """Return the ranks after breaking ties, and the place of each entry in the tie-break used.

    A tie is broken only if all its entries played: the place of an entry that took no part is
    unknown (reading B-38).
    """
    new_ranks, tie_places = dict(ranks), {}
    for playoff in playoffs:
        for tie in _list_ties(new_ranks):
            places = {key: playoff.places[key] for key in tie if key in playoff.places}
            if len(places) < len(tie) or len(set(places.values())) == 1:
                continue
            for key, place in places.items():
                better = sum(other < place for other in places.values())
                new_ranks[key] += better
                tie_places[key] = better + 1
    return new_ranks, tie_places


def _list_ties[K: Hashable](ranks: Mapping[K, int]) -> Sequence[list[K]]:
    keys_by_rank: dict[int, list[K]] = {}
    for key, rank in ranks.items():
        keys_by_rank.setdefault(rank, []).append(key)
    return [keys for keys in keys_by_rank.values() if len(keys) > 1]
