"""Celery: small idempotent tasks on two queues that never wait for each other.

``turn`` solves and corrects while the hall is waiting: its messages only say that there is work
(``tournament.services.play.work``). ``office`` does everything else (exports, pages to print): its
messages carry ids. All are sent when the transaction commits.
"""

import os
import time
from typing import Any

import django.db
import structlog
from celery import Celery, Task
from celery.app.amqp import AMQP
from celery.signals import setup_logging, worker_ready
from kombu import Connection
from kombu.exceptions import OperationalError
from kombu.transport import redis

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings  # needs the settings' name first

from config.observation import tasks as _tasks  # noqa: F401 - connects its signals
from config.outage import is_outage
from config.servers.broker import build_celery_settings

log = structlog.get_logger(__name__)

TURN_QUEUE = "turn"
OFFICE_QUEUE = "office"
# The broker delivers the messages of a dead worker again after this many seconds; tasks take
# far less.
VISIBILITY_TIMEOUT_S = 90
BROKER_TIMEOUT_S = 5
# A task tries again for this long while the database is unavailable: less than the visibility
# timeout, so that its message is not delivered twice. A sweep sends it later.
RETRY_FOR_S = 60.0
RETRY_PAUSE_S = 0.5
# Pause between attempts to reach the broker, without end: Celery's own pauses grow to 30 s, and it
# gives up after a hundred attempts.
RECONNECT_S = 1.0


class RetryingTask(Task):  # type: ignore[type-arg]  # generic in its stubs alone
    """Runs again from its beginning if the database was unavailable: all tasks are idempotent."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        deadline = time.monotonic() + RETRY_FOR_S
        while True:
            try:
                return super().__call__(*args, **kwargs)
            except django.db.Error as error:
                if not is_outage(error) or time.monotonic() > deadline:
                    raise
                log.warning("task.waits_for_database", task=self.name, error=str(error))
            django.db.connection.close()
            time.sleep(RETRY_PAUSE_S)


class ReconnectingChannel(redis.Channel):
    """A channel that raises ConnectionResetError once its connection was closed.

    A message that was received before the connection closed is acknowledged, or rejected, over
    the closed connection. kombu would look up its address, and the error would end the worker.
    Acknowledged or not, the broker delivers the message again.
    """

    def _connparams(self, *args: Any, **kwargs: Any) -> Any:
        if getattr(self.connection, "client", None) is None:
            raise ConnectionResetError("the connection to the broker was closed")
        return super()._connparams(*args, **kwargs)  # type: ignore[misc]  # not in the stubs


class ReconnectingTransport(redis.Transport):
    Channel = ReconnectingChannel


class ReconnectingSentinelChannel(ReconnectingChannel, redis.SentinelChannel):
    """The same for a primary found by Sentinels."""


class ReconnectingSentinelTransport(redis.SentinelTransport):
    Channel = ReconnectingSentinelChannel


class ReconnectingConnection(Connection):
    """A connection to the broker whose attempts to reconnect are ``RECONNECT_S`` apart."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        intervals = {"interval_start": RECONNECT_S, "interval_step": 0, "interval_max": RECONNECT_S}
        return super().ensure_connection(*args, **intervals | kwargs)

    def get_transport_cls(self) -> type[redis.Transport]:
        if issubclass(super().get_transport_cls(), redis.SentinelTransport):
            return ReconnectingSentinelTransport
        return ReconnectingTransport


class ReconnectingAMQP(AMQP):
    Connection = ReconnectingConnection


class CountingCelery(Celery[RetryingTask]):
    """Celery that also counts what waits in a queue."""

    def count_messages(self, name: str) -> int:
        """Return the number of messages that no worker has received, in the queue of a task.

        Raise OperationalError if the broker is down.
        """
        queue = self.amqp.router.route({}, name)["queue"]
        with self.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1)
            try:
                return int(queue.bind(broker.default_channel).queue_declare().message_count)
            except broker.connection_errors + broker.channel_errors as error:
                raise OperationalError(str(error)) from error


app = CountingCelery("duplicata", task_cls=RetryingTask, amqp=ReconnectingAMQP)
app.conf.update(
    **build_celery_settings(
        settings.BROKER_URL,
        {
            "visibility_timeout": VISIBILITY_TIMEOUT_S,
            "unacked_restore_interval": 5,
            "unacked_restore_throttle": 1,
            # The sender of a task waits at most this long for a broker that does not answer.
            "socket_connect_timeout": BROKER_TIMEOUT_S,
            "socket_timeout": BROKER_TIMEOUT_S,
            "global_keyprefix": f"{settings.BUS_PREFIX}:",
            # A worker of both queues takes from the second only if the first is empty.
            "queue_order_strategy": "priority",
        },
    ),
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    accept_content=["json"],
    task_serializer="json",
    event_serializer="json",
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_default_queue=OFFICE_QUEUE,
    task_create_missing_queues=True,
    task_routes={
        "*.tasks.perform_turn_work": {"queue": TURN_QUEUE},
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
    """Do nothing: with a receiver, Celery does not replace the logging set up by Django."""


@worker_ready.connect
def _prepare_worker(**_: object) -> None:
    """Load the lexica, delete old word lists; Celery logs errors here and in the tasks."""
    from django.db import connection

    from tournament.queries import clock, lexica  # models need the settings first
    from tournament.services.prepared.word_lists import delete_unused_without_waiting

    lexica.warm_up()
    try:
        delete_unused_without_waiting(now=clock.now())
    finally:
        connection.close()  # this thread only waits from now on
