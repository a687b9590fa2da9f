"""PgBouncer in front of the pair: deploy/pgbouncer.ini with other addresses and passwords."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import psycopg

from benchmarks.failover.pair import HOST, Node
from benchmarks.people.waiting import wait_until
from config.embedded.owner import create_private_folder, find_owner, find_reachable_folder
from config.embedded.postgres import DATABASE
from config.embedded.process import ServiceError
from config.embedded.valkey import find_free_port
from config.env import BASE_DIR

SETTINGS = BASE_DIR / "deploy" / "pgbouncer.ini"
SEARCH_PATH = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
#: Seconds until a supervisor starts it again.
RESTART_S = 1.0


class Bouncer:
    """One PgBouncer. Raise ServiceError if the program is not installed."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("pgbouncer", path=SEARCH_PATH)
        if program is None:
            raise ServiceError(
                "PgBouncer n'est pas installé (Debian, Ubuntu : apt install pgbouncer). "
                "Sans lui : make failover, qui s'en passe."
            )
        self._program = program
        self._owner = find_owner()  # PgBouncer refuses root too
        self._folder = find_reachable_folder(folder, self._owner)
        self._port = find_free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@{HOST}:{self._port}/{DATABASE}"

    def read_version(self) -> str:
        """Return its version and pool mode, as it reports them."""
        address = f"host={HOST} port={self._port} user=postgres dbname=pgbouncer"
        with psycopg.connect(address, autocommit=True) as connection:
            cursor = psycopg.ClientCursor(connection)
            [(version, *_)] = cursor.execute("SHOW VERSION").fetchall()
            config = {row[0]: row[1] for row in cursor.execute("SHOW CONFIG")}
        return f"{version}, pool_mode = {config['pool_mode']}"

    @property
    def log(self) -> Path:
        return self._folder / "log"

    def start(self, primary: Node) -> None:
        create_private_folder(self._folder, self._owner)
        self._write_settings(primary)
        self._run()
        wait_until(self._is_listening, "PgBouncer écoute", pause_s=0.02)

    def set_primary(self, primary: Node) -> None:
        """Send connections to ``primary``, as an operator does: change one line and reload."""
        self._write_settings(primary)
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def kill(self) -> None:
        """Kill it with all its connections, and start it again a second later."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        time.sleep(RESTART_S)
        self._run()

    def delete(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _is_listening(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection((HOST, self._port)):
            return True
        return False

    def _run(self) -> None:
        command = [self._program, str(self._folder / "pgbouncer.ini")]
        self._process = self._owner.start_program(command, cwd=self._folder, log=self.log)

    def _write_settings(self, primary: Node) -> None:
        users = self._folder / "users"
        users.write_text('"postgres" ""\n')
        overrides = {
            DATABASE: f"host={HOST} port={primary.port} user=postgres",
            "listen_addr": HOST,
            "listen_port": str(self._port),
            "auth_type": "trust",
            "auth_file": str(users),
        }
        lines = SETTINGS.read_text().splitlines()
        named_lines = [(line, line.partition("=")[0].strip()) for line in lines]
        settings = [
            f"{name} = {overrides[name]}" if name in overrides else line
            for line, name in named_lines
        ]
        settings += ["unix_socket_dir =", "stats_users = postgres"]
        (self._folder / "pgbouncer.ini").write_text("\n".join(settings) + "\n")
