"""A primary and its synchronous standby, with the operator's commands for a failover."""

import contextlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import psycopg

from benchmarks.people.club import list_family
from benchmarks.people.waiting import wait_until
from config.embedded.owner import create_private_folder
from config.embedded.postgres import DATABASE, Postgres
from config.embedded.valkey import find_free_port

HOST = "127.0.0.1"
#: Longest time until a standby without primary notices its promotion.
RETRY_SETTING = "wal_retrieve_retry_interval=500ms"


class Node(Postgres):
    """A PostgreSQL reached over TCP."""

    def __init__(self, folder: Path) -> None:
        self.port = find_free_port()
        settings = (f"listen_addresses={HOST}", f"port={self.port}", RETRY_SETTING)
        super().__init__(folder, durable=True, settings=settings)

    def query(self, *statements: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Execute the statements; return the rows of the last one."""
        address = f"host={HOST} port={self.port} user=postgres connect_timeout=3 dbname={database}"
        with psycopg.connect(address, autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def restart_as_copy(self, primary: "Node") -> None:
        """Restart with a copy of ``primary``, as its standby."""
        create_private_folder(self.home, self._owner)
        self.stop()
        shutil.rmtree(self.data, ignore_errors=True)
        source = f"host={HOST} port={primary.port} user=postgres"
        self.run_program("pg_basebackup", "-D", str(self.data), "-d", source, "-R", "-c", "fast")
        self.start()
        self.wait_until_ready()

    @property
    def programs(self) -> Path:
        """The folder of PostgreSQL's programs."""
        return self._find_programs()

    def prepare_home(self) -> None:
        """Create the folder of the server, without data."""
        create_private_folder(self.home, self._owner)

    def take_ownership(self) -> None:
        """Give data that this user has written to the user who runs the server."""
        for path in (self.data, *self.data.rglob("*")):
            os.chown(path, self._owner.uid, self._owner.gid, follow_symlinks=False)

    def freeze(self) -> None:
        """Suspend its processes: connections stay open, and nothing answers."""
        self._apply_to_all(psutil.Process.suspend)

    def kill(self) -> None:
        """Kill its processes, suspended before or not."""
        self._apply_to_all(psutil.Process.suspend)  # no backend may outlive its postmaster
        self._apply_to_all(psutil.Process.kill)
        if self.process is not None:
            self.process.wait()
            self.process = None

    def _apply_to_all(self, action: Callable[[psutil.Process], None]) -> None:
        assert self.process is not None
        for process in list_family(psutil.Process(self.process.pid)):
            with contextlib.suppress(psutil.NoSuchProcess):
                action(process)

    def restart_as_standby(self) -> None:
        """Start again as a standby, never as a primary."""
        self.clean_up()
        (self.data / "standby.signal").touch()
        self.start()
        self.wait_until_ready()


class Pair:
    """Two nodes; ``primary`` and ``standby`` swap at each failover."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.primary, self.standby = self.nodes = (Node(folder / "a"), Node(folder / "b"))

    @property
    def url(self) -> str:
        hosts = ",".join(f"{HOST}:{node.port}" for node in self.nodes)
        return f"postgresql://postgres@{hosts}/{DATABASE}"

    def start(self) -> None:
        self.primary.prepare()
        self.primary.start()
        self.primary.wait_until_ready()
        self.primary.query(f"CREATE DATABASE {DATABASE}")
        self.synchronise_standby()

    def synchronise_standby(self) -> None:
        """Make the standby a copy of the primary; from then on every commit waits for it."""
        self.standby.restart_as_copy(self.primary)
        self._wait_for_standby("state = 'streaming'")
        self.primary.query(*_format_synchronous_standbys("*"))
        self._wait_for_standby("sync_state = 'sync'")

    def promote(self) -> None:
        """Promote the standby; it has no standby itself, so commits do not wait."""
        self.standby.query(*_format_synchronous_standbys(""), "SELECT pg_promote()")
        self.primary, self.standby = self.standby, self.primary

    def delete(self) -> None:
        for node in self.nodes:
            node.delete()

    def _wait_for_standby(self, condition: str) -> None:
        statement = f"SELECT 1 FROM pg_stat_replication WHERE {condition}"  # noqa: S608 - our own words
        wait_until(
            lambda: self.primary.query(statement), "le serveur de secours suit", pause_s=0.02
        )


def _format_synchronous_standbys(names: str) -> tuple[str, str]:
    """Return the statements that set the standbys for which a commit waits."""
    return f"ALTER SYSTEM SET synchronous_standby_names = '{names}'", "SELECT pg_reload_conf()"
