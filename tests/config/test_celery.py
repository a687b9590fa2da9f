"""The queues: what goes where, and what a worker's death or an outage may cost."""

import gc

import pytest
from celery.signals import worker_ready

from config.celery import OFFICE_QUEUE, TURN_QUEUE, app


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("tournament.tasks.solve_turn", TURN_QUEUE),
        ("arbitrage.tasks.correct_turn", TURN_QUEUE),
        ("tournament.tasks.export_results", OFFICE_QUEUE),
    ],
)
def test_what_the_room_waits_for_has_its_own_queue(task: str, queue: str) -> None:
    assert app.amqp.router.route({}, task)["queue"].name == queue


def test_the_rooms_tasks_are_known_to_the_worker_by_these_names() -> None:
    app.loader.import_default_modules()
    assert {"tournament.tasks.solve_turn", "arbitrage.tasks.correct_turn"} <= app.tasks.keys()


def test_a_task_lost_with_its_worker_comes_back_within_two_minutes() -> None:
    options = app.conf.broker_transport_options
    assert 60 <= options["visibility_timeout"] <= 120
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost


def test_messages_are_json_only_and_results_are_not_kept() -> None:
    assert app.conf.task_serializer == "json"
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_ignore_result
    assert app.conf.result_backend is None


def test_a_worker_loads_the_lexicon_before_its_first_turn_then_sweeps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr("tournament.lexica.base_lexicon", lambda: done.append("loaded"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("frozen"))
    monkeypatch.setattr("tournament.clock.now", lambda: None)
    monkeypatch.setattr("tournament.services.word_lists.tidy", lambda now: done.append("swept"))  # noqa: ARG005 - called by name
    worker_ready.send(sender=None)
    assert done == ["loaded", "frozen", "swept"]
