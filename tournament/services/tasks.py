"""Sends work to the workers, once the change that needs it is committed."""

from collections.abc import Callable

import structlog
from django.db import transaction
from kombu.exceptions import OperationalError

from tournament import ports

log = structlog.get_logger(__name__)


def send_on_commit(name: str, *ids: int, lost: Callable[[], object] | None = None) -> None:
    """Send the task ``name`` with ids only.

    A broker that is down does not undo what is committed: ``closing.rescue_stuck`` sends the
    task again. ``lost`` is called then, to note what the database does not show by itself.
    """
    transaction.on_commit(lambda: _send(name, ids) or (lost and lost()))


def _send(name: str, ids: tuple[int, ...]) -> bool:
    """Whether the broker took it."""
    try:
        ports.task_app.ask().send_task(name, args=ids, retry=False)
    except OperationalError as error:
        log.warning("task_not_sent", task=name, ids=ids, error=str(error))
        return False
    return True
