"""The order of the suite's files: heavy files first.

Files that share servers come before the others, grouped by kind of servers. Before a file without
servers they are stopped: they would see, and change, the rows of its tests.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Seconds of each file; written by ``make test-costs``.
WEIGHTS = ROOT / "tests" / "weights.tsv"
#: Fixtures that start servers for several tests, and the kind of servers.
SERVERS = {"live_stack": "stack", "web": "web servers", "webs": "web servers"}
#: Seconds of a test in a file without a weight.
DEFAULT_S = 0.02
#: Kinds of servers that the tests of a file use.
_servers_of: dict[Path, set[str]] = {}
#: Running servers: function that stops them, and their kind.
_running: dict[Callable[[], None], str] = {}


def sort_by_weight(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests file by file, as ``--dist loadfile`` distributes them."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
        if fixtures := SERVERS.keys() & set(getattr(item, "fixturenames", ())):
            _servers_of.setdefault(item.path, set()).update(SERVERS[name] for name in fixtures)
    order = sorted(files, key=lambda path: _sort_key(path, files[path]))
    return [item for path in order for item in files[path]]


def uses_servers(item: pytest.Item) -> bool:
    """Return True if the test uses servers shared by several tests."""
    return not SERVERS.keys().isdisjoint(getattr(item, "fixturenames", ()))


def register_server(fixture: str, stop: Callable[[], None]) -> None:
    """Register a running server; after ``stop`` it must be able to start again."""
    _running[stop] = SERVERS[fixture]


def stop_servers(*, before: pytest.Item) -> None:
    """Stop the running servers that no test of the same file uses."""
    needed = _servers_of.get(before.path, set())
    for stop in [stop for stop, servers in _running.items() if servers not in needed]:
        del _running[stop]
        stop()


def _sort_key(path: Path, items: list[pytest.Item]) -> tuple[bool, list[str], float, str]:
    name = path.relative_to(ROOT).as_posix()
    weight = read_weights().get(name, DEFAULT_S * len(items))
    servers = sorted(_servers_of.get(path, ()))
    return not servers, servers, -weight, name


@cache
def read_weights() -> dict[str, float]:
    """Return the seconds of each file, by path."""
    lines = WEIGHTS.read_text().splitlines()
    return {name: float(seconds) for name, seconds in (line.split("\t") for line in lines)}
