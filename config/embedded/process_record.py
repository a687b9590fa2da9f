"""A file that lists the started processes: after a crash, the next start ends them."""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

import psutil


class ProcessRecord:
    """Pairs of a process's pid and start time (psutil), in the file ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, pids: Sequence[int]) -> None:
        """Replace the file. Raise OSError, and keep the old file, if that fails."""
        entries = []
        for pid in pids:
            with contextlib.suppress(psutil.NoSuchProcess):
                entries.append((pid, psutil.Process(pid).create_time()))
        new_path = self.path.with_suffix(".new")
        new_path.write_text(json.dumps(entries))
        new_path.replace(self.path)

    def delete(self) -> None:
        self.path.unlink(missing_ok=True)

    def end_all(self, *, timeout_s: float) -> None:
        """Terminate the recorded processes, kill them after ``timeout_s``, delete the file."""
        try:
            entries = json.loads(self.path.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return
        running_processes = []
        for pid, started_at in entries:
            with contextlib.suppress(psutil.NoSuchProcess):
                process = psutil.Process(pid)
                if process.create_time() == started_at:  # not another process with the same pid
                    process.terminate()
                    running_processes.append(process)
        for process in psutil.wait_procs(running_processes, timeout=timeout_s)[1]:
            process.kill()
        self.delete()
