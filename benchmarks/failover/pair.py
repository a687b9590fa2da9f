"""A primary and its synchronous standby, and what an operator does when the primary is lost."""

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import psycopg

from benchmarks.people.club import family
from benchmarks.people.waiting import wait_until
from config.embedded.owner import make_private
from config.embedded.postgres import DATABASE, Postgres
from config.embedded.valkey import free_port

HOST = "127.0.0.1"
#: A standby that has lost its primary hears of its promotion after so long at the latest.
PROMPT = "wal_retrieve_retry_interval=500ms"


class Node(Postgres):
    """One of the two, reached as over a network."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        own = (f"listen_addresses={HOST}", f"port={self.port}", PROMPT)
        super().__init__(folder, durable=True, settings=own)

    def ask(self, *statements: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """The rows of the last statement."""
        address = f"host={HOST} port={self.port} user=postgres connect_timeout=3 dbname={database}"
        with psycopg.connect(address, autocommit=True) as connection:
            for statement in statements:
                found = connection.execute(statement)
            return found.fetchall() if found.description else []

    def copy(self, primary: "Node") -> None:
        """Begin anew as a standby of ``primary``."""
        make_private(self.home, self._owner)
        self.stop()
        shutil.rmtree(self.data, ignore_errors=True)
        source = f"host={HOST} port={primary.port} user=postgres"
        self.run("pg_basebackup", "-D", str(self.data), "-d", source, "-R", "-c", "fast")
        self.start()
        self.wait()

    def freeze(self) -> None:
        """Its machine stands still: connections to it stay open, and nothing answers."""
        self._to_all(psutil.Process.suspend)

    def die(self) -> None:
        """Its machine is gone, frozen before or not."""
        self._to_all(psutil.Process.suspend)  # no backend outlives its postmaster for a moment
        self._to_all(psutil.Process.kill)
        if self.process is not None:
            self.process.wait()
            self.process = None

    def _to_all(self, act: Callable[[psutil.Process], None]) -> None:
        assert self.process is not None
        for each in family(psutil.Process(self.process.pid)):
            with contextlib.suppress(psutil.NoSuchProcess):
                act(each)

    def come_back(self) -> None:
        """Start as machines of the pair do by themselves: never as a primary."""
        self.clear()
        (self.data / "standby.signal").touch()
        self.start()
        self.wait()


class Pair:
    """``primary`` and ``standby`` change places with each failover."""

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
        self.primary.wait()
        self.primary.ask(f"CREATE DATABASE {DATABASE}")
        self.follow()

    def follow(self) -> None:
        """The standby becomes a copy of the primary; from then on every commit waits for it."""
        self.standby.copy(self.primary)
        self._wait_for_standby("state = 'streaming'")
        self.primary.ask(*_waits_for("*"))
        self._wait_for_standby("sync_state = 'sync'")

    def promote(self) -> None:
        """The standby takes over; there is none behind it, so that no commit waits for one."""
        self.standby.ask(*_waits_for(""), "SELECT pg_promote()")
        self.primary, self.standby = self.standby, self.primary

    def delete(self) -> None:
        for node in self.nodes:
            node.delete()

    def _wait_for_standby(self, how: str) -> None:
        query = f"SELECT 1 FROM pg_stat_replication WHERE {how}"  # noqa: S608 - our own words
        wait_until(lambda: self.primary.ask(query), "le serveur de secours suit", pause_s=0.02)


def _waits_for(names: str) -> tuple[str, str]:
    """For which standbys a commit waits."""
    return f"ALTER SYSTEM SET synchronous_standby_names = '{names}'", "SELECT pg_reload_conf()"
