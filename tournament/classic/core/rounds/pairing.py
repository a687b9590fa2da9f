"""Swiss pairing: of all pairings the one with the least faults (C-32).

The rules are the basic ones of FIDE's handbook (C.04.1), with the order inside a group of points of
the Dutch system (C.04.3) and nothing of what is said there of colours. A fault is a number of a
kind, and one of a kind weighs more than any sum of the next kind; the pairing with the least sum is
a matching of least weight in a graph, found by networkx (docs/decisions/appariements.md).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import sha256
from heapq import nsmallest
from itertools import combinations
from typing import NamedTuple

from tournament.classic.core.rounds.terms import Style

#: The place opposite who has the bye.
_NOBODY = -1
#: The best opponents of each in his group, among which a pairing without the worst faults is
#: looked for first.
_CLOSEST = 8
#: And of each in every other group.
_FLOATING = 2


class Float(IntEnum):
    """Whether somebody met a person with less points than his own, or with more."""

    DOWN = -1
    LEVEL = 0
    UP = 1


@dataclass(frozen=True, slots=True)
class PairingPlayer:
    """Who is to be paired. ``met``: how often whom; ``unplayed``: rounds that gave points without
    a game; ``floats``: of the rounds before, the last one last."""

    key: int
    points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    unplayed: int = 0
    floats: tuple[Float, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs, the first tables first; who has the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


class _Fault(NamedTuple):
    """What is wrong with a pair, or with a bye; the worst kind first (C.04.1, C.04.3)."""

    #: They have met.
    again: int = 0
    #: The bye is not the first round without a game that gives him points …
    second_bye: int = 0
    #: … or goes to somebody with more points than the last.
    early_bye: int = 0
    #: The square of what parts their points: two small differences rather than a great one.
    gap: int = 0
    #: The points of who meets somebody with less: those who lead meet each other (from the group
    #: at the top down, C.04.3).
    high: int = 0
    #: Who floats did so in the round before (2), or in the one before that (1).
    floats: int = 0
    #: How far from the places in their groups that should meet, squared.
    off: int = 0


#: An edge: ranks of two, or ``_NOBODY`` and that of who has the bye.
type _Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Place:
    """Somebody by his rank, and where he sits in the group of those who have his points: in the
    order of the standings, or by chance."""

    who: PairingPlayer
    rank: int
    seat: int
    size: int
    #: What floating down, or up, again would weigh.
    down: int
    up: int


def pair(ranked: Sequence[PairingPlayer], style: Style, seed: str) -> Pairing:
    """Pair all of ``ranked``, who are in the order of the standings.

    Nobody meets somebody again and nobody has a second bye as long as there is a pairing without;
    where there is none, as few as can be. The same arguments give the same pairing.
    """
    places = _places(ranked, style, seed)
    if len(places) < 2:
        return Pairing((), places[0].who.key if places else None)
    faults = _faults(places, style)
    found = _matching(_closest(faults), faults)
    vertices = len(places) + len(places) % 2
    if 2 * len(found) < vertices or any(faults[one][:2] != (0, 0) for one in found):
        found = _matching(list(faults), faults)
    key = [one.who.key for one in places]
    pairs = tuple((key[a], key[b]) for a, b in sorted(found) if a != _NOBODY)
    return Pairing(pairs, next((key[b] for a, b in found if a == _NOBODY), None))


def drawn_order(keys: Sequence[int], seed: str) -> list[int]:
    """An order by chance that the seed makes again, from whatever order."""
    return sorted(keys, key=lambda key: (sha256(f"{seed}:{key}".encode()).digest(), key))


def _places(ranked: Sequence[PairingPlayer], style: Style, seed: str) -> list[_Place]:
    of = {one.key: one for one in ranked}
    sizes = Counter(one.points for one in ranked)
    seats: dict[int, int] = {}
    seen: Counter[int] = Counter()
    for key in drawn_order(list(of), seed) if style is Style.CHANCE else of:
        seats[key] = seen[of[key].points]
        seen[of[key].points] += 1
    order = sorted(ranked, key=lambda one: -one.points)
    return [
        _Place(
            one,
            rank,
            seats[one.key],
            sizes[one.points],
            down=_again(one, Float.DOWN),
            up=_again(one, Float.UP),
        )
        for rank, one in enumerate(order)
    ]


def _faults(places: Sequence[_Place], style: Style) -> dict[_Edge, _Fault]:
    faults = {
        (upper.rank, lower.rank): _of_pair(upper, lower, style)
        for upper, lower in combinations(places, 2)
    }
    if len(places) % 2:
        least = min(one.who.points for one in places)
        faults |= {(_NOBODY, one.rank): _of_bye(one, least, len(places)) for one in places}
    return faults


def _of_pair(upper: _Place, lower: _Place, style: Style) -> _Fault:
    gap = upper.who.points - lower.who.points
    return _Fault(
        again=upper.who.met.get(lower.who.key, 0),
        gap=gap**2,
        high=upper.who.points if gap else 0,
        floats=upper.down + lower.up if gap else 0,
        off=_off(upper, lower, style),
    )


def _of_bye(one: _Place, least: int, entries: int) -> _Fault:
    """A bye is a float downwards."""
    return _Fault(
        second_bye=one.who.unplayed,
        early_bye=one.who.points - least,
        floats=one.down,
        off=(entries - 1 - one.rank) ** 2,
    )


def _again(one: PairingPlayer, way: Float) -> int:
    """2 if he floated that way in the last round, 1 if in the one before (C.04.3, C.14 to C.21)."""
    last_two = one.floats[-2:][::-1]
    return sum(2 - ago for ago, floated in enumerate(last_two) if floated is way)


def _off(upper: _Place, lower: _Place, style: Style) -> int:
    """Of two groups the last of one should meet the first of the other."""
    if upper.who.points != lower.who.points:
        return (upper.size - 1 - upper.seat) ** 2 + lower.seat**2
    if style is Style.FOLD:
        return (upper.seat + lower.seat - (upper.size - 1)) ** 2
    apart = 1 if style is Style.NEIGHBOURS else max(upper.size // 2, 1)
    return (abs(lower.seat - upper.seat) - apart) ** 2


def _closest(faults: Mapping[_Edge, _Fault]) -> list[_Edge]:
    """The edges that are among the best of one of their ends, and with each other group."""
    of: dict[tuple[int, int], list[_Edge]] = {}
    for edge, fault in faults.items():
        for end in edge:
            of.setdefault((end, fault.gap), []).append(edge)
    kept: set[_Edge] = set()
    for (_, gap), edges in of.items():
        kept.update(nsmallest(_FLOATING if gap else _CLOSEST, edges, faults.__getitem__))
    return sorted(kept)


def _matching(edges: Sequence[_Edge], faults: Mapping[_Edge, _Fault]) -> list[_Edge]:
    """As many edges as can be, no two of which share an end, with the least faults."""
    most = len({end for edge in edges for end in edge}) // 2
    scales = [1]
    for kind in reversed(range(1, len(_Fault._fields))):
        scales.insert(0, scales[0] * (1 + most * max(faults[edge][kind] for edge in edges)))
    weights = _above_least(
        {
            edge: sum(scale * fault for scale, fault in zip(scales, faults[edge], strict=True))
            for edge in edges
        }
    )
    import networkx  # large, and few processes ever pair

    highest = max(weights.values())
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((a, b, 1 + highest - much) for (a, b), much in weights.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(min(edge), max(edge)) for edge in found]


def _above_least(cost: Mapping[_Edge, int]) -> dict[_Edge, int]:
    """What each edge costs above the least that its two ends may cost, twice.

    Where nobody is left out that takes the same from every matching, and the search begins where
    nearly everybody's best edge is known: a fifth of the work or less.
    """
    least: dict[int, int] = {}
    for edge, much in cost.items():
        for end in edge:
            least[end] = min(much, least.get(end, much))
    return {(a, b): 2 * much - least[a] - least[b] for (a, b), much in cost.items()}
