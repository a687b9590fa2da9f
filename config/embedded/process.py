"""Processes of the servers: start, identification, wait and stop."""

import contextlib
import shutil
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

import psutil

START_TIMEOUT_S = 120.0  # enough for a busy laptop
STOP_TIMEOUT_S = 10.0
POLL_S = 0.02
LOG_TAIL = 2000  # characters of a server's log shown in an error
ATTEMPTS = 5  # a server may be killed while it starts, and its port be taken just before


class ServiceError(RuntimeError):
    """An embedded server does not start or stop; the message ends with its log."""


class Server(ABC):
    """One embedded server, a `config.supervision.processes.SupervisedProcess`."""

    name: ClassVar[str]
    gentle_signal: ClassVar[signal.Signals]
    hard_signal: ClassVar[signal.Signals]

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def prepare(self) -> None:
        """Create its folders, once: a later start never uses an empty folder as data."""

    @abstractmethod
    def start(self) -> subprocess.Popen[bytes]:
        """Start it, or start it again at the same address with its data; do not wait."""

    @abstractmethod
    def is_ready(self) -> bool:
        """Return True if it answers."""

    @abstractmethod
    def is_serving(self) -> bool:
        """Return True if it answers, or prepares to; False if it never will by itself."""

    @property
    @abstractmethod
    def log(self) -> Path:
        """Return the file of its output."""

    @property
    @abstractmethod
    def data(self) -> Path:
        """Return the folder in which all its processes work."""

    @property
    @abstractmethod
    def pid_file(self) -> Path:
        """Return the file of its pid."""

    def wait_until_ready(self) -> None:
        """Return when it answers; if it ends meanwhile, start it again, up to ATTEMPTS times."""
        for _ in range(ATTEMPTS):
            process = self.process or self.start()
            deadline = time.monotonic() + START_TIMEOUT_S
            while process.poll() is None and time.monotonic() < deadline:
                if self.is_ready():
                    return
                time.sleep(POLL_S)
            self.stop()
        raise ServiceError(
            f"{self.name} ne démarre pas (voir {self.log}) :\n{self._read_log_tail()}"
        )

    def stop(self) -> None:
        """Stop within seconds; open connections are closed, the data stays consistent."""
        if self.process is not None:
            stop_process(self.process.pid, self.gentle_signal, self.hard_signal)
            self.process.wait()
            self.process = None
            self.clean_up()

    def clean_up(self) -> None:
        """End the processes that still use the data, then delete a stale pid file.

        A killed postmaster leaves backends, which keep the next server from starting.
        """
        with contextlib.suppress(FileNotFoundError, ValueError):
            pid = int(self.pid_file.read_text().split("\n", 1)[0])
            if is_server_of(pid, self.data):
                stop_process(pid, self.gentle_signal, self.hard_signal)
        _kill_processes_in(self.data.resolve())
        self.pid_file.unlink(missing_ok=True)

    def delete(self) -> None:
        """Stop the server, also one left by a killed process, and delete the data."""
        self.stop()
        self.clean_up()
        shutil.rmtree(self.data, ignore_errors=True)

    def _read_log_tail(self) -> str:
        with contextlib.suppress(FileNotFoundError):
            return self.log.read_text(errors="replace")[-LOG_TAIL:]
        return ""


def find_package_folder(package: str) -> Path:
    """Return the folder of an installed package, which is not imported (side effects)."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ServiceError(
            f"Le paquet Python {package} n'est pas installé : lancez make demo, ou indiquez "
            "vos propres serveurs par DATABASE_URL et REDIS_URL."
        )
    return Path(spec.submodule_search_locations[0])


def is_server_of(pid: int, folder: Path) -> bool:
    """Return True if ``pid`` is a server of that folder, not another process with its pid."""
    try:
        return str(folder) in " ".join(psutil.Process(pid).cmdline())
    except psutil.Error:
        return False


def stop_process(pid: int, gentle_signal: signal.Signals, hard_signal: signal.Signals) -> None:
    """End a process, child or not: gentle signal, wait, hard signal, wait, SIGKILL."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        for signal_number in (gentle_signal, hard_signal, signal.SIGKILL):
            process.send_signal(signal_number)
            with contextlib.suppress(psutil.TimeoutExpired):
                process.wait(STOP_TIMEOUT_S)
                return
        raise ServiceError(f"Le processus {pid} ne s'arrête pas.")


def _kill_processes_in(folder: Path) -> None:
    """Kill every process whose working directory is ``folder``; return when all have ended."""
    killed_processes = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):  # ended, or of another user
            if process.cwd() == str(folder):
                process.kill()
                killed_processes.append(process)
    psutil.wait_procs(killed_processes, timeout=STOP_TIMEOUT_S)
