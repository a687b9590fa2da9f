"""Gives the workers their orders: first what the tests cover, then the mutants."""

import hashlib
import json
import os
import queue
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from benchmarks.mutants.areas import ROOT, name_shared
from benchmarks.mutants.coverage import Answer, Coverage, file_of, only_files
from benchmarks.mutants.sites import Mutant
from config.embedded.services import Services, Urls

FOLDER = ROOT / ".local" / "mutants"
#: The tests of a mutant may take so long at least, and so many times what is planned.
LEAST_S, FACTOR = 20.0, 5.0
#: Seconds for the tests of one part of the coverage, and how many files a part has.
COVER_S, FILES = 900.0, 4
#: Seconds for one test without a mutant.
ALONE_S = 300.0


class Client:
    """One worker: a process of its own, with its own database and number of Valkey's."""

    def __init__(self, number: int, urls: Urls) -> None:
        self._socket, theirs = socket.socketpair()
        database = urlsplit(urls.database_url)
        environment = os.environ | {
            "DATABASE_URL": urlunsplit(database._replace(path=f"/mutants_{number}")),
            "REDIS_URL": urlunsplit(urlsplit(urls.redis_url)._replace(path=f"/{number}")),
            "MUTANTS_SERVER": urlunsplit(database._replace(path="/postgres")),
            "OWN_SERVERS": "1",
            "PGOPTIONS": "-c deadlock_timeout=2s",
        }
        self.log = FOLDER / f"worker-{number}.log"
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.mutants.worker", str(theirs.fileno())],
                cwd=ROOT, env=environment, pass_fds=[theirs.fileno()], stdout=log, stderr=log,
            )  # fmt: skip
        theirs.close()
        self._lines = self._socket.makefile("r")

    def answer(self) -> Answer:
        line = self._lines.readline()
        if not line:
            raise RuntimeError(f"a worker died: {self.log}")
        answer: Answer = json.loads(line)
        return answer

    def ask(self, **order: object) -> Answer:
        self._socket.sendall(json.dumps(order).encode() + b"\n")
        return self.answer()

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


class Known:
    """The verdicts in a file, of one content of the tree; a line is added for each new one."""

    def __init__(self, path: Path, content: str) -> None:
        self._path, self._content = path, content
        lines = path.read_text().splitlines() if path.exists() else ()
        rows = [row for row in map(json.loads, lines) if row["content"] == content]
        self._rows = {row["key"]: row for row in rows}
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))

    def find(self, key: str, budget: float) -> dict[str, Any] | None:
        """None also for what survived some of its tests, where ``budget`` now lets more run."""
        row = self._rows.get(key)
        if row and row["verdict"] == "survived" and row["capped"] and row["budget"] < budget:
            return None
        return row

    def note(self, row: dict[str, Any]) -> None:
        with self._path.open("a") as file:
            file.write(json.dumps(row | {"content": self._content}) + "\n")


class Programme:
    """A run; ``say`` prints a line for whoever waits. ``unsound``: tests that fail without any
    mutant when they run alone.

    The tests of one mutant are as many as are planned to take ``budget`` seconds.
    """

    def __init__(self, jobs: int, budget: float, say: Callable[[str], None]) -> None:
        self._say, self._budget = say, budget
        FOLDER.mkdir(parents=True, exist_ok=True)
        self._services = Services(ROOT / ".local" / "tests" / str(os.getpid()), durable=False)
        urls = self._services.start()
        self._clients = [Client(number, urls) for number in range(jobs)]
        self.shares: dict[str, list[str]] = {}
        self.coverage = Coverage()
        self._sound: set[str] = set()
        self.unsound: set[str] = set()

    def prepare(self) -> None:
        """The workers have collected; the coverage is read, or made where none is kept."""
        for client in self._clients:
            self.shares = client.answer()["tests"]
        self._say(f"{len(self.shares)} tests")
        kept = FOLDER / f"coverage-{name_shared()}.json"
        known = json.loads(kept.read_text()) if kept.exists() else {"files": {}, "answers": []}
        now = {
            name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
            for name in dict.fromkeys(map(file_of, self.shares))
        }
        same = {name for name, digest in now.items() if known["files"].get(name) == digest}
        answers = [only_files(answer, same) for answer in known["answers"]]
        if missing := [name for name in now if name not in same]:
            answers += self._cover(missing)
            done = {file_of(test) for answer in answers for test in answer["seconds"]}
            noted = {name: digest for name, digest in now.items() if name in done}
            kept.write_text(json.dumps({"files": noted, "answers": answers}))
        self.coverage.add(answers, self.shares)

    def _cover(self, names: list[str]) -> list[Answer]:
        files: dict[str, list[str]] = defaultdict(list)
        for test in self.shares:
            files[file_of(test)].append(test)
        parts = [names[at : at + FILES] for at in range(0, len(names), FILES)]
        answers: list[Answer] = []

        def cover(client: Client, part: list[str]) -> None:
            tests = [test for name in part for test in files[name]]
            answer = client.ask(do="cover", tests=tests, timeout=COVER_S)
            if "lines" in answer:
                answers.append(answer)
            else:
                self._say(f"left out, not done after {COVER_S:.0f} s: {' '.join(part)}")
            self._say(f"{len(answers)}/{len(parts)} {answer['took']:.0f} s {part[0]}")

        self._each(parts, cover)
        return answers

    def _each[T](self, things: Iterable[T], work: Callable[[Client, T], None]) -> None:
        """Hand the things out to whichever worker is free; raises what the first to fail raised."""
        free: queue.SimpleQueue[Client] = queue.SimpleQueue()
        for client in self._clients:
            free.put(client)

        def serve(thing: T) -> None:
            client = free.get()
            try:
                work(client, thing)
            finally:
                free.put(client)

        pool = ThreadPoolExecutor(len(self._clients))
        try:
            for done in [pool.submit(serve, thing) for thing in things]:
                done.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def judge(
        self, orders: dict[str, list[Mutant]], count: int, minutes: float, known: Known
    ) -> list[dict[str, Any]]:
        """The verdict on the first mutants of every area, ``count`` in all.

        What a run before has found, stopped or not, is taken as it is.
        """
        end = time.monotonic() + minutes * 60
        left = {area: iter(order) for area, order in orders.items()}
        done: list[dict[str, Any]] = []

        def judge(client: Client, area: str) -> None:
            if time.monotonic() > end:
                return
            for mutant in left[area]:
                if found := known.find(mutant.key, self._budget):
                    done.append(found)
                    return
                verdict = self._verdict(client, mutant)
                if verdict["verdict"] != "not put in":
                    row = asdict(mutant) | {"key": mutant.key, "budget": self._budget} | verdict
                    done.append(row)
                    known.note(row)
                    capped = f", {row['capped']} tests not run" if row["capped"] else ""
                    where = f"{row['took']:.1f} s {row['area']}: {row['path']}:{row['line']}"
                    self._say(f"{len(done)}/{count} {where} {row['verdict']}{capped}")
                    return

        self._each([list(orders)[number % len(orders)] for number in range(count)], judge)
        return done

    def _verdict(self, client: Client, mutant: Mutant) -> Answer:
        while True:
            every = [test for test in self.coverage.tests(mutant) if test not in self.unsound]
            tests, planned = self._within_budget(every)
            answer = self._ask(client, mutant, tests, planned)
            answer["capped"] = len(every) - len(tests)
            if not every and answer["verdict"] == "survived":
                return answer | {"verdict": "not covered"}
            if answer["verdict"] != "caught" or self._is_sound(client, answer["test"]):
                return answer
            self._say(f"fails without a mutant, left out: {answer['test']}")
            self.unsound.add(answer["test"])

    def _ask(self, client: Client, mutant: Mutant, tests: list[str], planned: float) -> Answer:
        """The answer to the mutant; out of time only where the test without it is not as slow."""
        order = {"do": "judge", "mutant": asdict(mutant)}
        answer = client.ask(**order, tests=tests, timeout=max(LEAST_S, FACTOR * planned))
        if answer["verdict"] == "timeout" and answer["test"]:
            now = [answer["test"]]
            plain = client.ask(do="judge", tests=now, timeout=ALONE_S)
            slow = max(LEAST_S, FACTOR * plain["took"])
            again = client.ask(**order, tests=now, timeout=slow)
            left = tests[tests.index(answer["test"]) + 1 :]
            if again["verdict"] == "survived" and left:
                return self._ask(client, mutant, left, planned)
            return again
        return answer

    def _within_budget(self, every: list[str]) -> tuple[list[str], float]:
        planned, tests = 0.0, list[str]()
        for test in every:
            planned += self.coverage.seconds.get(test, 0.0)
            if tests and planned > self._budget:
                break
            tests.append(test)
        return tests, planned

    def _is_sound(self, client: Client, test: str) -> bool:
        """Whether the test passes alone, without a mutant; asked once for each."""
        if test not in self._sound:
            answer = client.ask(do="judge", tests=[test], timeout=ALONE_S)
            if answer["verdict"] == "survived":
                self._sound.add(test)
        return test in self._sound

    def stop(self) -> None:
        for client in self._clients:
            client.stop()
        self._services.destroy()
