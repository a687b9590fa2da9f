"""Several players before one judge, each at a board of their own (2017: 7.4; 2023: 3.8.4)."""

from typing import Any

import pytest

from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.core.toppings import ToppingRunRow
from tests.arbitrage.archive.archive_bytes import archive_now
from tests.room import Room
from tests.tournament.topping.services.toppings import (
    LIMIT_S,
    PENALTY_S,
    Player,
    create_topping_for,
)
from tournament.core.errors import BadSetting, WrongState
from tournament.topping.core.topping_run import ToppingMode, ToppingRunCommand
from tournament.topping.models import Topping
from tournament.topping.queries.topping import VisibleRun
from tournament.topping.services import aloud, runs

pytestmark = pytest.mark.django_db


class Together:
    """A topping of several players, whose times a test chooses in seconds."""

    def __init__(self, room: Room, players: int = 3) -> None:
        entries = room.entries[:players]
        self.topping: Topping = create_topping_for(room, entries, mode=ToppingMode.TOGETHER)
        first = Player(self.topping, entries[0])
        self.players = [Player(self.topping, entry, first.start) for entry in entries]
        self.judge: dict[str, Any] = {"by": room.user}

    def start(self, *numbers: int, at: float = 0) -> None:
        chosen = [self.players[number].run for number in numbers]
        now = self.players[0].get_moment(at)
        runs.start_runs(topping=self.topping, runs=chosen, now=now, **self.judge)

    def accept(self, number: int, turn: int, at: float) -> None:
        player = self.players[number]
        aloud.accept_heard_top(
            run=player.run, turn=turn, top=0, now=player.get_moment(at), **self.judge
        )

    def list_tenths(self, number: int, at: float) -> list[int]:
        player = self.players[number]
        return [time.tenths for time in VisibleRun(player.run, player.get_moment(at)).times]

    @property
    def boards(self) -> list[int | None]:
        return [player.run.board for player in self.players]


def test_all_start_together_and_each_plays_on_their_own_time(room: Room) -> None:
    game = Together(room)
    with pytest.raises(WrongState, match="topping-before-judge"):
        game.players[0].begin()
    game.start(0, 1, 2)
    assert sorted(board or 0 for board in game.boards) == [1, 2, 3]
    assert len({player.run.began_at for player in game.players}) == 1
    game.accept(1, 1, 4)
    game.accept(0, 1, 9.5)
    game.accept(1, 2, 10)
    assert [player.run.turn for player in game.players] == [2, 3, 1]
    assert [game.list_tenths(number, 10) for number in range(3)] == [[95], [40, 60], []]
    lost = 10 * (LIMIT_S + PENALTY_S)
    assert game.list_tenths(2, LIMIT_S + 3) == [lost]
    game.accept(0, 2, 20)
    game.accept(0, 2, 20.1)  # the key was pressed twice
    assert game.list_tenths(0, 21) == [95, 105]


def test_interrupted_player_keeps_the_board_and_the_others_go_on(room: Room) -> None:
    game = Together(room)
    game.start(0, 1)
    run, now = game.players[0].run, game.players[0].get_moment(5)
    runs.command_run(run=run, command=ToppingRunCommand.INTERRUPT, now=now, **game.judge)
    game.start(2, at=6)
    game.accept(1, 1, 8)
    later = game.players[0].get_moment(100)
    runs.command_run(run=run, command=ToppingRunCommand.RESUME, now=later, **game.judge)
    game.accept(0, 1, 103)
    assert game.list_tenths(0, 103) == [80]
    assert sorted(board or 0 for board in game.boards) == [1, 2, 3]


def test_finished_player_frees_the_board_and_may_need_another(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aloud, "BOARDS", range(1, 3))
    game = Together(room)
    with pytest.raises(WrongState, match="topping-boards"):
        game.start(0, 1, 2)
    assert game.boards == [None, None, None]  # all or none
    with pytest.raises(BadSetting, match="topping-without-players"):
        game.start()
    game.start(0)
    last = game.topping.terms.turns
    for turn in range(1, last + 1):
        game.accept(0, turn, turn)
    assert game.players[0].run.state == "done"
    game.start(1, at=last + 1)
    assert game.boards[:2] == [1, 1]
    player = game.players[0]
    take_back = {"run": player.run, "turn": last, **game.judge}
    aloud.take_back_heard_top(now=player.get_moment(last + 2), **take_back)
    assert (player.run.state, game.boards[:2]) == ("playing", [2, 1])


def test_the_boards_are_in_the_archive(room: Room) -> None:
    game = Together(room, 2)
    game.start(0, 1)
    rows = read_archive(archive_now(room.tournament)).list_rows(ToppingRunRow)
    assert sorted(row.board or 0 for row in rows) == [1, 2]
