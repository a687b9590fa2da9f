"""The test files of a change, the nearest first, as many as the limit lets in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tests.quick.graph import Graph, is_test_file
from tests.quick.rules import (
    DATABASE_S,
    ESTIMATED_S,
    EXCLUDED_FIXTURES,
    FARTHEST,
    LIMIT_S,
    UNTRACEABLE,
    WORKERS,
    fits,
    is_excluded,
)


@dataclass
class Selection:
    """``chosen``: in the order of their distance; ``left``: what the limit left out;
    ``excluded``: the tests of the change that need a browser or servers; ``untraced``: changed
    files that may touch anything; ``seconds``: what the busier worker is expected to need."""

    chosen: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    untraced: list[str] = field(default_factory=list)
    seconds: float = 0.0


def select(
    graph: Graph,
    changed: Iterable[str],
    weights: Mapping[str, float],
    pure: tuple[str, ...],
    limit: float = LIMIT_S,
) -> Selection:
    """``weights``: seconds by file; ``pure``: the folders that need no database.

    Where nothing can be traced the pure tests are added. What changed is always chosen.
    """
    changed = list(changed)
    places: dict[str, tuple[int, float]] = {}
    untraced = [path for path in changed if fits(path, UNTRACEABLE)]
    distances = graph.find_distances(changed)
    if untraced:
        farthest = max(distances.values(), default=0) + 1
        for test in graph.test_files:
            if _is_below(test, pure):
                distances.setdefault(test, farthest)
    own = {path for path in changed if is_test_file(path) and path in graph.sources}
    found = Selection(untraced=untraced)
    for test, distance in distances.items():
        if is_excluded(test) or not _count_tests(graph, test):
            if test in own or distance == 0:
                found.excluded.append(test)
            continue
        if test in own or distance <= FARTHEST or _is_below(test, pure):
            cost = weights.get(test, _count_tests(graph, test) * ESTIMATED_S)
            places[test] = (-1 if test in own else distance, cost)
        else:
            found.left.append(test)
    _fill(found, places, pure, limit)
    return found


def _fill(
    found: Selection, places: Mapping[str, tuple[int, float]], pure: tuple[str, ...], limit: float
) -> None:
    """Hand out files in the order of their places, each to the worker with less to do."""
    loads = [0.0] * WORKERS
    started = 0.0
    for test in sorted(places, key=lambda one: (*places[one], one)):
        distance, cost = places[test]
        start = started or (0.0 if _is_below(test, pure) else DATABASE_S)
        worker = loads.index(min(loads))
        if distance >= 0 and loads[worker] + cost + start > limit:
            found.left.append(test)
            continue
        started = start
        loads[worker] += cost
        found.chosen.append(test)
    found.seconds = max(loads) + started


def _is_below(path: str, folders: tuple[str, ...]) -> bool:
    return path.startswith(tuple(f"{folder}/" for folder in folders)) or path in folders


def _count_tests(graph: Graph, test: str) -> int:
    """The tests of a file; none where all it has asks for a browser or servers."""
    return sum(not asked & EXCLUDED_FIXTURES for asked in graph.sources[test].tests)
