"""The board of a topping: total times, runs begun again, and who may read it."""

import pytest

from tests.room import Room
from tests.rows import every_row
from tests.tournament.topping.services.toppings import Player, make, run_of
from tournament.core.errors import WrongState
from tournament.core.states import Publicity
from tournament.topping.core.topping_run import ToppingCommand, ToppingMove
from tournament.topping.queries.topping_board import ToppingBoard, times_withheld
from tournament.topping.services import lifecycle, runs
from tournament.topping.services.runs import ToppingAnswer


def _play_whole(player: Player, each: float) -> None:
    player.begin()
    at = 0.0
    for number in range(1, player.topping.terms.turns + 1):
        at += each
        assert player.finds(number, at) is ToppingAnswer.TOP


def test_the_board_ranks_by_total_time_with_ex_aequo(room: Room) -> None:
    entries = room.entries[:5]
    topping = make(room, entries)
    count = topping.terms.turns
    players = [Player(topping, entry) for entry in entries]
    for player, each in zip(players[:3], (5, 4, 5), strict=True):
        _play_whole(player, each)
    players[3].begin()
    players[3].finds(1, 2)
    board = ToppingBoard(topping, players[0].at(5 * count))
    names = [entry.name for entry in entries]
    assert [(row.name, row.rank) for row in board.rows] == [
        (names[1], 1),
        (names[0], 2),
        (names[2], 2),
        (names[3], None),
        (names[4], None),
    ]
    assert board.rows[0].total == 40 * count
    assert not board.everybody_done
    with pytest.raises(WrongState) as left:
        lifecycle.move_topping(topping=topping, command=ToppingCommand.CLOSE, **room.by())
    assert left.value.data["count"] == 2


def test_a_run_begun_again_is_set_aside_and_everything_stays_noted(room: Room) -> None:
    topping = make(room)
    player = Player(topping, room.entries[0])
    player.begin()
    first = player.run
    again = runs.begin_again(run=first, by=room.user, now=player.at(5))
    assert (again.entry, again.position) == (first.entry, first.position)
    first.refresh_from_db()
    assert first.state == "annulled"
    assert player.run == again
    runs.command_run(run=again, command=ToppingMove.STOP, by=room.user, now=player.at(9))
    other = run_of(topping, room.entries[1])
    runs.command_run(run=other, command=ToppingMove.STOP, by=room.user, now=player.at(9))
    closed = lifecycle.move_topping(topping=topping, command=ToppingCommand.CLOSE, **room.by())
    kinds = list(closed.events.values_list("kind", flat=True))
    assert kinds == ["made", "opened", "started", "annulled", "stopped", "stopped", "closed"]
    with pytest.raises(WrongState):
        runs.begin_again(run=again, by=room.user, now=player.at(20))


def test_times_are_public_when_the_tournament_says_so(room: Room) -> None:
    topping = make(room, room.entries[:1])
    tournament = topping.tournament
    assert tournament is not None
    assert times_withheld(topping) is None
    with every_row() as row:
        for publicity in (Publicity.GAME, Publicity.END):
            with row(publicity):
                tournament.publicity = publicity
                assert times_withheld(topping) is publicity
    run = run_of(topping, room.entries[0])
    runs.command_run(run=run, command=ToppingMove.STOP, **room.by())
    closed = lifecycle.move_topping(topping=topping, command=ToppingCommand.CLOSE, **room.by())
    with every_row() as row:
        for publicity in (Publicity.GAME, Publicity.END):
            with row(publicity):
                tournament.publicity = publicity
                closed.tournament = tournament
                assert times_withheld(closed) is None
