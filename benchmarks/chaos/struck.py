"""The club that is struck: its programs on wires and by clocks of their own, on a small disk."""

import contextlib
import json
import socket
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import psutil
from celery import Celery

from benchmarks.chaos.clocks import Clocks
from benchmarks.chaos.club import PROGRAMS, START_TIMEOUT_S, Club
from benchmarks.chaos.disk import Disk
from benchmarks.chaos.network import Address, Network, Wire
from benchmarks.chaos.wired import WIRED
from config.embedded.services import Urls, read_urls
from config.embedded.valkey import free_port
from config.env import BASE_DIR

#: The servers as wires are called by, and the variables that say where they are.
SERVERS = {"base": "DATABASE_URL", "bus": "REDIS_URL"}
#: The clock of both servers, and of all else that is not a program under the supervisor.
SERVERS_CLOCK = "serveurs"
#: All tablets and browsers reach the web by it.
ROOM_WIRE = "salle–web"
#: PostgreSQL's, in the folder that its address names.
SOCKET = ".s.PGSQL.5432"
PING_S = 1.0


class StruckClub(Club):
    module = "benchmarks.chaos.wired"

    def __init__(self) -> None:
        super().__init__()
        self.clocks = Clocks(self.folder / "clocks", [*PROGRAMS, SERVERS_CLOCK])
        wires = [
            Wire(f"{program}–{server}", self._far(server))
            for program in PROGRAMS
            for server in SERVERS
        ]
        self.network = Network([*wires, Wire(ROOM_WIRE, lambda: self._port)])

    def stop(self) -> None:
        super().stop()
        self.network.close()

    def start_another(self) -> tuple[int, str]:
        """A second one on the same folder, until it ends; its exit status and what it said."""
        done = subprocess.run(
            self._command(free_port()),
            cwd=BASE_DIR,
            env=self._own_environment(),
            check=False,
            capture_output=True,
            text=True,
            timeout=START_TIMEOUT_S,
        )
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
        """Where the room finds the web, by its wire."""
        return f"http://localhost:{self.network.wires[ROOM_WIRE].port}"

    def note(self, text: str) -> None:
        """One more line in the story of what was done to it, beside its logs."""
        with contextlib.suppress(OSError), (self.folder / "logs" / "blows.log").open("a") as story:
            story.write(f"{datetime.now(UTC):%H:%M:%S.%f} {text}\n")

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

    def _far(self, server: str) -> Callable[[], Address]:
        """Where a wire to ``server`` ends."""

        def far() -> Address:
            if server == "bus":
                return urlsplit(self.urls.redis_url).port or 0
            return Path(unquote(urlsplit(self.urls.database_url).hostname or "")) / SOCKET

        return far

    def _own_environment(self) -> dict[str, str]:
        """What each program is to have for itself, besides."""
        wired = {
            program: {
                "ports": {
                    variable: self.network.wires[f"{program}–{server}"].port
                    for server, variable in SERVERS.items()
                },
                "more": self.clocks.environment(program),
            }
            for program in PROGRAMS
        }
        return (
            super()._own_environment()
            | self.clocks.environment(SERVERS_CLOCK)
            | {WIRED: json.dumps(wired)}
        )

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
