"""The programs of both releases, and the proxy before their web servers."""

import contextlib
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from benchmarks.chaos.network import Network, Proxy
from benchmarks.people.waiting import wait_until
from benchmarks.upgrade.releases import Release
from config.embedded.valkey import find_free_port
from config.probe import is_ready

WEB_SERVERS = 2
QUEUES = ("turn", "office")
START_TIMEOUT_S, STOP_TIMEOUT_S = 120.0, 60.0
READY_EVERY_S = 0.2
PROXY = "mandataire"


class Program:
    """A process of a release; ``port``: 0 for a worker."""

    def __init__(
        self, release: Release, environment: Mapping[str, str], log: Path, *command: str, port: int
    ) -> None:
        self.port = port
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *command], cwd=release.folder,
                env=release.build_environment(environment),
                stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip

    def is_ready(self) -> bool:
        return is_ready(f"http://127.0.0.1:{self.port}", {"Host": "localhost"})

    def is_listening(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.5):
            return True
        return False

    def stop(self) -> None:
        """Stop in order, as a deployment does."""
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_TIMEOUT_S)
        self.process.kill()
        self.process.wait()


class Fleet:
    """Two web servers behind a proxy that uses the ready ones, and a worker for each queue."""

    def __init__(self, environment: Mapping[str, str], logs: Path) -> None:
        logs.mkdir(parents=True, exist_ok=True)
        self.environment = dict(environment)
        self.web: list[Program] = []
        self.workers: list[Program] = []
        self._logs = logs
        self._starting: Program | None = None
        self._ready: list[Program] = []
        self._turn = 0
        self._is_over = threading.Event()
        self._network = Network([Proxy(PROXY, self._find_address)])
        self._watch = threading.Thread(target=self._watch_readiness, daemon=True)
        self._watch.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self._network.proxies[PROXY].port}"

    def start(self, release: Release) -> None:
        self.web = [self._start_web(release, number) for number in range(WEB_SERVERS)]
        self.workers = [self._start_worker(release, queue) for queue in QUEUES]

    def replace(self, release: Release) -> None:
        """Replace each program by one of ``release``, one after the other."""
        for number, old in enumerate(self.web):
            new = self._start_web(release, number)
            wait_until(lambda new=new: new in self._ready, "prêt")  # type: ignore[misc]
            old.stop()
            self.web[number] = new
        for number, queue in enumerate(QUEUES):
            new = self._start_worker(release, queue)
            self.workers[number].stop()
            self.workers[number] = new

    def stop(self) -> None:
        self._is_over.set()
        self._watch.join()
        for program in (*self.web, *self.workers):
            program.stop()
        self._network.close()

    def _start_web(self, release: Release, number: int) -> Program:
        port = find_free_port()
        command = ("config.serve", "--port", str(port))
        log = self._logs / f"web{number}.log"
        program = Program(release, self.environment, log, *command, port=port)
        self._starting = program
        wait_until(program.is_ready, f"web de {release.name}", timeout_s=START_TIMEOUT_S)
        return program

    def _start_worker(self, release: Release, queue: str) -> Program:
        log = self._logs / f"{queue}.log"
        return Program(release, self.environment, log, "config.work", queue, port=0)

    def _watch_readiness(self) -> None:
        while not self._is_over.wait(READY_EVERY_S):
            started = self._starting
            programs = [*self.web, *([started] if started not in self.web else [])]
            self._ready = [program for program in programs if program and program.is_ready()]

    def _find_address(self) -> int:
        """Return the port of a ready server that listens, in turn; as Caddy tries the next one."""
        self._turn += 1
        count = len(self._ready)
        for offset in range(count):
            program = self._ready[(self._turn + offset) % count]
            if program.is_listening():
                return program.port
        raise ConnectionRefusedError
