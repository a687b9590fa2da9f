"""The journal of a tournament: one row for each transaction and subject, in one chain."""

import pytest

from arbitrage.archive.verify.lexica import Lexica
from tests.arbitrage.archive.archive_bytes import archive_now
from tests.arbitrage.archive.verify.forgeries import verify
from tests.arbitrage.archive.verify.played_games import RoundTable
from tests.arbitrage.services.test_races import run_in_thread
from tests.classic_room import NAMES, make_classic_room
from tests.room import Room
from tests.tournament.classic.services.tables import MatchTable
from tests.waiting import TIMEOUT_S
from tournament.classic.core.commands import Command
from tournament.core.tournament_journal import SubjectKind
from tournament.models import TournamentJournal
from tournament.services.tournament_journal import append_change, open_journal_transaction


def list_bounds(table: MatchTable) -> list[tuple[int, int]]:
    """Return the first and last event of each row about the game."""
    rows = TournamentJournal.objects.filter(subject=table.game.uid).values_list("data", flat=True)
    return [(data["bound"]["first"], data["bound"]["last"]) for data in rows]


def test_a_transaction_has_one_row_for_a_game(room: Room) -> None:
    table = MatchTable(room)
    with open_journal_transaction():
        table.start()
    assert list_bounds(table) == [(1, table.game.seq)]
    table.run(Command.CALL_ARBITER, table.first, about="other")
    assert list_bounds(table)[1:] == [(table.game.seq, table.game.seq)]
    kinds = TournamentJournal.objects.values_list("kind", flat=True)
    assert list(kinds) == ["match", "game", "game", "call"]


def test_a_change_that_is_undone_has_no_row(room: Room) -> None:
    table = MatchTable(room)

    @open_journal_transaction()
    def fail() -> None:
        table.start()
        raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert list_bounds(table) == []
    count = TournamentJournal.objects.count()
    append_change(
        room.tournament.pk, SubjectKind.MATCH, table.match.uid, **table.get_author_and_time()
    )
    assert TournamentJournal.objects.count() == count, "nothing changed"


@pytest.mark.django_db(transaction=True)
def test_games_played_at_once_are_one_chain() -> None:
    room = make_classic_room(NAMES[:4])
    room.terms(on_paper=False)
    tables = [RoundTable(room, match) for match in room.matches(room.begin())]
    threads = [run_in_thread(table.start) for table in tables]
    for thread in threads:
        thread.join(TIMEOUT_S)
    assert all(table.state.phase == "play" for table in tables)
    assert verify(archive_now(room.tournament), Lexica()).discrepancies == []
    seqs = TournamentJournal.objects.values_list("seq", flat=True)
    assert list(seqs) == list(range(1, len(seqs) + 1))
