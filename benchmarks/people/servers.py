"""Servers without a club: a database and a bus of their own, programs, and their resource use.

Nothing is shared with a club's data: PostgreSQL and Valkey in a folder that is deleted at the end,
processes that are ended by their pid.
"""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import django
import psutil
from django.core.management import call_command

from benchmarks.people.club import FOLDER
from benchmarks.people.connections import HOST
from benchmarks.people.waiting import wait_until
from config.embedded.process import stop_process
from config.embedded.services import Services, Urls
from config.env import BASE_DIR

#: Output of the processes of this run.
RUN_FOLDER = FOLDER / f"run-{os.getpid()}"


@contextlib.contextmanager
def open_services() -> Iterator[Urls]:
    """Yield the URLs of PostgreSQL (with fsync) and Valkey, migrated; deleted afterwards."""
    services = Services(FOLDER / f"services-{os.getpid()}", durable=True)
    RUN_FOLDER.mkdir(parents=True)
    try:
        urls = services.start()
        set_up_django(urls)
        yield urls
    finally:
        services.destroy()
        shutil.rmtree(RUN_FOLDER)


def set_up_django(urls: Urls) -> None:
    """Set the environment of all our processes, this one included, and migrate."""
    os.environ.update(urls.to_environment())
    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings",
        SECRET_KEY=secrets.token_urlsafe(64),
        PUBLIC_URL="http://localhost",
        ALLOWED_HOSTS=f"localhost,{HOST}",
        STATIC_MANIFEST="0",
        HAND_IN_GRACE_MS="0",
        LOG_JSON="0",
        LOG_LEVEL="INFO",
    )
    django.setup()
    call_command("migrate", verbosity=0)


class Server:
    """A Python process that listens on a port, with its output in a file."""

    def __init__(self, name: str, *command: str) -> None:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port = int(probe.getsockname()[1])
        self.log = RUN_FOLDER / f"{name}-{self.port}.log"
        arguments = [part.format(port=self.port) for part in command]
        with self.log.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *arguments], cwd=BASE_DIR,
                stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def is_ready(self) -> bool:
        """Return True if it listens: the server does only once its live part has started."""
        with contextlib.suppress(OSError), socket.create_connection((HOST, self.port), timeout=1):
            return True
        return False

    def wait_until_ready(self) -> None:
        """Return when it is ready. Raise RuntimeError with its log."""
        with contextlib.suppress(TimeoutError):
            wait_until(lambda: self.is_ready() or not self.is_running, "il démarre")
        if not self.is_running or not self.is_ready():
            raise RuntimeError(f"{self.log.name} does not start:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """Kill it, as a crash."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self.is_running:
            stop_process(self.pid, signal.SIGTERM, signal.SIGKILL)
            self._process.wait()


class Worker(Server):
    """A Celery worker: no port; its log reports when it is ready."""

    def is_ready(self) -> bool:
        return " ready." in self.log.read_text(errors="replace")


def start_web() -> Server:
    """Start the project's web server."""
    return Server("web", "config.serve", "--port", "{port}")


@contextlib.contextmanager
def run_servers(*servers: Server) -> Iterator[None]:
    """Wait for started servers, and stop them afterwards."""
    try:
        for server in servers:
            server.wait_until_ready()
        yield
    finally:
        for server in servers:
            server.stop()


@dataclass
class Meter:
    """Processor time and memory of ``processes``, by label, with their descendants."""

    processes: Mapping[str, Sequence[int]]
    _start_seconds: Mapping[str, float] = field(default_factory=dict)

    def start(self) -> None:
        self._start_seconds = self._count_seconds()

    def measure_seconds(self) -> dict[str, float]:
        """Return the seconds of processor time since ``start``."""
        now = self._count_seconds()
        return {name: now[name] - self._start_seconds[name] for name in self.processes}

    def measure_memory(self) -> dict[str, float]:
        """Return the current unshared memory in MiB."""
        memory = {}
        for name, pids in self.processes.items():
            sizes = [process.memory_full_info().uss for process in self._list_processes(pids)]
            memory[name] = sum(sizes) / 2**20
        return memory

    def _count_seconds(self) -> Mapping[str, float]:
        seconds: defaultdict[str, float] = defaultdict(float)
        for name, pids in self.processes.items():
            for process in self._list_processes(pids):
                times = process.cpu_times()
                seconds[name] += times.user + times.system
        return seconds

    @staticmethod
    def _list_processes(pids: Iterable[int]) -> Iterable[psutil.Process]:
        for pid in pids:
            parent = psutil.Process(pid)
            yield parent
            yield from parent.children(recursive=True)


def find_server_pids() -> dict[str, list[int]]:
    """Return the pids of the database and of the bus, started by this process."""
    names = {"postgres": "PostgreSQL", "valkey-server": "Valkey"}
    pids: dict[str, list[int]] = {name: [] for name in names.values()}
    for process in psutil.Process().children():
        if process.name() in names:
            pids[names[process.name()]].append(process.pid)
    return pids
