"""Arbiters decide on the last turn while the judge draws the next one, or the office removes a
player: nobody blocks the other."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Thread
from time import monotonic

from django.db import connection, transaction

from arbitrage.models import Appeal
from arbitrage.services import appeals
from arbitrage.services.anonymising import anonymise
from arbitrage.services.posting import deciding, post
from tests.arbitrage.services.books import Books, keep_books
from tests.arbitrage.services.cases import DISMISSED, WHY, about, appealed, decided, end, member
from tests.room import Room
from tournament.core.people import PlayerData
from tournament.models import Entry, Game, Turn
from tournament.queries.position import position_of
from tournament.services.entry_removal import delete_entry
from tournament.services.registration import register_entry, withdraw_entry
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


def between(
    held: AbstractContextManager[object],
    office: Callable[[], object],
    arbiter: Callable[[], object],
) -> None:
    """``office`` begins while somebody has ``held`` a lock and waits; ``arbiter`` goes on."""
    problems: list[Exception] = []

    def run() -> None:
        try:
            office()
        except Exception as error:  # noqa: BLE001 - told to the test
            problems.append(error)
        finally:
            connection.close()

    other = Thread(target=run)
    with held:
        other.start()
        wait_for_a_lock(Event())
        arbiter()
    other.join(PATIENCE_S)
    assert not other.is_alive()
    assert problems == []


@contextmanager
def locked(game: Game) -> Iterator[None]:
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        yield


def newcomer(books: Books) -> Entry:
    return register_entry(
        tournament=books.room.tournament, players=[PlayerData("Oman")], **books.room.by()
    )


def test_a_case_is_brought_while_a_player_is_removed(room: Room) -> None:
    books = keep_books(room)
    entry = newcomer(books)
    between(
        deciding(books.second),
        lambda: delete_entry(entry=entry, **room.by()),
        lambda: appeals.bring(about=about(books, turn=books.second), grounds=WHY, **room.by()),
    )
    assert Appeal.objects.get().number == 1
    assert not Entry.objects.filter(pk=entry.pk).exists()


def test_a_turn_is_drawn_while_a_player_is_removed(room: Room) -> None:
    books = keep_books(room)
    books.reveal(books.second)
    entry, rack = newcomer(books), letters(books)
    between(
        deciding(books.second),
        lambda: delete_entry(entry=entry, **room.by()),
        lambda: draw_turn(game=books.game, letters=rack, **room.by()),
    )
    assert not Entry.objects.filter(pk=entry.pk).exists()


def test_an_appeal_comes_while_another_player_is_made_unknown(room: Room) -> None:
    books = keep_books(room)
    end(books)
    player = room.entries[1].players.get()
    between(
        deciding(books.first),
        lambda: anonymise(player=player, typed=player.last_name, **room.by()),
        lambda: appealed(books),
    )
    assert Appeal.objects.get().grounds == WHY
    player.refresh_from_db()
    assert player.last_name != room.entries[1].name


def test_the_commission_decides_of_a_player_who_leaves(room: Room) -> None:
    """Who leaves is changed before the game is locked, of whom is decided after."""
    books = keep_books(room)
    case, by, entry = appealed(books), member(books), room.entries[0]
    between(
        locked(books.game),
        lambda: withdraw_entry(entry=entry, **room.by()),
        lambda: decided(case, by, DISMISSED),
    )
    entry.refresh_from_db()
    assert (entry.withdrawn, entry.news) == (True, 2)


def letters(books: Books) -> str:
    """Letters that complete the next rack, whatever the last word left."""
    return "AEILMDS"[: 7 - len(position_of(books.game).remainder.kept)]
