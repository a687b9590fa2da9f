"""Servers and database rows that the measurements need; all of it our own.

Nothing here is shared with a club's data: own PostgreSQL and Valkey in a folder that is
deleted in the end, processes that are ended by their own number.
"""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

from benchmarks.live.herd import HOST
from config.embedded.process import stop_process
from config.embedded.services import Services, Urls
from config.env import BASE_DIR

FOLDER = BASE_DIR / ".local" / "benchmark"
#: Output of the processes of this run.
RUN = FOLDER / f"run-{os.getpid()}"
START_TIMEOUT_S = 60.0


@contextlib.contextmanager
def services() -> Iterator[Urls]:
    """PostgreSQL (with fsync, as in a club) and Valkey, deleted afterwards."""
    own = Services(FOLDER / f"services-{os.getpid()}", durable=True)
    RUN.mkdir(parents=True)
    try:
        yield own.start()
    finally:
        own.destroy()
        shutil.rmtree(RUN)


def prepare(urls: Urls) -> None:
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
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


class Server:
    """A Python process of ours that listens on a port, its output in a file."""

    def __init__(self, name: str, *command: str) -> None:
        self.port = _free_port()
        self.log = RUN / f"{name}-{self.port}.log"
        arguments = [part.format(port=self.port) for part in command]
        with self.log.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *arguments],
                cwd=BASE_DIR,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def wait(self) -> None:
        """Return when it listens; raises RuntimeError with its log when it does not."""
        deadline = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < deadline and self.runs:
            if _accepts(self.port):
                return
            time.sleep(0.05)
        raise RuntimeError(f"{self.log.name} does not start:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """End it as a crash would."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self.runs:
            stop_process(self.pid, signal.SIGTERM, signal.SIGKILL)
            self._process.wait()


def ours() -> Server:
    """The project's own server, as everywhere."""
    return Server("ours", "config.serve", "--port", "{port}")


class Worker(Server):
    """Who corrects and looks for solutions; listens on no port, and says when it is there."""

    def wait(self) -> None:
        deadline = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < deadline and self.runs:
            if " ready." in self.log.read_text(errors="replace"):
                return
            time.sleep(0.05)
        raise RuntimeError(f"{self.log.name} does not start:\n{self.log.read_text()[-3000:]}")


def _accepts(port: int) -> bool:
    """Our server listens only once its live room is open."""
    try:
        with socket.create_connection((HOST, port), timeout=1):
            return True
    except OSError:
        return False


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


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
