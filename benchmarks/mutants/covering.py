"""Which lines of the product each test runs, and how long it takes."""

import sys
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from benchmarks.mutants.areas import ROOT

TOOL = 4
type Line = tuple[str, int]


class Covering:
    """A pytest plugin of a process that runs tests to see what they cover.

    What a fixture runs that several tests share (of a module, of the session, a room put back by
    tests/stages.py) is covered by each test that asks for it, although it ran once.
    """

    def __init__(self, codes: Iterable[CodeType]) -> None:
        self.lines: dict[str, set[Line]] = {}
        #: By fixture and folder or file; and which of these each test asks for.
        self.shared: dict[str, set[Line]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self._hits: set[Line] = set()
        self._began = 0.0
        self._stages = 0
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
        self._began = time.perf_counter()
        done = yield
        self.seconds[item.nodeid] = time.perf_counter() - self._began
        self.lines[item.nodeid] |= self._take()
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        item = request._pyfuncitem  # noqa: SLF001 - of a shared fixture `node` is not the test
        shared = fixturedef.scope in {"module", "package", "session"}
        if shared or fixturedef.argname == "_stage":
            self.lines[item.nodeid] |= self._take()
        done = yield
        if shared:
            where = item.path if fixturedef.scope == "module" else Path()
            self.shared.setdefault(f"{fixturedef.argname}@{where}", set()).update(self._take())
        elif fixturedef.argname == "_stage":
            self._take_stage(item)
        return done

    def _take_stage(self, item: pytest.Item) -> None:
        """Of a room that was built for this test: it is kept for the later ones."""
        taken = self._take()
        self.lines[item.nodeid] |= taken
        self.shared.setdefault(stage(item), set()).update(taken)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)


def stage(item: pytest.Item) -> str:
    """The room of tests/stages.py that the test begins with, ``""`` without any."""
    asked = getattr(item, "fixturenames", ())
    found = [one for one in ("room", "first_turn", "first_results", "books") if one in asked]
    return f"stage {found[-1]}" if found and "_stage" in asked else ""


def shares(item: pytest.Item) -> list[str]:
    """The names under which lines may be kept that this test covers too."""
    asked = getattr(item, "fixturenames", ())
    return [*(f"{one}@{where}" for one in asked for where in (item.path, Path())), stage(item)]


def short(lines: Iterable[Line]) -> dict[str, list[int]]:
    """Lines by file, as they are written to the file of a coverage."""
    found: dict[str, list[int]] = {}
    for file, line in sorted(lines):
        found.setdefault(Path(file).relative_to(ROOT).as_posix(), []).append(line)
    return found
