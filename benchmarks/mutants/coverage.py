"""Which lines of the product each test runs, and how long it takes."""

import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from types import CodeType
from typing import Any

import pytest

from benchmarks.mutants.areas import ROOT
from benchmarks.mutants.sites import Mutant

TOOL = 4
SHARED_SCOPES = {"module", "package", "session"}
STAGES = ("room", "first_turn", "first_results", "books")
type Line = tuple[str, int]
type Answer = dict[str, Any]


class Covering:
    """A pytest plugin of a process that runs tests to see what they cover.

    What a fixture runs that several tests share (of a module, of the session, a room put back by
    tests/stages.py) is covered by each test that asks for it, although it ran once: ``shared``, by
    fixture and folder or file.
    """

    def __init__(self, codes: Iterable[CodeType]) -> None:
        self.lines: dict[str, set[Line]] = {}
        self.shared: dict[str, set[Line]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self._hits: set[Line] = set()
        sys.monitoring.use_tool_id(TOOL, "mutants")
        sys.monitoring.register_callback(TOOL, sys.monitoring.events.LINE, self._hit)
        for code in codes:
            sys.monitoring.set_local_events(TOOL, code, sys.monitoring.events.LINE)

    def _hit(self, code: CodeType, line: int) -> Any:
        self._hits.add((code.co_filename, line))
        return sys.monitoring.DISABLE

    def _take(self) -> set[Line]:
        taken, self._hits = self._hits, set()
        sys.monitoring.restart_events()
        return taken

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._take()
        self.lines[item.nodeid] = set()
        began = time.perf_counter()
        done = yield
        self.seconds[item.nodeid] = time.perf_counter() - began
        self.lines[item.nodeid] |= self._take()
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        item = request._pyfuncitem  # noqa: SLF001 - of a shared fixture `node` is not the test
        is_shared, is_stage = fixturedef.scope in SHARED_SCOPES, fixturedef.argname == "_stage"
        if is_shared or is_stage:
            self.lines[item.nodeid] |= self._take()
        done = yield
        if is_shared:
            where = item.path if fixturedef.scope == "module" else Path()
            self.shared.setdefault(f"{fixturedef.argname}@{where}", set()).update(self._take())
        elif is_stage:  # a room that was built for this test: it is kept for the later ones
            taken = self._take()
            self.lines[item.nodeid] |= taken
            self.shared.setdefault(stage(item), set()).update(taken)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def answer(self) -> Answer:
        """As it is kept in a file."""
        return {
            "lines": {nodeid: _by_file(lines) for nodeid, lines in self.lines.items()},
            "shared": {name: _by_file(lines) for name, lines in self.shared.items()},
            "seconds": self.seconds,
            "failed": sorted(self.failed),
        }


def stage(item: pytest.Item) -> str:
    """The room of tests/stages.py that the test begins with, ``""`` without any."""
    asked = getattr(item, "fixturenames", ())
    found = [one for one in STAGES if one in asked]
    return f"stage {found[-1]}" if found and "_stage" in asked else ""


def shares(item: pytest.Item) -> list[str]:
    """The names under which lines may be kept that this test covers too."""
    asked = getattr(item, "fixturenames", ())
    return [*(f"{one}@{where}" for one in asked for where in (item.path, Path())), stage(item)]


def _by_file(lines: Iterable[Line]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for file, line in sorted(lines):
        found.setdefault(Path(file).relative_to(ROOT).as_posix(), []).append(line)
    return found


@dataclass
class Coverage:
    """What the tests of one state of the tree do without mutants: seconds by test; the tests by
    file of the product and line."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    failed: set[str] = field(default_factory=set)

    def add(self, answers: Iterable[Answer], shared: dict[str, list[str]]) -> None:
        users: dict[str, list[str]] = defaultdict(list)
        for test, names in shared.items():
            for name in names:
                users[name].append(test)
        for answer in answers:
            self.seconds |= answer["seconds"]
            self.failed |= set(answer["failed"])
            own = [(found, [test]) for test, found in answer["lines"].items()]
            for found, tests in [*own, *((f, users[n]) for n, f in answer["shared"].items())]:
                for path, numbers in found.items():
                    for number in numbers:
                        self.lines[path][number].update(tests)

    def tests(self, mutant: Mutant) -> list[str]:
        """Those that meet the change: of the file named like its module first, then the fastest."""
        here = self.lines.get(mutant.path, {})
        met = set().union(*(here.get(line, ()) for line in mutant.lines)) - self.failed
        own = f"test_{PurePath(mutant.path).stem}"
        return sorted(
            met,
            key=lambda test: (PurePath(file_of(test)).stem != own, self.seconds.get(test, 9e9)),
        )


def only_files(answer: Answer, files: set[str]) -> Answer:
    """A kept answer without the tests of files that have changed."""
    return answer | {
        "lines": {test: at for test, at in answer["lines"].items() if file_of(test) in files},
        "seconds": {test: s for test, s in answer["seconds"].items() if file_of(test) in files},
        "failed": [test for test in answer["failed"] if file_of(test) in files],
    }


def file_of(test: str) -> str:
    return test.split("::", maxsplit=1)[0]
