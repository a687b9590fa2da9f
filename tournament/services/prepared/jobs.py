"""Applies the commands of long work; several workers may receive the same job.

Every change of a job here is announced to its page (``Job.room``).
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet

from tournament.core.errors import RoomError, WrongState
from tournament.core.jobs import JOB_TRANSITIONS, JobCommand, JobState
from tournament.models.jobs import Job
from tournament.services import update_channel

type ReadClock = Callable[[], datetime]


class ReportProgress(Protocol):
    def __call__(self, fraction: float, **fields: Any) -> bool: ...


#: A worker that has not reported for this long is considered dead.
HEARTBEAT_TIMEOUT = timedelta(seconds=30)
#: Percent between two reports of progress, unless the last one is older than
#: ``HEARTBEAT_INTERVAL``.
PROGRESS_STEP = 2
HEARTBEAT_INTERVAL = HEARTBEAT_TIMEOUT / 6


def start(job: Job, *, now: datetime) -> bool:
    """Start the job; False if it is done or deleted, or another worker does it."""
    try:
        job.refresh_from_db()
    except ObjectDoesNotExist:  # it was deleted
        return False
    is_alive = job.beat_at is not None and now - job.beat_at < HEARTBEAT_TIMEOUT
    if not job.is_pending or (job.state == JobState.RUNNING and is_alive):
        return False
    return _move(job, JobCommand.START, beat_at=now)


def finish(job: Job, *, now: datetime, **fields: Any) -> bool:
    return _move(job, JobCommand.FINISH, progress=100, finished_at=now, **fields)


def fail(job: Job, error: RoomError, *, now: datetime, **fields: Any) -> bool:
    return _move(job, JobCommand.FAIL, failure=to_failure(error), finished_at=now, **fields)


def to_failure(error: RoomError) -> dict[str, Any]:
    """Return the error as ``Job.failure`` stores it."""
    return {"reason": error.reason, "data": error.data}


def retry(job: Job) -> None:
    """Put it back in the queue. Raise WrongState for a job that is over."""
    if not _move(job, JobCommand.RETRY, beat_at=None):
        raise WrongState("job-over", state=job.state)


def pause(job: Job, *, now: datetime, **fields: Any) -> bool:
    """Let other jobs run: it waits again, with the results so far."""
    return _move(job, JobCommand.RETRY, beat_at=now, **fields)


def stop(job: Job, *, now: datetime) -> None:
    """End it early, whatever its worker does. Raise WrongState for a job that is over."""
    while not _move(job, JobCommand.STOP, finished_at=now):
        job.refresh_from_db()  # its worker reported meanwhile
        if not job.is_pending:
            raise WrongState("job-over", state=job.state)


def resume(job: Job, *, now: datetime, **fields: Any) -> None:
    """Put a failed or stopped job back in the queue. Raise WrongState."""
    if not _move(job, JobCommand.RESUME, beat_at=now, finished_at=None, failure=None, **fields):
        raise WrongState("job-not-stopped", state=job.state)


def is_unchanged(job: Job) -> bool:
    """Return True if no other worker or person has changed the job since it was read."""
    return _select_unchanged(job).exists()


def is_stuck(job: Job, *, now: datetime) -> bool:
    """Return True if it should be sent again: no worker has started it, or its worker is silent."""
    return job.is_pending and now - (job.beat_at or job.asked_at) > HEARTBEAT_TIMEOUT


def _move(job: Job, command: JobCommand, **fields: Any) -> bool:
    target = JOB_TRANSITIONS.get((JobState(job.state), command))
    if target is None:
        return False
    return _write(job, state=target, **fields)


def _write(job: Job, **fields: Any) -> bool:
    if not _select_unchanged(job).update(**fields):
        return False
    for name, value in fields.items():
        setattr(job, name, value)
    update_channel.notify(job.update_channel)
    return True


def _select_unchanged(job: Job) -> QuerySet[Job]:
    """Return the row, unless another worker changed it: each knows its own last report."""
    rows = type(job)._default_manager  # noqa: SLF001 - Django's way to the manager of a model
    return rows.filter(pk=job.pk, state=job.state, beat_at=job.beat_at)


def make_reporter(
    job: Job, clock: ReadClock, *, beat: timedelta = HEARTBEAT_INTERVAL
) -> ReportProgress:
    """Return a function that reports progress, as a fraction, with fields; it writes every
    ``PROGRESS_STEP`` and every ``beat``, and returns True if it did."""

    def report(fraction: float, **fields: Any) -> bool:
        percent, now = int(fraction * 100), clock()
        if percent < job.progress + PROGRESS_STEP and job.beat_at and now - job.beat_at < beat:
            return False
        return _write(job, progress=percent, beat_at=now, **fields)

    return report
