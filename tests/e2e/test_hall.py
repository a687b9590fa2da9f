"""A small hall: ``make hall`` in short, on the real stack."""

import io

from rich.console import Console

from benchmarks.hall.run import HallRun
from benchmarks.hall.writer import write_script
from tests.stack import LiveStack


def test_a_half_paper_hall_is_ranked_as_scripted(live_stack: LiveStack) -> None:
    printed = io.StringIO()
    script = write_script(seed=2, tables=16, turns=4, arbiters=2)
    status = HallRun(Console(file=printed, width=120), live_stack.url, script).run()
    assert status == 0, printed.getvalue()
