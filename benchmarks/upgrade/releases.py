"""The two releases: the one of a git ref in a folder of its own, and this folder's."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.env import BASE_DIR

ROOM_SCRIPT = Path(__file__).with_name("room_of_release.py")


@dataclass(frozen=True)
class Release:
    """``folder``: of its code."""

    name: str
    folder: Path

    def build_environment(self, environment: Mapping[str, str]) -> dict[str, str]:
        return dict(environment) | {"PYTHONPATH": str(self.folder)}

    def prepare(self, environment: Mapping[str, str]) -> None:
        """Migrate, collect static files. Raise CalledProcessError."""
        self._run(environment, "-m", "config.prepare")

    def make_room(
        self, environment: Mapping[str, str], *, tables: int, time_s: int, games: int
    ) -> dict[str, Any]:
        arguments = map(str, (tables, time_s, games))
        output = self._run(environment, str(ROOM_SCRIPT), *arguments)
        room: dict[str, Any] = json.loads(output.splitlines()[-1])
        return room

    def _run(self, environment: Mapping[str, str], *arguments: str) -> str:
        completed = subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, check=False,
            env=self.build_environment(environment), capture_output=True, text=True,
        )  # fmt: skip
        if completed.returncode:
            raise RuntimeError(f"{self.name} : {completed.stderr[-2000:]}")
        return completed.stdout


def find_last_release() -> str:
    """Return the last tag, or HEAD without one: then the programs restart at one version."""
    completed = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0"],
        cwd=BASE_DIR, check=False, capture_output=True, text=True,
    )  # fmt: skip
    return completed.stdout.strip() or "HEAD"


def check_out(ref: str, folder: Path) -> Release:
    """Write the files of ``ref`` to ``folder``. Raise CalledProcessError for an unknown one."""
    folder.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "archive", ref], cwd=BASE_DIR, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "--extract"], cwd=folder, check=True, input=archive)
    os.environ.pop("PYTHONPATH", None)
    return Release(ref, folder)


def delete(release: Release) -> None:
    shutil.rmtree(release.folder, ignore_errors=True)
