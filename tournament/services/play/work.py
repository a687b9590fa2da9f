"""The queue of solving and correction: one row for each turn and kind of work.

The broker's messages say only that there is work; a worker takes the first row. So nothing is
queued twice, fresh work comes first, and what is queued or held is known without the broker.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import django.db
import structlog
from django.db import IntegrityError, connection, transaction
from django.db.models import Q, QuerySet
from kombu.exceptions import OperationalError

from tournament import ports
from tournament.models import TurnWork, WorkKind, WorkPriority
from tournament.services import tasks
from tournament.services.play.solving import solve_turn

log = structlog.get_logger(__name__)

TASK = "tournament.tasks.perform_turn_work"
#: Work that failed is tried again after this time, then after twice as long, and so on.
RETRY_AFTER = timedelta(seconds=15)
MAX_RETRY_DELAY = timedelta(minutes=1)
#: A worker takes a row and locks it in two transactions; less than this passes between them.
MAX_TAKING_TIME = timedelta(seconds=3)
#: Messages that one sweep sends at most for rows without one.
MAX_MESSAGES_PER_SWEEP = 100
#: First key of the advisory locks; the second is the row's.
_LOCK = 0x7475726E


def queue_work(
    kind: WorkKind, turn_id: int, *, priority: WorkPriority = WorkPriority.FRESH
) -> bool:
    """Queue work on a turn with the current transaction; return False if it is queued already.

    The row stays locked until the commit, so that no worker begins before it. Call it last: locks
    of turns and games come before.
    """
    with transaction.atomic():
        row, is_new = _get_or_create_queued(kind, turn_id, priority)
        was_paused = row.retry_at is not None
        if was_paused or row.priority > priority:
            row.priority = min(row.priority, priority)
            row.failures, row.retry_at = 0, None
            row.save(update_fields=["priority", "failures", "retry_at"])
    if is_new or was_paused:
        tasks.send_on_commit(TASK)
    return is_new


def _get_or_create_queued(
    kind: WorkKind, turn_id: int, priority: WorkPriority
) -> tuple[TurnWork, bool]:
    queued = TurnWork.objects.select_for_update(of=["self"])
    key = {"turn_id": turn_id, "kind": kind, "held_at": None}
    try:
        return queued.get_or_create(**key, defaults={"priority": priority})
    except IntegrityError:  # another session's row, which a worker has taken meanwhile
        return queued.get_or_create(**key, defaults={"priority": priority})


def perform_next(read_clock: Callable[[], datetime]) -> bool:
    """Perform the first work of the queue; return False if there is none.

    Raise the error of the work, which is tried again later.
    """
    row = _take_next(read_clock())
    if row is None:
        return False
    try:
        with transaction.atomic():
            if _try_to_lock(row) and TurnWork.objects.filter(pk=row.pk, held_at=row.held_at):
                _perform(row, read_clock())
                TurnWork.objects.filter(pk=row.pk).delete()
    except Exception as error:
        # else its lock ends with the session, and the next sweep releases it
        with suppress(django.db.Error):
            _release_failed(row, error, read_clock())
        raise
    return True


def _take_next(now: datetime) -> TurnWork | None:
    with transaction.atomic():
        rows = list_ready(now).select_for_update(skip_locked=True, of=["self"])
        row = rows.order_by("priority", "pk").first()
        if row is not None:
            row.held_at = now
            row.save(update_fields=["held_at"])
    return row


def _try_to_lock(row: TurnWork) -> bool:
    """Lock the row until the transaction ends; False if another session, which lives, has it."""
    with connection.cursor() as cursor:
        key = row.pk % 2**31
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [_LOCK, key])
        (is_locked,) = cursor.fetchone()
    return bool(is_locked)


def _perform(row: TurnWork, now: datetime) -> None:
    match WorkKind(row.kind):
        case WorkKind.SOLVE:
            solve_turn(turn_id=row.turn_id, now=now)
        case WorkKind.CORRECT:
            ports.correct_turn.function(turn_id=row.turn_id, now=now)


def _release_failed(row: TurnWork, error: Exception, now: datetime) -> None:
    """Queue the row again: at once if the database was away, else after a pause."""
    if not isinstance(error, django.db.OperationalError | django.db.InterfaceError):
        row.failures += 1
        row.retry_at = now + min(RETRY_AFTER * 2 ** min(row.failures - 1, 12), MAX_RETRY_DELAY)
    _release(row)


def _release(row: TurnWork) -> None:
    """Queue a held row again, unless the same work was queued meanwhile."""
    with transaction.atomic():
        queued = TurnWork.objects.select_for_update(of=["self"])
        same_work = queued.filter(turn=row.turn_id, kind=row.kind, held_at=None)
        is_queued = bool(same_work.exclude(pk=row.pk))
        held_rows = TurnWork.objects.filter(pk=row.pk, held_at=row.held_at)
        if is_queued:
            held_rows.delete()
        else:
            held_rows.update(held_at=None, failures=row.failures, retry_at=row.retry_at)


def list_ready(now: datetime) -> "QuerySet[TurnWork]":
    """Return the queued rows that a worker may take."""
    # A later time was stamped before the clock was set back.
    paused = Q(retry_at__gt=now, retry_at__lte=now + MAX_RETRY_DELAY)
    return TurnWork.objects.filter(~paused | Q(retry_at=None), held_at=None)


def restore_queue(now: datetime) -> None:
    """Queue again what dead workers held, and send the messages that the broker has not."""
    release_abandoned(now)
    send_missing_messages(now)


def release_abandoned(now: datetime) -> None:
    """Queue again what a worker held that died: its session, and the lock with it, has ended."""
    taken_before = Q(held_at__lt=now - MAX_TAKING_TIME) | Q(held_at__gt=now)
    for row in TurnWork.objects.filter(taken_before):
        with transaction.atomic():
            if _try_to_lock(row):
                log.warning("work.abandoned", kind=row.kind, turn=row.turn_id)
                row.failures += 1
                if row.failures > 1:  # the work may be what kills its worker: others come first
                    row.retry_at = now + RETRY_AFTER
                _release(row)


def send_missing_messages(now: datetime) -> None:
    """Send a message for each queued row of which the broker has none: it lost or refused it."""
    if not (ready := list_ready(now).count()):
        return
    try:
        missing = ready - ports.get_task_app.function().count_messages(TASK)
    except OperationalError as error:
        log.warning("work.broker_away", queued=ready, error=str(error))
        return
    for _ in range(min(missing, MAX_MESSAGES_PER_SWEEP)):
        if not tasks.send(TASK):
            return
