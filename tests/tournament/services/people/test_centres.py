"""Centres of a tournament: created, changed, removed; their tables, in the office and in files."""

import json
from random import Random

from django.test import Client
from django.urls import reverse

from tests.arbitrage.archive.archive_bytes import (
    archive_and_restore,
    archive_now,
    read_content_members,
)
from tests.french import plain
from tests.room import Room
from tests.tournament.services.people.centre_steps import add_centre, expect_refusal
from tests.tournament.views.office import read_text, reverse_for
from tests.tournament.views.public.rankings import (
    create_played_game,
    finish,
    read_column,
    read_rows,
)
from tournament.core.errors import BadSetting, WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import CountedOver, Role
from tournament.core.tournament_journal import SubjectKind
from tournament.models import Centre, Entry, StaffMember, TournamentChange, TournamentJournal
from tournament.presentation.files.exports import ENTRY_PROFILES, build_export_table
from tournament.presentation.tournaments import describe_tournament_change
from tournament.queries.people.entry_imports import make_import_plan
from tournament.queries.people.seating import annotate_seats, find_counted_centres
from tournament.queries.people.table_scope import TableScope
from tournament.queries.results.ranking import load_ranking_data
from tournament.queries.results.standings import GameStandings
from tournament.services.people.centres import (
    assign_tables,
    create_centre,
    delete_centre,
    update_centre,
)
from tournament.services.people.entry_imports import import_entries, store_file
from tournament.services.people.registration import register_entry
from tournament.services.tournament_copies import CopyPart, copy_tournament


def test_the_first_centre_leads_until_another_is_chosen(room: Room) -> None:
    nantes, dakar = add_centre(room, "Nantes", 1, 2), add_centre(room, "Dakar", 3)
    by = room.get_author_and_time()
    assert (nantes.is_lead, dakar.is_lead) == (True, False)

    expect_refusal(
        BadSetting,
        "centre-must-lead",
        lambda: update_centre(centre=nantes, changes={"is_lead": False}, **by),
    )
    update_centre(centre=dakar, changes={"is_lead": True, "country": "Sénégal"}, **by)
    leads = dict(room.tournament.centres.values_list("name", "is_lead"))
    assert leads == {"Nantes": False, "Dakar": True}
    arguments = {"tournament": room.tournament, "name": "nantes", **by}
    expect_refusal(BadSetting, "centre-taken", lambda: create_centre(**arguments))


def test_a_centre_in_use_stays(room: Room) -> None:
    nantes, dakar = add_centre(room, "Nantes", 1), add_centre(room, "Dakar")
    by = room.get_author_and_time()
    expect_refusal(WrongState, "centre-in-use", lambda: delete_centre(centre=nantes, **by))
    StaffMember.objects.filter(user=room.user, role=Role.ARBITER).update(centre=dakar)
    expect_refusal(WrongState, "centre-in-use", lambda: delete_centre(centre=dakar, **by))
    StaffMember.objects.update(centre=None)
    delete_centre(centre=dakar, **by)
    assert list(room.tournament.centres.all()) == [nantes]


def test_tables_change_centre_between_games_only(room: Room) -> None:
    nantes = add_centre(room, "Nantes", 1, 2, 3, 5)
    room.tournament.tables.update(arbiter=room.user)
    StaffMember.objects.filter(role=Role.ARBITER).update(centre=nantes)
    dakar = add_centre(room, "Dakar", 5)
    arbiters = dict(room.tournament.tables.values_list("number", "arbiter"))
    assert arbiters == dict.fromkeys((1, 2, 3), room.user.pk) | dict.fromkeys((4, 5, 6))

    changes = TournamentChange.objects.filter(kind="centre").order_by("pk")
    lines = [plain(describe_tournament_change(change.kind, change.data)) for change in changes]
    assert "Centre « Nantes » : tables 1 à 3, 5." in lines
    assert lines[-2:] == ["Centre « Nantes » : tables 1 à 3.", "Centre « Dakar » : tables 5."]

    room.game()
    arguments = {"tournament": room.tournament, "centre": nantes, **room.get_author_and_time()}
    keys = list(dakar.tables.values_list("pk", flat=True))
    expect_refusal(WrongState, "seats-in-play", lambda: assign_tables(tables=keys, **arguments))


def test_a_started_game_keeps_its_centres(room: Room) -> None:
    room.tournament.counted_over = CountedOver.CENTRE
    room.tournament.save()
    nantes, dakar = add_centre(room, "Nantes", 1, 2, 3), add_centre(room, "Dakar", 4, 5, 6)
    game, key = finish(room, room.game()), room.entries[0].pk
    by = room.get_author_and_time()
    tables = list(room.tournament.tables.values_list("pk", flat=True))
    assign_tables(tournament=room.tournament, tables=tables, centre=dakar, **by)
    counted = find_counted_centres(game)
    assert counted is not None
    assert counted[key] == nantes.pk
    assert set(
        dict(annotate_seats(Entry.objects.all(), None).values_list("pk", "seat_centre")).values()
    ) == {dakar.pk}
    own = TableScope(centres=frozenset([nantes.pk]))
    seats = annotate_seats(Entry.objects.all(), game.pk).filter(own.build_filter())
    assert seats.count() == 3
    expect_refusal(WrongState, "centre-in-use", lambda: delete_centre(centre=nantes, **by))
    before, restored = archive_and_restore(room.tournament, is_verified=True)
    assert read_content_members(archive_now(restored)) == read_content_members(before)
    names = restored.games.get().seats.values_list("centre__name", flat=True)
    assert sorted(names) == ["Dakar"] * 3 + ["Nantes"] * 3


def test_a_new_entry_is_seated_in_its_centre(room: Room) -> None:
    nantes = add_centre(room, "Nantes", 1, 2)
    by = room.get_author_and_time()

    def register(name: str, **place: object) -> Entry:
        people = [PlayerData(last_name=name)]
        arguments = {"tournament": room.tournament, "players": people, **by, **place}
        return register_entry(**arguments)  # type: ignore[arg-type]

    assert register("Un", centre=nantes).table.centre == nantes
    expect_refusal(BadSetting, "entry-without-centre", lambda: register("Deux"))
    nantes.tables.create(tournament=room.tournament, number=30)
    assert register("Deux", table_number=30).table.centre == nantes
    dakar = add_centre(room, "Dakar")
    expect_refusal(
        BadSetting,
        "table-taken",
        lambda: register("Trois", centre=dakar, table_number=1),
    )
    nantes.tables.create(tournament=room.tournament, number=40)
    expect_refusal(
        BadSetting, "table-elsewhere", lambda: register("Quatre", centre=dakar, table_number=40)
    )


def test_a_file_names_the_centre_of_each_player(room: Room) -> None:
    nantes = add_centre(room, "Nantes", 1)
    add_centre(room, "Dakar", 2)
    by = room.get_author_and_time()

    def send(*lines: str) -> list[list[str]]:
        pending = store_file(
            organisation=room.tournament.organisation,
            tournament=room.tournament,
            file_name="liste.csv",
            data="\n".join(lines).encode(),
            **by,
        )
        plan = make_import_plan(pending)
        if plan.is_decided:
            import_entries(pending=pending, **by)
        return [[finding.code for finding in line.findings] for line in plan.lines]

    heading = "nom;table;centre"
    codes = send(heading, "Ici;;Brest", "La;2;Nantes")
    assert codes == [["unknown-centre"], ["table-taken", "table-elsewhere"]]
    assert send(heading, "Ici;;nantes", "Ailleurs;;") == [[], ["no-centre"]]
    nantes.tables.create(tournament=room.tournament, number=30)
    assert send(heading, "Ici;;nantes", "La;;DAKAR", "Ailleurs;30;") == [[], [], []]
    centres = dict(room.tournament.entries.values_list("name", "table__centre__name"))
    assert [centres[name] for name in ("Ici", "La", "Ailleurs")] == ["Nantes", "Dakar", "Nantes"]
    assert nantes.tables.count() == 3

    table = build_export_table(room.tournament, ENTRY_PROFILES["liste-csv"])
    assert table.columns[1] == "Centre"
    assert "Dakar" in {row[1] for row in table.rows}


def test_archives_and_copies_have_the_centres(room: Room) -> None:
    nantes = add_centre(room, "Nantes", 1, 2, 3)
    dakar = add_centre(room, "Dakar", 4)
    by = room.get_author_and_time()
    update_centre(centre=dakar, changes={"time_zone": "Africa/Dakar", "is_lead": True}, **by)
    StaffMember.objects.filter(role=Role.ARBITER).update(centre=nantes)
    copy = copy_tournament(
        tournament=room.tournament,
        name="Copie",
        starts_on=room.tournament.starts_on,
        parts=[CopyPart.PLAYERS],
        **by,
    )
    tables = copy.tables.filter(centre__name="Nantes").values_list("number", flat=True)
    assert list(tables) == [1, 2, 3]

    subjects = TournamentJournal.objects.filter(kind=SubjectKind.CENTRE)
    assert set(subjects.values_list("subject", flat=True)) >= {nantes.uid, dakar.uid}
    before, restored = archive_and_restore(room.tournament, is_verified=True)
    assert read_content_members(archive_now(restored)) == read_content_members(before)
    assert restored.centres.get(is_lead=True).time_zone == "Africa/Dakar"


def test_the_sixteen_may_be_counted_in_each_centre(room: Room) -> None:
    room.tournament.solo_players = 4
    for counted_over, bonus in ((CountedOver.WHOLE, 10), (CountedOver.CENTRE, 0)):
        room.tournament.counted_over = counted_over
        room.tournament.save()
        if counted_over is CountedOver.WHOLE:
            add_centre(room, "Nantes", 1, 2, 3)
            add_centre(room, "Dakar", 4, 5, 6)
            game = create_played_game(room, 1, {1: 50, 2: 40, 3: 30, 4: 30, 5: 20, 6: 20})
        game.refresh_from_db()
        own = GameStandings(game).by_entry[room.entries[0].pk]
        assert own.bonus == bonus
        field = load_ranking_data(room.tournament).ranking_input
        results = {entrant.key: entrant.results[0] for entrant in field.entrants}
        assert (results[own.entry_id].bonus, results[own.entry_id].total) == (bonus, 50 + bonus)


def test_the_page_creates_changes_and_places(room: Room, organiser: Client) -> None:
    page = reverse_for(room, "office-centres")
    organiser.post(reverse_for(room, "office-centre-create"), {"name": "Nantes", "version": "a"})
    organiser.post(reverse_for(room, "office-centre-create"), {"name": "Dakar", "version": "b"})
    text = read_text(organiser.get(page))
    assert "Nantes" in text
    assert "mène" in text
    dakar = Centre.objects.get(name="Dakar")
    tables = list(room.tournament.tables.values_list("pk", flat=True))[:2]
    version = organiser.get(page).context["form"].build_version()
    sent = {"tables": tables, "centre": dakar.pk, "version": version}
    answer = organiser.post(reverse_for(room, "office-centre-tables"), sent, follow=True)
    assert "2 tables changées. Avant : sans centre 2." in read_text(answer)
    answer = organiser.post(reverse_for(room, "office-centre-delete", dakar.pk), follow=True)
    assert "sert encore (tables avec quelqu’un : 2" in read_text(answer)


def test_rankings_are_whole_by_centre_and_by_country(room: Room) -> None:
    for name, tables, country in (("Nantes", (1, 4), "France"), ("Dakar", (2, 3), "Sénégal")):
        centre = add_centre(room, name, *tables)
        update_centre(centre=centre, changes={"country": country}, **room.get_author_and_time())
    create_played_game(room, 1, {1: 50, 2: 60, 3: 30, 4: 40, 5: 70, 6: 10})
    whole = read_rows(room)
    heads = ("Joueur", "Rang", "Rang dans le centre", "Centre")
    assert [tuple(row[head] for head in heads) for row in whole[:4]] == [
        ("Égypte", "1", "", ""),
        ("Belgique", "2", "1", "Dakar"),
        ("Algérie", "3", "1", "Nantes"),
        ("Danemark", "4", "2", "Nantes"),
    ]
    own = read_rows(room, centre="Dakar")
    assert [(row["Rang"], row["Rang général"]) for row in own] == [("1", "2"), ("2", "5")]
    assert "Rang dans le centre" not in own[0]
    by_country = read_rows(room, country="France")
    assert [(row["Joueur"], row["Rang dans le centre"]) for row in by_country] == [
        ("Algérie", "1"),
        ("Danemark", "2"),
    ]
    assert read_column(room, "Centre", by="centre") == ["Dakar", "Nantes"]

    address = reverse("api-v1:api-ranking", args=[room.tournament.slug])
    entries = Client().get(address, {"centre": "Nantes"}).json()["entries"]
    assert [(row["rank"], row["overall"], row["centre_rank"]) for row in entries] == [
        (1, 3, 1),
        (2, 4, 2),
    ]


def test_a_room_split_into_centres_ranks_as_undivided(room: Room) -> None:
    room.tournament.solo_players = 4
    room.tournament.save()
    create_played_game(room, 1, {1: 50, 2: 40, 3: 30, 4: 30, 5: 20, 6: 20})
    create_played_game(room, 2, {1: 10, 2: 60, 3: 30, 5: 45, 6: 20})

    def read_bytes() -> bytes:
        """Return the whole ranking without what names the centres."""
        rows = read_rows(room)
        centred = {"Centre", "Rang dans le centre"}
        kept = [{name: row[name] for name in row.keys() - centred} for row in rows]
        return json.dumps(kept, sort_keys=True).encode()

    undivided = read_bytes()
    names, rng = ("Nantes", "Dakar", "Lomé"), Random(5)
    centres = [
        Centre.objects.create(tournament=room.tournament, name=name, is_lead=name == names[0])
        for name in names
    ]
    for _ in range(8):
        count = rng.randint(1, len(centres))
        for table in room.tournament.tables.all():
            table.centre = rng.choice(centres[:count])
            table.save()
        assert read_bytes() == undivided
