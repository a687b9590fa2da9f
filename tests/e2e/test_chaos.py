"""A club's worst day in short: ``make chaos``, many kinds of faults once and every promise kept.

So are those of which only a whole history can tell: its exit status says that there is one for
every bulletin and decision, and that each could be that of one thing after the other.
"""

import subprocess
import sys

import pytest
from pytest_django import DjangoDbBlocker

from tests.config.clubs import ROOT, build_plain_environment, make_first_start

#: One of each family, but for what ``test_club.py`` does to a club: processes that are stopped for
#: good or refuse, and the full disk. Those that take long are for ``make chaos``.
KINDS = "kill freeze cut bulletins tasks bus-messages second-supervisor"
#: Each kind is injected once, however long that takes: with this seed the live server is frozen and
#: loses the database, then both servers are killed.
SIZE = "--minutes 0.1 --tables 4 --paper 2 --time 8 --step 5 --seed 3736"


def test_a_club_with_many_kinds_of_faults_breaks_no_promise(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> None:
    like = ["--like", str(make_first_start(tmp_path_factory, django_db_blocker))]
    chaos = subprocess.run(
        [sys.executable, "-m", "benchmarks.chaos", *like, *SIZE.split(), "--kinds", *KINDS.split()],
        cwd=ROOT,
        env=build_plain_environment(),
        check=False,
        capture_output=True,
        text=True,
    )
    assert chaos.returncode == 0, chaos.stdout + chaos.stderr
