"""Several games alike, and the order in which they are played."""

from datetime import UTC, datetime

import pytest

from tests.room import Listener, Room
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import GameState, Source
from tournament.models import Game, TournamentChange
from tournament.services.game_list import (
    MAX_NEW_GAMES,
    copy_game,
    create_games,
    move_game_down,
    move_game_up,
)
from tournament.services.play.games import annul_game, plan_start


def list_numbers(room: Room, games: list[Game]) -> list[int]:
    """List the present numbers of the games."""
    by_key = dict(room.tournament.games.values_list("pk", "number"))
    return [by_key[game.pk] for game in games]


def test_copies_have_the_same_settings_and_their_own_letters(room: Room) -> None:
    [first] = create_games(
        tournament=room.tournament,
        fmt="7sur8",
        time_s=120,
        warn_s=20,
        source=Source.HAND,
        **room.get_author_and_time(),
    )
    copies = copy_game(game=first, count=2, **room.get_author_and_time())
    assert [game.number for game in copies] == [2, 3]
    for game in copies:
        assert (game.format, game.time_s, game.warn_s) == ("7sur8", 120, 20)
        assert (game.source, game.state) == (Source.HAND, GameState.DRAFT)
    assert len({first.seed, *(game.seed for game in copies)}) == 3


def test_a_copy_has_no_script_of_its_original(room: Room) -> None:
    [played] = create_games(tournament=room.tournament, time_s=60, **room.get_author_and_time())
    script = {"format": "normal", "turns": [], "total": 0}
    for source in (Source.REPLAY, Source.PREPARED):
        changed = {"source": source, "script": script, "extra_words": ["TEST"]}
        Game.objects.filter(pk=played.pk).update(**changed)
        played.refresh_from_db()
        [copy] = copy_game(game=played, count=1, ready=True, **room.get_author_and_time())
        assert (copy.source, copy.script, copy.extra_words) == (Source.SOFTWARE, None, [])
        assert (copy.word_list, copy.time_s, copy.state) == (None, 60, GameState.READY)
        assert copy.seed != played.seed


def test_too_many_at_once_are_refused_and_none_is_made(room: Room) -> None:
    for count in (0, -1, MAX_NEW_GAMES + 1):
        with pytest.raises(BadSetting, match="bad-count"):
            create_games(tournament=room.tournament, count=count, **room.get_author_and_time())
    with pytest.raises(BadSetting, match="bad-time"):
        create_games(tournament=room.tournament, count=3, time_s=1, **room.get_author_and_time())
    assert not Game.objects.exists()


def test_games_not_started_change_places_around_the_others(room: Room) -> None:
    first, second, third, fourth = create_games(
        tournament=room.tournament, count=4, **room.get_author_and_time()
    )
    Game.objects.filter(pk=second.pk).update(state=GameState.RUNNING)
    games = [first, second, third, fourth]
    move_game_down(game=first, **room.get_author_and_time())
    assert list_numbers(room, games) == [3, 2, 1, 4]
    move_game_up(game=fourth, **room.get_author_and_time())
    assert list_numbers(room, games) == [4, 2, 1, 3]
    move_game_down(game=fourth, **room.get_author_and_time())
    move_game_up(game=first, **room.get_author_and_time())
    assert list_numbers(room, games) == [1, 2, 3, 4]
    changes = TournamentChange.objects.order_by("pk").values_list("kind", "data")
    assert [(kind, data["numbers"]) for kind, data in changes] == [
        ("order", [1, 3]),
        ("order", [4, 3]),
        ("order", [3, 4]),
        ("order", [3, 1]),
    ]


def test_hours_stay_in_the_order_of_the_programme(room: Room) -> None:
    first, second = create_games(tournament=room.tournament, count=2, **room.get_author_and_time())
    hour = datetime(2026, 11, 28, 14, 30, tzinfo=UTC)
    plan_start(game=first, starts_at=hour, **room.get_author_and_time())

    move_game_up(game=second, **room.get_author_and_time())

    hours = room.tournament.games.order_by("number").values_list("pk", "starts_at")
    assert list(hours) == [(second.pk, hour), (first.pk, None)]


def test_a_started_or_last_game_keeps_its_number(room: Room) -> None:
    first, second, third = create_games(
        tournament=room.tournament, count=3, **room.get_author_and_time()
    )
    for game, move, why in [
        (first, move_game_up, "nowhere-to-move"),
        (third, move_game_down, "nowhere-to-move"),
    ]:
        with pytest.raises(WrongState, match=why):
            move(game=game, **room.get_author_and_time())
    for state in (GameState.RUNNING, GameState.INTERRUPTED, GameState.VOID):
        Game.objects.filter(pk=second.pk).update(state=state)
        with pytest.raises(WrongState, match="game-keeps-its-number"):
            move_game_up(game=second, **room.get_author_and_time())
    annul_game(game=first, **room.get_author_and_time())
    with pytest.raises(WrongState, match="nowhere-to-move"):
        move_game_up(game=third, **room.get_author_and_time())
    assert list_numbers(room, [first, second, third]) == [1, 2, 3]


def test_the_room_looks_at_the_game_that_comes_first_now(room: Room, listener: Listener) -> None:
    first, second = create_games(
        tournament=room.tournament, count=2, ready=True, **room.get_author_and_time()
    )
    listener.clients[0].held = listener.fresh(listener.clients[0].audience, None)
    move_game_up(game=second, **room.get_author_and_time())
    assert {client.held["state"]["game"]["number"] for client in listener.clients} == {1}
    assert {client.held["state"]["game"]["id"] for client in listener.clients} == {second.pk}
    prepare = Game.objects.get(pk=first.pk)
    assert (prepare.number, prepare.state) == (2, GameState.READY)
