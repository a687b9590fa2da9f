"""Supervision of programs and servers on one machine: restarts, and an ordered stop.

For the demonstration and a club's laptop; in production the container runtime does it. A process
that ends is started again. During the start, one that fails repeatedly stops everything and shows
its log; once people play, it is started again, less often, and reported.
"""

import contextlib
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

import psutil

from config.embedded.process import ServiceError
from config.embedded.process_record import ProcessRecord

STOP_TIMEOUT_S = 15.0  # the web server may still store bulletins
POLL_S = 0.1
RESTART_DELAY_S = 0.5  # doubled after each failed start in a row, up to the maximum
MAX_RESTART_DELAY_S = 4.0
MIN_RUN_S = 10.0  # a process that ran less has failed to start
STUCK_EVERY_S = 1.0  # between two checks if a process is stuck
STUCK_S = 10.0  # a process stuck for so long is killed and started again
MAX_FAILED_STARTS = 3
LOG_TAIL = 1500  # characters


class SupervisedProcess(Protocol):
    """A process to keep running: a program of ours, or an embedded server."""

    @property
    def name(self) -> str: ...

    @property
    def log(self) -> Path: ...

    def start(self) -> subprocess.Popen[bytes]:
        """Start it, or start it again, without waiting. Raise OSError or ServiceError."""

    def is_stuck(self) -> bool:
        """Return True if it runs, but will never serve again by itself."""


@dataclass(frozen=True)
class Program:
    """One program to keep running."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    has_terminal_output: bool = False  # its output goes to the terminal, its errors to the log
    inherited_descriptors: tuple[int, ...] = ()  # of files

    def start(self) -> subprocess.Popen[bytes]:
        """Start it in a session of its own: the supervisor passes Ctrl-C on."""
        with contextlib.ExitStack() as stack:
            log: int | IO[bytes] = subprocess.DEVNULL
            with contextlib.suppress(OSError):  # on a full disk it runs without one
                self.log.parent.mkdir(parents=True, exist_ok=True)
                log = stack.enter_context(self.log.open("ab"))
            return subprocess.Popen(
                self.command,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=None if self.has_terminal_output else log,
                stderr=log,
                pass_fds=self.inherited_descriptors,
                start_new_session=True,
            )

    def is_stuck(self) -> bool:
        return False


@dataclass
class ProcessState:
    """State of a supervised process. ``is_own``: started here, so stopped here.

    ``starts_at``: monotonic seconds of its start or, without a process, of its next one;
    ``failures`` counts its failed starts in a row; ``stuck_since``: None while it is not stuck;
    ``stuck_checked_at``: of the last check.
    """

    target: SupervisedProcess
    is_own: bool
    process: subprocess.Popen[bytes] | None
    starts_at: float
    failures: int = 0
    stuck_since: float | None = None
    stuck_checked_at: float = -math.inf


class ProgramFailedError(RuntimeError):
    """A program does not stay up; the message ends with its log."""


class Supervisor:
    """Supervisor of several processes; ``record``: file of those started, read after a crash.

    ``report`` receives sentences; ``on_poll`` is called at each iteration of the watch.
    """

    def __init__(
        self,
        *,
        record: Path,
        report: Callable[[str], None],
        on_poll: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._record = ProcessRecord(record)
        self._report = report
        self._on_poll = on_poll
        self._clock = clock
        self._states: dict[str, ProcessState] = {}
        self._has_started = False
        self._last_end_at = float("-inf")
        self._is_recorded = True

    def start(self, target: SupervisedProcess) -> None:
        """Start it and keep it running until ``stop``."""
        self._states[target.name] = ProcessState(target, True, target.start(), self._clock())
        self._write_record()

    def adopt(self, target: SupervisedProcess, process: subprocess.Popen[bytes]) -> None:
        """Keep running a process that the caller has started and will stop."""
        self._states[target.name] = ProcessState(target, False, process, self._clock())

    def run_to_end(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Run a command before the programs, again if a supervised process ended during it.

        Raise ProgramFailedError with its output.
        """
        while True:
            with tempfile.TemporaryFile() as output:
                code = self._run_once(command, environment, output.fileno())
                if code == 0:
                    return
                if self._clock() - self._last_end_at > MIN_RUN_S:
                    output.seek(0)
                    raise ProgramFailedError(output.read().decode(errors="replace")[-LOG_TAIL:])
            time.sleep(RESTART_DELAY_S)

    def wait_until(self, is_ready: Callable[[], bool], *, timeout_s: float) -> None:
        """Watch until ``is_ready()``. Raise ProgramFailedError after ``timeout_s``."""
        deadline = self._clock() + timeout_s
        while not is_ready():
            if self._clock() > deadline:
                raise ProgramFailedError("Le serveur ne répond pas.")
            self.watch_once()
            time.sleep(POLL_S)

    def watch(self) -> None:
        """Watch until a signal raises KeyboardInterrupt."""
        self._has_started = True
        while True:
            self.watch_once()
            time.sleep(POLL_S)

    def watch_once(self) -> None:
        """Start again the ended processes whose delay is over; kill stuck ones."""
        self._on_poll()
        now = self._clock()
        for state in self._states.values():
            if state.process is None:
                if now >= state.starts_at:
                    self._start_again(state, now)
            elif (status := state.process.poll()) is not None:
                self._plan_restart(state, now, f"code {status}")
            elif self._is_stuck(state, now):
                self._kill_stuck(state, state.process, now)
            elif state.failures and now - state.starts_at >= MIN_RUN_S:
                self._mark_stable(state)
        if not self._is_recorded:
            self._write_record()

    def stop(self) -> None:
        """Terminate all, newest first, kill after ``STOP_TIMEOUT_S``, return at the last end."""
        own_processes = [state.process for state in reversed(self._states.values()) if state.is_own]
        processes = [process for process in own_processes if process is not None]
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
        self._states.clear()
        self._record.delete()

    def stop_leftover_processes(self) -> None:
        """End the processes that a killed supervisor has left running."""
        self._record.end_all(timeout_s=STOP_TIMEOUT_S)

    def _run_once(self, command: Sequence[str], environment: Mapping[str, str], output: int) -> int:
        """Return the exit status of a command; watch the supervised processes meanwhile."""
        with subprocess.Popen(
            command, env=dict(environment), stdout=output, stderr=output
        ) as process:
            try:
                while process.poll() is None:
                    self.watch_once()
                    time.sleep(POLL_S)
                self.watch_once()  # a server whose end made the command fail
            finally:
                process.kill()
        return process.returncode

    def _is_stuck(self, state: ProcessState, now: float) -> bool:
        """Check the process every ``STUCK_EVERY_S``; in between the last result counts."""
        if now >= state.stuck_checked_at + STUCK_EVERY_S:
            state.stuck_checked_at = now
            if not state.target.is_stuck():
                state.stuck_since = None
            elif state.stuck_since is None:
                state.stuck_since = now
        return state.stuck_since is not None

    def _kill_stuck(
        self, state: ProcessState, process: subprocess.Popen[bytes], now: float
    ) -> None:
        """Kill it once it has been stuck for ``STUCK_S``; the next iteration starts it again."""
        if state.stuck_since is not None and now - state.stuck_since >= STUCK_S:
            state.stuck_since = None
            self._report(f"{state.target.name} est bloqué : il est arrêté.")
            process.kill()

    def _start_again(self, state: ProcessState, now: float) -> None:
        try:
            state.process = state.target.start()
        except (OSError, ServiceError, psutil.Error) as error:
            self._plan_restart(state, now, str(error))
            return
        state.starts_at = self._clock()
        self._write_record()

    def _plan_restart(self, state: ProcessState, now: float, reason: str) -> None:
        """Plan its next start. Raise ProgramFailedError if it fails repeatedly during the start."""
        name, log = state.target.name, state.target.log
        self._last_end_at = now
        state.process = None
        state.failures = state.failures + 1 if now - state.starts_at < MIN_RUN_S else 0
        delay = min(RESTART_DELAY_S * 2**state.failures, MAX_RESTART_DELAY_S)
        state.starts_at = now + delay
        if state.failures < MAX_FAILED_STARTS:
            self._report(f"{name} s'est arrêté ({reason}) : redémarrage.")
        elif not self._has_started:
            raise ProgramFailedError(f"{name} ne tient pas ({reason}) :\n{_read_log_tail(log)}")
        elif state.failures == MAX_FAILED_STARTS:
            self._report(
                f"{name} ne tient pas ({reason}) : nouvel essai toutes les {delay:.0f} s, "
                f"le reste continue. Voir {log}."
            )

    def _mark_stable(self, state: ProcessState) -> None:
        if state.failures >= MAX_FAILED_STARTS:
            self._report(f"{state.target.name} tient de nouveau.")
        state.failures = 0

    def _write_record(self) -> None:
        """Write the pids for a start after a crash; on failure, again at the next iteration."""
        own_processes = [state.process for state in self._states.values() if state.is_own]
        try:
            self._record.write([process.pid for process in own_processes if process is not None])
        except OSError as error:
            if self._is_recorded:
                self._report(f"{self._record.path} ne peut pas être écrit : {error.strerror}.")
            self._is_recorded = False
        else:
            self._is_recorded = True


def _read_log_tail(log: Path) -> str:
    try:
        return log.read_text(errors="replace")[-LOG_TAIL:]
    except OSError as error:
        return str(error)


def build_python_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs one of our modules with this interpreter."""
    return [sys.executable, "-m", module, *arguments]
