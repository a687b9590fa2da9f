"""Moves long work through its states; several workers may be handed the same job."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tournament.core.errors import RoomError, WrongState
from tournament.core.jobs import JOB_TRANSITIONS, JobCommand, JobState
from tournament.models.jobs import Job

type Clock = Callable[[], datetime]

#: A worker that has said nothing for this long is taken for dead.
SILENCE = timedelta(seconds=30)
#: Percent between two writes of the progress.
STEP = 2


def start(job: Job, *, now: datetime) -> bool:
    """Take the job; False when it is done, or when another worker is at it."""
    job.refresh_from_db()
    alive = job.beat_at is not None and now - job.beat_at < SILENCE
    if not job.pending or (job.state == JobState.RUNNING and alive):
        return False
    return _move(job, JobCommand.START, beat_at=now)


def finish(job: Job, *, now: datetime, **fields: Any) -> bool:
    return _move(job, JobCommand.FINISH, progress=100, finished_at=now, **fields)


def fail(job: Job, error: RoomError, *, now: datetime, **fields: Any) -> bool:
    failure = {"reason": error.reason, "data": error.data}
    return _move(job, JobCommand.FAIL, failure=failure, finished_at=now, **fields)


def retry(job: Job) -> None:
    """Put it back in the queue. Raises WrongState for a job that is over."""
    if not _move(job, JobCommand.RETRY, beat_at=None):
        raise WrongState("job-over", state=job.state)


def pause(job: Job, **fields: Any) -> bool:
    """Let others have their turn: it waits again, with what was found so far."""
    return _move(job, JobCommand.RETRY, beat_at=None, **fields)


def stuck(job: Job, *, now: datetime) -> bool:
    """Whether somebody should ask again: no worker has taken it, or it fell silent."""
    return job.pending and now - (job.beat_at or job.asked_at) > SILENCE


def _move(job: Job, command: JobCommand, **fields: Any) -> bool:
    target = JOB_TRANSITIONS.get((JobState(job.state), command))
    if target is None:
        return False
    same = type(job)._default_manager.filter(pk=job.pk, state=job.state, beat_at=job.beat_at)  # noqa: SLF001 - Django's way to the manager of a model
    if not same.update(state=target, **fields):
        return False
    job.state = target
    for name, value in fields.items():
        setattr(job, name, value)
    return True


def teller(job: Job, clock: Clock) -> Callable[[float], None]:
    """What the work tells how far it is, in parts of 1; written down now and then."""

    def tell(part: float) -> None:
        percent = int(part * 100)
        if percent >= job.progress + STEP:
            now = clock()
            rows = type(job)._default_manager.filter(pk=job.pk, state=JobState.RUNNING)  # noqa: SLF001 - as above
            if rows.update(progress=percent, beat_at=now):
                job.progress, job.beat_at = percent, now

    return tell
