"""Training alone: one's own times, what strangers may ask for, and who is forgotten."""

from datetime import timedelta

import pytest

from tests.room import Room
from tests.tournament.topping.services.toppings import turn
from tournament.core.errors import BadSetting, Busy, WrongState
from tournament.queries import clock
from tournament.topping.models import Topping, ToppingRun, Trainee, TrainingHall
from tournament.topping.queries.training import listed_games, own_times
from tournament.topping.services import training
from tournament.topping.services.runs import ToppingAnswer, say


@pytest.fixture
def hall(room: Room) -> TrainingHall:
    home = room.tournament.organisation
    return training.open_hall(organisation=home, lexicon="fr-libre", **room.by())


def somebody(hall: TrainingHall, secret: str = "essai") -> Trainee:  # noqa: S107 - of a device
    return training.come_in(hall=hall, user=None, secret=secret, now=clock.now())


def test_each_game_is_played_once_and_one_at_a_time(hall: TrainingHall) -> None:
    now = clock.now()
    first, second = (training.new_game(hall=hall, fmt="normal", by=None, now=now) for _ in range(2))
    ana = somebody(hall)
    assert somebody(hall) == ana
    run = training.train(topping=first, trainee=ana, by=None, now=now)
    assert training.train(topping=first, trainee=ana, by=None, now=now).pk == run.pk
    with pytest.raises(WrongState) as refused:
        training.train(topping=second, trainee=ana, by=None, now=now)
    assert refused.value.reason == "training-plays"
    top, later = turn(first, 1), now + timedelta(seconds=9)
    run.refresh_from_db()
    said = say(run=run, turn=1, word=top.word.upper(), ref=top.ref, by=None, now=later)
    assert said is ToppingAnswer.TOP
    end = now + timedelta(hours=2)  # nobody was there to the end
    training.train(topping=second, trainee=ana, by=None, now=end)
    own = own_times(ana, end)
    assert [(one.done, one.record) for one in own] == [(False, False), (True, True)]
    assert own[1].not_found == first.terms.turns - 1
    listed = listed_games(hall, own)
    assert [(one.topping, one.players) for one in listed] == [(second, 0), (first, 1)]


def test_strangers_cannot_fill_the_server(
    hall: TrainingHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    monkeypatch.setattr(training, "MOST_GAMES", 3)
    monkeypatch.setattr(training, "MOST_KEPT", 3)
    monkeypatch.setattr(training, "MOST_NEWCOMERS", 1)
    for _ in range(3):
        training.new_game(hall=hall, fmt="normal", by=None, now=now)
    with pytest.raises(Busy):
        training.new_game(hall=hall, fmt="normal", by=None, now=now)
    training.new_game(hall=hall, fmt="normal", by=None, now=now + training.HOUR)
    assert list(Topping.objects.values_list("number", flat=True)) == [2, 3, 4]
    somebody(hall)
    with pytest.raises(Busy):
        somebody(hall, "another")


def test_who_asks_or_stays_away_is_forgotten_with_his_times(room: Room, hall: TrainingHall) -> None:
    now = clock.now()
    game = training.new_game(hall=hall, fmt="joker", by=None, now=now)
    ana, bea, cleo = (somebody(hall, name) for name in ("ana", "bea", "cleo"))
    for one in (ana, bea, cleo):
        training.train(topping=game, trainee=one, by=None, now=now)
    training.forget_trainee(trainee=ana, by=None, now=now)
    Trainee.objects.filter(pk=bea.pk).update(seen_at=now - training.REMEMBERED)
    training.forget_absent(now)
    assert [run.trainee for run in ToppingRun.objects.all()] == [cleo]
    training.close_hall(hall=hall, by=room.user, now=now)
    assert not Topping.objects.exists()
    assert not Trainee.objects.exists()


def test_a_hall_takes_words_that_its_organisation_has(room: Room, hall: TrainingHall) -> None:
    home = room.tournament.organisation
    with pytest.raises(BadSetting):
        training.open_hall(organisation=home, lexicon="inconnu", **room.by())
    again = training.open_hall(organisation=home, lexicon="fr-libre", **room.by())
    assert again.key == hall.key
