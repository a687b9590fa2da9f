"""Keeps a list of programs and servers running on one machine, and stops the programs together.

For the demonstration and a club's laptop; in production that is the container runtime's
work. What dies is started again. While the room is being opened, what dies at once again and
again ends everything with its log, since somebody has to look; once people play, nothing
does: it is tried again, less often, and said.
"""

import contextlib
import math
import signal
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
from config.process_record import Record

STOP_TIMEOUT_S = 15.0  # the web server may have bulletins to store
POLL_S = 0.1
RESTART_DELAY_S = 0.5  # doubled after each failed start in a row, up to
MAX_RESTART_DELAY_S = 4.0
SHORT_LIFE_S = 10.0  # what lived less has failed to start
STUCK_EVERY_S = 1.0  # how often a charge is asked whether it is stuck
STUCK_S = 10.0  # what is stuck for so long is ended, and started again
MAX_FAILED_STARTS = 3
LOG_TAIL = 1500  # characters
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Charge(Protocol):
    """What is kept running: a program of ours, or an embedded server."""

    @property
    def name(self) -> str: ...

    @property
    def log(self) -> Path: ...

    def start(self) -> subprocess.Popen[bytes]:
        """Start it, or start it again, without waiting; raises OSError or ServiceError."""

    def is_stuck(self) -> bool:
        """Whether it runs, but will never serve again by itself."""


@dataclass(frozen=True)
class Program:
    """One program to keep running."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    shown: bool = False  # what it prints goes to the terminal; its errors to the log all the same
    handles: tuple[int, ...] = ()  # file descriptors it inherits

    def start(self) -> subprocess.Popen[bytes]:
        """Deaf to the terminal's Ctrl-C, which is the supervisor's to pass on."""
        with contextlib.ExitStack() as stack:
            log: int | IO[bytes] = subprocess.DEVNULL
            with contextlib.suppress(OSError):  # on a full disk it runs without one
                self.log.parent.mkdir(parents=True, exist_ok=True)
                log = stack.enter_context(self.log.open("ab"))
            return subprocess.Popen(
                self.command,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=None if self.shown else log,
                stderr=log,
                pass_fds=self.handles,
                start_new_session=True,
            )

    def is_stuck(self) -> bool:
        return False


@dataclass
class Life:
    """What became of a charge. ``ours``: started here, so stopped here.

    ``since``: monotonic seconds of its start or, without a process, of its next one;
    ``failures`` counts its failed starts in a row; ``stuck_since``: None while it is not stuck;
    ``stuck_asked``: when it was asked last.
    """

    charge: Charge
    ours: bool
    process: subprocess.Popen[bytes] | None
    since: float
    failures: int = 0
    stuck_since: float | None = None
    stuck_asked: float = -math.inf


class ProgramFailedError(RuntimeError):
    """A program does not stay up; the message ends with its log."""


class Supervisor:
    """Starts, watches, stops; ``record`` survives our own death.

    ``look`` is called at each turn of the watch: what else there is to see.
    """

    def __init__(
        self,
        *,
        record: Path,
        say: Callable[[str], None],
        look: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._record = Record(record)
        self._say = say
        self._look = look
        self._clock = clock
        self._lives: dict[str, Life] = {}
        self._opened = False
        self._last_death = float("-inf")
        self._recorded = True

    def start(self, charge: Charge) -> None:
        """Start it and keep it running until ``stop``."""
        self._lives[charge.name] = Life(charge, True, charge.start(), self._clock())
        self._write_record()

    def adopt(self, charge: Charge, process: subprocess.Popen[bytes]) -> None:
        """Keep running what somebody else has started and will stop."""
        self._lives[charge.name] = Life(charge, False, process, self._clock())

    def run_to_end(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Run one step before the programs, again when a charge has died under it.

        Raises ProgramFailedError with what it printed.
        """
        while True:
            with tempfile.TemporaryFile() as output:
                code = self._run_once(command, environment, output.fileno())
                if code == 0:
                    return
                if self._clock() - self._last_death > SHORT_LIFE_S:
                    output.seek(0)
                    raise ProgramFailedError(output.read().decode(errors="replace")[-LOG_TAIL:])
            time.sleep(RESTART_DELAY_S)

    def wait_until(self, ready: Callable[[], bool], *, timeout_s: float) -> None:
        """Watch until ``ready()``; raises ProgramFailedError when it takes longer."""
        deadline = self._clock() + timeout_s
        while not ready():
            if self._clock() > deadline:
                raise ProgramFailedError("Le serveur ne répond pas.")
            self.watch_once()
            time.sleep(POLL_S)

    def watch(self) -> None:
        """Watch for ever, whatever happens; ends by a signal's exception only."""
        self._opened = True
        while True:
            self.watch_once()
            time.sleep(POLL_S)

    def watch_once(self) -> None:
        """Start again what has died, when its time has come."""
        self._look()
        now = self._clock()
        for life in self._lives.values():
            if life.process is None:
                if now >= life.since:
                    self._start_again(life, now)
            elif (status := life.process.poll()) is not None:
                self._has_died(life, now, f"code {status}")
            elif self._is_stuck(life, now):
                self._end_stuck(life, life.process, now)
            elif life.failures and now - life.since >= SHORT_LIFE_S:
                self._holds(life)
        if not self._recorded:
            self._write_record()

    def stop(self) -> None:
        """Ask all to stop, newest first, insist after a while, return when all are gone."""
        ours = [life.process for life in reversed(self._lives.values()) if life.ours]
        processes = [process for process in ours if process is not None]
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
        self._record.forget()

    def stop_left_overs(self) -> None:
        """End what a supervisor that was killed has left running."""
        self._record.end_all(timeout_s=STOP_TIMEOUT_S)

    def _run_once(self, command: Sequence[str], environment: Mapping[str, str], output: int) -> int:
        """The exit status of a step; the charges are watched meanwhile."""
        with subprocess.Popen(
            command, env=dict(environment), stdout=output, stderr=output
        ) as process:
            try:
                while process.poll() is None:
                    self.watch_once()
                    time.sleep(POLL_S)
                self.watch_once()  # what it died of may have died just before it
            finally:
                process.kill()
        return process.returncode

    def _is_stuck(self, life: Life, now: float) -> bool:
        """Ask once in a while; between two times the last answer counts."""
        if now >= life.stuck_asked + STUCK_EVERY_S:
            life.stuck_asked = now
            if not life.charge.is_stuck():
                life.stuck_since = None
            elif life.stuck_since is None:
                life.stuck_since = now
        return life.stuck_since is not None

    def _end_stuck(self, life: Life, process: subprocess.Popen[bytes], now: float) -> None:
        """Kill it once it has been stuck for a while: then it has died, and is started again."""
        if life.stuck_since is not None and now - life.stuck_since >= STUCK_S:
            life.stuck_since = None
            self._say(f"{life.charge.name} est bloqué : il est arrêté.")
            process.kill()

    def _start_again(self, life: Life, now: float) -> None:
        try:
            life.process = life.charge.start()
        except (OSError, ServiceError, psutil.Error) as error:
            self._has_died(life, now, str(error))
            return
        life.since = self._clock()
        self._write_record()

    def _has_died(self, life: Life, now: float, reason: str) -> None:
        """Plan its next start; raises ProgramFailedError while the room is being opened."""
        name, log = life.charge.name, life.charge.log
        self._last_death = now
        life.process = None
        life.failures = life.failures + 1 if now - life.since < SHORT_LIFE_S else 0
        delay = min(RESTART_DELAY_S * 2**life.failures, MAX_RESTART_DELAY_S)
        life.since = now + delay
        if life.failures < MAX_FAILED_STARTS:
            self._say(f"{name} s'est arrêté ({reason}) : redémarrage.")
        elif not self._opened:
            raise ProgramFailedError(f"{name} ne tient pas ({reason}) :\n{_tail(log)}")
        elif life.failures == MAX_FAILED_STARTS:
            self._say(
                f"{name} ne tient pas ({reason}) : nouvel essai toutes les {delay:.0f} s, "
                f"le reste continue. Voir {log}."
            )

    def _holds(self, life: Life) -> None:
        if life.failures >= MAX_FAILED_STARTS:
            self._say(f"{life.charge.name} tient de nouveau.")
        life.failures = 0

    def _write_record(self) -> None:
        """For the next start; what cannot be written now is written later."""
        ours = [life.process for life in self._lives.values() if life.ours]
        try:
            self._record.write([process.pid for process in ours if process is not None])
        except OSError as error:
            if self._recorded:
                self._say(f"{self._record.path} ne peut pas être écrit : {error.strerror}.")
            self._recorded = False
        else:
            self._recorded = True


def _tail(log: Path) -> str:
    try:
        return log.read_text(errors="replace")[-LOG_TAIL:]
    except OSError as error:
        return str(error)


def stop_on_signals() -> None:
    """Let Ctrl-C, SIGTERM and a closed terminal end this process in order.

    Ctrl-C by name too: a shell that starts a program in the background has it ignored.
    """
    for number in STOP_SIGNALS:
        signal.signal(number, _interrupt)


def stop_heeding_signals() -> None:
    """While everything is being stopped, which takes seconds, nothing interrupts that."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _interrupt(number: int, _frame: object) -> None:
    raise KeyboardInterrupt(f"signal {number}")


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs one of our modules with this interpreter."""
    return [sys.executable, "-m", module, *arguments]
