"""A minute of a club's worst day: ``make chaos`` in short, every promise of it kept.

So are those of which only a whole history can tell: its exit status says that there is one for
every bulletin and decision, and that each could be that of one thing after the other.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ARGUMENTS = ["--minutes", "1", "--seed", "8"]


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
