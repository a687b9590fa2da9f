"""Celery: small idempotent tasks on two queues that never wait for each other.

``turn`` solves and corrects while the room is waiting; ``office`` does everything else
(exports, pages to print). Messages carry ids only; whoever sends does it on commit.
"""

import os

from celery import Celery
from celery.signals import setup_logging, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings  # needs the settings' name first

TURN_QUEUE = "turn"
OFFICE_QUEUE = "office"
# After a worker's death its messages come back this many seconds later; tasks are
# shorter than that by far.
VISIBILITY_TIMEOUT_S = 90

app = Celery("duplicata")
app.conf.update(
    broker_url=settings.REDIS_URL,
    broker_transport_options={
        "visibility_timeout": VISIBILITY_TIMEOUT_S,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "global_keyprefix": f"{settings.BUS_PREFIX}:",
    },
    broker_connection_retry_on_startup=True,
    accept_content=["json"],
    task_serializer="json",
    event_serializer="json",
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_default_queue=OFFICE_QUEUE,
    task_create_missing_queues=True,
    task_routes={
        "*.tasks.solve_turn": {"queue": TURN_QUEUE},
        "*.tasks.correct_turn": {"queue": TURN_QUEUE},
    },
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    enable_utc=True,
    timezone=settings.TIME_ZONE,
)
app.autodiscover_tasks()


@setup_logging.connect
def _keep_django_logging(**_: object) -> None:
    """A receiver here keeps Celery from replacing the logging set up by Django."""


@worker_ready.connect
def _load_lexicon(**_: object) -> None:
    """A list that cannot be read is logged by Celery here, and by the task that needs it."""
    from django.db import connection

    from tournament import clock, lexica  # models need the settings first
    from tournament.services.word_lists import tidy

    lexica.warm_up()
    try:
        tidy(now=clock.now())
    finally:
        connection.close()  # this thread only waits from now on
