"""The processes that a supervisor keeps running: programs of ours, and what is known of each."""

import contextlib
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol

from config.supervision.liveness import LivenessWatch


class SupervisedProcess(Protocol):
    """A process to keep running: a program of ours, or an embedded server."""

    @property
    def name(self) -> str: ...

    @property
    def log(self) -> Path: ...

    def start(self) -> subprocess.Popen[bytes]:
        """Start it, or start it again, without waiting. Raise OSError or ServiceError."""

    def is_serving(self) -> bool:
        """Return True if it does its work, or will without help. Wait some seconds at most.

        Called in another thread. An exception counts as False.
        """


@dataclass(frozen=True)
class Program:
    """One program to keep running; ``check_liveness`` answers as ``is_serving``."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    has_terminal_output: bool = False  # its output goes to the terminal, its errors to the log
    inherited_descriptors: tuple[int, ...] = ()  # of files
    check_liveness: Callable[[], bool] = lambda: True  # nothing can be asked of it

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

    def is_serving(self) -> bool:
        return self.check_liveness()


@dataclass
class ProcessState:
    """State of a supervised process. ``is_own``: started here, so stopped here.

    ``starts_at``: monotonic seconds of its start or, without a process, of its next one;
    ``failures`` counts its failed starts in a row; ``liveness``: of this process; a restart gets a
    new watch.
    """

    target: SupervisedProcess
    is_own: bool
    process: subprocess.Popen[bytes] | None
    starts_at: float
    failures: int = 0
    liveness: LivenessWatch = field(default_factory=LivenessWatch)
