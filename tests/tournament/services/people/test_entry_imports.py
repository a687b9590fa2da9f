"""Files of entries: imported whole or not at all, and undone whole."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.bulletins import play_first_turn
from tests.room import Room
from tests.rows import every_row
from tournament.core.errors import BadSetting, WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.people.values import ADD_CODE
from tournament.core.states import GroupKind
from tournament.models import ColumnMatching, Entry, EntryImport, PendingFile, Table
from tournament.presentation.files.exports import (
    ALL_ENTRY_FIELDS,
    ENTRY_PROFILES,
    build_export_table,
)
from tournament.presentation.files.spreadsheet import write_table
from tournament.queries.people.entry_imports import EXCLUDE_LINE, INCLUDE_LINE, make_import_plan
from tournament.queries.people.roster import get_data
from tournament.services.people.entry_imports import (
    import_entries,
    import_people,
    store_choices,
    store_file,
)
from tournament.services.people.entry_removal import undo_import
from tournament.services.people.registration import register_entry


def send(room: Room, *lines: str, roster: bool = False, **changes: Any) -> PendingFile:
    arguments = room.get_author_and_time() | changes
    return store_file(
        organisation=room.tournament.organisation,
        tournament=None if roster else room.tournament,
        file_name="liste.csv",
        data="\n".join(lines).encode(),
        **arguments,
    )


def decide(room: Room, pending: PendingFile, **decisions: Any) -> None:
    by_line = {number.removeprefix("line"): decision for number, decision in decisions.items()}
    store_choices(
        pending=pending,
        heading=pending.heading,
        fields=pending.fields,
        decisions=by_line,
        **room.get_author_and_time(),
    )


def answer(room: Room, pending: PendingFile, answers: dict[str, str]) -> None:
    """Answer the questions about values, by their text."""
    questions = make_import_plan(pending).questions
    keys = {row.finding.data["text"]: row.key for row in questions}
    values = {keys[text]: value for text, value in answers.items()}
    decide(room, pending, **(pending.decisions | {"values": values}))


def bring(room: Room, *lines: str) -> EntryImport:
    entry_import, _ = import_entries(pending=send(room, *lines), **room.get_author_and_time())
    return entry_import


def map_tables(room: Room) -> dict[str, int]:
    """Return the tables of the new entries, by name."""
    new = Entry.objects.exclude(pk__in=[entry.pk for entry in room.entries])
    return dict(new.values_list("name", "table__number"))


def list_codes(pending: PendingFile) -> dict[int, list[str]]:
    return {
        line.number: [finding.code for finding in line.findings]
        for line in make_import_plan(pending).lines
        if line.findings
    }


def test_free_tables_are_filled_first_and_requested_ones_reserved(room: Room) -> None:
    Table.objects.create(tournament=room.tournament, number=9)
    bring(room, "nom,table", "UN,", "DEUX,7", "TROIS,", "QUATRE,8", "CINQ,20000")
    assert map_tables(room) == {"UN": 9, "DEUX": 7, "TROIS": 10, "QUATRE": 8, "CINQ": 20_000}


def test_players_pairs_and_teams_have_all_that_the_file_says(room: Room) -> None:
    entry_import = bring(
        room,
        "table;nom;prénom;licence;club;fédération;pays;naissance;série;catégorie;équipe;nom 2;"
        "licence 2",
        "30;LEBŒUF;Maëlle;12;Créteil;FFSc;France;1/2/1960;3 b;Vermeil;Les As;ROUX;13",
    )
    (entry,) = entry_import.entries.all()
    first, second = entry.players.order_by("pk")
    assert (entry.name, entry.table.number) == ("LEBŒUF Maëlle / ROUX", 30)
    assert get_data(first) == PlayerData(
        *("LEBŒUF", "Maëlle", "12", "Créteil", "FFSc", "France", 1960, "3B", "V")
    )
    assert get_data(second) == PlayerData("ROUX", licence="13")
    assert entry.team is not None
    assert entry.team.name == "Les As"
    assert first.roster_player == room.tournament.organisation.roster.get(licence="12")


def test_errors_are_found_before_any_entry_is_registered(room: Room) -> None:
    register_entry(
        tournament=room.tournament,
        players=[PlayerData("Grèce", "Ana", "L1", "Athènes"), PlayerData("Oman", "", "", "Suhar")],
        **room.get_author_and_time(),
    )
    pending = send(
        room,
        "nom,prénom,licence,club,table",
        "GRECE,Anna,L1,Patras,",
        "oman,,,SUHAR,",
        "Italie,,,,1",
        ",sans nom,,,",
        f"{'x' * 81},,,,",
        "Japon,,,,20001",
        "Kenya,Abel,,Nairobi,20",
        "Kenya,ABEL,,nairobi,",
    )
    assert list_codes(pending) == {
        2: ["licence-registered"],
        3: ["name-registered"],
        4: ["table-taken"],
        5: ["no-name"],
        6: ["too-long"],
        7: ["bad-table-number"],
        8: ["name-twice"],
        9: ["name-twice"],
    }
    before = Entry.objects.count()
    with pytest.raises(BadSetting) as caught:
        import_entries(pending=pending, **room.get_author_and_time())
    assert (caught.value.reason, caught.value.data) == ("lines-undecided", {"count": 7})
    assert Entry.objects.count() == before


def test_lines_are_excluded_or_included_one_by_one_or_together(room: Room) -> None:
    lines = ("nom,club,table", "Kenya,Nairobi,", "Kenya,Nairobi,", "Liban,,1", "Malte,,")
    pending = send(room, *lines)
    decide(room, pending, line3=INCLUDE_LINE, line4=EXCLUDE_LINE)
    _, added = import_entries(pending=pending, **room.get_author_and_time())
    assert added == 3
    again = send(room, *lines)
    decide(room, again, rest=EXCLUDE_LINE)
    with pytest.raises(BadSetting, match="nothing-to-import"):
        import_entries(pending=again, **room.get_author_and_time())
    assert sorted(map_tables(room)) == ["Kenya", "Malte"]


def test_leaving_one_of_two_out_settles_the_other(room: Room) -> None:
    pending = send(room, "nom,licence", "Kenya,1", "Liban,1")
    decide(room, pending, line2=EXCLUDE_LINE)
    import_entries(pending=pending, **room.get_author_and_time())
    assert list(map_tables(room)) == ["Liban"]


def test_a_file_is_imported_once(room: Room) -> None:
    pending = send(room, "nom", "Kenya")
    copy = PendingFile.objects.get(pk=pending.pk)
    import_entries(pending=pending, **room.get_author_and_time())
    with pytest.raises(BadSetting, match="import-gone"):
        import_entries(pending=copy, **room.get_author_and_time())
    assert list(map_tables(room)) == ["Kenya"]


def test_column_choices_are_stored_for_files_with_equal_headings(room: Room) -> None:
    pending = send(room, "Participant inscrit;Truc", "KENYA Abel;Nairobi")
    with pytest.raises(BadSetting, match="file-without-names"):
        import_entries(pending=pending, **room.get_author_and_time())
    chosen = ["full_name", "club"]
    store_choices(
        pending=pending, heading=None, fields=chosen, decisions={}, **room.get_author_and_time()
    )
    import_entries(pending=pending, **room.get_author_and_time())
    again = make_import_plan(send(room, "participant  INSCRIT;truc", "LIBAN Rima;Beyrouth"))
    assert (again.fields, again.has_remembered_fields) == (chosen, True)
    assert ColumnMatching.objects.count() == 1


def test_two_columns_cannot_fill_one_field(room: Room) -> None:
    pending = send(room, "nom;truc", "Kenya;x")
    arguments = {"pending": pending, "heading": None, "decisions": {}, **room.get_author_and_time()}
    for fields in (["last_name", "last_name"], ["last_name", "password"]):
        with pytest.raises(BadSetting):
            store_choices(fields=fields, **arguments)


def test_codes_missing_in_the_lists_are_named_and_added(room: Room) -> None:
    pending = send(room, "nom,club,série", "Kenya,Nairobi,9Z", "Liban,NAIROBI,2b", "Malte,Gozo,")
    answer(room, pending, {"9Z": ADD_CODE})
    assert make_import_plan(pending).new_codes == {
        GroupKind.SERIES: ["9Z"],
        GroupKind.CLUB: ["Nairobi", "Gozo"],
    }
    import_entries(pending=pending, **room.get_author_and_time())
    clubs = room.tournament.organisation.groups.filter(kind=GroupKind.CLUB)
    assert [group.code for group in clubs] == ["Nairobi", "Gozo"]


def test_the_roster_fills_what_the_file_lacks(room: Room) -> None:
    heading = "nom,prénom,licence,club,série"
    import_people(
        pending=send(room, heading, "Kenya,Abel,77,Nairobi,2A", roster=True),
        **room.get_author_and_time(),
    )
    pending = send(room, "nom,prénom,licence", "KENYA,Abel,77", "Liban,Rima,78")
    (line, _) = make_import_plan(pending).accepted_lines
    assert line.people == (PlayerData("KENYA", "Abel", "77", "Nairobi", series="2A"),)
    stranger = send(room, "nom,prénom,licence", "Malte,Zoé,77")
    assert list_codes(stranger) == {2: ["licence-of-another"]}


def test_an_import_is_undone_as_a_whole_or_not(room: Room) -> None:
    entry_import = bring(room, "nom", "Kenya", "Liban")
    assert undo_import(entry_import=entry_import, **room.get_author_and_time()) == 2
    assert map_tables(room) == {}
    assert not room.tournament.organisation.roster.filter(last_name="Kenya").exists()
    with pytest.raises(WrongState, match="import-undone"):
        undo_import(entry_import=entry_import, **room.get_author_and_time())
    entry_import = bring(room, "nom", "Kenya", "Liban")
    play_first_turn(room)
    with pytest.raises(WrongState, match="entry-played"):
        undo_import(entry_import=entry_import, **room.get_author_and_time())
    assert sorted(map_tables(room)) == ["Kenya", "Liban"]


def test_a_long_file_needs_no_more_queries(room: Room) -> None:
    bring(room, "nom,licence,équipe", "UN,,")  # what fills what is remembered from here on
    imports = []
    for size in (2, 40):
        lines = [f"J{size}-{number},L{size}-{number},É{size}" for number in range(size)]
        pending = send(room, "nom,licence,équipe", *lines)
        with CaptureQueriesContext(connection) as queries:
            assert import_entries(pending=pending, **room.get_author_and_time())[1] == size
        imports.append(len(queries))
    assert imports[0] == imports[1]


def test_the_list_exported_is_the_same_when_it_is_imported(room: Room) -> None:
    bring(
        room,
        "table;nom;prénom;licence;club;naissance;série;équipe;nom 2;club 2",
        "30;KENYA;Abel;0012;'=L'Étang;1960;3B;-Les As;ROUX;Oran",
        "31;Œuvrard;;;;;;;;",
    )
    with every_row() as row:
        for name, profile in ENTRY_PROFILES.items():
            if profile.content.columns != ALL_ENTRY_FIELDS:
                continue
            with row(name):
                before = build_export_table(room.tournament, profile)
                data = write_table(before, profile.kind)
                Entry.objects.all().delete()
                room.tournament.players.all().delete()
                pending = store_file(
                    organisation=room.tournament.organisation,
                    tournament=room.tournament,
                    file_name=name,
                    data=data,
                    **room.get_author_and_time(),
                )
                import_entries(pending=pending, **room.get_author_and_time())
                assert build_export_table(room.tournament, profile) == before


def test_a_pair_of_the_same_person_twice_is_reported(room: Room) -> None:
    titles = "nom;licence;nom 2;licence 2"
    assert list_codes(send(room, titles, "Grèce;L1;Italie;L1")) == {2: ["licence-twice-in-pair"]}
    with pytest.raises(BadSetting, match="lines-undecided"):
        bring(room, titles, "Grèce;L1;Italie;L1")
    with pytest.raises(BadSetting, match="lines-undecided"):
        bring(room, titles, "Grèce;;Grèce;")
    assert map_tables(room) == {}
