"""The club that faults are injected into: its programs behind proxies and by clocks of their own,
on a small disk."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import psutil
from celery import Celery

from benchmarks.chaos.network import Address, Network, Proxy
from benchmarks.chaos.proxied import PROXIED
from benchmarks.people.club import PROGRAMS, START_TIMEOUT_S, Club
from config.embedded.services import Urls, read_urls
from config.embedded.valkey import free_port
from config.env import BASE_DIR

#: The servers as proxies are called by, and the variables that say where they are.
SERVERS = {"base": "DATABASE_URL", "bus": "REDIS_URL"}
#: The clock of both servers, and of all else that is not a program under the supervisor.
SERVERS_CLOCK = "serveurs"
#: All tablets and browsers reach the web by it.
ROOM_PROXY = "salle–web"
#: PostgreSQL's, in the folder that its address names.
SOCKET = ".s.PGSQL.5432"
PING_S = 1.0
CLOCK_SOURCE = Path(__file__).with_name("clock.c")
COMPILE = ("cc", "-shared", "-fPIC", "-O2", "-Wall", "-Werror")
DISK_SIZE = "3g"  # of memory, used only as far as it is filled


class Clocks:
    """Clocks that are set: one file for each of ``names`` in ``folder``, which everybody may read.

    By ``clock.c``, compiled here and loaded before all else in each program. libfaketime would do
    it without a compiler, but Python's ``time.sleep`` fails under it (0.9.10). ``lack`` says why
    clocks cannot be set here, and is empty where they can.
    """

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        self._folder = folder
        self._library = folder / "clock.so"
        folder.mkdir()
        for name in names:
            self.shift(name, 0)
        self.lack = self._compile()

    def shift(self, name: str, seconds: int) -> None:
        """Set the clock of ``name`` so far from the machine's; seen at once."""
        path = self._folder / name
        with path.open("r+b" if path.exists() else "wb") as file:
            file.write(seconds.to_bytes(4, sys.byteorder, signed=True))

    def environment(self, name: str) -> dict[str, str]:
        """What a process needs to go by that clock."""
        if self.lack:
            return {}
        return {"LD_PRELOAD": str(self._library), "CLOCK_SHIFT": str(self._folder / name)}

    def _compile(self) -> str:
        """Why that is not possible, or nothing."""
        if sys.platform != "linux":
            return "seulement sous Linux"
        command = [*COMPILE, "-o", str(self._library), str(CLOCK_SOURCE)]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (FileNotFoundError, subprocess.CalledProcessError) as error:
            return f"il faut un compilateur C ({error})"
        return ""


class Disk:
    """A disk of the club's own that can be full: in memory, where we may mount one.

    ``folder`` itself where we may not; ``lack`` says so.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True)
        options = f"size={DISK_SIZE},mode=755"
        mounted = _run("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder))
        self.lack = "" if mounted else "il faut le droit de monter un disque"

    def fill(self) -> None:
        """From now on not one byte more goes in."""
        for _ in range(100):  # something may be written meanwhile
            found = os.statvfs(self._folder)
            if self._resize(str((found.f_blocks - found.f_bfree) * found.f_frsize)):
                return
        raise OSError(f"{self._folder} ne se laisse pas remplir")

    def free(self) -> None:
        self._resize(DISK_SIZE)

    def delete(self) -> None:
        if not self.lack:
            _run("umount", "--lazy", str(self._folder))
        shutil.rmtree(self._folder)

    def _resize(self, size: str) -> bool:
        return _run("mount", "-o", f"remount,size={size}", str(self._folder))


def _run(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:  # no such program on this system
        return False


class FaultyClub(Club):
    module = "benchmarks.chaos.proxied"

    def __init__(self) -> None:
        super().__init__()
        self.clocks = Clocks(self.folder / "clocks", [*PROGRAMS, SERVERS_CLOCK])
        proxies = [
            Proxy(f"{program}–{server}", self._find(server))
            for program in PROGRAMS
            for server in SERVERS
        ]
        self.network = Network([*proxies, Proxy(ROOM_PROXY, lambda: self._port)])

    def stop(self) -> None:
        super().stop()
        self.network.close()

    def start_another(self) -> tuple[int, str]:
        """A second one on the same folder, until it ends; its exit status and what it said."""
        done = subprocess.run(
            self._command(free_port()), cwd=BASE_DIR, env=self._own_environment(), check=False,
            capture_output=True, text=True, timeout=START_TIMEOUT_S,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    def kill_supervisor(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    @property
    def urls(self) -> Urls:
        """Where the servers are now; raises OSError while they start."""
        found = read_urls(self._services.folder)
        if found is None:
            raise ConnectionError("les serveurs ne sont pas encore là")
        return found

    @property
    def room_url(self) -> str:
        return f"http://localhost:{self.network.proxies[ROOM_PROXY].port}"

    def note(self, text: str) -> None:
        """One more line in the story of what was done to it, beside its logs."""
        story = self.folder / "logs" / "faults.log"
        with contextlib.suppress(OSError), story.open("a") as file:
            file.write(f"{datetime.now(UTC):%H:%M:%S.%f} {text}\n")

    def tasks(self) -> Celery:
        """What sends tasks to the workers by the broker that there is now; raises OSError."""
        return _tasks(self.urls.redis_url)

    def consumes(self, queue: str) -> bool:
        """Whether a worker answers; the broker may be away, too."""
        try:
            node = f"{queue}@{socket.gethostname()}"
            return bool(self.tasks().control.ping([node], timeout=PING_S))
        except Exception:  # noqa: BLE001 - kombu passes on whatever its transport raises
            return False

    def processes(self) -> set[psutil.Process]:
        """All programs and both servers that run."""
        found = {self.process(name) for name in (*PROGRAMS, "postgres", "valkey")}
        return {process for process in found if process is not None}

    def _find(self, server: str) -> Callable[[], Address]:
        """Where a proxy of ``server`` ends."""

        def find() -> Address:
            if server == "bus":
                return urlsplit(self.urls.redis_url).port or 0
            return Path(unquote(urlsplit(self.urls.database_url).hostname or "")) / SOCKET

        return find

    def _own_environment(self) -> dict[str, str]:
        """What each program is to have for itself, besides."""
        proxies = self.network.proxies
        proxied = {
            program: {
                "ports": {name: proxies[f"{program}–{one}"].port for one, name in SERVERS.items()},
                "more": self.clocks.environment(program),
            }
            for program in PROGRAMS
        }
        own = self.clocks.environment(SERVERS_CLOCK) | {PROXIED: json.dumps(proxied)}
        return super()._own_environment() | own

    def _make_folder(self) -> None:
        self.disk = Disk(self.folder)

    def _delete_folder(self) -> None:
        self.disk.delete()


@cache
def _tasks(url: str) -> Celery:
    """As ``config.celery`` would be by a supervisor's broker: the next one's is another."""
    from config.celery import app

    options = app.conf.broker_transport_options
    return Celery(broker=url, broker_transport_options=options, set_as_current=False)
