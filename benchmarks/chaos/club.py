"""A club to inject faults into: proxies and a clock for each program, and a small disk."""

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
from benchmarks.chaos.proxied_programs import PROXY_SETTINGS
from benchmarks.people.club import PROGRAMS, START_TIMEOUT_S, Club
from config.embedded.services import Urls, read_urls
from config.embedded.valkey import find_free_port
from config.env import BASE_DIR

#: The servers' names in the names of proxies, and the variables of their URLs.
SERVERS = {"base": "DATABASE_URL", "bus": "REDIS_URL"}
#: The clock of both servers, and of all processes outside the supervisor.
SERVERS_CLOCK = "serveurs"
#: The proxy between all tablets and browsers and the web server.
ROOM_PROXY = "salle–web"
#: PostgreSQL's socket, in the folder that its URL names.
SOCKET = ".s.PGSQL.5432"
PING_S = 1.0
CLOCK_SOURCE = Path(__file__).with_name("clock.c")
COMPILE = ("cc", "-shared", "-fPIC", "-O2", "-Wall", "-Werror")
DISK_SIZE = "3g"  # in memory, allocated when used


class Clocks:
    """Adjustable clocks: one file for each of ``names`` in ``folder``, readable by every user.

    ``clock.c`` is compiled here and preloaded in each program. libfaketime needs no compiler, but
    Python's ``time.sleep`` fails under it (0.9.10). ``unavailable_reason`` is empty where the
    clocks of this machine can be set.
    """

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        self._folder = folder
        self._library = folder / "clock.so"
        folder.mkdir()
        for name in names:
            self.shift(name, 0)
        self.unavailable_reason = self._compile()

    def shift(self, name: str, seconds: int) -> None:
        """Set the clock of ``name`` to the machine's plus ``seconds``, at once."""
        path = self._folder / name
        with path.open("r+b" if path.exists() else "wb") as file:
            file.write(seconds.to_bytes(4, sys.byteorder, signed=True))

    def build_environment(self, name: str) -> dict[str, str]:
        """Return the variables that make a process use that clock."""
        if self.unavailable_reason:
            return {}
        return {"LD_PRELOAD": str(self._library), "CLOCK_SHIFT": str(self._folder / name)}

    def _compile(self) -> str:
        """Compile the library; return the reason of a failure, or ""."""
        if sys.platform != "linux":
            return "seulement sous Linux"
        command = [*COMPILE, "-o", str(self._library), str(CLOCK_SOURCE)]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (FileNotFoundError, subprocess.CalledProcessError) as error:
            return f"il faut un compilateur C ({error})"
        return ""


class Disk:
    """A disk that can be filled: in memory, if this user may mount one.

    Otherwise ``folder`` on the usual disk; ``unavailable_reason`` then has the reason.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True)
        options = f"size={DISK_SIZE},mode=755"
        is_mounted = _run_command("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder))
        self.unavailable_reason = "" if is_mounted else "il faut le droit de monter un disque"

    def fill(self) -> None:
        """Fill the disk to the last byte."""
        for _ in range(100):  # programs may write meanwhile
            stats = os.statvfs(self._folder)
            if self._resize(str((stats.f_blocks - stats.f_bfree) * stats.f_frsize)):
                return
        raise OSError(f"{self._folder} ne se laisse pas remplir")

    def free(self) -> None:
        self._resize(DISK_SIZE)

    def delete(self) -> None:
        if not self.unavailable_reason:
            _run_command("umount", "--lazy", str(self._folder))
        shutil.rmtree(self._folder)

    def _resize(self, size: str) -> bool:
        return _run_command("mount", "-o", f"remount,size={size}", str(self._folder))


def _run_command(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:  # no such program on this system
        return False


class FaultyClub(Club):
    """A club with proxies, clocks and a disk of its own."""

    module = "benchmarks.chaos.proxied_programs"

    def __init__(self) -> None:
        super().__init__()
        self.clocks = Clocks(self.folder / "clocks", [*PROGRAMS, SERVERS_CLOCK])
        proxies = [
            Proxy(f"{program}–{server}", self._build_address_finder(server))
            for program in PROGRAMS
            for server in SERVERS
        ]
        self.network = Network([*proxies, Proxy(ROOM_PROXY, lambda: self._port)])

    def stop(self) -> None:
        super().stop()
        self.network.close()

    def start_second_supervisor(self) -> tuple[int, str]:
        """Run a second supervisor on the same folder; return its exit status and output."""
        completed = subprocess.run(
            self._build_command(find_free_port()), cwd=BASE_DIR, env=self._build_own_environment(),
            check=False, capture_output=True, text=True, timeout=START_TIMEOUT_S,
        )  # fmt: skip
        return completed.returncode, completed.stdout + completed.stderr

    def kill_supervisor(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    @property
    def urls(self) -> Urls:
        """URLs of the servers. Raise OSError while they start."""
        urls = read_urls(self._services.folder)
        if urls is None:
            raise ConnectionError("les serveurs ne sont pas encore là")
        return urls

    @property
    def people_url(self) -> str:
        return f"http://localhost:{self.network.proxies[ROOM_PROXY].port}"

    def log_fault(self, text: str) -> None:
        """Append a line to the log of faults, beside the club's logs."""
        path = self.folder / "logs" / "faults.log"
        with contextlib.suppress(OSError), path.open("a") as file:
            file.write(f"{datetime.now(UTC):%H:%M:%S.%f} {text}\n")

    def get_task_app(self) -> Celery:
        """Return a Celery application on the current broker. Raise OSError."""
        return _get_task_app(self.urls.redis_url)

    def has_worker(self, queue: str) -> bool:
        """Return True if a worker of ``queue`` answers; False without a broker."""
        try:
            node = f"{queue}@{socket.gethostname()}"
            return bool(self.get_task_app().control.ping([node], timeout=PING_S))
        except Exception:  # noqa: BLE001 - kombu passes on whatever its transport raises
            return False

    def list_processes(self) -> set[psutil.Process]:
        """Return the running processes of the programs and both servers."""
        processes = {self.find_process(name) for name in (*PROGRAMS, "postgres", "valkey")}
        return {process for process in processes if process is not None}

    def _build_address_finder(self, server: str) -> Callable[[], Address]:
        """Return a function that returns the current address of ``server``."""

        def find_address() -> Address:
            if server == "bus":
                return urlsplit(self.urls.redis_url).port or 0
            return Path(unquote(urlsplit(self.urls.database_url).hostname or "")) / SOCKET

        return find_address

    def _build_own_environment(self) -> dict[str, str]:
        """Return the environment, with the proxies' ports and the clock of each program."""
        proxies = self.network.proxies
        proxied = {
            program: {
                "ports": {
                    name: proxies[f"{program}–{server}"].port for server, name in SERVERS.items()
                },
                "variables": self.clocks.build_environment(program),
            }
            for program in PROGRAMS
        }
        environment = self.clocks.build_environment(SERVERS_CLOCK) | {
            PROXY_SETTINGS: json.dumps(proxied)
        }
        return super()._build_own_environment() | environment

    def _make_folder(self) -> None:
        self.disk = Disk(self.folder)

    def _delete_folder(self) -> None:
        self.disk.delete()


@cache
def _get_task_app(url: str) -> Celery:
    """Return an application like ``config.celery`` on the broker ``url``."""
    from config.celery import app

    options = app.conf.broker_transport_options
    return Celery(broker=url, broker_transport_options=options, set_as_current=False)
