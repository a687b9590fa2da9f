"""Another playing time for a turn, or for all from now on, before it is opened (1.3, 3.3)."""

from datetime import timedelta

import pytest

from tests.room import Listener, Room, ring, solve_now
from tests.tournament.services.play.test_turns import play_turn
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.models import Game, Journal, Turn
from tournament.queries.results.standings import load_standings
from tournament.services.play import turns
from tournament.services.play.playing_time import set_playing_time


def draw(room: Room, game: Game) -> Turn:
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    return turn


def list_shown_times(listener: Listener) -> set[tuple[int, int]]:
    """Return time and signal of the turn for each audience."""
    listener.check()
    turn_parts = (client.held["state"]["turn"] for client in listener.clients)
    return {(turn["time_s"], turn["warn_s"]) for turn in turn_parts}


def test_one_turn_has_its_own_time(room: Room, listener: Listener) -> None:
    game = room.game()
    turn = draw(room, game)
    set_playing_time(turn=turn, seconds=25, for_later_turns=False, **room.get_author_and_time())
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    assert list_shown_times(listener) == {(25, 20)}  # the longer signal has no room in it
    turns.open_turn(turn=turn, **room.get_author_and_time())
    assert turn.closes_at is not None
    assert turn.opened_at is not None
    assert turn.closes_at - turn.opened_at == timedelta(seconds=25)
    with pytest.raises(WrongState) as refused:
        set_playing_time(turn=turn, seconds=60, for_later_turns=False, **room.get_author_and_time())
    assert refused.value.reason == "time-runs"
    turns.stop_clock(turn=turn, **room.get_author_and_time())
    ring(turn)
    turns.cancel_turn(turn=turn, reason="timing", **room.get_author_and_time())
    turns.announce_turn(turn=draw(room, game), **room.get_author_and_time())
    assert list_shown_times(listener) == {(180, 30)}


def test_the_rest_of_the_game_gets_another_time(room: Room, listener: Listener) -> None:
    game = room.game()
    free = load_standings(game).terms.free_warnings
    turn = draw(room, game)
    set_playing_time(turn=turn, seconds=15, for_later_turns=True, **room.get_author_and_time())
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    assert list_shown_times(listener) == {(15, 0)}
    turns.cancel_turn(turn=turn, reason="timing", **room.get_author_and_time())
    play_turn(room, game)
    assert list_shown_times(listener) == {(15, 0)}
    game.refresh_from_db()
    assert (game.time_s, game.turn_time_s) == (180, 15)
    assert load_standings(game).terms.free_warnings == free
    data = Journal.objects.get(kind="timed").data
    assert data == {"before": 180, "seconds": 15, "rest": True, "article": "1.3"}


def test_a_time_that_is_none_or_came_second_changes_nothing(room: Room) -> None:
    room.tournament.edition = "2019"
    room.tournament.save()
    turn = draw(room, room.game())
    for seconds in (0, 4, 3601):
        with pytest.raises(BadSetting):
            set_playing_time(
                turn=turn, seconds=seconds, for_later_turns=True, **room.get_author_and_time()
            )
    stale = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    with pytest.raises(LostRace):
        set_playing_time(turn=stale, seconds=60, for_later_turns=True, **room.get_author_and_time())
    assert not Journal.objects.filter(kind="timed").exists()
    set_playing_time(turn=turn, seconds=60, for_later_turns=False, **room.get_author_and_time())
    assert Journal.objects.get(kind="timed").data["article"] == "3.3"
