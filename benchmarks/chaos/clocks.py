"""Clocks that are set: every program has one of its own, and both servers one together.

By ``clock.c``, compiled here and loaded before all else in each of them. libfaketime would do it
without a compiler, but Python's ``time.sleep`` fails under it (0.9.10).
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")
COMPILE = ("cc", "-shared", "-fPIC", "-O2", "-Wall", "-Werror")


class Clocks:
    """One file for each of ``names`` in ``folder``, which everybody may read.

    ``lack`` says why clocks cannot be set here, and is empty where they can.
    """

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        self._folder = folder
        self._library = folder / "clock.so"
        folder.mkdir()
        for name in names:
            self.shift(name, 0)
        self.lack = _compile(self._library)

    def shift(self, name: str, seconds: int) -> None:
        """Set the clock of ``name`` so far from the machine's; seen at once."""
        path = self._folder / name
        with path.open("r+b" if path.exists() else "wb") as file:
            file.write(seconds.to_bytes(4, sys.byteorder, signed=True))

    def environment(self, name: str) -> dict[str, str]:
        """What a process needs to go by that clock."""
        if self.lack:
            return {}
        return {"LD_PRELOAD": str(self._library), "CLOCK_SHIFT": str(self._folder / name)}


def _compile(library: Path) -> str:
    """Why that is not possible, or nothing."""
    if sys.platform != "linux":
        return "seulement sous Linux"
    try:
        subprocess.run([*COMPILE, "-o", library, SOURCE], check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        return f"il faut un compilateur C ({error})"
    return ""
