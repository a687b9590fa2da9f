"""A minute of a club's worst day: ``make chaos`` in short, every promise of it kept.

So are those of which only a whole history can tell: its exit status says that there is one for
every bulletin and decision, and that each could be that of one thing after the other.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: One of each family at least; those that take long, such as a whole start, are for ``make chaos``.
KINDS = "kill freeze cut deaf slow bulletins tasks news ahead full drag second"
ARGUMENTS = ["--minutes", "1", "--seed", "8", "--kinds", *KINDS.split()]


def test_a_club_that_is_struck_in_every_way_for_a_minute_breaks_no_promise() -> None:
    chaos = subprocess.run(
        [sys.executable, "-m", "benchmarks.chaos", *ARGUMENTS],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k in {"PATH", "HOME", "LANG"}},
        check=False,
        capture_output=True,
        text=True,
    )
    assert chaos.returncode == 0, chaos.stdout + chaos.stderr
