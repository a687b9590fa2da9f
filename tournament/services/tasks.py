"""Sends tasks to the workers after the commit of the change that needs them."""

import structlog
from django.db import transaction
from kombu.exceptions import OperationalError

from tournament import ports

log = structlog.get_logger(__name__)


def send_on_commit(name: str, *ids: int) -> None:
    """Send the task ``name`` with ids only.

    If the broker is down the commit stands, and a sweep sends the task again
    (``play.work.send_missing_messages``, ``preparation.rescue_searches``).
    """
    transaction.on_commit(lambda: _send(name, ids))


def send(name: str) -> bool:
    """Send the task ``name`` at once; return False if the broker is down."""
    return _send(name, ())


def _send(name: str, ids: tuple[int, ...]) -> bool:
    try:
        ports.get_task_app.function().send_task(name, args=ids, retry=False)
    except OperationalError as error:
        log.warning("task_not_sent", task=name, ids=ids, error=str(error))
        return False
    return True
