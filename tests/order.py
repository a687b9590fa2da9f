"""The order in which the files of the suite run: heavy files first.

Files that share servers come before the others, those of one kind of servers together. Before a
file without a kind its servers stop: they would see, and change, the rows of its tests.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Seconds that files took, by their path; written by ``make test-costs``.
WEIGHTS = ROOT / "tests" / "weights.tsv"
#: Fixtures that start servers for more than one test, and which servers these are.
SERVERS = {"live_stack": "stack", "web": "web servers", "webs": "web servers"}
#: Seconds that are assumed of a test in a file without a weight.
ASSUMED_S = 0.02
#: The servers that the tests of a file ask for.
_servers_of: dict[Path, set[str]] = {}
#: How to stop the servers that run, and which ones they are.
_running: dict[Callable[[], None], str] = {}


def sort_by_weight(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests file by file, as ``--dist loadfile`` hands them out."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
        if fixtures := SERVERS.keys() & set(getattr(item, "fixturenames", ())):
            _servers_of.setdefault(item.path, set()).update(SERVERS[name] for name in fixtures)
    order = sorted(files, key=lambda path: _place(path, files[path]))
    return [item for path in order for item in files[path]]


def is_served(item: pytest.Item) -> bool:
    """Whether the test asks for servers that several tests share."""
    return not SERVERS.keys().isdisjoint(getattr(item, "fixturenames", ()))


def keep_server(fixture: str, stop: Callable[[], None]) -> None:
    """Remember how to stop a server that runs; it must be able to start again afterwards."""
    _running[stop] = SERVERS[fixture]


def stop_servers(*, before: pytest.Item) -> None:
    """Stop the servers that run and that no test of the same file asks for."""
    needed = _servers_of.get(before.path, set())
    for stop in [stop for stop, servers in _running.items() if servers not in needed]:
        del _running[stop]
        stop()


def _place(path: Path, items: list[pytest.Item]) -> tuple[bool, list[str], float, str]:
    name = path.relative_to(ROOT).as_posix()
    weight = read_weights().get(name, ASSUMED_S * len(items))
    servers = sorted(_servers_of.get(path, ()))
    return not servers, servers, -weight, name


@cache
def read_weights() -> dict[str, float]:
    """Seconds by path."""
    lines = WEIGHTS.read_text().splitlines()
    return {name: float(seconds) for name, seconds in (line.split("\t") for line in lines)}
