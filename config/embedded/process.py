"""Starting, recognising, awaiting and ending the servers' processes."""

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

START_TIMEOUT_S = 120.0  # of a laptop that has much else to do
STOP_TIMEOUT_S = 10.0
POLL_S = 0.02
LOG_TAIL = 2000  # characters of a server's log shown in an error
ATTEMPTS = 5  # a server may be killed while it starts, and its port be taken just before


class ServiceError(RuntimeError):
    """An embedded server does not start or stop; the message ends with its log."""


class Server(ABC):
    """One embedded server; a supervisor starts it again where it was (config.supervisor.Charge)."""

    name: ClassVar[str]
    gentle: ClassVar[signal.Signals]
    hard: ClassVar[signal.Signals]

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def prepare(self) -> None:
        """Make its folders, once: a later start never takes an empty one for the club's."""

    @abstractmethod
    def start(self) -> subprocess.Popen[bytes]:
        """Start it, or start it again at the same address with its data; returns at once."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether it serves."""

    def is_stuck(self) -> bool:
        """Whether it runs, but will never serve again by itself."""
        return False

    @property
    @abstractmethod
    def log(self) -> Path:
        """What it prints."""

    @property
    @abstractmethod
    def data(self) -> Path:
        """The folder in which all its processes work."""

    @property
    @abstractmethod
    def pid_file(self) -> Path:
        """Where it writes its number."""

    def wait(self) -> None:
        """Return when it serves; one that dies meanwhile is started again, ATTEMPTS times."""
        for _ in range(ATTEMPTS):
            process = self.process or self.start()
            deadline = time.monotonic() + START_TIMEOUT_S
            while process.poll() is None and time.monotonic() < deadline:
                if self.answers():
                    return
                time.sleep(POLL_S)
            self.stop()
        raise ServiceError(f"{self.name} ne démarre pas (voir {self.log}) :\n{self._tail()}")

    def stop(self) -> None:
        """Stop within seconds; open connections are closed, the data is whole."""
        if self.process is not None:
            stop_process(self.process.pid, self.gentle, self.hard)
            self.process.wait()
            self.process = None
            self.clear()

    def clear(self) -> None:
        """End whatever still runs on the data, then forget a stale pid file.

        A killed postmaster leaves backends: they would write beside the next server, and keep
        it from starting.
        """
        with contextlib.suppress(FileNotFoundError, ValueError):
            pid = int(self.pid_file.read_text().split("\n", 1)[0])
            if runs_in(pid, self.data):
                stop_process(pid, self.gentle, self.hard)
        _kill_all_in(self.data.resolve())
        self.pid_file.unlink(missing_ok=True)

    def delete(self) -> None:
        """Stop what runs there, also a left-over of a killed process, and delete the data."""
        self.stop()
        self.clear()
        shutil.rmtree(self.data, ignore_errors=True)

    def _tail(self) -> str:
        with contextlib.suppress(FileNotFoundError):
            return self.log.read_text(errors="replace")[-LOG_TAIL:]
        return ""


def package_folder(package: str) -> Path:
    """Where an installed wheel lies; the package is not imported (it would do things)."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ServiceError(
            f"Le paquet Python {package} n'est pas installé : lancez make demo, ou indiquez "
            "vos propres serveurs par DATABASE_URL et REDIS_URL."
        )
    return Path(spec.submodule_search_locations[0])


def runs_in(pid: int, folder: Path) -> bool:
    """Whether ``pid`` is a server of that folder, and not a process that got its number."""
    try:
        return str(folder) in " ".join(psutil.Process(pid).cmdline())
    except psutil.Error:
        return False


def stop_process(pid: int, gentle: signal.Signals, hard: signal.Signals) -> None:
    """End a process, child of ours or not: ask, wait, insist, and kill one that is frozen."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        for how in (gentle, hard, signal.SIGKILL):
            process.send_signal(how)
            with contextlib.suppress(psutil.TimeoutExpired):
                process.wait(STOP_TIMEOUT_S)
                return
        raise ServiceError(f"Le processus {pid} ne s'arrête pas.")


def _kill_all_in(folder: Path) -> None:
    """Kill every process that works in ``folder``; returns when all are gone."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):  # gone, or a stranger's
            if process.cwd() == str(folder):
                process.kill()
                found.append(process)
    psutil.wait_procs(found, timeout=STOP_TIMEOUT_S)
