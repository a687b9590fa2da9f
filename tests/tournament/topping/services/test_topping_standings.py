"""The board of a topping: total times, restarted runs, and publicity of times."""

import pytest

from tests.room import Room
from tests.rows import every_row
from tests.tournament.topping.services.toppings import Player, create_topping_for, get_run
from tournament.core.errors import WrongState
from tournament.core.states import ResultVisibility
from tournament.topping.core.topping_run import ToppingCommand, ToppingRunCommand
from tournament.topping.queries.topping_standings import ToppingStandings, find_pending_publicity
from tournament.topping.services import lifecycle, runs
from tournament.topping.services.runs import ToppingAnswer


def _play_whole(player: Player, turn_s: float) -> None:
    player.begin()
    seconds = 0.0
    for number in range(1, player.topping.terms.turns + 1):
        seconds += turn_s
        assert player.find_top(number, seconds) is ToppingAnswer.TOP


def test_the_board_ranks_by_total_time_with_ex_aequo(room: Room) -> None:
    entries = room.entries[:5]
    topping = create_topping_for(room, entries)
    count = topping.terms.turns
    players = [Player(topping, entry) for entry in entries]
    for player, turn_s in zip(players[:3], (5, 4, 5), strict=True):
        _play_whole(player, turn_s)
    players[3].begin()
    players[3].find_top(1, 2)
    board = ToppingStandings(topping, players[0].get_moment(5 * count))
    names = [entry.name for entry in entries]
    assert [(row.name, row.rank) for row in board.rows] == [
        (names[1], 1),
        (names[0], 2),
        (names[2], 2),
        (names[3], None),
        (names[4], None),
    ]
    assert board.rows[0].total == 40 * count
    assert not board.is_everybody_done
    with pytest.raises(WrongState) as error:
        lifecycle.move_topping(
            topping=topping, command=ToppingCommand.CLOSE, **room.get_author_and_time()
        )
    assert error.value.data["count"] == 2


def test_a_restarted_run_is_annulled_and_its_events_stay(room: Room) -> None:
    topping = create_topping_for(room)
    player = Player(topping, room.entries[0])
    player.begin()
    first = player.run
    restarted = runs.restart_run(run=first, by=room.user, now=player.get_moment(5))
    assert (restarted.entry, restarted.position) == (first.entry, first.position)
    first.refresh_from_db()
    assert first.state == "annulled"
    assert player.run == restarted
    runs.command_run(
        run=restarted, command=ToppingRunCommand.STOP, by=room.user, now=player.get_moment(9)
    )
    other = get_run(topping, room.entries[1])
    runs.command_run(
        run=other, command=ToppingRunCommand.STOP, by=room.user, now=player.get_moment(9)
    )
    closed = lifecycle.move_topping(
        topping=topping, command=ToppingCommand.CLOSE, **room.get_author_and_time()
    )
    kinds = list(closed.events.values_list("kind", flat=True))
    assert kinds == ["made", "opened", "started", "annulled", "stopped", "stopped", "closed"]
    with pytest.raises(WrongState):
        runs.restart_run(run=restarted, by=room.user, now=player.get_moment(20))


def test_times_are_public_when_the_tournament_says_so(room: Room) -> None:
    topping = create_topping_for(room, room.entries[:1])
    tournament = topping.tournament
    assert tournament is not None
    assert find_pending_publicity(topping) is None
    with every_row() as row:
        for publicity in (ResultVisibility.GAME, ResultVisibility.END):
            with row(publicity):
                tournament.publicity = publicity
                assert find_pending_publicity(topping) is publicity
    run = get_run(topping, room.entries[0])
    runs.command_run(run=run, command=ToppingRunCommand.STOP, **room.get_author_and_time())
    closed = lifecycle.move_topping(
        topping=topping, command=ToppingCommand.CLOSE, **room.get_author_and_time()
    )
    with every_row() as row:
        for publicity in (ResultVisibility.GAME, ResultVisibility.END):
            with row(publicity):
                tournament.publicity = publicity
                closed.tournament = tournament
                assert find_pending_publicity(closed) is None
