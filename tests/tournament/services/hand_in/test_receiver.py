"""The desk: bulletins of sockets and forms are stamped, checked and passed on."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.tournament.live.hall import LiveHall
from tests.waiting import TIMEOUT_S
from tournament.core.errors import BadSheet, NotAllowed
from tournament.protocol import Audience, Saved
from tournament.protocol.tokens import Ticket
from tournament.services.hand_in.receiver import BulletinReceiver, close_receiver, open_receiver


@pytest.fixture
def desk(transactional_db: None) -> Iterator[BulletinReceiver]:
    yield open_receiver()
    assert close_receiver(TIMEOUT_S)


def test_a_form_hands_in_and_is_answered(hall: LiveHall, desk: BulletinReceiver) -> None:
    assert desk.hand_in(hall.save(rev=3), hall.make_ticket()) == Saved(turn=1, rev=3, late=False)
    assert hall.list_revs() == {1: 3}


def test_a_refused_form_gets_the_reason(hall: LiveHall, desk: BulletinReceiver) -> None:
    answer = desk.hand_in(hall.save(turn=2), hall.make_ticket())
    assert isinstance(answer, BadSheet)
    assert answer.reason == "no-such-turn"


def test_a_bulletin_after_the_grace_is_late(hall: LiveHall, desk: BulletinReceiver) -> None:
    hall.ring()
    assert desk.hand_in(hall.save(), hall.make_ticket()) == Saved(turn=1, rev=1, late=True)


@pytest.mark.parametrize("audience", [Audience.PUBLIC, Audience.ARBITERS, Audience.JUDGE])
def test_only_players_hand_in(hall: LiveHall, desk: BulletinReceiver, audience: Audience) -> None:
    with pytest.raises(NotAllowed):
        desk.hand_in(hall.save(), Ticket(hall.tournament.pk, audience))


@pytest.mark.parametrize(
    "fields", [{"rows": ["A1"]}, {"rev": 0}, {"turn": 0}, {"game_id": 2**63}, {"device": ""}]
)
def test_an_invalid_bulletin_is_refused_before_the_queue(
    hall: LiveHall, desk: BulletinReceiver, fields: dict[str, Any]
) -> None:
    with pytest.raises(BadSheet):
        desk.hand_in(hall.save(**fields), hall.make_ticket())
    assert hall.list_revs() == {}


def test_the_same_desk_serves_the_whole_process(desk: BulletinReceiver) -> None:
    assert open_receiver() is desk


def test_a_closed_desk_opens_again_for_the_next(hall: LiveHall, desk: BulletinReceiver) -> None:
    assert close_receiver(TIMEOUT_S)
    assert open_receiver() is not desk
    assert isinstance(open_receiver().hand_in(hall.save(), hall.make_ticket()), Saved)
