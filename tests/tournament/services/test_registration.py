"""Seats for many: the next free table, found once for a whole file."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.room import Room
from tournament.core.errors import BadSetting
from tournament.models import Entry, Table
from tournament.services.registration import PlayerData, register_entry
from tournament.services.roster import import_csv


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


def test_a_long_file_costs_no_more_questions_than_a_short_one(room: Room) -> None:
    made = []
    for size in (2, 40):
        data = roster(*(f"JOUEUR{size}-{number},L{size}-{number}," for number in range(size)))
        with CaptureQueriesContext(connection) as queries:
            assert import_csv(tournament=room.tournament, data=data, **room.by()).added == size
        made.append(len(queries))
    assert made[0] == made[1]


def test_a_line_that_asks_for_no_table_takes_none_that_another_line_asks_for(room: Room) -> None:
    data = roster("UN,,", "DEUX,,7", "TROIS,,9", "QUATRE,,")
    assert import_csv(tournament=room.tournament, data=data, **room.by()).added == 4
    assert seats(room) == {"UN": 8, "DEUX": 7, "TROIS": 9, "QUATRE": 10}


def test_players_of_a_file_have_all_that_it_says_of_them(room: Room) -> None:
    data = b"nom,pr\xe9nom,licence,club,table\n LEB\x8cUF , Ma\xeblle ,12,Cr\xe9teil,30\n"
    import_csv(tournament=room.tournament, data=data, **room.by())
    entry = Entry.objects.get(table__number=30)
    (player,) = entry.players.all()
    assert entry.name == "LEBŒUF Maëlle"
    assert (player.last_name, player.first_name) == ("LEBŒUF", "Maëlle")
    assert (player.licence, player.club) == ("12", "Créteil")
