"""Training alone: times, limits for strangers, and deletion of trainees."""

from datetime import timedelta

import pytest

from tests.room import Room
from tests.tournament.topping.services.toppings import get_turn
from tournament.core.errors import BadSetting, Busy, WrongState
from tournament.queries import clock
from tournament.topping.models import Topping, ToppingRun, Trainee, TrainingHall
from tournament.topping.queries.training import list_games, list_own_times
from tournament.topping.services import training
from tournament.topping.services.runs import ToppingAnswer, judge_proposal


@pytest.fixture
def hall(room: Room) -> TrainingHall:
    organisation = room.tournament.organisation
    return training.open_hall(
        organisation=organisation, lexicon="fr-libre", **room.get_author_and_time()
    )


def enter_hall(hall: TrainingHall, secret: str = "essai") -> Trainee:  # noqa: S107 - of a device
    return training.get_or_create_trainee(hall=hall, user=None, secret=secret, now=clock.now())


def test_each_game_is_played_once_and_one_at_a_time(hall: TrainingHall) -> None:
    now = clock.now()
    first, second = (
        training.create_game(hall=hall, fmt="normal", by=None, now=now) for _ in range(2)
    )
    ana = enter_hall(hall)
    assert enter_hall(hall) == ana
    run = training.begin_game(topping=first, trainee=ana, by=None, now=now)
    assert training.begin_game(topping=first, trainee=ana, by=None, now=now).pk == run.pk
    with pytest.raises(WrongState) as refused:
        training.begin_game(topping=second, trainee=ana, by=None, now=now)
    assert refused.value.reason == "training-plays"
    top, later = get_turn(first, 1), now + timedelta(seconds=9)
    run.refresh_from_db()
    answer = judge_proposal(run=run, turn=1, word=top.word.upper(), ref=top.ref, by=None, now=later)
    assert answer is ToppingAnswer.TOP
    end = now + timedelta(hours=2)  # nobody was there to the end
    training.begin_game(topping=second, trainee=ana, by=None, now=end)
    own_times = list_own_times(ana, end)
    assert [(row.is_done, row.is_record) for row in own_times] == [(False, False), (True, True)]
    assert own_times[1].not_found == first.terms.turns - 1
    listed = list_games(hall, own_times)
    assert [(row.topping, row.players) for row in listed] == [(second, 0), (first, 1)]


def test_strangers_cannot_fill_the_server(
    hall: TrainingHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    monkeypatch.setattr(training, "MAX_GAMES", 3)
    monkeypatch.setattr(training, "MAX_STORED_GAMES", 3)
    monkeypatch.setattr(training, "MAX_NEWCOMERS", 1)
    for _ in range(3):
        training.create_game(hall=hall, fmt="normal", by=None, now=now)
    with pytest.raises(Busy):
        training.create_game(hall=hall, fmt="normal", by=None, now=now)
    training.create_game(hall=hall, fmt="normal", by=None, now=now + training.HOUR)
    assert list(Topping.objects.values_list("number", flat=True)) == [2, 3, 4]
    enter_hall(hall)
    with pytest.raises(Busy):
        enter_hall(hall, "another")


def test_trainees_are_deleted_on_request_or_after_long_absence(
    room: Room, hall: TrainingHall
) -> None:
    now = clock.now()
    game = training.create_game(hall=hall, fmt="joker", by=None, now=now)
    ana, bea, cleo = (enter_hall(hall, name) for name in ("ana", "bea", "cleo"))
    for trainee in (ana, bea, cleo):
        training.begin_game(topping=game, trainee=trainee, by=None, now=now)
    training.delete_trainee(trainee=ana, by=None, now=now)
    Trainee.objects.filter(pk=bea.pk).update(seen_at=now - training.RETENTION)
    training.delete_absent_trainees(now)
    assert [run.trainee for run in ToppingRun.objects.all()] == [cleo]
    training.close_hall(hall=hall, by=room.user, now=now)
    assert not Topping.objects.exists()
    assert not Trainee.objects.exists()


def test_a_hall_uses_a_lexicon_of_its_organisation(room: Room, hall: TrainingHall) -> None:
    organisation = room.tournament.organisation
    with pytest.raises(BadSetting):
        training.open_hall(
            organisation=organisation, lexicon="inconnu", **room.get_author_and_time()
        )
    reopened = training.open_hall(
        organisation=organisation, lexicon="fr-libre", **room.get_author_and_time()
    )
    assert reopened.key == hall.key
