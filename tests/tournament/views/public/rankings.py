"""Helpers to read the ranking, and finished games."""

import csv
from io import StringIO
from typing import Any

from django.test import Client

from tests.french import plain
from tests.room import Room
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.states import GameState
from tournament.models import Game, Player, Score, Turn
from tournament.services.play.games import create_game, finish_game


def read_page(room: Room, **parameters: Any) -> str:
    response = Client().get(reverse_for(room, "public-ranking"), parameters)
    assert response.status_code == 200
    return read_text(response)


def read_rows(room: Room, **parameters: Any) -> list[dict[str, str]]:
    """Return the rows of the file by the names of its columns."""
    response = Client().get(reverse_for(room, "public-ranking-csv"), parameters)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in response["Content-Disposition"]
    text = plain(response.content.decode("utf-8-sig"))
    return list(csv.DictReader(StringIO(text), delimiter=";"))


def read_column(room: Room, name: str, **parameters: Any) -> list[str]:
    return [line[name] for line in read_rows(room, **parameters)]


def finish(room: Room, game: Game) -> Game:
    return finish_game(game=game, reason="judge_decision", **room.get_author_and_time())


def create_played_game(room: Room, number: int, points: dict[int, int], top: int = 100) -> Game:
    """Return a finished, corrected game of one turn; ``points`` by table, none for an
    absent one."""
    game = create_game(tournament=room.tournament, **room.get_author_and_time())
    turn = Turn.objects.create(
        game=game,
        ordinal=1,
        number=1,
        state="done",
        drawn="ABCDEFG",
        word="BAC",
        ref="H8",
        score=top,
        corrected_at=room.get_author_and_time()["now"],
    )
    for table, scored in points.items():
        entry = room.entries[table - 1]
        Score.objects.create(turn=turn, entry=entry, points=scored, gross=scored, sanction="none")
    now = room.get_author_and_time()["now"]
    Game.objects.filter(pk=game.pk).update(
        state=GameState.FINISHED, started_at=now, finished_at=now
    )
    assert game.number == number
    return game


def describe(room: Room, table: int, **data: Any) -> None:
    Player.objects.filter(entries=room.entries[table - 1]).update(**data)
