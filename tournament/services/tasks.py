"""Sends tasks to the workers after the commit of the change that needs them."""

from collections.abc import Callable

import structlog
from django.db import transaction
from kombu.exceptions import OperationalError

from tournament import ports

log = structlog.get_logger(__name__)


def send_on_commit(name: str, *ids: int, on_lost: Callable[[], object] | None = None) -> None:
    """Send the task ``name`` with ids only.

    If the broker is down the commit stands, and ``closing.rescue_stuck`` sends the task again.
    ``on_lost`` is called then, to record what the database does not show by itself.
    """
    transaction.on_commit(lambda: _send(name, ids) or (on_lost and on_lost()))


def _send(name: str, ids: tuple[int, ...]) -> bool:
    """Return True if the broker accepted the task."""
    try:
        ports.get_task_app.ask().send_task(name, args=ids, retry=False)
    except OperationalError as error:
        log.warning("task_not_sent", task=name, ids=ids, error=str(error))
        return False
    return True
