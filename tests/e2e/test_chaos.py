"""A minute of a club's worst day: ``make chaos`` in short, every promise of it kept."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: As long and with the same blows as with a hundred tablets, which cost most of two processors.
ARGUMENTS = ["--minutes", "1", "--seed", "8", "--tables", "40"]


def test_a_club_whose_processes_are_killed_and_frozen_for_a_minute_breaks_no_promise() -> None:
    chaos = subprocess.run(
        [sys.executable, "-m", "benchmarks.chaos", *ARGUMENTS],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k in {"PATH", "HOME", "LANG"}},
        check=False,
        capture_output=True,
        text=True,
    )
    assert chaos.returncode == 0, chaos.stdout + chaos.stderr
