"""Real server processes and real sockets."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psutil
from django.db import connection
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.stack import TEST_VARIABLES, LiveStack, find_free_port
from tests.waiting import TIMEOUT_S
from tournament.protocol import Message, encode

ROOT = Path(__file__).resolve().parents[3]
PRESENCE_KINDS = ("connected", "here")
HOST = "127.0.0.1"


class Web:
    """The project's server on the database of the test; a test may kill and restart it."""

    def __init__(self, log: Path, **environment: str) -> None:
        self.port = 0
        self._log = log
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def ensure(self) -> None:
        """Start the process unless it runs; return when it listens and its live room is open."""
        if self._process is not None and self._process.poll() is None:
            return
        # A new port each time: that of a killed process may be in use.
        self.port = find_free_port()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "config.serve", "--port", str(self.port)],
                cwd=ROOT,
                env=self.build_environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait()

    def build_environment(self) -> dict[str, str]:
        """Return the environment of its process."""
        database = urlsplit(os.environ["DATABASE_URL"])
        database_name = connection.settings_dict["NAME"]
        environment = os.environ | {
            "DATABASE_URL": urlunsplit(database._replace(path=f"/{database_name}")),
            "LOG_LEVEL": "INFO",
            **self._environment,
        }
        return {name: value for name, value in environment.items() if name not in TEST_VARIABLES}

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def begin_stop(self) -> None:
        """Send SIGTERM, without waiting for the end."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def read_log(self) -> str:
        return self._log.read_text(errors="replace")

    def _wait(self) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while self._process is not None and self._process.poll() is None:
            if self._is_listening(self._process.pid):
                return
            if time.monotonic() > deadline:
                break
            time.sleep(0.05)
        raise RuntimeError(f"the server does not start:\n{self.read_log()[-3000:]}")

    def _is_listening(self, pid: int) -> bool:
        """Return True if the process listening on the port is ours, and not another program."""
        with contextlib.suppress(psutil.Error):
            sockets = psutil.Process(pid).net_connections("inet")
            return any(
                socket.status == psutil.CONN_LISTEN and socket.laddr.port == self.port
                for socket in sockets
            )
        return False

    def _end(self, signal_number: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.send_signal(signal_number)
            process.wait(TIMEOUT_S)


class Browser:
    """A client of the live socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def next(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these types, skipping others; without types the next
        one that is not about connected tablets, which come at any moment."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=TIMEOUT_S))
            kind = message["type"]
            if kind in kinds or not (kinds or kind in PRESENCE_KINDS):
                return message

    def say(self, message: Message | str | bytes) -> None:
        self.socket.send(encode(message).decode() if isinstance(message, Message) else message)

    def ask(self, message: Message | str | bytes) -> dict[str, Any]:
        """Send a message and return its answer, skipping broadcasts."""
        self.say(message)
        return self.next("saved", "receipt", "refused", "stale", "pong", "snapshot")

    def read_close_code(self) -> int:
        """Return the code with which the server closes the socket."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.socket.recv(timeout=TIMEOUT_S)
        code = self.socket.close_code
        assert code is not None
        return code


@contextlib.contextmanager
def browse(web: Web | LiveStack, token: str) -> Iterator[Browser]:
    """Open a socket whose first message is not read yet."""
    address = f"ws://{HOST}:{web.port}/live/v1/{token}/"
    with connect(address, open_timeout=TIMEOUT_S, compression=None, max_size=None) as socket:
        yield Browser(socket)


@contextlib.contextmanager
def watch(web: Web | LiveStack, token: str) -> Iterator[Browser]:
    """Open a socket that has received its snapshot."""
    with browse(web, token) as browser:
        browser.next("snapshot")
        yield browser
