"""The order in which the files of the suite run: heavy files first.

Files that share servers come before the others. At the first file without them the servers stop,
for they would see, and change, the rows of tests that are not about them.
"""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Seconds that files took, by their path; written by ``make test-costs``.
WEIGHTS = ROOT / "tests" / "weights.tsv"
#: Fixtures that start servers for more than one test.
SERVERS = frozenset({"web", "webs", "live_stack"})
#: Seconds that are assumed of a test in a file without a weight.
ASSUMED_S = 0.02
_served_files: set[Path] = set()
_running: set[Callable[[], None]] = set()


def sort_by_weight(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests file by file, as ``--dist loadfile`` hands them out."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
        if is_served(item):
            _served_files.add(item.path)
    order = sorted(files, key=lambda path: _place(path, files[path]))
    return [item for path in order for item in files[path]]


def is_served(item: pytest.Item) -> bool:
    """Whether the test asks for servers that several tests share."""
    return not SERVERS.isdisjoint(getattr(item, "fixturenames", ()))


def keep_server(stop: Callable[[], None]) -> None:
    """Remember how to stop a server that runs; it must be able to start again afterwards."""
    _running.add(stop)


def stop_servers(*, before: pytest.Item) -> None:
    """Stop the servers that run, unless a test of the same file asks for them."""
    if before.path not in _served_files:
        while _running:
            _running.pop()()


def stop_other_servers(own: Iterable[Callable[[], None]]) -> None:
    """Stop the servers that run, except those that ``own`` stops: they too act on the database."""
    for stop in _running.difference(own):
        _running.discard(stop)
        stop()


def _place(path: Path, items: list[pytest.Item]) -> tuple[bool, float, str]:
    name = path.relative_to(ROOT).as_posix()
    weight = read_weights().get(name, ASSUMED_S * len(items))
    return path not in _served_files, -weight, name


@cache
def read_weights() -> dict[str, float]:
    """Seconds by path."""
    lines = WEIGHTS.read_text().splitlines()
    return {name: float(seconds) for name, seconds in (line.split("\t") for line in lines)}
