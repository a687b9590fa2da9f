"""A process that has collected the tests once, and forks itself for every mutant.

``python -m benchmarks.mutants.worker FD``: orders and answers are lines of JSON on that socket.
A mutant replaces the code of live functions.
"""

import ast
import contextlib
import ctypes
import faulthandler
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any, cast

import psycopg
import pytest

from benchmarks.mutants.areas import OTHER_PROCESS_FIXTURES, ROOT, TEST_FOLDERS, list_modules
from benchmarks.mutants.coverage import STAGES, Answer, CoveragePlugin, list_shared_keys
from benchmarks.mutants.operators import list_sql_alternatives
from benchmarks.mutants.sites import Mutant, build_mutated_tree

type CodePlace = tuple[str, str, int]
PR_SET_PDEATHSIG = 1  # Linux: the fork ends with its worker


def import_module(path: str) -> None:
    """Import the module of this file."""
    importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))


def find_functions(paths: set[str]) -> dict[CodePlace, list[FunctionType]]:
    """Return every live function of these files, decorated and wrapped ones included."""
    files = {str(ROOT / path) for path in paths}
    functions_by_place: dict[CodePlace, list[FunctionType]] = {}
    for value in gc.get_objects():
        if isinstance(value, FunctionType) and value.__code__.co_filename in files:
            functions_by_place.setdefault(_get_place(value.__code__), []).append(value)
    return functions_by_place


def apply_mutant(mutant: Mutant, functions: dict[CodePlace, list[FunctionType]]) -> bool:
    """Replace the mutant's code; return False if no live object changes."""
    file = ROOT / mutant.path
    source = file.read_text()
    if mutant.name:
        return _set_constant(mutant, source)
    tree = build_mutated_tree(source, mutant.node, mutant.variant)
    old = compile(source, str(file), "exec", dont_inherit=True)
    new = compile(tree, str(file), "exec", dont_inherit=True)
    is_changed = False
    for before, after in _list_changed_codes(old, new):
        for function in functions.get(_get_place(before), ()):
            if function.__code__ != before:  # another function of the same line
                continue
            if len(before.co_freevars) != len(after.co_freevars):
                return False
            function.__code__ = after
            is_changed = True
    return is_changed


def _set_constant(mutant: Mutant, source: str) -> bool:
    node = next(
        candidate for n, candidate in enumerate(ast.walk(ast.parse(source))) if n == mutant.node
    )
    assert isinstance(node, ast.Constant)
    module = importlib.import_module(mutant.path.removesuffix(".py").replace("/", "."))
    setattr(module, mutant.name, list(list_sql_alternatives(str(node.value)))[mutant.variant])
    return True


def _list_changed_codes(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield pairs of codes that differ, outer before inner, without the module's own."""
    old_codes, new_codes = _list_inner(old), _list_inner(new)
    if len(old_codes) != len(new_codes):
        return
    for before, after in zip(old_codes, new_codes, strict=True):
        if before != after:
            yield before, after
            yield from _list_changed_codes(before, after)


def _list_inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _get_place(code: CodeType) -> CodePlace:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def list_codes(
    functions: dict[CodePlace, list[FunctionType]], paths: set[str]
) -> Iterator[CodeType]:
    """Yield every code object of these files, inner ones included."""
    files = {str(ROOT / path) for path in paths}
    remaining = [f.__code__ for group in functions.values() for f in group]
    visited: set[int] = set()
    while remaining:
        code = remaining.pop()
        if id(code) not in visited and code.co_filename in files:
            visited.add(id(code))
            remaining += _list_inner(code)
            yield code


class Worker:
    """A pytest plugin that replaces pytest's loop over the tests."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders.makefile("r")
        self._answers = orders
        self._items: dict[str, pytest.Item] = {}
        self._session: pytest.Session
        self._paths = set(list_modules())
        self._database = ""

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "flaky: read by a plugin that is left out here")

    def pytest_collection(self) -> None:
        """Disable the shrinking of Hypothesis before any test is collected."""
        from hypothesis import Phase, settings

        phases, suite = (Phase.explicit, Phase.generate), settings.get_profile("suite")
        settings.register_profile("mutants", parent=suite, phases=phases, deadline=None)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._session = session
        self._items = {
            item.nodeid: item
            for item in session.items
            if not OTHER_PROCESS_FIXTURES & set(getattr(item, "fixturenames", ()))
        }
        for path in self._paths:
            import_module(path)
        self._warm_up()
        gc.unfreeze()
        self._functions = find_functions(self._paths)
        gc.freeze()
        tests = {nodeid: list_shared_keys(item) for nodeid, item in self._items.items()}
        self._send({"tests": tests})
        for line in self._orders:
            self._send(self._execute_order(json.loads(line)))
        os._exit(0)

    def _warm_up(self) -> None:
        """Run one test, so that the database is migrated; then close all connections."""
        from django.db import connections

        first = next(
            item
            for item in self._items.values()
            if {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
            and not {"_stage", *STAGES} & set(getattr(item, "fixturenames", ()))
        )
        self._run(first)
        connection = connections["default"]
        self._database = connection.settings_dict["NAME"]
        connections.close_all()
        connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's only
        if threading.active_count() > 1:
            raise RuntimeError(f"threads would be lost in a fork: {threading.enumerate()}")
        self._execute_sql(f"CREATE DATABASE {self._database}_kept TEMPLATE {self._database}")

    def _execute_sql(self, *statements: str) -> None:
        with psycopg.connect(os.environ["MUTANTS_SERVER"], autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def _reset_database(self) -> None:
        """Restore the database as the migrations leave it."""
        self._execute_sql(
            f"DROP DATABASE IF EXISTS {self._database} WITH (FORCE)",
            f"CREATE DATABASE {self._database} TEMPLATE {self._database}_kept",
        )

    def _run(self, item: pytest.Item) -> None:
        """Run one test; only the session's fixtures stay, so that any test may follow."""
        nextitem = cast(pytest.Item, self._session)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)

    def _send(self, answer: Answer) -> None:
        self._answers.sendall(json.dumps(answer).encode() + b"\n")

    def _execute_order(self, order: dict[str, Any]) -> Answer:
        items = [self._items[nodeid] for nodeid in order["tests"]]
        mutant = Mutant(**order["mutant"]) if order.get("mutant") else None
        self._reset_database()
        if order["action"] == "cover":
            return self._fork(lambda _: self._measure_coverage(items), order["timeout"])
        return self._fork(lambda send: self._judge(items, mutant, send), order["timeout"])

    def _measure_coverage(self, items: list[pytest.Item]) -> Answer:
        plugin = CoveragePlugin(list_codes(self._functions, self._paths))
        self._session.config.pluginmanager.register(plugin)
        for item in items:
            self._run(item)
        return plugin.to_json()

    def _judge(
        self, items: list[pytest.Item], mutant: Mutant | None, send: Callable[[Answer], None]
    ) -> Answer:
        """Run the tests until one fails, with the mutant if there is one."""
        if mutant and not apply_mutant(mutant, self._functions):
            return {"verdict": "not applied"}
        failures = _Failures()
        self._session.config.pluginmanager.register(failures)
        for number, item in enumerate(items):
            send({"verdict": "timeout", "test": item.nodeid, "run": number})
            self._run(item)
            if failures.reasons:
                return {"verdict": "caught", "test": item.nodeid, "reason": failures.reasons[0]}
        return {"verdict": "survived", "run": len(items)}

    def _fork(self, work: Callable[[Callable[[Answer], None]], Answer], timeout: float) -> Answer:
        """Return the last answer of a forked process, after at most ``timeout`` seconds."""
        read_end, write_end = os.pipe()
        start = time.monotonic()
        pid = os.fork()
        if not pid:
            self._run_child(work, write_end)
        os.close(write_end)
        text, is_timeout = _read_until_closed(read_end, timeout)
        os.close(read_end)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        answers = [json.loads(line) for line in text.splitlines() if line.endswith(b"}")]
        answer: Answer = answers[-1] if answers else {"verdict": "timeout", "test": "", "run": 0}
        if answer.get("verdict") == "timeout" and not is_timeout:
            answer["verdict"] = "died"
        return answer | {"elapsed_s": time.monotonic() - start}

    def _run_child(
        self, work: Callable[[Callable[[Answer], None]], Answer], descriptor: int
    ) -> None:
        def send(answer: Answer) -> None:
            data = json.dumps(answer).encode() + b"\n"
            while data:
                data = data[os.write(descriptor, data) :]

        try:
            os.setpgid(0, 0)
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            send(work(send))
        except BaseException:  # noqa: BLE001 - nothing of the parent's may run here
            sys.excepthook(*sys.exc_info())
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)


class _Failures:
    """The reasons of failures, one line each."""

    def __init__(self) -> None:
        self.reasons: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.reasons.append(report.longreprtext.strip().rpartition("\n")[2][:200])


def _read_until_closed(source: int, timeout: float) -> tuple[bytes, bool]:
    """Read until the other end is closed; return the data, and True after a timeout."""
    deadline = time.monotonic() + timeout
    parts: list[bytes] = []
    while (remaining := deadline - time.monotonic()) > 0:
        if select.select([source], [], [], remaining)[0]:
            part = os.read(source, 1 << 20)
            if not part:
                return b"".join(parts), False
            parts.append(part)
    return b"".join(parts), True


def main() -> int:
    faulthandler.enable()
    orders = socket.socket(fileno=int(sys.argv[1]))
    arguments = [*TEST_FOLDERS, "-p", "no:cacheprovider", "-q", "-s", "--tb=line"]
    return int(pytest.main(arguments, plugins=[Worker(orders)]))


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
