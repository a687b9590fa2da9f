"""The run: coverage of the tests first, then the mutants, shared out among the workers."""

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

from benchmarks.mutants.areas import ROOT, hash_shared
from benchmarks.mutants.coverage import Answer, Coverage, get_file, select_files
from benchmarks.mutants.sites import Mutant
from config.embedded.services import Services, Urls

FOLDER = ROOT / ".local" / "mutants"
#: Timeout of a mutant's tests: at least so many seconds, or so many times the plan.
MIN_TIMEOUT_S, TIMEOUT_FACTOR = 20.0, 5.0
#: Seconds for the tests of one part of the coverage, and how many files a part has.
COVER_TIMEOUT_S, FILES_PER_PART = 900.0, 4
#: Seconds for one test without a mutant.
ALONE_TIMEOUT_S = 300.0


class WorkerClient:
    """One worker: a process with its own database and Valkey number."""

    def __init__(self, number: int, urls: Urls) -> None:
        self._socket, worker_end = socket.socketpair()
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
                [sys.executable, "-m", "benchmarks.mutants.worker", str(worker_end.fileno())],
                cwd=ROOT, env=environment, pass_fds=[worker_end.fileno()], stdout=log, stderr=log,
            )  # fmt: skip
        worker_end.close()
        self._lines = self._socket.makefile("r")

    def read_answer(self) -> Answer:
        line = self._lines.readline()
        if not line:
            raise RuntimeError(f"a worker died: {self.log}")
        answer: Answer = json.loads(line)
        return answer

    def ask(self, **order: object) -> Answer:
        self._socket.sendall(json.dumps(order).encode() + b"\n")
        return self.read_answer()

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


class StoredVerdicts:
    """The stored verdicts of one content of the tree; each new one is appended to the file."""

    def __init__(self, path: Path, content: str) -> None:
        self._path, self._content = path, content
        lines = path.read_text().splitlines() if path.exists() else ()
        rows = [row for row in map(json.loads, lines) if row["content"] == content]
        self._rows = {row["key"]: row for row in rows}
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))

    def find(self, key: str, budget: float) -> dict[str, Any] | None:
        """Return the stored row; None if it survived some tests and ``budget`` allows more."""
        row = self._rows.get(key)
        if row and row["verdict"] == "survived" and row["capped"] and row["budget"] < budget:
            return None
        return row

    def note(self, row: dict[str, Any]) -> None:
        with self._path.open("a") as file:
            file.write(json.dumps(row | {"content": self._content}) + "\n")


class Programme:
    """A run; ``report`` prints a line. ``unsound``: tests that fail alone without any mutant.

    The tests of one mutant are those planned to take ``budget`` seconds.
    """

    def __init__(self, jobs: int, budget: float, report: Callable[[str], None]) -> None:
        self._report, self._budget = report, budget
        FOLDER.mkdir(parents=True, exist_ok=True)
        self._services = Services(ROOT / ".local" / "tests" / str(os.getpid()), durable=False)
        urls = self._services.start()
        self._clients = [WorkerClient(number, urls) for number in range(jobs)]
        self.shared_keys: dict[str, list[str]] = {}
        self.coverage = Coverage()
        self._sound: set[str] = set()
        self.unsound: set[str] = set()

    def prepare(self) -> None:
        """Wait for the workers' lists of tests; read the coverage, or measure what is missing."""
        for client in self._clients:
            self.shared_keys = client.read_answer()["tests"]
        self._report(f"{len(self.shared_keys)} tests")
        stored_file = FOLDER / f"coverage-{hash_shared()}.json"
        stored = (
            json.loads(stored_file.read_text())
            if stored_file.exists()
            else {"files": {}, "answers": []}
        )
        digests = {
            name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
            for name in dict.fromkeys(map(get_file, self.shared_keys))
        }
        unchanged = {
            name for name, digest in digests.items() if stored["files"].get(name) == digest
        }
        answers = [select_files(answer, unchanged) for answer in stored["answers"]]
        if missing := [name for name in digests if name not in unchanged]:
            answers += self._cover(missing)
            measured = {get_file(test) for answer in answers for test in answer["seconds"]}
            measured_digests = {
                name: digest for name, digest in digests.items() if name in measured
            }
            stored_file.write_text(json.dumps({"files": measured_digests, "answers": answers}))
        self.coverage.add(answers, self.shared_keys)

    def _cover(self, names: list[str]) -> list[Answer]:
        files: dict[str, list[str]] = defaultdict(list)
        for test in self.shared_keys:
            files[get_file(test)].append(test)
        parts = [
            names[start : start + FILES_PER_PART] for start in range(0, len(names), FILES_PER_PART)
        ]
        answers: list[Answer] = []

        def cover(client: WorkerClient, part: list[str]) -> None:
            tests = [test for name in part for test in files[name]]
            answer = client.ask(do="cover", tests=tests, timeout=COVER_TIMEOUT_S)
            if "lines" in answer:
                answers.append(answer)
            else:
                self._report(f"left out, not done after {COVER_TIMEOUT_S:.0f} s: {' '.join(part)}")
            self._report(f"{len(answers)}/{len(parts)} {answer['took']:.0f} s {part[0]}")

        self._distribute(parts, cover)
        return answers

    def _distribute[T](self, jobs: Iterable[T], work: Callable[[WorkerClient, T], None]) -> None:
        """Give the jobs to the free workers; raise the first error."""
        free_clients: queue.SimpleQueue[WorkerClient] = queue.SimpleQueue()
        for client in self._clients:
            free_clients.put(client)

        def execute(job: T) -> None:
            client = free_clients.get()
            try:
                work(client, job)
            finally:
                free_clients.put(client)

        pool = ThreadPoolExecutor(len(self._clients))
        try:
            for future in [pool.submit(execute, job) for job in jobs]:
                future.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def judge(
        self,
        mutants_by_area: dict[str, list[Mutant]],
        count: int,
        minutes: float,
        stored: StoredVerdicts,
    ) -> list[dict[str, Any]]:
        """Return the verdicts on the first mutants of every area, ``count`` in all.

        Stored verdicts of an earlier run are used.
        """
        end = time.monotonic() + minutes * 60
        remaining = {area: iter(mutants) for area, mutants in mutants_by_area.items()}
        rows: list[dict[str, Any]] = []

        def judge_next(client: WorkerClient, area: str) -> None:
            if time.monotonic() > end:
                return
            for mutant in remaining[area]:
                if existing := stored.find(mutant.key, self._budget):
                    rows.append(existing)
                    return
                verdict = self._judge_mutant(client, mutant)
                if verdict["verdict"] != "not put in":
                    row = asdict(mutant) | {"key": mutant.key, "budget": self._budget} | verdict
                    rows.append(row)
                    stored.note(row)
                    capped = f", {row['capped']} tests not run" if row["capped"] else ""
                    where = f"{row['took']:.1f} s {row['area']}: {row['path']}:{row['line']}"
                    self._report(f"{len(rows)}/{count} {where} {row['verdict']}{capped}")
                    return

        self._distribute(
            [list(mutants_by_area)[number % len(mutants_by_area)] for number in range(count)],
            judge_next,
        )
        return rows

    def _judge_mutant(self, client: WorkerClient, mutant: Mutant) -> Answer:
        while True:
            covering = [
                test for test in self.coverage.list_tests(mutant) if test not in self.unsound
            ]
            tests, planned = self._select_within_budget(covering)
            answer = self._ask_about(client, mutant, tests, planned)
            answer["capped"] = len(covering) - len(tests)
            if not covering and answer["verdict"] == "survived":
                return answer | {"verdict": "not covered"}
            if answer["verdict"] != "caught" or self._is_sound(client, answer["test"]):
                return answer
            self._report(f"fails without a mutant, left out: {answer['test']}")
            self.unsound.add(answer["test"])

    def _ask_about(
        self, client: WorkerClient, mutant: Mutant, tests: list[str], planned: float
    ) -> Answer:
        """Return the answer to the mutant; a timeout only if the test is faster without it."""
        order = {"do": "judge", "mutant": asdict(mutant)}
        answer = client.ask(
            **order, tests=tests, timeout=max(MIN_TIMEOUT_S, TIMEOUT_FACTOR * planned)
        )
        if answer["verdict"] == "timeout" and answer["test"]:
            single_test = [answer["test"]]
            unmutated = client.ask(do="judge", tests=single_test, timeout=ALONE_TIMEOUT_S)
            timeout_s = max(MIN_TIMEOUT_S, TIMEOUT_FACTOR * unmutated["took"])
            repeated = client.ask(**order, tests=single_test, timeout=timeout_s)
            remaining = tests[tests.index(answer["test"]) + 1 :]
            if repeated["verdict"] == "survived" and remaining:
                return self._ask_about(client, mutant, remaining, planned)
            return repeated
        return answer

    def _select_within_budget(self, covering: list[str]) -> tuple[list[str], float]:
        planned, tests = 0.0, list[str]()
        for test in covering:
            planned += self.coverage.seconds.get(test, 0.0)
            if tests and planned > self._budget:
                break
            tests.append(test)
        return tests, planned

    def _is_sound(self, client: WorkerClient, test: str) -> bool:
        """Return True if the test passes alone without a mutant; run once per test."""
        if test not in self._sound:
            answer = client.ask(do="judge", tests=[test], timeout=ALONE_TIMEOUT_S)
            if answer["verdict"] == "survived":
                self._sound.add(test)
        return test in self._sound

    def stop(self) -> None:
        for client in self._clients:
            client.stop()
        self._services.destroy()
