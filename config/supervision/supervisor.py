"""Supervision of programs and servers on one machine: restarts, and an ordered stop.

For the demonstration and a club's laptop; in production the container runtime does it. A process
that ends, or does not serve, is started again. During the start, one that fails repeatedly stops
everything and shows its log; once people play, it is started again, less often, and reported.
"""

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import psutil

from config.embedded.process import ServiceError
from config.embedded.process_record import ProcessRecord
from config.supervision.liveness import LivenessWatch, ProcessStoppedError, is_stopped
from config.supervision.processes import ProcessState, SupervisedProcess

STOP_TIMEOUT_S = 15.0  # the web server may still store bulletins
POLL_S = 0.1
RESTART_DELAY_S = 0.5  # doubled after each failed start in a row, up to the maximum
MAX_RESTART_DELAY_S = 4.0
MIN_RUN_S = 10.0  # a process that ran less has failed to start
MAX_FAILED_STARTS = 3
LOG_TAIL = 1500  # characters


class ProgramFailedError(RuntimeError):
    """A program does not stay up; the message ends with its log."""


class Supervisor:
    """Supervisor of several processes; ``record``: file of those started, read after a crash.

    ``report`` receives sentences; ``has_free_space``, asked at each iteration, is False
    while a disk is full.
    """

    def __init__(
        self,
        *,
        record: Path,
        report: Callable[[str], None],
        has_free_space: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._record = ProcessRecord(record)
        self._report = report
        self._has_free_space = has_free_space
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
        """Start again the ended processes whose delay is over; kill those that do not serve."""
        has_free_space = self._has_free_space()
        now = self._clock()
        for state in self._states.values():
            if state.process is None:
                if now >= state.starts_at:
                    self._start_again(state, now)
            elif (status := state.process.poll()) is not None:
                self._plan_restart(state, now, f"code {status}")
            elif state.liveness.is_refusing_for_long(
                partial(_is_serving, state.target, state.process),
                now,
                has_free_space=has_free_space,
            ):
                self._report(f"{state.target.name} ne répond plus : il est arrêté.")
                state.process.kill()
                state.liveness = LivenessWatch()
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

    def _start_again(self, state: ProcessState, now: float) -> None:
        try:
            state.process = state.target.start()
        except (OSError, ServiceError, psutil.Error) as error:
            self._plan_restart(state, now, str(error))
            return
        state.starts_at = self._clock()
        state.liveness = LivenessWatch()
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


def _is_serving(target: SupervisedProcess, process: subprocess.Popen[bytes]) -> bool:
    if is_stopped(psutil.Process(process.pid)):
        raise ProcessStoppedError
    return target.is_serving()


def _read_log_tail(log: Path) -> str:
    try:
        return log.read_text(errors="replace")[-LOG_TAIL:]
    except OSError as error:
        return str(error)


def build_python_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs one of our modules with this interpreter."""
    return [sys.executable, "-m", module, *arguments]
