"""The search for a prepared game: stopped between two tries, resumed, sent again."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from engine.record.wishes import Wish, WishRange
from tests.arbitrage.services.broker import Broker
from tests.room import Room, script_of
from tests.tournament.services.prepared.prepared_game import (
    SETTINGS,
    create_prepared,
    search,
)
from tournament import ports
from tournament.core.errors import BadSetting, WrongState
from tournament.core.jobs import JobState
from tournament.models import Game, GamePreparation
from tournament.queries import clock
from tournament.services import preparation, update_channel
from tournament.services.prepared import jobs, lexica
from tournament.services.tournaments import update_tournament

IMPOSSIBLE = WishRange(Wish.TOTAL, 4000)


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    broker = Broker()
    monkeypatch.setattr(ports.get_task_app, "_function", lambda: broker)
    return broker


def create_job(room: Room, *wishes: WishRange, most_tries: int = 500) -> GamePreparation:
    return preparation.create_preparation(
        tournament=room.tournament,
        settings=SETTINGS,
        wishes=wishes,
        seed="essai",
        most_tries=most_tries,
        **room.get_author_and_time(),
    )


def stop_after(job: GamePreparation, tries: int, room: Room) -> Callable[[float], None]:
    """Return a listener that stops the search from another process after so many tries."""
    parts: list[float] = []

    def on_progress(part: float) -> None:
        parts.append(part)
        if len(parts) == tries:
            twin = GamePreparation.objects.get(pk=job.pk)
            preparation.stop_preparation(job=twin, **room.get_author_and_time())

    return on_progress


def test_a_search_stopped_between_two_tries_keeps_its_results(room: Room) -> None:
    job = create_job(room, IMPOSSIBLE)
    assert not preparation.run_search(
        job=job, clock=clock.now, on_progress=stop_after(job, 2, room)
    )
    job.refresh_from_db()
    assert (job.state, job.tries, job.failure) == (JobState.STOPPED, 2, None)
    assert preparation.load_tally(job).games == 2
    assert not preparation.run_search(job=job, clock=clock.now)
    assert not Game.objects.exists()
    with pytest.raises(WrongState):
        preparation.stop_preparation(job=job, **room.get_author_and_time())


def test_a_search_stopped_before_it_begins_does_nothing(room: Room) -> None:
    job = create_job(room)
    preparation.stop_preparation(
        job=GamePreparation.objects.get(pk=job.pk), **room.get_author_and_time()
    )
    assert not preparation.run_search(job=job, clock=clock.now)
    assert not Game.objects.exists()


def test_a_game_completed_during_the_stop_is_not_stored(room: Room) -> None:
    job = create_job(room)
    moments = iter([clock.now(), clock.now()])

    def stop_and_read_clock() -> Any:
        moment = next(moments)
        GamePreparation.objects.filter(state=JobState.RUNNING).update(state=JobState.STOPPED)
        return moment

    assert not preparation.run_search(job=job, clock=stop_and_read_clock)
    job.refresh_from_db()
    assert job.state == JobState.STOPPED
    assert not Game.objects.exists()


def test_a_resumed_search_finds_the_same_game(room: Room) -> None:
    wish = WishRange(Wish.TOTAL, script_of(create_prepared(room))["total"] + 1)
    whole = search(room, wish)
    job = create_job(room, wish)
    preparation.run_search(job=job, clock=clock.now, on_progress=stop_after(job, 1, room))
    job.refresh_from_db()
    assert (job.state, job.tries) == (JobState.STOPPED, 1)
    preparation.resume_preparation(job=job, **room.get_author_and_time())
    assert job.most_tries == 500
    preparation.run_search(job=job, clock=clock.now)
    job.refresh_from_db()
    assert job.game is not None
    assert whole.game is not None
    assert (job.tries, script_of(job.game)) == (whole.tries, script_of(whole.game))
    with pytest.raises(WrongState):
        preparation.resume_preparation(job=job, **room.get_author_and_time())


def test_a_worker_leaves_a_resumed_search_to_the_next(room: Room) -> None:
    job = create_job(room, IMPOSSIBLE)

    def on_progress(_part: float) -> None:
        twin = GamePreparation.objects.get(pk=job.pk)
        preparation.stop_preparation(job=twin, **room.get_author_and_time())
        preparation.resume_preparation(job=twin, **room.get_author_and_time())

    assert not preparation.run_search(job=job, clock=clock.now, on_progress=on_progress)
    job.refresh_from_db()
    assert job.state == JobState.WAITING


def test_a_failed_search_resumes_for_a_limited_number_of_tries(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "DEFAULT_TRIES", 2)
    monkeypatch.setattr(preparation, "MAX_TRIES", 3)
    job = search(room, IMPOSSIBLE, most_tries=2)
    assert job.state == JobState.FAILED
    preparation.resume_preparation(job=job, **room.get_author_and_time())
    assert (job.failure, job.most_tries, job.progress) == (None, 3, 66)
    preparation.run_search(job=job, clock=clock.now)
    job.refresh_from_db()
    assert (job.state, job.tries, preparation.load_tally(job).games) == (JobState.FAILED, 3, 3)
    with pytest.raises(BadSetting) as caught:
        preparation.resume_preparation(job=job, **room.get_author_and_time())
    assert caught.value.reason == "tries-spent"


def test_a_search_waiting_between_two_slices_is_not_stuck(room: Room) -> None:
    job = create_job(room, IMPOSSIBLE)
    GamePreparation.objects.update(asked_at=clock.now() - timedelta(hours=1))
    job.refresh_from_db()
    assert preparation.run_search(job=job, clock=clock.now, slice_s=timedelta())
    job.refresh_from_db()
    assert job.state == JobState.WAITING
    assert not jobs.is_stuck(job, now=clock.now())


def test_a_slow_search_reports_that_it_runs(room: Room) -> None:
    job = create_job(room, IMPOSSIBLE, most_tries=preparation.MAX_TRIES)
    started = clock.now()
    moments = (started + n * jobs.HEARTBEAT_INTERVAL for n in range(1000))
    preparation.run_search(
        job=job,
        clock=lambda: next(moments),
        slice_s=jobs.HEARTBEAT_TIMEOUT,
        on_progress=stop_after(job, 3, room),
    )
    job.refresh_from_db()
    assert job.beat_at is not None
    assert job.beat_at > started
    assert (job.tries, job.progress) == (3, 0)


def test_a_list_without_enough_words_is_reported(room: Room) -> None:
    words = lexica.create_import(
        name="Petite", file_name="l", content=b"AS\nCAS", **room.import_arguments()
    )
    lexica.perform_import(job=words, clock=clock.now)
    update_tournament(
        tournament=room.tournament, changes={"lexicon": "Petite"}, **room.get_author_and_time()
    )
    job = search(room, most_tries=2)
    assert job.failure == {"reason": "no-game-ends", "data": {"tries": 2}}


def test_a_search_without_worker_is_sent_again_and_continues(
    room: Room, broker: Broker, django_capture_on_commit_callbacks: Any
) -> None:
    whole = search(room, IMPOSSIBLE, most_tries=4)
    job = create_job(room, IMPOSSIBLE, most_tries=4)

    class KilledError(Exception):
        pass

    def kill_halfway(part: float) -> None:
        if part == 0.5:
            raise KilledError

    with pytest.raises(KilledError):
        preparation.run_search(job=job, clock=clock.now, on_progress=kill_halfway)
    job.refresh_from_db()
    assert job.state == JobState.RUNNING
    assert 0 < job.tries <= 2
    now = clock.now()

    def list_sent(moment: Any) -> list[tuple[str, *tuple[int, ...]]]:
        broker.sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            preparation.rescue_searches(moment)
        return list(broker.sent)

    assert list_sent(now) == []
    later = now + jobs.HEARTBEAT_TIMEOUT + timedelta(seconds=1)
    assert list_sent(later) == [(preparation.TASK, job.pk)]
    assert list_sent(later + jobs.HEARTBEAT_TIMEOUT / 2) == []
    assert list_sent(later + 2 * jobs.HEARTBEAT_TIMEOUT) == [(preparation.TASK, job.pk)]
    preparation.run_search(job=job, clock=lambda: later)
    job.refresh_from_db()
    assert (job.state, job.tries, job.tally) == (JobState.FAILED, 4, whole.tally)
    assert list_sent(later + 4 * jobs.HEARTBEAT_TIMEOUT) == []


def test_every_change_of_a_search_is_published(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    monkeypatch.setattr(update_channel, "notify", messages.append)
    job = create_job(room, IMPOSSIBLE, most_tries=2)

    def count_messages(act: Callable[[], object]) -> int:
        messages.clear()
        act()
        job.refresh_from_db()
        assert set(messages) <= {job.update_channel}
        return len(messages)

    assert count_messages(lambda: preparation.run_search(job=job, clock=clock.now)) >= 2
    assert (
        count_messages(
            lambda: preparation.resume_preparation(job=job, **room.get_author_and_time())
        )
        == 1
    )
    assert (
        count_messages(lambda: preparation.stop_preparation(job=job, **room.get_author_and_time()))
        == 1
    )
    second_job = create_job(room)
    messages.clear()
    preparation.run_search(job=second_job, clock=clock.now)
    assert second_job.update_channel in messages
