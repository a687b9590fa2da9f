"""For how long a process may refuse, by a clock that the test sets."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import NamedTuple

from config.supervision.liveness import (
    CHECK_EVERY_S,
    MAX_REFUSAL_S,
    MAX_START_S,
    MAX_STEP_S,
    LivenessWatch,
    ProcessStoppedError,
)
from tests.rows import every_row


class Second(NamedTuple):
    """Answer of the question asked from this second on: None for none; room on the disks."""

    answer: bool | type[Exception] | None
    has_free_space: bool = True


YES, NO, NONE, ERROR = Second(True), Second(False), Second(None), Second(OSError)
FULL, STOPPED = Second(False, has_free_space=False), Second(ProcessStoppedError)
LONG = int(MAX_REFUSAL_S + CHECK_EVERY_S) + 1
SHORT = int(MAX_REFUSAL_S - CHECK_EVERY_S) - 1
#: What happens, second by second, and if the process is to be killed at the end.
ROWS: dict[str, tuple[list[Second], bool]] = {
    "serves": ([YES] * 600, False),
    "refuses": ([YES, *[NO] * LONG], True),
    "fails to be asked": ([YES, *[ERROR] * LONG], True),
    "answers nothing": ([YES, *[NONE] * (LONG + 10)], True),
    "is slow": ([YES, *([NO] * SHORT + [YES] * 4) * 5], False),
    "answers late": ([YES, *([NONE] * SHORT + [YES] * 4) * 5], False),
    "takes long to start": ([NO] * int(MAX_START_S - 10), False),
    "is stopped as it starts": ([NO, *[STOPPED] * LONG], True),
    "never starts": ([NO] * int(MAX_START_S + 10), True),
    "refuses on a full disk": ([YES, *[FULL] * 600], False),
    "refuses with room again": ([YES, *[FULL] * 600, *[NO] * LONG], True),
    "recovers with room": ([YES, *[FULL] * 600, *[NO] * SHORT, *[YES] * 9], False),
}


def test_a_refusing_process_is_killed_and_a_slow_is_not() -> None:
    with every_row() as row:
        for name, (seconds, is_killed) in ROWS.items():
            with row(name):
                assert run_through(seconds) == is_killed


def test_a_pause_of_the_supervisor_is_no_refusal() -> None:
    watch = LivenessWatch(run_at_once)
    assert not watch.is_refusing_for_long(lambda: True, 0, has_free_space=True)
    now = CHECK_EVERY_S
    assert not watch.is_refusing_for_long(lambda: False, now, has_free_space=True)
    for _ in range(int(MAX_REFUSAL_S / MAX_STEP_S) - 2):
        now += 3600  # the laptop slept
        assert not watch.is_refusing_for_long(lambda: False, now, has_free_space=True)


def run_at_once(ask: Callable[[], bool]) -> "Future[bool]":
    answer: Future[bool] = Future()
    answer.set_result(ask())
    return answer


def run_through(seconds: list[Second]) -> bool:
    """Return True if the watch asks for a kill; a pending question is answered by a later one."""
    pending: list[Future[bool]] = []

    def run(_ask: Callable[[], bool]) -> "Future[bool]":
        pending.append(Future())
        return pending[-1]

    watch = LivenessWatch(run)
    for now, second in enumerate(seconds):
        if watch.is_refusing_for_long(lambda: True, now, has_free_space=second.has_free_space):
            return True
        if pending and second.answer is not None:
            answer = pending.pop()
            if isinstance(second.answer, bool):
                answer.set_result(second.answer)
            else:
                answer.set_exception(second.answer())
    return False
