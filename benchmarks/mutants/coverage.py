"""The lines of the product that each test runs, and the duration of each test."""

import sys
import time
from collections import defaultdict
from collections.abc import Collection, Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from types import CodeType
from typing import Any

import pytest

from benchmarks.mutants.areas import ROOT
from benchmarks.mutants.sites import Mutant

TOOL_ID = 4
SHARED_SCOPES = {"module", "package", "session"}
STAGES = ("room", "first_turn", "first_results", "sanctioned_turns")
type Line = tuple[str, int]
type Answer = dict[str, Any]


class CoveragePlugin:
    """A pytest plugin that records the lines that tests run.

    Lines run by a fixture that several tests share (of a module, of the session, a room restored by
    tests/snapshots.py) are covered by each test that uses it, although it ran once: ``shared``, by
    fixture and folder or file.
    """

    def __init__(self, codes: Iterable[CodeType]) -> None:
        self.lines: dict[str, set[Line]] = {}
        self.shared: dict[str, set[Line]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self._hits: set[Line] = set()
        sys.monitoring.use_tool_id(TOOL_ID, "mutants")
        sys.monitoring.register_callback(TOOL_ID, sys.monitoring.events.LINE, self._record_line)
        for code in codes:
            sys.monitoring.set_local_events(TOOL_ID, code, sys.monitoring.events.LINE)

    def _record_line(self, code: CodeType, line: int) -> Any:
        self._hits.add((code.co_filename, line))
        return sys.monitoring.DISABLE

    def _take_hits(self) -> set[Line]:
        hits, self._hits = self._hits, set()
        sys.monitoring.restart_events()
        return hits

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._take_hits()
        self.lines[item.nodeid] = set()
        start = time.perf_counter()
        result = yield
        self.seconds[item.nodeid] = time.perf_counter() - start
        self.lines[item.nodeid] |= self._take_hits()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        item = request._pyfuncitem  # noqa: SLF001 - of a shared fixture `node` is not the test
        is_shared, is_stage = fixturedef.scope in SHARED_SCOPES, fixturedef.argname == "_stage"
        if is_shared or is_stage:
            self.lines[item.nodeid] |= self._take_hits()
        result = yield
        if is_shared:
            scope_path = item.path if fixturedef.scope == "module" else Path()
            name = f"{fixturedef.argname}@{scope_path}"
            self.shared.setdefault(name, set()).update(self._take_hits())
        elif is_stage:  # a room built for this test, and stored for the later ones
            hits = self._take_hits()
            self.lines[item.nodeid] |= hits
            self.shared.setdefault(name_stage(item), set()).update(hits)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def to_json(self) -> Answer:
        """Return the results as they are stored in a file."""
        return {
            "lines": {nodeid: _group_by_file(lines) for nodeid, lines in self.lines.items()},
            "shared": {name: _group_by_file(lines) for name, lines in self.shared.items()},
            "seconds": self.seconds,
            "failed": sorted(self.failed),
        }


def name_stage(item: pytest.Item) -> str:
    """Return the name of the stage of tests/snapshots.py that the test begins with, or ""."""
    fixtures = getattr(item, "fixturenames", ())
    stages = [name for name in STAGES if name in fixtures]
    return f"stage {stages[-1]}" if stages and "_stage" in fixtures else ""


def list_shared_keys(item: pytest.Item) -> list[str]:
    """Return the keys of ``shared`` whose lines this test covers too."""
    fixtures = getattr(item, "fixturenames", ())
    return [
        *(f"{name}@{scope_path}" for name in fixtures for scope_path in (item.path, Path())),
        name_stage(item),
    ]


def _group_by_file(lines: Iterable[Line]) -> dict[str, list[int]]:
    by_file: dict[str, list[int]] = {}
    for file, line in sorted(lines):
        by_file.setdefault(Path(file).relative_to(ROOT).as_posix(), []).append(line)
    return by_file


@dataclass
class Coverage:
    """Seconds of each test without mutants, and the tests by file and line of the product."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    failed: set[str] = field(default_factory=set)

    def add(self, answers: Iterable[Answer], shared: dict[str, list[str]]) -> None:
        tests_by_fixture: dict[str, list[str]] = defaultdict(list)
        for test, names in shared.items():
            for name in names:
                tests_by_fixture[name].append(test)
        for answer in answers:
            self.seconds |= answer["seconds"]
            self.failed |= set(answer["failed"])
            covered_by = [(covered, [test]) for test, covered in answer["lines"].items()]
            covered_by += [
                (lines, tests_by_fixture[name]) for name, lines in answer["shared"].items()
            ]
            for covered, tests in covered_by:
                for path, numbers in covered.items():
                    for number in numbers:
                        self.lines[path][number].update(tests)

    def list_tests(self, mutant: Mutant) -> list[str]:
        """List the tests that cover the mutant: its module's file first, then the fastest."""
        tests_by_line = self.lines.get(mutant.path, {})
        covering = set().union(*(tests_by_line.get(line, ()) for line in mutant.lines))
        module_test = f"test_{PurePath(mutant.path).stem}"

        def get_order(test: str) -> tuple[bool, float]:
            return PurePath(get_file(test)).stem != module_test, self.seconds.get(test, 9e9)

        return sorted(covering - self.failed, key=get_order)


def select_files(answer: Answer, files: Collection[str]) -> Answer:
    """Return a stored answer with the tests of these files only."""
    selected = {test for test in answer["seconds"] if get_file(test) in files}
    return answer | {
        "lines": {test: answer["lines"][test] for test in selected},
        "seconds": {test: answer["seconds"][test] for test in selected},
        "failed": [test for test in answer["failed"] if test in selected],
    }


def get_file(test: str) -> str:
    return test.split("::", maxsplit=1)[0]
