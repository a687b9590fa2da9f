"""Bulletins and messages of a game use the seats of that game."""

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import PaperBulletin
from arbitrage.queries.journal import JournalFilter, JournalQuery, list_keys, load_rows
from arbitrage.services.paper import TypedBulletin, enter_papers
from tests.room import Room, ring
from tournament.core.states import GameState
from tournament.models import Game, Journal, Turn
from tournament.queries import clock
from tournament.queries.people.seating import list_entries_by_game
from tournament.services.people.seating import swap_entries


def test_a_typed_bulletin_belongs_to_the_seat_of_its_game(first_turn: Turn, room: Room) -> None:
    entry, second = room.entries[0], room.entries[5]
    ring(first_turn)
    Game.objects.filter(pk=first_turn.game_id).update(
        state=GameState.FINISHED, finished_at=clock.now()
    )
    swap_entries(first=entry, second=second, **room.get_author_and_time())
    slip = TypedBulletin(6, Bulletin(Sheet.from_text("RATINES"), "H2", "66"))
    turn = Turn.objects.select_related("game__tournament").get(pk=first_turn.pk)
    [receipt] = enter_papers(turn=turn, typed_bulletins=[slip], **room.get_author_and_time())
    assert receipt.error is None
    assert PaperBulletin.objects.get(turn=turn).entry == second
    assert Journal.objects.get(kind="paper").data["tables"] == [6]
    query = JournalQuery(
        room.tournament,
        JournalFilter.PAPERS,
        seats=list_entries_by_game(room.tournament.pk, 6),
        officer=True,
    )
    [line] = load_rows(list_keys(query, newest_first=False))
    assert getattr(line, "seat_number", None) == 6
    query = JournalQuery(
        room.tournament,
        JournalFilter.PAPERS,
        seats=list_entries_by_game(room.tournament.pk, 1),
        officer=True,
    )
    assert not list(list_keys(query, newest_first=False))
