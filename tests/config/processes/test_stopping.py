"""The supervisor's end: all stop in order, and what a killed one left is ended by the next."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from config.supervision import supervisor as module
from config.supervision.supervisor import Supervisor
from tests.config.processes.supervised import SLEEP, program, read_recorded, watch_until
from tests.waiting import wait_for

ROOT = Path(__file__).resolve().parents[3]


def test_stopping_ends_all_also_what_ignores_the_request(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STOP_TIMEOUT_S", 0.5)
    ready = tmp_path / "ready"
    deaf = (
        "import pathlib, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        f"pathlib.Path({str(ready)!r}).touch(); time.sleep(600)"
    )
    supervisor.start(program("dormeur", SLEEP))
    supervisor.start(program("sourd", deaf))
    watch_until(supervisor, ready.exists)
    pids = read_recorded(tmp_path)
    supervisor.stop()
    assert not any(psutil.pid_exists(pid) for pid in pids)
    assert not (tmp_path / "programs.json").exists()


#: Does its last work when it is asked to end, which takes it a moment.
ORDERLY = """
import pathlib, signal, sys, time
def end(*_):
    time.sleep(0.5)
    pathlib.Path({done!r}).touch()
    sys.exit()
signal.signal(signal.SIGTERM, end)
pathlib.Path({ready!r}).touch()
time.sleep(600)
"""


def orderly(tmp_path: Path) -> str:
    return ORDERLY.format(done=str(tmp_path / "done"), ready=str(tmp_path / "ready"))


def test_a_stopping_program_gets_time_for_its_last_work(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    supervisor.start(program("web", orderly(tmp_path)))
    watch_until(supervisor, (tmp_path / "ready").exists)
    supervisor.stop()
    assert (tmp_path / "done").exists()


#: A supervisor of one program, as the club has one.
STARTER = """
import sys
from pathlib import Path
from config.supervision.stop_signals import ignore_stop_signals, stop_on_signals
from config.supervision.processes import Program
from config.supervision.supervisor import Supervisor
stop_on_signals()
supervisor = Supervisor(record=Path(sys.argv[1]), report=print)
supervisor.start(Program("web", [sys.executable, "-c", sys.argv[2]], {}, Path("/dev/null")))
try:
    supervisor.watch()
except KeyboardInterrupt:
    ignore_stop_signals()
    supervisor.stop()
"""


def start_orderly(tmp_path: Path) -> subprocess.Popen[bytes]:
    arguments = [str(tmp_path / "programs.json"), orderly(tmp_path)]
    starter = subprocess.Popen([sys.executable, "-c", STARTER, *arguments], cwd=ROOT)
    wait_for((tmp_path / "ready").exists)
    return starter


def test_the_next_supervisor_ends_processes_of_a_killed_supervisor(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    with start_orderly(tmp_path) as killed:
        (remaining,) = read_recorded(tmp_path)
        killed.kill()
    assert psutil.pid_exists(remaining)
    supervisor.stop_leftover_processes()
    assert (tmp_path / "done").exists()
    wait_for(lambda: not psutil.pid_exists(remaining))  # until the system has collected the orphan


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_signal_that_ends_a_program_ends_all_in_order(
    tmp_path: Path, number: signal.Signals
) -> None:
    with start_orderly(tmp_path) as starter:
        (child,) = read_recorded(tmp_path)
        starter.send_signal(number)
        wait_for(lambda: not (tmp_path / "programs.json").exists() or starter.poll() is not None)
        starter.send_signal(number)  # an impatient second one harms nothing
        assert starter.wait() == 0
    assert (tmp_path / "done").exists()
    assert not psutil.pid_exists(child)


def test_a_stranger_with_a_recorded_number_is_left_alone(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    with subprocess.Popen([sys.executable, "-c", SLEEP]) as stranger:
        (tmp_path / "programs.json").write_text(json.dumps([[stranger.pid, 12345.0]]))
        supervisor.stop_leftover_processes()
        assert stranger.poll() is None
        stranger.kill()
