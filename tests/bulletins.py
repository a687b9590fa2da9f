"""A first turn with bulletins of every kind, with few tables and with many."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.bulletin import Bulletin
from arbitrage.models import PaperBulletin
from arbitrage.services.correction import correct_turn
from arbitrage.services.paper import TypedBulletin, enter_papers
from tests.room import Room, ring, solve_now
from tournament.core.states import Source
from tournament.models import Bulletin as HandedBulletin, Entry, Table, Turn, TurnWork
from tournament.queries import clock
from tournament.services.people.registration import assign_arbiter
from tournament.services.play.turns import announce_turn, draw_turn, open_turn

type WrittenBulletin = tuple[list[str], str, str]
"""Rows, reference, score."""

RACK = "TAESINR"
#: A bulletin that an arbiter must decide.
DOUBTFUL: WrittenBulletin = (["RE...", "..TAS"], "H8", "4")
#: One bulletin per table of a small tournament; None: nothing handed in.
CLEAN: WrittenBulletin = (["RATINES"], "H2", "66")
BULLETINS: list[WrittenBulletin | None] = [
    (["RATINES"], "H2", "66"),
    (["RATINES"], "H2", "70"),
    (["RATINES"], "H2", "70"),
    (["ZZZ"], "H7", "50"),
    DOUBTFUL,
    None,
]


def play_first_turn(room: Room) -> Turn:
    drawn = draw_turn(
        game=room.game(source=Source.HAND), letters=RACK, **room.get_author_and_time()
    )
    assert drawn is not None
    solve_now(drawn)
    announce_turn(turn=drawn, **room.get_author_and_time())
    open_turn(turn=drawn, **room.get_author_and_time())
    hand_in_bulletins(drawn, room)
    return drawn


def hand_in_bulletins(turn: Turn, room: Room) -> None:
    for entry, bulletin in zip(room.entries, BULLETINS, strict=True):
        if bulletin is not None:
            hand_in(turn, entry, bulletin)


def hand_in(turn: Turn, entry: Entry, bulletin: WrittenBulletin) -> None:
    rows, reference, score = bulletin
    HandedBulletin.objects.create(
        turn=turn,
        entry=entry,
        rev=1,
        device="essai",
        rows=rows,
        reference=reference,
        score=score,
        arrived_at=clock.now(),
    )


def collect(turn: Turn) -> Turn:
    """Close and correct the turn, as timers and worker do."""
    ring(turn)
    correct_turn(turn_id=turn.pk, now=clock.now())
    TurnWork.objects.filter(turn=turn).delete()
    turn.refresh_from_db()
    return turn


def enter_paper(
    *, turn: Turn, number: int, bulletin: Bulletin, by: User, now: datetime, **options: Any
) -> PaperBulletin:
    """Type one paper bulletin; raise the error if it is refused."""
    typed = TypedBulletin(number, bulletin, **options)
    [answer] = enter_papers(turn=turn, typed_bulletins=[typed], by=by, now=now)
    if answer.error is not None:
        raise answer.error
    assert answer.paper is not None
    return answer.paper


def give_tables(room: Room, username: str, count: int) -> list[int]:
    """Give the first tables to ``username``, and those of nobody to the room's account."""
    tables = [entry.table for entry in room.entries[:count]]
    assign_arbiter(
        tables=tables, user=User.objects.get(username=username), **room.get_author_and_time()
    )
    rest = list(room.tournament.tables.filter(arbiter=None))
    assign_arbiter(tables=rest, user=room.user, **room.get_author_and_time())
    return [table.number for table in tables]


def add_tables(room: Room, count: int) -> None:
    """Add tables up to ``count``, without bulletins."""
    first = len(room.entries)
    places = Table.objects.bulk_create(
        Table(tournament=room.tournament, number=number) for number in range(first + 1, count + 1)
    )
    room.entries += Entry.objects.bulk_create(
        Entry(tournament=room.tournament, table=place, name=f"Équipe n° {place.number}")
        for place in places
    )


def add_tables_with_bulletins(
    room: Room, turn: Turn, tables: int, *, undecided: Iterable[int]
) -> None:
    """Add tables to a running turn; ``undecided`` hand in a doubtful bulletin, other new tables the
    top."""
    first = len(room.entries)
    add_tables(room, tables)
    for entry in room.entries[first:]:
        hand_in(turn, entry, DOUBTFUL if entry.table.number in undecided else CLEAN)
