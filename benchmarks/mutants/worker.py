"""A process that has collected the tests once, and forks itself for every mutant.

``python -m benchmarks.mutants.worker FD``: orders and answers are lines of JSON on that socket.
"""

import contextlib
import ctypes
import faulthandler
import gc
import json
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, cast

import psycopg
import pytest

from benchmarks.mutants.areas import FOLDERS, OTHER_PROCESSES, ROOT, modules
from benchmarks.mutants.covering import Covering, shares, short
from benchmarks.mutants.sites import Mutant
from benchmarks.mutants.swap import codes, find_functions, import_module, put_in

type Answer = dict[str, Any]
PR_SET_PDEATHSIG = 1  # of Linux: the fork ends with its worker
STAGES = {"_stage", "room", "first_turn", "first_results", "books"}


class Worker:
    """The pytest plugin that takes the place of pytest's own loop over the tests."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders.makefile("r")
        self._answers = orders
        self._items: dict[str, pytest.Item] = {}
        self._session: pytest.Session
        self._paths = set(modules())
        self._database = ""

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "flaky: read by a plugin that is left out here")

    def pytest_collection(self) -> None:
        """Before any test is read: a failing example is not made smaller."""
        from hypothesis import Phase, settings

        settings.register_profile(
            "mutants",
            parent=settings.get_profile("suite"),
            phases=(Phase.explicit, Phase.generate),
            deadline=None,
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._session = session
        self._items = {
            item.nodeid: item
            for item in session.items
            if not OTHER_PROCESSES & set(getattr(item, "fixturenames", ()))
        }
        for path in self._paths:
            import_module(path)
        self._warm()
        gc.unfreeze()
        self._functions = find_functions(self._paths)
        gc.freeze()
        self._tell({"tests": {nodeid: shares(item) for nodeid, item in self._items.items()}})
        for line in self._orders:
            self._tell(self._obey(json.loads(line)))
        os._exit(0)

    def _warm(self) -> None:
        """Run one test: the database is migrated, and nobody stays connected to it."""
        from django.db import connections

        first = next(
            item
            for item in self._items.values()
            if {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
            and not STAGES & set(getattr(item, "fixturenames", ()))
        )
        self._run(first)
        connection = connections["default"]
        self._database = connection.settings_dict["NAME"]
        connections.close_all()
        connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's only
        if threading.active_count() > 1:
            raise RuntimeError(f"threads would be lost in a fork: {threading.enumerate()}")
        self._execute(f"CREATE DATABASE {self._database}_kept TEMPLATE {self._database}")

    def _execute(self, *statements: str) -> None:
        with psycopg.connect(os.environ["MUTANTS_SERVER"], autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def _renew(self) -> None:
        """A database as the migrations leave it, whatever the fork before did."""
        self._execute(
            f"DROP DATABASE IF EXISTS {self._database} WITH (FORCE)",
            f"CREATE DATABASE {self._database} TEMPLATE {self._database}_kept",
        )

    def _run(self, item: pytest.Item) -> None:
        """One test; the session alone outlives it, so that the next may be any other."""
        nextitem = cast(pytest.Item, self._session)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)

    def _tell(self, answer: Answer) -> None:
        self._answers.sendall(json.dumps(answer).encode() + b"\n")

    def _obey(self, order: dict[str, Any]) -> Answer:
        items = [self._items[nodeid] for nodeid in order["tests"]]
        mutant = Mutant(**order["mutant"]) if order.get("mutant") else None
        self._renew()
        if order["do"] == "cover":
            return self._fork(lambda _: self._cover(items), order["timeout"])
        return self._fork(lambda tell: self._judge(items, mutant, tell), order["timeout"])

    def _cover(self, items: list[pytest.Item]) -> Answer:
        seen = Covering(codes(self._functions, self._paths))
        self._session.config.pluginmanager.register(seen)
        for item in items:
            self._run(item)
        return {
            "lines": {nodeid: short(lines) for nodeid, lines in seen.lines.items()},
            "shared": {name: short(lines) for name, lines in seen.shared.items()},
            "seconds": seen.seconds,
            "failed": sorted(seen.failed),
        }

    def _judge(
        self, items: list[pytest.Item], mutant: Mutant | None, tell: Callable[[Answer], None]
    ) -> Answer:
        """Run the tests until one fails, with the mutant put in or, without any, as they are."""
        if mutant and not put_in(mutant, self._functions):
            return {"verdict": "not put in"}
        failures = _Failures()
        self._session.config.pluginmanager.register(failures)
        for number, item in enumerate(items):
            tell({"verdict": "timeout", "test": item.nodeid, "run": number})
            self._run(item)
            if failures.words:
                return {"verdict": "caught", "test": item.nodeid, "why": failures.words[0]}
        return {"verdict": "survived", "run": len(items)}

    def _fork(self, work: Callable[[Callable[[Answer], None]], Answer], timeout: float) -> Answer:
        """What the forked process tells last; it may take ``timeout`` seconds."""
        ours, theirs = os.pipe()
        began = time.monotonic()
        pid = os.fork()
        if not pid:
            self._be_the_fork(work, theirs)
        os.close(theirs)
        text, over = _read(ours, timeout)
        os.close(ours)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        told = [json.loads(line) for line in text.splitlines() if line.endswith(b"}")]
        answer: Answer = told[-1] if told else {"verdict": "timeout", "test": "", "run": 0}
        if answer.get("verdict") == "timeout" and not over:
            answer["verdict"] = "died"
        return answer | {"took": time.monotonic() - began}

    def _be_the_fork(self, work: Callable[[Callable[[Answer], None]], Answer], told: int) -> None:
        def tell(answer: Answer) -> None:
            data = json.dumps(answer).encode() + b"\n"
            while data:
                data = data[os.write(told, data) :]

        try:
            os.setpgid(0, 0)
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            tell(work(tell))
        except BaseException:  # noqa: BLE001 - nothing of the parent's may run here
            sys.excepthook(*sys.exc_info())
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)


class _Failures:
    """Why tests failed, a line each."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.words.append(report.longreprtext.strip().rpartition("\n")[2][:200])


def _read(source: int, timeout: float) -> tuple[bytes, bool]:
    """Everything until the other end is closed, and whether the time was over before."""
    deadline = time.monotonic() + timeout
    parts: list[bytes] = []
    while (left := deadline - time.monotonic()) > 0:
        if select.select([source], [], [], left)[0]:
            part = os.read(source, 1 << 20)
            if not part:
                return b"".join(parts), False
            parts.append(part)
    return b"".join(parts), True


def main() -> int:
    faulthandler.enable()
    orders = socket.socket(fileno=int(sys.argv[1]))
    arguments = [*FOLDERS, "-p", "no:cacheprovider", "-q", "-s", "--tb=line"]
    return int(pytest.main(arguments, plugins=[Worker(orders)]))


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
