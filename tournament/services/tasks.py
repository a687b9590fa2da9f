"""Sends work to the workers, once the change that needs it is committed."""

from collections.abc import Callable

import structlog
from celery import Celery
from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)


def send_on_commit(name: str, *ids: int, lost: Callable[[], object] | None = None) -> None:
    """Send the task ``name`` with ids only.

    A broker that is down does not undo what is committed: ``closing.rescue_stuck`` sends the
    task again. ``lost`` is called then, to note what the database does not show by itself.
    """
    transaction.on_commit(lambda: _send(name, ids) or (lost and lost()))


def _send(name: str, ids: tuple[int, ...]) -> bool:
    """Whether the broker took it."""
    # Named in settings: Celery's own "current app" depends on what a process has imported.
    app: Celery = import_string(settings.DUPLICATA_TASK_APP)
    try:
        app.send_task(name, args=ids, retry=False)
    except OperationalError as error:
        log.warning("task_not_sent", task=name, ids=ids, error=str(error))
        return False
    return True
