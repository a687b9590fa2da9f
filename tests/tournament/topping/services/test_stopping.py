"""The search for a prepared game: stopped between two tries, gone on with, never in doubt."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from engine.record.wishes import Range, Wish
from tests.arbitrage.services.broker import Broker
from tests.room import Room, script_of
from tests.tournament.services.prepared.prepared_game import (
    SETTINGS,
    prepared,
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

IMPOSSIBLE = Range(Wish.TOTAL, 4000)


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    made = Broker()
    monkeypatch.setattr(ports.task_app, "_answer", lambda: made)
    return made


def asked(room: Room, *wishes: Range, most_tries: int = 500) -> GamePreparation:
    return preparation.new_preparation(
        tournament=room.tournament,
        settings=SETTINGS,
        wishes=wishes,
        seed="essai",
        most_tries=most_tries,
        **room.by(),
    )


def stopping_after(job: GamePreparation, tries: int, room: Room) -> Callable[[float], None]:
    """The organiser's stop, from another process, while so many tries are made."""
    heard: list[float] = []

    def hear(part: float) -> None:
        heard.append(part)
        if len(heard) == tries:
            twin = GamePreparation.objects.get(pk=job.pk)
            preparation.stop_preparation(job=twin, **room.by())

    return hear


def test_a_search_is_stopped_between_two_tries_and_keeps_what_it_found(room: Room) -> None:
    job = asked(room, IMPOSSIBLE)
    assert not preparation.search(job=job, clock=clock.now, hear=stopping_after(job, 2, room))
    job.refresh_from_db()
    assert (job.state, job.tries, job.failure) == (JobState.STOPPED, 2, None)
    assert preparation.tally_of(job).games == 2
    assert not preparation.search(job=job, clock=clock.now)
    assert not Game.objects.exists()
    with pytest.raises(WrongState):
        preparation.stop_preparation(job=job, **room.by())


def test_a_search_stopped_before_a_worker_took_it_does_not_begin(room: Room) -> None:
    job = asked(room)
    preparation.stop_preparation(job=GamePreparation.objects.get(pk=job.pk), **room.by())
    assert not preparation.search(job=job, clock=clock.now)
    assert not Game.objects.exists()


def test_a_game_found_as_the_search_is_stopped_is_not_stored(room: Room) -> None:
    job = asked(room)
    moments = iter([clock.now(), clock.now()])

    def stopped_meanwhile() -> Any:
        moment = next(moments)
        GamePreparation.objects.filter(state=JobState.RUNNING).update(state=JobState.STOPPED)
        return moment

    assert not preparation.search(job=job, clock=stopped_meanwhile)
    job.refresh_from_db()
    assert job.state == JobState.STOPPED
    assert not Game.objects.exists()


def test_a_stopped_search_goes_on_where_it_was_and_finds_the_same(room: Room) -> None:
    wish = Range(Wish.TOTAL, script_of(prepared(room))["total"] + 1)
    whole = search(room, wish)
    job = asked(room, wish)
    preparation.search(job=job, clock=clock.now, hear=stopping_after(job, 1, room))
    job.refresh_from_db()
    assert (job.state, job.tries) == (JobState.STOPPED, 1)
    preparation.resume_preparation(job=job, **room.by())
    assert job.most_tries == 500
    preparation.search(job=job, clock=clock.now)
    job.refresh_from_db()
    assert job.game is not None
    assert whole.game is not None
    assert (job.tries, script_of(job.game)) == (whole.tries, script_of(whole.game))
    with pytest.raises(WrongState):
        preparation.resume_preparation(job=job, **room.by())


def test_a_worker_whose_search_was_stopped_and_resumed_leaves_it_to_the_next(room: Room) -> None:
    job = asked(room, IMPOSSIBLE)

    def hear(_part: float) -> None:
        twin = GamePreparation.objects.get(pk=job.pk)
        preparation.stop_preparation(job=twin, **room.by())
        preparation.resume_preparation(job=twin, **room.by())

    assert not preparation.search(job=job, clock=clock.now, hear=hear)
    job.refresh_from_db()
    assert job.state == JobState.WAITING


def test_a_search_that_failed_goes_on_for_more_tries_but_not_for_ever(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "USUAL_TRIES", 2)
    monkeypatch.setattr(preparation, "MOST_TRIES", 3)
    job = search(room, IMPOSSIBLE, most_tries=2)
    assert job.state == JobState.FAILED
    preparation.resume_preparation(job=job, **room.by())
    assert (job.failure, job.most_tries, job.progress) == (None, 3, 66)
    preparation.search(job=job, clock=clock.now)
    job.refresh_from_db()
    assert (job.state, job.tries, preparation.tally_of(job).games) == (JobState.FAILED, 3, 3)
    with pytest.raises(BadSetting) as caught:
        preparation.resume_preparation(job=job, **room.by())
    assert caught.value.reason == "tries-spent"


def test_a_search_that_waits_between_two_slices_is_not_taken_for_stuck(room: Room) -> None:
    job = asked(room, IMPOSSIBLE)
    GamePreparation.objects.update(asked_at=clock.now() - timedelta(hours=1))
    job.refresh_from_db()
    assert preparation.search(job=job, clock=clock.now, slice_s=timedelta())
    job.refresh_from_db()
    assert job.state == JobState.WAITING
    assert not jobs.stuck(job, now=clock.now())


def test_a_slow_search_gives_signs_of_life_between_two_percents(room: Room) -> None:
    job = asked(room, IMPOSSIBLE, most_tries=preparation.MOST_TRIES)
    started = clock.now()
    moments = (started + n * jobs.BEAT for n in range(1000))
    preparation.search(
        job=job,
        clock=lambda: next(moments),
        slice_s=jobs.SILENCE,
        hear=stopping_after(job, 3, room),
    )
    job.refresh_from_db()
    assert job.beat_at is not None
    assert job.beat_at > started
    assert (job.tries, job.progress) == (3, 0)


def test_a_list_too_poor_for_a_game_is_said_to_be(room: Room) -> None:
    words = lexica.new_import(name="Petite", file_name="l", content=b"AS\nCAS", **room.brings())
    lexica.perform_import(job=words, clock=clock.now)
    update_tournament(tournament=room.tournament, changes={"lexicon": "Petite"}, **room.by())
    job = search(room, most_tries=2)
    assert job.failure == {"reason": "no-game-ends", "data": {"tries": 2}}


def test_a_search_that_lost_its_worker_is_sent_again_and_goes_on_where_it_was(
    room: Room, broker: Broker, django_capture_on_commit_callbacks: Any
) -> None:
    whole = search(room, IMPOSSIBLE, most_tries=4)
    job = asked(room, IMPOSSIBLE, most_tries=4)

    class KilledError(Exception):
        pass

    def killed(part: float) -> None:
        if part == 0.5:
            raise KilledError

    with pytest.raises(KilledError):
        preparation.search(job=job, clock=clock.now, hear=killed)
    job.refresh_from_db()
    assert job.state == JobState.RUNNING
    assert 0 < job.tries <= 2
    now = clock.now()

    def sent_at(moment: Any) -> list[tuple[str, *tuple[int, ...]]]:
        broker.sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            preparation.rescue_searches(moment)
        return list(broker.sent)

    assert sent_at(now) == []
    later = now + jobs.SILENCE + timedelta(seconds=1)
    assert sent_at(later) == [(preparation.TASK, job.pk)]
    assert sent_at(later + jobs.SILENCE / 2) == []
    assert sent_at(later + 2 * jobs.SILENCE) == [(preparation.TASK, job.pk)]
    preparation.search(job=job, clock=lambda: later)
    job.refresh_from_db()
    assert (job.state, job.tries, job.tally) == (JobState.FAILED, 4, whole.tally)
    assert sent_at(later + 4 * jobs.SILENCE) == []


def test_whoever_follows_a_search_hears_of_every_change(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(update_channel, "tell", told.append)
    job = asked(room, IMPOSSIBLE, most_tries=2)

    def heard(act: Callable[[], object]) -> int:
        told.clear()
        act()
        job.refresh_from_db()
        assert set(told) <= {job.room}
        return len(told)

    assert heard(lambda: preparation.search(job=job, clock=clock.now)) >= 2
    assert heard(lambda: preparation.resume_preparation(job=job, **room.by())) == 1
    assert heard(lambda: preparation.stop_preparation(job=job, **room.by())) == 1
    found = asked(room)
    told.clear()
    preparation.search(job=found, clock=clock.now)
    assert found.room in told
