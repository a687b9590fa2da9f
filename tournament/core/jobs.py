"""States of long work that a worker does while a page shows its progress, as a table."""

from enum import StrEnum


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


class JobCommand(StrEnum):
    START = "start"
    FINISH = "finish"
    FAIL = "fail"
    RETRY = "retry"
    STOP = "stop"
    RESUME = "resume"


JOB_TRANSITIONS: dict[tuple[JobState, JobCommand], JobState] = {
    (JobState.WAITING, JobCommand.START): JobState.RUNNING,
    # If a worker dies, the job stays in RUNNING and its message is delivered to another worker.
    (JobState.RUNNING, JobCommand.START): JobState.RUNNING,
    (JobState.RUNNING, JobCommand.FINISH): JobState.DONE,
    (JobState.RUNNING, JobCommand.FAIL): JobState.FAILED,
    (JobState.WAITING, JobCommand.RETRY): JobState.WAITING,
    (JobState.RUNNING, JobCommand.RETRY): JobState.WAITING,
    # Somebody stopped it; the worker notices between two steps.
    (JobState.WAITING, JobCommand.STOP): JobState.STOPPED,
    (JobState.RUNNING, JobCommand.STOP): JobState.STOPPED,
    (JobState.FAILED, JobCommand.RESUME): JobState.WAITING,
    (JobState.STOPPED, JobCommand.RESUME): JobState.WAITING,
}

#: States in which the work is still to be done.
PENDING_JOB_STATES = frozenset({JobState.WAITING, JobState.RUNNING})
