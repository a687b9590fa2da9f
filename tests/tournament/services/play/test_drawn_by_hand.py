"""Letters that the judge takes from a real bag."""

import pytest

from tests.arbitrage.services.broker import list_queued, perform_queued
from tests.room import Listener, Room
from tournament.core.errors import LettersRefused, WrongState
from tournament.core.states import Source
from tournament.services.play import rack_changes, turns


def test_letters_must_be_in_the_bag(room: Room) -> None:
    game = room.game(source=Source.HAND)
    with pytest.raises(LettersRefused) as caught:
        turns.draw_turn(game=game, letters="KKAEIRT", **room.get_author_and_time())
    assert caught.value.reason == "not-in-bag"
    assert not game.turns.exists()


@pytest.mark.parametrize(
    ("letters", "reason"),
    [
        ("AEI", "wrong-count"),
        ("AEINRS1", "not-letters"),
        ("AEINRSø", "not-letters"),
        ("", "wrong-count"),
    ],
)
def test_invalid_letters_are_refused(room: Room, letters: str, reason: str) -> None:
    with pytest.raises(LettersRefused) as caught:
        turns.draw_turn(
            game=room.game(source=Source.HAND), letters=letters, **room.get_author_and_time()
        )
    assert caught.value.reason == reason


def test_letters_are_kept_in_the_order_drawn(room: Room, listener: Listener) -> None:
    game = room.game(source=Source.HAND)
    turn = turns.draw_turn(game=game, letters="t ñ é à r s ?", **room.get_author_and_time())
    assert turn is not None
    assert turn.drawn == "TNEARS?"


def test_an_invalid_draw_goes_back_and_a_rack_is_drawn(room: Room, listener: Listener) -> None:
    game = room.game(source=Source.HAND)
    with pytest.raises(LettersRefused) as caught:
        turns.draw_turn(game=game, letters="BCDFGLA", **room.get_author_and_time())
    assert (caught.value.reason, caught.value.data["back"]) == ("rejected", 7)
    turn = turns.draw_turn(game=game, letters="BCDFAEI", **room.get_author_and_time())
    assert turn is not None
    assert turn.rejected == [["", "BCDFGLA"]]


def test_the_judge_may_refuse_what_only_a_joker_makes_valid(room: Room, listener: Listener) -> None:
    game = room.game(source=Source.HAND)
    turn = turns.draw_turn(game=game, letters="BCDFGA?", **room.get_author_and_time())
    assert turn is not None
    assert turn.may_reject
    again = rack_changes.redraw_turn(turn=turn, letters="AEINRST", **room.get_author_and_time())
    assert (again.drawn, again.rejected) == ("AEINRST", [["", "BCDFGA?"]])
    with pytest.raises(WrongState):
        rack_changes.redraw_turn(turn=again, letters="AEINRST", **room.get_author_and_time())


def test_a_rack_drawn_again_is_solved_again(room: Room) -> None:
    game = room.game(source=Source.HAND)
    turn = turns.draw_turn(game=game, letters="BCDFGA?", **room.get_author_and_time())
    assert turn is not None
    perform_queued()
    rack_changes.redraw_turn(turn=turn, letters="AEINRST", **room.get_author_and_time())
    assert list_queued() == [("solve", turn.pk)]
