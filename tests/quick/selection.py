"""The test files of a change, the nearest first, up to the limit."""

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
    """``chosen``: in order of distance; ``skipped``: over the limit, or too far;
    ``excluded``: the tests of the change that need a browser or servers; ``untraced``: changed
    files that may touch anything; ``seconds``: estimate for the busier worker."""

    chosen: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
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
    """Select test files; ``weights``: seconds by file; ``pure``: folders without database.

    For an untraceable change the pure tests are added. Changed tests are always chosen.
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
    changed_tests = {path for path in changed if is_test_file(path) and path in graph.sources}
    selection = Selection(untraced=untraced)
    for test, distance in distances.items():
        if is_excluded(test) or not _count_tests(graph, test):
            if test in changed_tests or distance == 0:
                selection.excluded.append(test)
            continue
        if test in changed_tests or distance <= FARTHEST or _is_below(test, pure):
            cost = weights.get(test, _count_tests(graph, test) * ESTIMATED_S)
            places[test] = (-1 if test in changed_tests else distance, cost)
        else:
            selection.skipped.append(test)
    _fill(selection, places, pure, limit)
    return selection


def _fill(
    selection: Selection,
    places: Mapping[str, tuple[int, float]],
    pure: tuple[str, ...],
    limit: float,
) -> None:
    """Assign files in the order of their places, each to the worker with less to do."""
    loads = [0.0] * WORKERS
    started = 0.0
    for test in sorted(places, key=lambda path: (*places[path], path)):
        distance, cost = places[test]
        start = started or (0.0 if _is_below(test, pure) else DATABASE_S)
        worker = loads.index(min(loads))
        if distance >= 0 and loads[worker] + cost + start > limit:
            selection.skipped.append(test)
            continue
        started = start
        loads[worker] += cost
        selection.chosen.append(test)
    selection.seconds = max(loads) + started


def _is_below(path: str, folders: tuple[str, ...]) -> bool:
    return path.startswith(tuple(f"{folder}/" for folder in folders)) or path in folders


def _count_tests(graph: Graph, test: str) -> int:
    """Count the tests of a file that need neither browser nor servers."""
    return sum(not fixtures & EXCLUDED_FIXTURES for fixtures in graph.sources[test].tests)
