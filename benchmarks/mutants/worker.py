"""A process that has collected the tests once, and forks itself for every mutant.

``python -m benchmarks.mutants.worker FD``: orders and answers are lines of JSON on that socket.
A mutant is put into functions that are already there: their code is replaced, they stay.
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

from benchmarks.mutants.areas import FOLDERS, OTHER_PROCESSES, ROOT, modules
from benchmarks.mutants.coverage import Covering, shares
from benchmarks.mutants.sites import Mutant, mutated, sql_alternatives

type Place = tuple[str, str, int]
type Answer = dict[str, Any]
PR_SET_PDEATHSIG = 1  # of Linux: the fork ends with its worker
STAGES = {"_stage", "room", "first_turn", "first_results", "books"}


def import_module(path: str) -> None:
    """Import the module of this file."""
    importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))


def find_functions(paths: set[str]) -> dict[Place, list[FunctionType]]:
    """Every live function of these files, also those that decorators made or hid."""
    files = {str(ROOT / path) for path in paths}
    found: dict[Place, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in files:
            found.setdefault(_place(one.__code__), []).append(one)
    return found


def put_in(mutant: Mutant, functions: dict[Place, list[FunctionType]]) -> bool:
    """Replace what the mutant changes; False when nothing that lives is changed by it."""
    file = ROOT / mutant.path
    source = file.read_text()
    if mutant.name:
        return _set_constant(mutant, source)
    tree = mutated(source, mutant.node, mutant.variant)
    old = compile(source, str(file), "exec", dont_inherit=True)
    new = compile(tree, str(file), "exec", dont_inherit=True)
    done = False
    for before, after in _changed(old, new):
        for function in functions.get(_place(before), ()):
            if function.__code__ != before:  # another one of the same line
                continue
            if len(before.co_freevars) != len(after.co_freevars):
                return False
            function.__code__ = after
            done = True
    return done


def _set_constant(mutant: Mutant, source: str) -> bool:
    node = next(one for n, one in enumerate(ast.walk(ast.parse(source))) if n == mutant.node)
    assert isinstance(node, ast.Constant)
    module = importlib.import_module(mutant.path.removesuffix(".py").replace("/", "."))
    setattr(module, mutant.name, list(sql_alternatives(str(node.value)))[mutant.variant])
    return True


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Pairs of codes that differ, the outer before the inner; the module's own is left out."""
    olds, news = _inner(old), _inner(new)
    if len(olds) != len(news):
        return
    for before, after in zip(olds, news, strict=True):
        if before != after:
            yield before, after
            yield from _changed(before, after)


def _inner(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def codes(functions: dict[Place, list[FunctionType]], paths: set[str]) -> Iterator[CodeType]:
    """Every code object of these files that can run, inner ones included."""
    files = {str(ROOT / path) for path in paths}
    todo = [f.__code__ for all_ in functions.values() for f in all_]
    seen: set[int] = set()
    while todo:
        code = todo.pop()
        if id(code) not in seen and code.co_filename in files:
            seen.add(id(code))
            todo += _inner(code)
            yield code


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
        return seen.answer()

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
