"""Servers without a club: a database and a bus of our own, programs on them, and what each uses.

Nothing here is shared with a club's data: PostgreSQL and Valkey in a folder that is deleted in the
end, processes that are ended by their own number.
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
RUN = FOLDER / f"run-{os.getpid()}"


@contextlib.contextmanager
def open_services() -> Iterator[Urls]:
    """PostgreSQL (with fsync, as in a club) and Valkey, the tables made; deleted afterwards."""
    own = Services(FOLDER / f"services-{os.getpid()}", durable=True)
    RUN.mkdir(parents=True)
    try:
        urls = own.start()
        set_up_django(urls)
        yield urls
    finally:
        own.destroy()
        shutil.rmtree(RUN)


def set_up_django(urls: Urls) -> None:
    """Set the environment of all our processes, this one included, and make the tables."""
    os.environ.update(urls.environment())
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
    """A Python process of ours that listens on a port, its output in a file."""

    def __init__(self, name: str, *command: str) -> None:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port = int(probe.getsockname()[1])
        self.log = RUN / f"{name}-{self.port}.log"
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
    def runs(self) -> bool:
        return self._process.poll() is None

    def is_ready(self) -> bool:
        """Our server listens only once its live room is open."""
        with contextlib.suppress(OSError), socket.create_connection((HOST, self.port), timeout=1):
            return True
        return False

    def wait(self) -> None:
        """Return when it is ready; raises RuntimeError with its log when it is not."""
        with contextlib.suppress(TimeoutError):
            wait_until(lambda: self.is_ready() or not self.runs, "il démarre")
        if not self.runs or not self.is_ready():
            raise RuntimeError(f"{self.log.name} does not start:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """End it as a crash would."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self.runs:
            stop_process(self.pid, signal.SIGTERM, signal.SIGKILL)
            self._process.wait()


class Worker(Server):
    """Who corrects and looks for solutions; listens on no port, and says when it is there."""

    def is_ready(self) -> bool:
        return " ready." in self.log.read_text(errors="replace")


def start_web() -> Server:
    """The project's own server, as everywhere."""
    return Server("ours", "config.serve", "--port", "{port}")


@contextlib.contextmanager
def running(*servers: Server) -> Iterator[None]:
    """Wait for servers that were started, and stop them afterwards."""
    try:
        for server in servers:
            server.wait()
        yield
    finally:
        for server in servers:
            server.stop()


@dataclass
class Meter:
    """Processor time and memory of ``processes``, by what they are called in the table; those that
    run below them count."""

    processes: Mapping[str, Sequence[int]]
    _before: Mapping[str, float] = field(default_factory=dict)

    def start(self) -> None:
        self._before = self._seconds()

    def seconds(self) -> dict[str, float]:
        """Of processor time since ``start``."""
        now = self._seconds()
        return {name: now[name] - self._before[name] for name in self.processes}

    def memory(self) -> dict[str, float]:
        """MiB that nobody else shares, as of now."""
        return {
            name: sum(one.memory_full_info().uss for one in self._all(pids)) / 2**20
            for name, pids in self.processes.items()
        }

    def _seconds(self) -> Mapping[str, float]:
        used: defaultdict[str, float] = defaultdict(float)
        for name, pids in self.processes.items():
            for one in self._all(pids):
                times = one.cpu_times()
                used[name] += times.user + times.system
        return used

    @staticmethod
    def _all(pids: Iterable[int]) -> Iterable[psutil.Process]:
        for pid in pids:
            parent = psutil.Process(pid)
            yield parent
            yield from parent.children(recursive=True)


def find_servers() -> dict[str, list[int]]:
    """The processes of the database and of the bus, which this process has started."""
    names = {"postgres": "PostgreSQL", "valkey-server": "Valkey"}
    found: dict[str, list[int]] = {name: [] for name in names.values()}
    for one in psutil.Process().children():
        if one.name() in names:
            found[names[one.name()]].append(one.pid)
    return found
