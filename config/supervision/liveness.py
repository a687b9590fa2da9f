"""A running process that does not serve: stopped by a signal, or refusing every request.

A full disk, for example, can leave PostgreSQL running and waiting for ever. So each process is
checked, in a thread: a check may wait for seconds, and the supervisor must not.
"""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

import psutil

#: Pause between two checks, in seconds, and before the first result.
CHECK_EVERY_S, CHECK_FIRST_S = 3.0, 1.0
#: A check without a result for this long has failed; most end sooner by themselves.
CHECK_TIMEOUT_S = 10.0
#: A process that has served and refuses for this long is not slow: servers recover, workers
#: reconnect, and a loaded laptop answers, in less.
MAX_REFUSAL_S = 30.0
#: The same before its first result: a start on a busy laptop.
MAX_START_S = 120.0
#: A step longer than this is a pause of the supervisor itself, not of the process.
MAX_STEP_S = 1.0


class ProcessStoppedError(Exception):
    """A signal has stopped the process: it is not slow to start."""


class LivenessWatch:
    """Measures for how long one process has refused without a break.

    ``check`` returns True if it serves; ``run`` starts a call in another thread.
    """

    def __init__(self, run: Callable[[Callable[[], bool]], "Future[bool]"] | None = None) -> None:
        self._run = run or run_in_thread
        self._answer: Future[bool] | None = None
        self._asked_at = float("-inf")
        self._checked_at: float | None = None
        self._is_refusing = False
        self._limit_s, self._pause_s = MAX_START_S, CHECK_FIRST_S
        self._refused_s = 0.0

    def is_refusing_for_long(
        self, check: Callable[[], bool], now: float, *, has_free_space: bool
    ) -> bool:
        """Return True if it should be killed. Without free space on a disk no refusal counts."""
        step = 0.0 if self._checked_at is None else min(now - self._checked_at, MAX_STEP_S)
        self._checked_at = now
        self._read_answer(now)
        if self._answer is None and now >= self._asked_at + self._pause_s:
            self._asked_at = now
            self._answer = self._run(check)
            self._read_answer(now)
        if not self._is_refusing or not has_free_space:
            self._refused_s = 0.0
        else:
            self._refused_s += step
        return self._refused_s >= self._limit_s

    def _read_answer(self, now: float) -> None:
        if self._answer is None:
            return
        if self._answer.done():
            error = self._answer.exception()
            self._is_refusing = error is not None or not self._answer.result()
            if not self._is_refusing or isinstance(error, ProcessStoppedError):
                self._limit_s, self._pause_s = MAX_REFUSAL_S, CHECK_EVERY_S
            self._answer = None
        elif now >= self._asked_at + CHECK_TIMEOUT_S:
            self._is_refusing = True


def run_in_thread(check: Callable[[], bool]) -> "Future[bool]":
    """Call ``check`` in a thread that does not delay the end of this process."""
    answer: Future[bool] = Future()

    def call() -> None:
        try:
            answer.set_result(check())
        except Exception as error:  # noqa: BLE001 - whatever it is, the process has not answered
            answer.set_exception(error)

    Thread(target=call, daemon=True).start()
    return answer


def is_stopped(process: psutil.Process) -> bool:
    """Return True if a signal has stopped the process; it serves nobody until another one."""
    try:
        return bool(process.status() == psutil.STATUS_STOPPED)
    except psutil.Error:
        return False  # it has ended
