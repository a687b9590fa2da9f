"""Arbiters decide on the last turn while the judge draws the next one: nobody blocks the other."""

from threading import Event, Thread
from time import monotonic

from django.db import connection

from arbitrage.services.posting import deciding, post
from tests.arbitrage.services.books import Books, keep_books
from tests.room import Room
from tournament.models import Game, Turn
from tournament.queries.position import position_of
from tournament.services.turns import draw_turn

PATIENCE_S = 20


def wait_for_a_lock(pause: Event) -> None:
    """Until some connection of this database waits for a row."""
    deadline = monotonic() + PATIENCE_S
    with connection.cursor() as cursor:
        while True:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            if cursor.fetchone()[0]:
                return
            assert monotonic() < deadline, "nobody waits for the turn"
            pause.wait(0.02)


def test_a_draw_waits_for_a_decision_without_holding_the_game(room: Room) -> None:
    books = keep_books(room)
    books.reveal(books.second)
    drawn: list[Turn | None] = []
    problems: list[Exception] = []

    def draw() -> None:
        try:
            drawn.append(draw_turn(game=books.game, letters=letters(books), **room.by()))
        except Exception as error:  # noqa: BLE001 - told to the test
            problems.append(error)
        finally:
            connection.close()

    judge = Thread(target=draw)
    with deciding(books.second):
        judge.start()
        wait_for_a_lock(Event())
        Game.objects.select_for_update(nowait=True).get(pk=books.game.pk)
        post(turn=books.second, rulings=(), **room.by())
    judge.join(PATIENCE_S)
    assert problems == []
    assert [turn and turn.ordinal for turn in drawn] == [3]


def letters(books: Books) -> str:
    """Letters that complete the next rack, whatever the last word left."""
    return "AEILMDS"[: 7 - len(position_of(books.game).remainder.kept)]
