"""The queues: what goes where, and what a worker's death or an outage may cost."""

import gc
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from logging import getLogger
from pathlib import Path
from typing import Any

import pytest
from celery.signals import worker_ready
from django.contrib.auth.models import User
from django.db import DataError, connection, connections
from kombu import Connection, Consumer, Message, Producer, Queue
from kombu.exceptions import OperationalError

from config.celery import OFFICE_QUEUE, TURN_QUEUE, app
from tests.own_valkey import OwnValkey
from tests.tournament.live.outage import cut_database
from tests.waiting import TIMEOUT_S, wait_for


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("tournament.tasks.perform_turn_work", TURN_QUEUE),
        ("tournament.tasks.solve_turn", TURN_QUEUE),
        ("arbitrage.tasks.correct_turn", TURN_QUEUE),
        ("tournament.tasks.export_results", OFFICE_QUEUE),
    ],
)
def test_what_the_room_waits_for_has_its_own_queue(task: str, queue: str) -> None:
    assert app.amqp.router.route({}, task)["queue"].name == queue


def test_the_worker_knows_the_room_s_tasks_by_name() -> None:
    app.loader.import_default_modules()
    # Releases without a queue of turns send the last two.
    assert app.tasks.keys() >= {
        *("tournament.tasks.perform_turn_work", "tournament.tasks.solve_turn"),
        "arbitrage.tasks.correct_turn",
    }


def test_a_task_lost_with_its_worker_is_delivered_again() -> None:
    options = app.conf.broker_transport_options
    assert 60 <= options["visibility_timeout"] <= 120
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost


def test_messages_are_json_only_and_results_are_not_kept() -> None:
    assert app.conf.task_serializer == "json"
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_ignore_result
    assert app.conf.result_backend is None


def test_a_worker_loads_the_lexicon_before_its_first_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(
        "tournament.queries.lexica.load_base_lexicon", lambda: done.append("loaded")
    )
    monkeypatch.setattr(gc, "freeze", lambda: done.append("frozen"))
    monkeypatch.setattr("tournament.queries.clock.now", lambda: None)
    task = "tournament.services.prepared.word_lists.delete_unused_without_waiting"
    monkeypatch.setattr(task, lambda now: done.append("swept"))  # noqa: ARG005 - called by name
    worker_ready.send(sender=None)
    assert done == ["loaded", "frozen", "swept"]


def test_a_task_waits_for_an_absent_database_and_completes(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool: Any = getattr(connection, "pool")  # noqa: B009 - of PostgreSQL's wrapper alone
    monkeypatch.setattr(pool, "timeout", 0.1)
    monkeypatch.setattr("config.celery.RETRY_PAUSE_S", 0.01)
    tried: list[int] = []

    @app.task(name="tests.reads", shared=False)
    def reads() -> int:
        tried.append(1)
        return User.objects.count()

    with ThreadPoolExecutor(1) as worker:
        with cut_database():
            answer = worker.submit(reads)
            wait_for(lambda: len(tried) > 2)
        assert answer.result(TIMEOUT_S) == 0
        worker.submit(connections.close_all).result(TIMEOUT_S)  # the thread's own


def test_a_task_that_asks_nonsense_fails_at_once(transactional_db: None) -> None:
    @app.task(name="tests.fails", shared=False)
    def fails() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")

    with pytest.raises(DataError):
        fails()


def test_an_absent_broker_is_retried_at_an_even_pace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("config.celery.RECONNECT_S", 0.01)
    pauses: list[float] = []
    broker = app.connection_for_read("redis://127.0.0.1:1/0")
    with pytest.raises(OperationalError):
        broker.ensure_connection(lambda _, pause: pauses.append(pause), 20)
    assert pauses == [0.01] * 20
    assert app.conf.broker_connection_max_retries is None


def test_a_worker_with_a_message_survives_losing_its_broker(tmp_path: Path) -> None:
    """As Celery gives a lost connection up: what is open is collected, then it is closed; a task
    may be done after that."""
    broker = OwnValkey(tmp_path)
    broker.start()
    lost = app.connection_for_read(broker.url)
    message = hold_message(lost)
    broker.kill()
    with suppress(Exception):
        lost.collect()
    lost.close()
    message.ack_log_error(getLogger(__name__), lost.connection_errors)


def hold_message(connection: Connection) -> Message:
    """One that is not acknowledged; both channels wait for more."""
    queue = Queue("held")
    messages: list[Message] = []
    Producer(connection).publish({}, routing_key=queue.name, declare=[queue])
    Consumer(connection.default_channel, [queue], on_message=messages.append).consume()
    Consumer(connection.channel(), [Queue("commands")], on_message=messages.append).consume()
    wait_for(lambda: drain_queue(connection) and bool(messages))
    drain_queue(connection)
    return messages[0]


def drain_queue(connection: Connection) -> bool:
    with suppress(TimeoutError):
        connection.drain_events(timeout=0.1)
    return True
