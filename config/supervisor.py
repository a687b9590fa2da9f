"""Keeps a list of programs running on one machine, and stops them all together.

For the demonstration and a club's laptop; in production that is the container runtime's
work. A program that dies is started again; one that dies at once, again and again, ends
everything, since somebody has to look.
"""

import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

STOP_TIMEOUT_S = 15.0  # the web server may have bulletins to store
POLL_S = 0.1
RESTART_DELAY_S = 0.5
SHORT_LIFE_S = 10.0  # a program that lived less has failed to start
MAX_FAILED_STARTS = 3
LOG_TAIL = 1500  # characters


@dataclass(frozen=True)
class Program:
    """One program to keep running."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    shown: bool = False  # what it prints goes to the terminal; its errors to the log all the same
    handles: tuple[int, ...] = ()  # file descriptors it inherits


@dataclass
class Life:
    """A running program; ``failures`` counts its failed starts in a row."""

    program: Program
    process: subprocess.Popen[bytes]
    started: float  # monotonic seconds
    failures: int = 0


class ProgramFailedError(RuntimeError):
    """A program does not stay up; the message ends with its log."""


class Supervisor:
    """Starts programs, watches them, stops them; ``record`` survives our own death."""

    def __init__(self, *, record: Path, say: Callable[[str], None]) -> None:
        self._record = record
        self._say = say
        self._lives: dict[str, Life] = {}

    def start(self, program: Program, *, failures: int = 0) -> None:
        """Start a program, deaf to the terminal's Ctrl-C, which is ours to pass on."""
        program.log.parent.mkdir(parents=True, exist_ok=True)
        with program.log.open("ab") as log:
            process = subprocess.Popen(
                program.command,
                env=dict(program.environment),
                stdin=subprocess.DEVNULL,
                stdout=None if program.shown else log,
                stderr=log,
                pass_fds=program.handles,
                start_new_session=True,
            )
        self._lives[program.name] = Life(program, process, time.monotonic(), failures)
        self._write_record()

    def wait_until(self, ready: Callable[[], bool], *, timeout_s: float) -> None:
        """Watch until ``ready()``; raises ProgramFailedError when it takes longer."""
        deadline = time.monotonic() + timeout_s
        while not ready():
            if time.monotonic() > deadline:
                raise ProgramFailedError("Le serveur ne répond pas.")
            self.watch_once()
            time.sleep(POLL_S)

    def watch(self) -> None:
        """Watch for ever; ends by an exception only (a signal's, or ProgramFailedError)."""
        while True:
            self.watch_once()
            time.sleep(POLL_S)

    def watch_once(self) -> None:
        """Start again what has died."""
        for name, life in list(self._lives.items()):
            status = life.process.poll()
            if status is None:
                continue
            del self._lives[name]
            self._start_again(life, status)

    def stop(self) -> None:
        """Ask all to stop, newest first, insist after a while, return when all are gone."""
        processes = [life.process for life in reversed(self._lives.values())]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        deadline = time.monotonic() + STOP_TIMEOUT_S
        for process in processes:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._lives.clear()
        self._record.unlink(missing_ok=True)

    def stop_left_overs(self) -> None:
        """End what a supervisor that was killed has left running."""
        try:
            recorded = json.loads(self._record.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return
        left = []
        for pid, created in recorded:
            with contextlib.suppress(psutil.NoSuchProcess):
                process = psutil.Process(pid)
                if process.create_time() == created:  # and not somebody with the same number
                    process.terminate()
                    left.append(process)
        for process in psutil.wait_procs(left, timeout=STOP_TIMEOUT_S)[1]:
            process.kill()
        self._record.unlink(missing_ok=True)

    def _start_again(self, life: Life, status: int) -> None:
        program = life.program
        short = time.monotonic() - life.started < SHORT_LIFE_S
        failures = life.failures + 1 if short else 0
        if failures >= MAX_FAILED_STARTS:
            tail = program.log.read_text(errors="replace")[-LOG_TAIL:]
            raise ProgramFailedError(f"{program.name} ne tient pas (code {status}) :\n{tail}")
        self._say(f"{program.name} s'est arrêté (code {status}) : redémarrage.")
        time.sleep(RESTART_DELAY_S)
        self.start(program, failures=failures)

    def _write_record(self) -> None:
        lives = []
        for life in self._lives.values():
            with contextlib.suppress(psutil.NoSuchProcess):
                process = psutil.Process(life.process.pid)
                lives.append((process.pid, process.create_time()))
        fresh = self._record.with_suffix(".new")
        fresh.write_text(json.dumps(lives))
        fresh.replace(self._record)


def stop_on_signals() -> None:
    """Let Ctrl-C, SIGTERM and a closed terminal end this process in order.

    Ctrl-C by name too: a shell that starts a program in the background has it ignored.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)


def _interrupt(number: int, _frame: object) -> None:
    raise KeyboardInterrupt(f"signal {number}")


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs one of our modules with this interpreter."""
    return [sys.executable, "-m", module, *arguments]


def run_to_end(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Run one step before the programs; raises ProgramFailedError with what it printed."""
    done = subprocess.run(
        command, env=dict(environment), check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise ProgramFailedError((done.stdout + done.stderr)[-LOG_TAIL:])
