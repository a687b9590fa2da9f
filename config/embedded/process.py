"""Starting, recognising, awaiting and ending the servers' processes."""

import contextlib
import signal
import subprocess
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import psutil

START_TIMEOUT_S = 30.0
STOP_TIMEOUT_S = 10.0
POLL_S = 0.02
LOG_TAIL = 2000  # characters of a server's log shown in an error


class ServiceError(RuntimeError):
    """An embedded server does not start or stop; the message ends with its log."""


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


def wait_for(
    process: subprocess.Popen[bytes], ready: Callable[[], bool], name: str, log: Path
) -> None:
    """Return when ``ready()``; raises ServiceError when the process ends or time is out."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        if ready():
            return
        time.sleep(POLL_S)
    tail = log.read_text(errors="replace")[-LOG_TAIL:]
    raise ServiceError(f"{name} ne démarre pas (voir {log}) :\n{tail}")


def stop_process(pid: int, gentle: signal.Signals, hard: signal.Signals) -> None:
    """End a process, child of ours or not: ask, wait, insist; returns when it is gone."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        process.send_signal(gentle)
        try:
            process.wait(STOP_TIMEOUT_S)
        except psutil.TimeoutExpired:
            process.send_signal(hard)
            process.wait(STOP_TIMEOUT_S)
