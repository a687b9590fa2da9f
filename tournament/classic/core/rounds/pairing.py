"""Swiss pairing: the pairing with the fewest faults (C-32).

The rules are FIDE's basic rules (C.04.1) with the order inside a score group of the Dutch system
(C.04.3), without colours. Faults have kinds, and one fault of a kind weighs more than any sum of
less important kinds. The best pairing is a matching of minimal weight in a graph, computed by
networkx (docs/decisions/appariements.md).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import sha256
from heapq import nsmallest
from itertools import combinations
from typing import NamedTuple

from tournament.classic.core.rounds.terms import PairingStyle

#: The opponent of the entry with the bye.
_BYE = -1
#: Best opponents of each player in the same score group; a pairing without the worst faults is
#: first searched among them.
_CLOSEST_OPPONENTS = 8
#: Best opponents in each other group.
_FLOATING_OPPONENTS = 2


class FloatDirection(IntEnum):
    """The direction of a float: the opponent has fewer points (DOWN) or more (UP)."""

    DOWN = -1
    LEVEL = 0
    UP = 1


@dataclass(frozen=True, slots=True)
class PairingPlayer:
    """A player to pair.

    ``met``: number of meetings by opponent. ``unplayed_rounds``: number of rounds with points but
    without a game. ``floats``: of the previous rounds, the last one last.
    """

    key: int
    points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    unplayed_rounds: int = 0
    floats: tuple[FloatDirection, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs in the order of their tables, and the entry with the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


class _Fault(NamedTuple):
    """The faults of a pair or of a bye, the worst kind first (C.04.1, C.04.3)."""

    #: Number of previous meetings.
    meetings: int = 0
    #: Previous rounds with points but without a game, of the entry with the bye.
    second_bye: int = 0
    #: Points of the entry with the bye above the lowest score.
    early_bye: int = 0
    #: The squared difference of points: two small differences are better than a big one.
    gap: int = 0
    #: Points of a player who floats down: leaders should meet each other (from the top group
    #: down, C.04.3).
    float_points: int = 0
    #: Repeated floats: 2 for one in the last round, 1 for one in the round before.
    floats: int = 0
    #: The squared distance from the ideal opponent in the group.
    seat_distance: int = 0


#: An edge: ranks of two, or ``_BYE`` and the rank of the player with the bye.
type _Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _RankedPlayer:
    """A player with their rank and their seat in the score group.

    The seats follow the standings, or are random. ``size``: number of players in the group.
    """

    player: PairingPlayer
    rank: int
    seat: int
    size: int
    #: The weight of another float down, or up.
    down: int
    up: int


def pair_players(ranked: Sequence[PairingPlayer], style: PairingStyle, seed: str) -> Pairing:
    """Pair all of ``ranked``, given in the order of the standings.

    Rematches and second byes are avoided if possible, else as few as possible. Equal arguments give
    equal pairings.
    """
    places = _build_places(ranked, style, seed)
    if len(places) < 2:
        return Pairing((), places[0].player.key if places else None)
    faults = _compute_faults(places, style)
    edges = _find_matching(_select_best_edges(faults), faults)
    vertices = len(places) + len(places) % 2
    if 2 * len(edges) < vertices or any(faults[edge][:2] != (0, 0) for edge in edges):
        edges = _find_matching(list(faults), faults)
    keys = [place.player.key for place in places]
    pairs = tuple((keys[a], keys[b]) for a, b in sorted(edges) if a != _BYE)
    return Pairing(pairs, next((keys[b] for a, b in edges if a == _BYE), None))


def draw_order(keys: Sequence[int], seed: str) -> list[int]:
    """Return a random order determined by the seed, whatever the order of ``keys``."""
    return sorted(keys, key=lambda key: (sha256(f"{seed}:{key}".encode()).digest(), key))


def _build_places(
    ranked: Sequence[PairingPlayer], style: PairingStyle, seed: str
) -> list[_RankedPlayer]:
    players_by_key = {player.key: player for player in ranked}
    sizes = Counter(player.points for player in ranked)
    seats: dict[int, int] = {}
    group_sizes: Counter[int] = Counter()
    for key in (
        draw_order(list(players_by_key), seed) if style is PairingStyle.CHANCE else players_by_key
    ):
        seats[key] = group_sizes[players_by_key[key].points]
        group_sizes[players_by_key[key].points] += 1
    by_points = sorted(ranked, key=lambda player: -player.points)
    return [
        _RankedPlayer(
            player,
            rank,
            seats[player.key],
            sizes[player.points],
            down=_compute_float_weight(player, FloatDirection.DOWN),
            up=_compute_float_weight(player, FloatDirection.UP),
        )
        for rank, player in enumerate(by_points)
    ]


def _compute_faults(places: Sequence[_RankedPlayer], style: PairingStyle) -> dict[_Edge, _Fault]:
    faults = {
        (upper.rank, lower.rank): _compute_pair_fault(upper, lower, style)
        for upper, lower in combinations(places, 2)
    }
    if len(places) % 2:
        lowest_points = min(place.player.points for place in places)
        faults |= {
            (_BYE, place.rank): _compute_bye_fault(place, lowest_points, len(places))
            for place in places
        }
    return faults


def _compute_pair_fault(upper: _RankedPlayer, lower: _RankedPlayer, style: PairingStyle) -> _Fault:
    gap = upper.player.points - lower.player.points
    return _Fault(
        meetings=upper.player.met.get(lower.player.key, 0),
        gap=gap**2,
        float_points=upper.player.points if gap else 0,
        floats=upper.down + lower.up if gap else 0,
        seat_distance=_compute_seat_distance(upper, lower, style),
    )


def _compute_bye_fault(place: _RankedPlayer, lowest_points: int, entries: int) -> _Fault:
    """Return the fault of a bye, which counts as a float down."""
    return _Fault(
        second_bye=place.player.unplayed_rounds,
        early_bye=place.player.points - lowest_points,
        floats=place.down,
        seat_distance=(entries - 1 - place.rank) ** 2,
    )


def _compute_float_weight(player: PairingPlayer, direction: FloatDirection) -> int:
    """Return 2 if the player floated that way in the last round, 1 in the one before (C.04.3, C.14
    to C.21)."""
    last_two = player.floats[-2:][::-1]
    return sum(2 - ago for ago, floated in enumerate(last_two) if floated is direction)


def _compute_seat_distance(upper: _RankedPlayer, lower: _RankedPlayer, style: PairingStyle) -> int:
    """Return the squared distance from the ideal pair; between groups: the last against the
    first."""
    if upper.player.points != lower.player.points:
        return (upper.size - 1 - upper.seat) ** 2 + lower.seat**2
    if style is PairingStyle.FOLD:
        return (upper.seat + lower.seat - (upper.size - 1)) ** 2
    ideal = 1 if style is PairingStyle.NEIGHBOURS else max(upper.size // 2, 1)
    return (abs(lower.seat - upper.seat) - ideal) ** 2


def _select_best_edges(faults: Mapping[_Edge, _Fault]) -> list[_Edge]:
    """Return the edges that are among the best of one of their ends, with its own and each other
    group."""
    edges_by_end: dict[tuple[int, int], list[_Edge]] = {}
    for edge, fault in faults.items():
        for end in edge:
            edges_by_end.setdefault((end, fault.gap), []).append(edge)
    best: set[_Edge] = set()
    for (_, gap), edges in edges_by_end.items():
        best.update(
            nsmallest(_FLOATING_OPPONENTS if gap else _CLOSEST_OPPONENTS, edges, faults.__getitem__)
        )
    return sorted(best)


def _find_matching(edges: Sequence[_Edge], faults: Mapping[_Edge, _Fault]) -> list[_Edge]:
    """Return a maximal set of edges without a common end, with the fewest faults."""
    max_pairs = len({end for edge in edges for end in edge}) // 2
    scales = [1]
    for kind in reversed(range(1, len(_Fault._fields))):
        scales.insert(0, scales[0] * (1 + max_pairs * max(faults[edge][kind] for edge in edges)))
    weights = _compute_excess_costs(
        {
            edge: sum(scale * fault for scale, fault in zip(scales, faults[edge], strict=True))
            for edge in edges
        }
    )
    import networkx  # large, and few processes ever pair

    highest = max(weights.values())
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from(
        (a, b, 1 + highest - weight) for (a, b), weight in weights.items()
    )
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(min(edge), max(edge)) for edge in matching]


def _compute_excess_costs(costs: Mapping[_Edge, int]) -> dict[_Edge, int]:
    """Return, twice, the cost of each edge minus the mean of the lowest costs at its ends.

    This subtracts the same sum from every complete matching, and starts the search close to the
    solution: at most a fifth of the work.
    """
    lowest: dict[int, int] = {}
    for edge, value in costs.items():
        for end in edge:
            lowest[end] = min(value, lowest.get(end, value))
    return {(a, b): 2 * value - lowest[a] - lowest[b] for (a, b), value in costs.items()}
