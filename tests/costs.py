"""The costs of the suite: ``make test-costs`` (``pytest -p tests.costs``).

Counts seconds of wall and of processor for each phase of each test, and prints them by kind, by
folder and by file. Processor seconds are those of the test worker and of all processes below it
(browser, servers that a test started), read from /proc, so on Linux only. The session's PostgreSQL
and Valkey are not below a worker: they are in the machine's total alone.

At the end it writes ``tests/weights.tsv``, which ``tests/order.py`` reads to find the heavy files.
"""

import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.order import WEIGHTS, uses_servers

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
#: Faster files have no line in the weights: their order does not matter.
LIGHT_S = 2.0
#: Rows of a printed table.
HEAVIEST = 60
BROWSER = {"browser", "playwright"}
DATABASE = {"db", "transactional_db", "django_db_setup", "live_server"}


def processor_seconds(root: int) -> float:
    """Return user and system seconds of the process ``root`` and its descendants, ended ones
    included."""
    children: dict[int, list[int]] = defaultdict(list)
    ticks: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # the process ended meanwhile
            continue
        pid = int(entry.name)
        children[int(fields[1])].append(pid)
        ticks[pid] = sum(map(int, fields[11:15]))
    pending, total = [root], 0
    while pending:
        pid = pending.pop()
        total += ticks.get(pid, 0)
        pending += children[pid]
    return total / TICKS_PER_S


def name_kind(item: pytest.Item) -> str:
    """Return what a test needs: a browser, processes of its own, the database or nothing."""
    fixtures = set(getattr(item, "fixturenames", ()))
    processes = uses_servers(item) or (
        item.path.parent.name in {"config", "e2e"} and not fixtures & DATABASE
    )
    if fixtures & BROWSER:
        return "browser and servers" if processes or "live_server" in fixtures else "browser"
    if processes:
        return "servers"
    return "database" if fixtures & DATABASE else "pure"


class Costs:
    """Adds ``processor`` and ``kind`` to every report; prints the tables on the controller."""

    def __init__(self) -> None:
        self._before = processor_seconds(os.getpid())
        #: wall, processor and number of tests
        self._by_kind: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0])
        self._by_folder: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0])
        self._by_file: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        report = yield
        now = processor_seconds(os.getpid())
        # A process that ends without being waited for reduces the sum.
        report.cost = [name_kind(item), max(0.0, now - self._before)]
        self._before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        kind, processor = getattr(report, "cost", ("", 0.0))
        file = report.nodeid.partition("::")[0]
        folder = "/".join(file.split("/")[:3]).removesuffix("/" + Path(file).name)
        for table, key in (
            (self._by_kind, kind),
            (self._by_folder, folder),
            (self._by_file, file),
        ):
            row = table[key]
            row[0] += report.duration
            row[1] += processor
            row[2] += report.when == "call"

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, exitstatus: int
    ) -> None:
        if hasattr(terminalreporter.config, "workerinput"):
            return  # a test worker knows its own tests only
        for title, table in (
            ("kind", self._by_kind),
            ("folder", self._by_folder),
            ("file", self._by_file),
        ):
            terminalreporter.section(f"costs by {title}: processor s, wall s, tests")
            for name, (wall, processor, tests) in _by_processor(table)[:HEAVIEST]:
                terminalreporter.write_line(f"{processor:9.1f} {wall:9.1f} {tests:6.0f}  {name}")
        terminalreporter.write_line(f"{self._processor():9.1f} s of processor in all")
        whole = terminalreporter.config.args_source is not pytest.Config.ArgsSource.ARGS
        if whole and exitstatus == pytest.ExitCode.OK:
            self._write_weights()

    def _processor(self) -> float:
        return sum(processor for _, processor, _ in self._by_file.values())

    def _write_weights(self) -> None:
        lines = [
            f"{file}\t{wall:.0f}\n"
            for file, (wall, _, _) in sorted(self._by_file.items())
            if wall >= LIGHT_S
        ]
        WEIGHTS.write_text("".join(lines))


def _by_processor(table: dict[str, list[float]]) -> list[tuple[str, list[float]]]:
    return sorted(table.items(), key=lambda row: -row[1][1])


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(), "costs")
