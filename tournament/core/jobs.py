"""Long work done by a worker while somebody watches its bar: the states, as a table."""

from enum import StrEnum


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class JobCommand(StrEnum):
    START = "start"
    FINISH = "finish"
    FAIL = "fail"
    RETRY = "retry"


JOB_TRANSITIONS: dict[tuple[JobState, JobCommand], JobState] = {
    (JobState.WAITING, JobCommand.START): JobState.RUNNING,
    # A worker that died leaves it running; the message comes back to another one.
    (JobState.RUNNING, JobCommand.START): JobState.RUNNING,
    (JobState.RUNNING, JobCommand.FINISH): JobState.DONE,
    (JobState.RUNNING, JobCommand.FAIL): JobState.FAILED,
    (JobState.WAITING, JobCommand.RETRY): JobState.WAITING,
    (JobState.RUNNING, JobCommand.RETRY): JobState.WAITING,
}

#: States in which the work is still to be done.
PENDING_JOB_STATES = frozenset({JobState.WAITING, JobState.RUNNING})
