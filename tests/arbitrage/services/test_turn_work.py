"""The queue of solving and correction: nothing is lost, nothing is queued twice."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from engine.search import moves
from tests.arbitrage.services.broker import Broker, list_queued, perform_queued
from tests.arbitrage.services.test_races import run_in_thread
from tests.room import Room, make_room, ring
from tests.waiting import TIMEOUT_S
from tournament.core.errors import WrongState
from tournament.models import Solutions, Turn, TurnWork, WorkKind, WorkPriority
from tournament.queries import clock
from tournament.services.play import closing, solving, turns, work

SOON = timedelta(seconds=4)


@pytest.fixture
def drawn(room: Room, broker: Broker) -> Turn:
    """A turn that waits for its solutions."""
    return draw(room)


def draw(room: Room, seed: int = 5) -> Turn:
    turn = turns.draw_turn(game=room.game(seed=seed), **room.get_author_and_time())
    assert turn is not None
    return turn


def take() -> TurnWork:
    """Take the first row, as a worker that is about to begin."""
    row = work._take_next(clock.now())
    assert row is not None
    return row


def fail(*_: Any, **__: Any) -> None:
    raise WrongState("essai")


def test_work_is_queued_once_and_gone_once_done(drawn: Turn, broker: Broker) -> None:
    assert not work.queue_work(WorkKind.SOLVE, drawn.pk)
    assert list_queued() == [("solve", drawn.pk)]
    assert broker.sent == [(work.TASK,)]
    perform_queued()
    assert not TurnWork.objects.exists()
    assert Turn.objects.get().solved_at is not None


def test_work_asked_for_while_held_is_done_again(drawn: Turn, broker: Broker) -> None:
    """The worker may have read before the change that asks."""
    take()
    assert list_queued() == []
    assert work.queue_work(WorkKind.SOLVE, drawn.pk)
    assert list_queued() == [("solve", drawn.pk)]


def test_no_worker_begins_before_the_commit(drawn: Turn) -> None:
    """Also if the row was queued before: it would read before the change that asks."""
    answers: list[bool] = []
    with transaction.atomic():
        work.queue_work(WorkKind.SOLVE, drawn.pk)
        worker = run_in_thread(lambda: answers.append(work.perform_next(clock.now)))
        worker.join(TIMEOUT_S)
    assert answers == [False]
    perform_queued()
    assert not TurnWork.objects.exists()


def test_the_work_of_a_dead_worker_is_queued_again(drawn: Turn, broker: Broker) -> None:
    row = take()
    closing.rescue_stuck_turns(row.held_at or clock.now())
    assert list_queued() == [], "it has just begun"
    broker.sent.clear()
    closing.rescue_stuck_turns(clock.now() + SOON)
    assert list_queued() == [("solve", drawn.pk)]
    assert broker.sent == [(work.TASK,)]


def test_the_work_of_a_living_worker_stays_held(drawn: Turn) -> None:
    row = take()
    with transaction.atomic():
        assert work._try_to_lock(row)
        sweep = run_in_thread(lambda: closing.rescue_stuck_turns(clock.now() + 60 * SOON))
        sweep.join(TIMEOUT_S)
    assert list_queued() == []
    assert TurnWork.objects.get().held_at == row.held_at


def test_a_release_joins_what_was_queued_meanwhile(drawn: Turn) -> None:
    take()
    work.queue_work(WorkKind.SOLVE, drawn.pk)
    closing.rescue_stuck_turns(clock.now() + SOON)
    assert TurnWork.objects.count() == 1
    assert list_queued() == [("solve", drawn.pk)]


def test_failing_work_waits_and_lets_others_pass(
    drawn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(work, "solve_turn", fail)
        with pytest.raises(WrongState):
            work.perform_next(clock.now)
    assert work.perform_next(clock.now) is False
    row = TurnWork.objects.get()
    assert (row.failures, row.held_at) == (1, None)
    assert work.perform_next(lambda: clock.now() + work.RETRY_AFTER)
    assert Turn.objects.get().solved_at is not None


def test_new_work_ends_the_pause_after_a_failure(drawn: Turn, broker: Broker) -> None:
    work._release_failed(take(), WrongState("essai"), clock.now())
    broker.sent.clear()
    assert work.queue_work(WorkKind.SOLVE, drawn.pk) is False, "it is queued already"
    assert broker.sent == [(work.TASK,)]
    assert work.perform_next(clock.now)


def test_work_that_kills_its_worker_lets_others_pass(drawn: Turn) -> None:
    for pauses in (False, True):
        take()
        closing.rescue_stuck_turns(clock.now() + SOON)
        assert (TurnWork.objects.get().retry_at is not None) is pauses


def test_a_row_released_by_two_processes_stays_queued(drawn: Turn) -> None:
    row = take()
    for _ in range(2):
        work._release(row)
    assert list_queued() == [("solve", drawn.pk)]


def test_a_second_look_waits_for_fresh_work_of_others(
    transactional_db: None, broker: Broker
) -> None:
    checked, fresh = draw(make_room()), draw(make_room())
    perform_queued()
    work.queue_work(WorkKind.CORRECT, checked.pk, priority=WorkPriority.CHECK)
    work.queue_work(WorkKind.CORRECT, fresh.pk)
    assert list_queued() == [("correct", fresh.pk), ("correct", checked.pk)]
    work.queue_work(WorkKind.CORRECT, checked.pk)
    assert TurnWork.objects.get(turn=checked).priority == WorkPriority.FRESH


def test_a_long_queue_with_its_messages_is_left_alone(drawn: Turn, broker: Broker) -> None:
    for _ in range(3):
        closing.rescue_stuck_turns(clock.now() + timedelta(hours=1))
    assert broker.sent == [(work.TASK,)]


def test_equal_positions_are_solved_once(
    transactional_db: None, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved: list[str] = []
    solve: Callable[..., Any] = moves.solve

    def record(*args: Any) -> Any:
        solved.append(args[1])
        return solve(*args)

    monkeypatch.setattr(solving, "solve", record)
    rooms = [make_room(), make_room(), make_room()]
    first, equal, other = (draw(room, seed) for room, seed in zip(rooms, (5, 5, 6), strict=True))
    perform_queued()
    assert solved == [first.rack, other.rack]
    assert Solutions.objects.get(turn=first).moves == Solutions.objects.get(turn=equal).moves
    # The journals are of their own rooms, as if each had been solved alone.
    kinds = [list(turn.game.journal.values_list("kind", flat=True)) for turn in (first, equal)]
    assert kinds[0] == kinds[1]


def test_a_position_of_another_edition_is_solved_apart(
    transactional_db: None, broker: Broker
) -> None:
    rooms = [make_room(), make_room()]
    rooms[1].tournament.edition = "2019"
    rooms[1].tournament.save(update_fields=["edition"])
    for room in rooms:
        draw(room)
    perform_queued()
    assert Solutions.objects.values("position_key").distinct().count() == 2


def test_the_end_of_a_turn_queues_its_correction(first_turn: Turn, broker: Broker) -> None:
    ring(first_turn)
    assert ("correct", first_turn.pk) in list_queued()
    perform_queued()
    first_turn.refresh_from_db()
    assert first_turn.corrected_at is not None
