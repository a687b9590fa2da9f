"""The supervisor of a club's laptop: starts again what dies, and goes on whatever happens."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from config.embedded.process import ServiceError
from config.supervision import liveness, supervisor as module
from config.supervision.supervisor import ProgramFailedError, Supervisor
from tests.config.processes.supervised import (
    ENVIRONMENT,
    SLEEP,
    program,
    read_recorded,
    watch_until,
)

ROOT = Path(__file__).resolve().parents[3]


class Clock:
    """Monotonic seconds that pass when told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Sleeper:
    """A charge that runs until the test kills it; refuses to start while ``error`` is set."""

    name = "dormeur"

    def __init__(self, log: Path) -> None:
        self.log = log
        self.error: Exception | None = None
        self.serves, self.asked = True, 0
        self.processes: list[subprocess.Popen[bytes]] = []

    def is_serving(self) -> bool:
        self.asked += 1
        return self.serves

    def start(self) -> subprocess.Popen[bytes]:
        if self.error is not None:
            raise self.error
        self.serves = True
        self.processes.append(subprocess.Popen([sys.executable, "-c", SLEEP]))
        return self.processes[-1]

    def die(self) -> None:
        self.processes[-1].kill()
        self.processes[-1].wait()


def open_the_room(supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the start: as when the watch for ever has begun."""

    def raise_interrupt() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(supervisor, "watch_once", raise_interrupt)
        with pytest.raises(KeyboardInterrupt):
            supervisor.watch()


def test_a_program_that_is_killed_is_started_again(
    supervisor: Supervisor, reported: list[str], tmp_path: Path
) -> None:
    supervisor.start(program("dormeur", SLEEP))
    (first,) = read_recorded(tmp_path)
    os.kill(first, signal.SIGKILL)
    watch_until(supervisor, lambda: read_recorded(tmp_path) != [first])
    assert reported == ["dormeur s'est arrêté (code -9) : redémarrage."]
    assert psutil.pid_exists(read_recorded(tmp_path)[0])


def test_a_program_that_cannot_start_ends_everything_with_its_log(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RESTART_DELAY_S", 0)
    broken = "import sys; sys.exit('la base manque')"
    supervisor.start(program("web", broken, log=tmp_path / "web.log"))
    with pytest.raises(
        ProgramFailedError, match=r"web ne tient pas \(code 1\)(.|\n)*la base manque"
    ):
        watch_until(supervisor, lambda: False)


def test_a_program_that_lived_long_has_not_failed_to_start(
    tmp_path: Path, reported: list[str]
) -> None:
    clock, sleeper = Clock(), Sleeper(tmp_path / "log")
    supervisor = Supervisor(record=tmp_path / "programs.json", report=reported.append, clock=clock)
    supervisor.start(sleeper)
    for lived_s in (1, 1, 60, 1, 1):  # never three short lives in a row
        clock.now += lived_s
        sleeper.die()
        supervisor.watch_once()
        clock.now += module.MAX_RESTART_DELAY_S
        supervisor.watch_once()
    clock.now += 1
    sleeper.die()
    with pytest.raises(ProgramFailedError, match="dormeur ne tient pas"):
        supervisor.watch_once()
    assert len(sleeper.processes) == 6


def test_a_failing_program_is_restarted_less_and_less_often(
    tmp_path: Path, reported: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, sleeper = Clock(), Sleeper(tmp_path / "log")
    supervisor = Supervisor(record=tmp_path / "programs.json", report=reported.append, clock=clock)
    supervisor.start(sleeper)
    open_the_room(supervisor, monkeypatch)
    waits = []
    for lived_s in (60, 1, 1, 1, 1, 1):
        clock.now += lived_s
        sleeper.die()
        died, births = clock.now, len(sleeper.processes)
        supervisor.watch_once()
        while len(sleeper.processes) == births:
            clock.now += 0.5
            supervisor.watch_once()
        waits.append(clock.now - died)
    assert waits == [0.5, 1.0, 2.0, 4.0, 4.0, 4.0]
    once = "dormeur s'est arrêté (code -9) : redémarrage."
    assert reported[:3] == [once] * 3
    assert len(reported) == 4, "said once, however often it is tried"
    assert "dormeur ne tient pas (code -9) : nouvel essai toutes les 4 s" in reported[3]
    clock.now += module.MIN_RUN_S
    supervisor.watch_once()
    assert reported[4:] == ["dormeur tient de nouveau."]
    supervisor.stop()
    assert sleeper.processes[-1].poll() is not None


@pytest.mark.parametrize("error", [OSError(11, "plus de processus"), ServiceError("gelé")])
def test_what_the_system_refuses_to_start_is_tried_again(
    tmp_path: Path, reported: list[str], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    clock, sleeper = Clock(), Sleeper(tmp_path / "log")
    supervisor = Supervisor(record=tmp_path / "programs.json", report=reported.append, clock=clock)
    supervisor.start(sleeper)
    open_the_room(supervisor, monkeypatch)
    sleeper.error = error
    sleeper.die()
    for _ in range(20):
        supervisor.watch_once()
        clock.now += 1
    assert any(str(error) in line for line in reported), reported
    sleeper.error = None
    clock.now += module.MAX_RESTART_DELAY_S
    supervisor.watch_once()
    assert sleeper.processes[-1].poll() is None
    supervisor.stop()


def test_what_runs_without_serving_is_ended_and_started_again(
    supervisor: Supervisor, tmp_path: Path, reported: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One refuses, one is stopped by a signal; the third serves, and is left alone."""
    monkeypatch.setattr(liveness, "CHECK_EVERY_S", 0.05)
    monkeypatch.setattr(liveness, "MAX_REFUSAL_S", 0.3)
    sleeper = Sleeper(tmp_path / "log")
    supervisor.start(sleeper)
    supervisor.start(program("figé", SLEEP))
    supervisor.start(program("voisin", SLEEP))
    first = read_recorded(tmp_path)
    watch_until(supervisor, lambda: sleeper.asked > 1)
    os.kill(first[1], signal.SIGSTOP)
    sleeper.serves = False
    watch_until(supervisor, lambda: len(reported) == 4)
    sleeper.serves = True
    watch_until(supervisor, lambda: not {*first[:2]} & {*read_recorded(tmp_path)})
    watch_until(supervisor, lambda: len(read_recorded(tmp_path)) == len(first))
    assert sorted(reported) == [
        "dormeur ne répond plus : il est arrêté.",
        "dormeur s'est arrêté (code -9) : redémarrage.",
        "figé ne répond plus : il est arrêté.",
        "figé s'est arrêté (code -9) : redémarrage.",
    ]
    assert read_recorded(tmp_path)[2] == first[2]


def test_processes_started_by_another_are_not_stopped(tmp_path: Path, reported: list[str]) -> None:
    clock, sleeper = Clock(), Sleeper(tmp_path / "log")
    supervisor = Supervisor(record=tmp_path / "programs.json", report=reported.append, clock=clock)
    supervisor.adopt(sleeper, sleeper.start())
    clock.now += 60
    sleeper.die()
    supervisor.watch_once()
    clock.now += 1
    supervisor.watch_once()
    assert len(sleeper.processes) == 2
    supervisor.stop()
    assert sleeper.processes[-1].poll() is None
    sleeper.die()


def test_a_failed_write_of_the_record_is_tried_later(tmp_path: Path, reported: list[str]) -> None:
    folder = tmp_path / "folder"
    supervisor = Supervisor(record=folder / "programs.json", report=reported.append)
    supervisor.start(program("dormeur", SLEEP))
    supervisor.watch_once()
    assert len(reported) == 1
    assert "programs.json ne peut pas être écrit" in reported[0]
    folder.mkdir()
    supervisor.watch_once()
    assert len(read_recorded(folder)) == 1
    supervisor.stop()


def test_a_program_whose_log_cannot_be_opened_runs_without(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    supervisor.start(program("dormeur", SLEEP, tmp_path / "file" / "web.log"))
    assert len(read_recorded(tmp_path)) == 1


def test_errors_go_to_the_log_and_chosen_lines_to_terminal(
    supervisor: Supervisor, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    logs = [tmp_path / "montré", tmp_path / "caché"]
    code = "import sys; print('lien', flush=True); print('faute', file=sys.stderr, flush=True);"
    for log in logs:
        supervisor.start(program(log.name, code + SLEEP, log, shown=log is logs[0]))
    watch_until(supervisor, lambda: all("faute" in log.read_text() for log in logs))
    supervisor.stop()
    assert capfd.readouterr().out == "lien\n"
    assert [log.read_text() for log in logs] == ["faute\n", "lien\nfaute\n"]


def test_a_step_that_fails_says_what_it_printed(supervisor: Supervisor) -> None:
    supervisor.run_to_end([sys.executable, "-c", ""], ENVIRONMENT)
    with pytest.raises(ProgramFailedError, match="table absente"):
        supervisor.run_to_end(
            [sys.executable, "-c", "raise SystemExit('table absente')"], ENVIRONMENT
        )


def test_a_step_under_which_a_server_died_is_done_again(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    """The step kills the server and fails, as a migration would that has lost its database."""
    server = Sleeper(tmp_path / "log")
    supervisor.adopt(server, server.start())
    done = tmp_path / "done"
    step = (
        "import os, pathlib, sys; done = pathlib.Path(sys.argv[1]);"
        "done.exists() and sys.exit(0); done.touch();"
        "os.kill(int(sys.argv[2]), 9); sys.exit('connexion perdue')"
    )
    pid = str(server.processes[0].pid)
    supervisor.run_to_end([sys.executable, "-c", step, str(done), pid], ENVIRONMENT)
    assert done.exists()
    watch_until(supervisor, lambda: len(server.processes) == 2)
    server.die()


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
