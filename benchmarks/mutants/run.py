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
from itertools import batched, cycle, islice
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
#: Planned seconds of the tests of one mutant.
BUDGET_S = 20.0


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

    def send_order(self, **order: object) -> Answer:
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

    def find(self, key: str) -> dict[str, Any] | None:
        return self._rows.get(key)

    def note(self, row: dict[str, Any]) -> None:
        with self._path.open("a") as file:
            file.write(json.dumps(row | {"content": self._content}) + "\n")


class MutantsRun:
    """A run; ``report`` prints a line. ``failing_unmutated``: tests that fail without a mutant."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        FOLDER.mkdir(parents=True, exist_ok=True)
        self._services = Services(ROOT / ".local" / "tests" / str(os.getpid()), durable=False)
        urls = self._services.start()
        self._clients = [WorkerClient(number, urls) for number in range(os.cpu_count() or 1)]
        self.shared_keys: dict[str, list[str]] = {}
        self.coverage = Coverage()
        self._passing_unmutated: set[str] = set()
        self.failing_unmutated: set[str] = set()

    def prepare(self) -> None:
        """Wait for the workers' lists of tests; read the coverage, or measure what is missing."""
        for client in self._clients:
            self.shared_keys = client.read_answer()["tests"]
        self._report(f"{len(self.shared_keys)} tests")
        stored_file = FOLDER / f"coverage-{hash_shared()}.json"
        text = stored_file.read_text() if stored_file.exists() else '{"files": {}, "answers": []}'
        stored = json.loads(text)
        digests = {
            name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
            for name in dict.fromkeys(map(get_file, self.shared_keys))
        }
        unchanged = dict(digests.items() & stored["files"].items())
        answers = [select_files(answer, unchanged) for answer in stored["answers"]]
        if missing := [name for name in digests if name not in unchanged]:
            answers += self._measure_coverage(missing)
            measured = {get_file(test) for answer in answers for test in answer["seconds"]}
            files = {name: digests[name] for name in digests.keys() & measured}
            stored_file.write_text(json.dumps({"files": files, "answers": answers}))
        self.coverage.add(answers, self.shared_keys)

    def _measure_coverage(self, names: list[str]) -> list[Answer]:
        files: dict[str, list[str]] = defaultdict(list)
        for test in self.shared_keys:
            files[get_file(test)].append(test)
        parts = list(batched(names, FILES_PER_PART, strict=False))
        answers: list[Answer] = []

        def cover_part(client: WorkerClient, part: tuple[str, ...]) -> None:
            tests = [test for name in part for test in files[name]]
            answer = client.send_order(action="cover", tests=tests, timeout=COVER_TIMEOUT_S)
            if "lines" in answer:
                answers.append(answer)
            else:
                self._report(f"left out, not done after {COVER_TIMEOUT_S:.0f} s: {' '.join(part)}")
            self._report(f"{len(answers)}/{len(parts)} {answer['elapsed_s']:.0f} s {part[0]}")

        self._distribute(parts, cover_part)
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
        self, by_area: dict[str, list[Mutant]], count: int, minutes: float, stored: StoredVerdicts
    ) -> list[dict[str, Any]]:
        """Return stored and new verdicts on the first mutants of each area, ``count`` in all."""
        end = time.monotonic() + minutes * 60
        remaining = {area: iter(mutants) for area, mutants in by_area.items()}
        rows: list[dict[str, Any]] = []

        def judge_next(client: WorkerClient, area: str) -> None:
            if time.monotonic() > end:
                return
            for mutant in remaining[area]:
                if existing := stored.find(mutant.key):
                    rows.append(existing)
                    return
                verdict = self._judge_mutant(client, mutant)
                if verdict["verdict"] != "not applied":
                    row = asdict(mutant) | {"key": mutant.key} | verdict
                    rows.append(row)
                    stored.note(row)
                    where = f"{row['elapsed_s']:.1f} s {row['area']}: {row['path']}:{row['line']}"
                    not_run = f", {row['tests_not_run']} tests not run" * bool(row["tests_not_run"])
                    self._report(f"{len(rows)}/{count} {where} {row['verdict']}{not_run}")
                    return

        self._distribute(islice(cycle(by_area), count), judge_next)
        return rows

    def _judge_mutant(self, client: WorkerClient, mutant: Mutant) -> Answer:
        while True:
            covering = [
                test
                for test in self.coverage.list_tests(mutant)
                if test not in self.failing_unmutated
            ]
            tests, planned = self._select_within_budget(covering)
            answer = self._judge_and_repeat(client, mutant, tests, planned)
            answer["tests_not_run"] = len(covering) - len(tests)
            if not covering and answer["verdict"] == "survived":
                return answer | {"verdict": "not covered"}
            if answer["verdict"] != "caught" or self._has_passed_unmutated(client, answer["test"]):
                return answer
            self._report(f"fails without a mutant, left out: {answer['test']}")
            self.failing_unmutated.add(answer["test"])

    def _judge_and_repeat(
        self, client: WorkerClient, mutant: Mutant, tests: list[str], planned: float
    ) -> Answer:
        """Return the answer to the mutant; a timeout only if the test is faster without it."""
        order = {"action": "judge", "mutant": asdict(mutant)}
        answer = client.send_order(
            **order, tests=tests, timeout=max(MIN_TIMEOUT_S, TIMEOUT_FACTOR * planned)
        )
        if answer["verdict"] == "timeout" and answer["test"]:
            single_test = [answer["test"]]
            unmutated = client.send_order(
                action="judge", tests=single_test, timeout=ALONE_TIMEOUT_S
            )
            timeout_s = max(MIN_TIMEOUT_S, TIMEOUT_FACTOR * unmutated["elapsed_s"])
            repeated = client.send_order(**order, tests=single_test, timeout=timeout_s)
            remaining = tests[tests.index(answer["test"]) + 1 :]
            if repeated["verdict"] == "survived" and remaining:
                return self._judge_and_repeat(client, mutant, remaining, planned)
            return repeated
        return answer

    def _select_within_budget(self, covering: list[str]) -> tuple[list[str], float]:
        planned, tests = 0.0, list[str]()
        for test in covering:
            planned += self.coverage.seconds.get(test, 0.0)
            if tests and planned > BUDGET_S:
                break
            tests.append(test)
        return tests, planned

    def _has_passed_unmutated(self, client: WorkerClient, test: str) -> bool:
        """Return True if the test passes alone without a mutant; run once per test."""
        if test not in self._passing_unmutated:
            answer = client.send_order(action="judge", tests=[test], timeout=ALONE_TIMEOUT_S)
            if answer["verdict"] == "survived":
                self._passing_unmutated.add(test)
        return test in self._passing_unmutated

    def stop(self) -> None:
        for client in self._clients:
            client.stop()
        self._services.destroy()
