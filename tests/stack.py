"""The real stack: server and worker processes that a test may kill and restart."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from http import HTTPStatus
from pathlib import Path
from random import Random
from urllib.parse import urlsplit, urlunsplit

from config.probe import is_worker_ready, read_readiness
from tests.waiting import TIMEOUT_S

#: Variables of the test session that the processes must not inherit.
TEST_VARIABLES = ("DJANGO_ALLOW_ASYNC_UNSAFE", "PGOPTIONS")
ROOT = Path(__file__).resolve().parent.parent
POLL_S = 0.05


class LiveStack:
    """One web server and one worker on the database ``database`` of the session's server."""

    def __init__(self, *, database: str, logs: Path) -> None:
        self._logs = logs
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self.port = find_free_port()
        self.url = f"http://localhost:{self.port}"
        server = urlsplit(os.environ["DATABASE_URL"])
        self.environment = os.environ | {
            "DATABASE_URL": urlunsplit(server._replace(path=f"/{database}")),
            "PUBLIC_URL": self.url,
            "LOG_LEVEL": "INFO",
        }
        for name in TEST_VARIABLES:
            self.environment.pop(name, None)

    def ensure(self) -> None:
        """Start what is not running; return when everything answers."""
        fresh = [name for name in ("web", "worker") if not self.runs(name)]
        for name in fresh:
            self._launch(name)
        for name in fresh:
            self._wait(name)

    def runs(self, name: str) -> bool:
        process = self._running.get(name)
        return process is not None and process.poll() is None

    def pid(self, name: str) -> int:
        return self._running[name].pid

    def kill_web(self) -> None:
        """Kill the web server (SIGKILL), as a crash."""
        self._end("web", signal.SIGKILL)

    def kill_worker(self) -> None:
        """Kill the worker (SIGKILL), as a crash."""
        self._end("worker", signal.SIGKILL)

    def start_web(self) -> None:
        """Start the web server again on the same port; return when it answers."""
        self._launch("web")
        self._wait("web")

    def start_worker(self) -> None:
        self._launch("worker")
        self._wait("worker")

    def restart_web(self) -> None:
        """Stop in order (SIGTERM) and start again, as a deployment."""
        self._end("web", signal.SIGTERM)
        self.start_web()

    def stop(self) -> None:
        for name in list(self._running):
            self._end(name, signal.SIGTERM)

    def log(self, name: str) -> str:
        """Return the log of ``web`` or ``worker`` since the session began."""
        return self._log_file(name).read_text(errors="replace")

    def _log_file(self, name: str) -> Path:
        return self._logs / f"{name}.log"

    def _launch(self, name: str) -> None:
        arguments = {
            "web": ["config.serve", "--port", str(self.port)],
            "worker": ["config.work", "turn", "office"],
        }[name]
        with self._log_file(name).open("ab") as log:
            self._running[name] = subprocess.Popen(
                [sys.executable, "-m", *arguments],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _wait(self, name: str) -> None:
        answers = self._web_answers if name == "web" else _worker_answers
        deadline = time.monotonic() + TIMEOUT_S
        while self.runs(name) and time.monotonic() < deadline:
            if answers():
                return
            time.sleep(POLL_S)
        raise RuntimeError(f"{name} does not start:\n{self.log(name)[-4000:]}")

    def _web_answers(self) -> bool:
        status = read_readiness(self.url)
        if status == HTTPStatus.INTERNAL_SERVER_ERROR:  # waiting would not help
            raise RuntimeError(self.log("web")[-4000:])
        return status == HTTPStatus.OK

    def _end(self, name: str, signal_number: signal.Signals) -> None:
        process = self._running.pop(name, None)
        if process is None:
            return
        process.send_signal(signal_number)
        try:
            process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _worker_answers() -> bool:
    return is_worker_ready("turn", timeout_s=1)


def find_free_port() -> int:
    """Return a free port below the ephemeral ones: no outgoing connection takes it while a
    server is restarted."""
    while True:
        # not from the test's own generator: the same test may run elsewhere on this machine
        port = Random().randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
