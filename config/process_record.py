"""Which of our processes run, in a file that survives our own death, and ending what it names."""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

import psutil


class Record:
    """Pairs of a process's number and the moment it began (psutil), in ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, pids: Sequence[int]) -> None:
        """Raises OSError, and then the old record stands."""
        lives = []
        for pid in pids:
            with contextlib.suppress(psutil.NoSuchProcess):
                lives.append((pid, psutil.Process(pid).create_time()))
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps(lives))
        fresh.replace(self.path)

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)

    def end_all(self, *, timeout_s: float) -> None:
        """Ask what is recorded and still runs to end, insist after a while, forget it."""
        try:
            recorded = json.loads(self.path.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return
        left = []
        for pid, created in recorded:
            with contextlib.suppress(psutil.NoSuchProcess):
                process = psutil.Process(pid)
                if process.create_time() == created:  # and not somebody with the same number
                    process.terminate()
                    left.append(process)
        for process in psutil.wait_procs(left, timeout=timeout_s)[1]:
            process.kill()
        self.forget()
