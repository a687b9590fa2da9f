"""Moves long work through its states; several workers may be handed the same job.

Whatever is written of a job here is told to its page (``Job.room``).
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


class Teller(Protocol):
    def __call__(self, part: float, **fields: Any) -> bool: ...


#: A worker that has said nothing for this long is taken for dead.
SILENCE = timedelta(seconds=30)
#: Percent between two writes of the progress, unless work has been silent for ``BEAT``.
STEP = 2
BEAT = SILENCE / 6


def start(job: Job, *, now: datetime) -> bool:
    """Take the job; False when it is done or gone, or when another worker is at it."""
    try:
        job.refresh_from_db()
    except ObjectDoesNotExist:  # somebody removed it
        return False
    alive = job.beat_at is not None and now - job.beat_at < SILENCE
    if not job.pending or (job.state == JobState.RUNNING and alive):
        return False
    return _move(job, JobCommand.START, beat_at=now)


def finish(job: Job, *, now: datetime, **fields: Any) -> bool:
    return _move(job, JobCommand.FINISH, progress=100, finished_at=now, **fields)


def fail(job: Job, error: RoomError, *, now: datetime, **fields: Any) -> bool:
    return _move(job, JobCommand.FAIL, failure=failure(error), finished_at=now, **fields)


def failure(error: RoomError) -> dict[str, Any]:
    """As ``Job.failure`` keeps it."""
    return {"reason": error.reason, "data": error.data}


def retry(job: Job) -> None:
    """Put it back in the queue. Raises WrongState for a job that is over."""
    if not _move(job, JobCommand.RETRY, beat_at=None):
        raise WrongState("job-over", state=job.state)


def pause(job: Job, *, now: datetime, **fields: Any) -> bool:
    """Let others have their turn: it waits again, with what was found so far."""
    return _move(job, JobCommand.RETRY, beat_at=now, **fields)


def stop(job: Job, *, now: datetime) -> None:
    """End it before its end, whatever its worker does. Raises WrongState for a job that is over."""
    while not _move(job, JobCommand.STOP, finished_at=now):
        job.refresh_from_db()  # its worker gave a sign of life meanwhile
        if not job.pending:
            raise WrongState("job-over", state=job.state)


def resume(job: Job, *, now: datetime, **fields: Any) -> None:
    """Put a job that failed or was stopped back in the queue. Raises WrongState."""
    if not _move(job, JobCommand.RESUME, beat_at=now, finished_at=None, failure=None, **fields):
        raise WrongState("job-not-stopped", state=job.state)


def held(job: Job) -> bool:
    """Whether the worker that started ``job`` is still the one to do it."""
    return _same(job).exists()


def stuck(job: Job, *, now: datetime) -> bool:
    """Whether somebody should ask again: no worker has taken it, or it fell silent."""
    return job.pending and now - (job.beat_at or job.asked_at) > SILENCE


def _move(job: Job, command: JobCommand, **fields: Any) -> bool:
    target = JOB_TRANSITIONS.get((JobState(job.state), command))
    if target is None:
        return False
    return _write(job, state=target, **fields)


def _write(job: Job, **fields: Any) -> bool:
    if not _same(job).update(**fields):
        return False
    for name, value in fields.items():
        setattr(job, name, value)
    update_channel.tell(job.room)
    return True


def _same(job: Job) -> QuerySet[Job]:
    """The row, unless somebody moved the job: each worker knows its own sign of life."""
    rows = type(job)._default_manager  # noqa: SLF001 - Django's way to the manager of a model
    return rows.filter(pk=job.pk, state=job.state, beat_at=job.beat_at)


def teller(job: Job, clock: ReadClock, *, beat: timedelta = BEAT) -> Teller:
    """What the work tells how far it is, in parts of 1; True when it is written down, with fields:
    every ``STEP`` and every ``beat``."""

    def tell(part: float, **fields: Any) -> bool:
        percent, now = int(part * 100), clock()
        if percent < job.progress + STEP and job.beat_at and now - job.beat_at < beat:
            return False
        return _write(job, progress=percent, beat_at=now, **fields)

    return tell
