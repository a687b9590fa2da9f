"""Seats for many: the next free table, found once for a whole file."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.room import Room
from tournament.core.errors import BadSetting
from tournament.models import Entry, Table
from tournament.services.registration import PlayerData, import_csv, register_entry


def seats(room: Room) -> dict[str, int]:
    """Tables of those who were not there before, by name."""
    new = Entry.objects.exclude(pk__in=[entry.pk for entry in room.entries])
    return dict(new.values_list("name", "table__number"))


def roster(*lines: str) -> bytes:
    return "\n".join(("nom,licence,table", *lines)).encode()


def test_free_tables_are_filled_before_new_ones_are_made(room: Room) -> None:
    for number in (9, 7):
        Table.objects.create(tournament=room.tournament, number=number)
    data = roster("UN,,", "DEUX,,", "TROIS,,", "QUATRE,,8")
    assert import_csv(tournament=room.tournament, data=data, **room.by()).added == 4
    assert seats(room) == {"QUATRE": 8, "UN": 7, "DEUX": 9, "TROIS": 10}


def test_a_line_that_is_refused_takes_no_table(room: Room) -> None:
    data = roster("UN,A1,", "DEUX,A1,", "TROIS,,6", "QUATRE,,x", "CINQ,,")
    report = import_csv(tournament=room.tournament, data=data, **room.by())
    assert [number for number, _line, _why in report.refused] == [3, 4, 5]
    assert seats(room) == {"UN": 7, "CINQ": 8}


def test_one_player_alone_gets_the_next_free_table(room: Room) -> None:
    Table.objects.create(tournament=room.tournament, number=30)
    for name in ("UN", "DEUX"):
        register_entry(tournament=room.tournament, players=[PlayerData(name)], **room.by())
    assert seats(room) == {"UN": 30, "DEUX": 31}


def test_a_number_that_no_table_has_is_refused(room: Room) -> None:
    with pytest.raises(BadSetting, match="bad-table-number"):
        register_entry(
            tournament=room.tournament,
            players=[PlayerData("UN")],
            table_number=20_001,
            **room.by(),
        )


def test_the_free_tables_are_looked_for_once_for_a_whole_file(room: Room) -> None:
    data = roster(*(f"JOUEUR{number},," for number in range(8)))
    with CaptureQueriesContext(connection) as made:
        import_csv(tournament=room.tournament, data=data, **room.by())
    assert sum("MAX(" in query["sql"] for query in made.captured_queries) == 1
