"""A disk of the club's own that can be full: in memory, where we may mount one."""

import os
import shutil
import subprocess
from pathlib import Path

SIZE = "3g"  # of memory, used only as far as it is filled


class Disk:
    """``folder`` itself where we may not mount; ``lack`` says so."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True)
        options = f"size={SIZE},mode=755"
        mounted = _run("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder))
        self.lack = "" if mounted else "il faut le droit de monter un disque"

    def fill(self) -> None:
        """From now on not one byte more goes in."""
        for _ in range(100):  # something may be written meanwhile
            found = os.statvfs(self._folder)
            if self._resize(str((found.f_blocks - found.f_bfree) * found.f_frsize)):
                return
        raise OSError(f"{self._folder} ne se laisse pas remplir")

    def free(self) -> None:
        self._resize(SIZE)

    def delete(self) -> None:
        if not self.lack:
            _run("umount", "--lazy", str(self._folder))
        shutil.rmtree(self._folder)

    def _resize(self, size: str) -> bool:
        return _run("mount", "-o", f"remount,size={size}", str(self._folder))


def _run(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:  # no such program on this system
        return False
