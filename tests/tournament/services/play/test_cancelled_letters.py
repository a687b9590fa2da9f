"""Letters of a cancelled turn on all pages (3.6)."""

import pytest

from tests.room import Listener, Room
from tournament.models import Turn
from tournament.protocol import Audience
from tournament.services.play import turns


@pytest.mark.parametrize("announced", [True, False])
def test_only_the_staff_sees_the_letters_of_a_cancelled_turn(
    room: Room, listener: Listener, *, announced: bool
) -> None:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    Turn.objects.update(rejected=[["", "BCDFGHJ"]])
    turn.refresh_from_db()
    if announced:
        turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.cancel_turn(turn=turn, reason="épellation", **room.get_author_and_time())
    listener.check()  # who comes now sees no more than who was there
    for client in listener.clients:
        turn_part = client.held["state"]["turn"]
        letters = (turn_part["kept"], turn_part["drawn"], turn_part["rejected"])
        if client.audience in {Audience.PUBLIC, Audience.ENTRY}:
            assert letters == ("", "", [])
        else:
            assert letters == ("", turn.drawn, ["BCDFGHJ"])
