"""The supervisor of a club's laptop: restarts what dies, stops all, recovers from a kill."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from config import supervisor as module
from config.supervisor import Program, ProgramFailedError, Supervisor, run_to_end

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 20.0
ENVIRONMENT = {"PATH": os.environ["PATH"]}


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def supervisor(tmp_path: Path, said: list[str]) -> Iterator[Supervisor]:
    made = Supervisor(record=tmp_path / "programs.json", say=said.append)
    yield made
    made.stop()


def program(name: str, code: str, log: Path = Path(os.devnull), *, shown: bool = False) -> Program:
    return Program(name, [sys.executable, "-c", code], ENVIRONMENT, log, shown)


def recorded(tmp_path: Path) -> list[int]:
    return [pid for pid, _created in json.loads((tmp_path / "programs.json").read_text())]


def eventually(supervisor: Supervisor, true: Callable[[], bool]) -> None:
    supervisor.wait_until(true, timeout_s=PATIENCE_S)


SLEEP = "import time; time.sleep(600)"


def test_a_program_that_is_killed_is_started_again(
    supervisor: Supervisor, said: list[str], tmp_path: Path
) -> None:
    supervisor.start(program("dormeur", SLEEP))
    (first,) = recorded(tmp_path)
    os.kill(first, signal.SIGKILL)
    eventually(supervisor, lambda: recorded(tmp_path) != [first])
    assert said == ["dormeur s'est arrêté (code -9) : redémarrage."]
    assert psutil.pid_exists(recorded(tmp_path)[0])


def test_a_program_that_cannot_start_ends_everything_with_its_log(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RESTART_DELAY_S", 0)
    broken = "import sys; sys.exit('la base manque')"
    supervisor.start(program("web", broken, log=tmp_path / "web.log"))
    with pytest.raises(
        ProgramFailedError, match=r"web ne tient pas \(code 1\)(.|\n)*la base manque"
    ):
        eventually(supervisor, lambda: False)


def test_errors_go_to_the_log_and_only_what_is_to_be_shown_to_the_terminal(
    supervisor: Supervisor, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    logs = [tmp_path / "montré", tmp_path / "caché"]
    code = "import sys; print('lien', flush=True); print('faute', file=sys.stderr, flush=True);"
    for log in logs:
        supervisor.start(program(log.name, code + SLEEP, log, shown=log is logs[0]))
    eventually(supervisor, lambda: all("faute" in log.read_text() for log in logs))
    supervisor.stop()
    assert capfd.readouterr().out == "lien\n"
    assert [log.read_text() for log in logs] == ["faute\n", "lien\nfaute\n"]


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
    eventually(supervisor, ready.exists)
    pids = recorded(tmp_path)
    supervisor.stop()
    assert not any(psutil.pid_exists(pid) for pid in pids)
    assert not (tmp_path / "programs.json").exists()


def test_what_a_killed_supervisor_left_is_ended_by_the_next(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    script = (
        "import sys, time; from pathlib import Path;"
        "from config.supervisor import Program, Supervisor;"
        "s = Supervisor(record=Path(sys.argv[1]), say=print);"
        f"s.start(Program('dormeur', [sys.executable, '-c', {SLEEP!r}], {{}}, Path('/dev/null')));"
        "print('started', flush=True); time.sleep(600)"
    )
    record = tmp_path / "programs.json"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(record)], cwd=ROOT, stdout=subprocess.PIPE
    ) as killed:
        assert killed.stdout is not None
        assert killed.stdout.readline() == b"started\n"
        (left,) = recorded(tmp_path)
        killed.send_signal(signal.SIGKILL)
    assert psutil.pid_exists(left)
    supervisor.stop_left_overs()
    deadline = time.monotonic() + PATIENCE_S
    while psutil.pid_exists(left) and time.monotonic() < deadline:
        time.sleep(0.05)  # until the system has collected the orphan
    assert not psutil.pid_exists(left)


def test_a_stranger_with_a_recorded_number_is_left_alone(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    with subprocess.Popen([sys.executable, "-c", SLEEP]) as stranger:
        (tmp_path / "programs.json").write_text(json.dumps([[stranger.pid, 12345.0]]))
        supervisor.stop_left_overs()
        assert stranger.poll() is None
        stranger.kill()


def test_a_step_that_fails_says_what_it_printed() -> None:
    run_to_end([sys.executable, "-c", ""], ENVIRONMENT)
    with pytest.raises(ProgramFailedError, match="table absente"):
        run_to_end([sys.executable, "-c", "raise SystemExit('table absente')"], ENVIRONMENT)


def test_a_port_in_use_is_told_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        club = [sys.executable, "-m", "config.club", "run"]
        port = holder.getsockname()[1]
        refused = subprocess.run(
            [
                *club,
                "--port",
                str(port),
                "--folder",
                str(tmp_path),
            ],
            check=False,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
    assert refused.returncode == 1
    assert f"Le port {port} est déjà pris" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not (tmp_path / "services").exists()
