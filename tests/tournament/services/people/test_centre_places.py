"""Players and arbiters stay in their centre: new entries, seating plans, roles, tables."""

from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.services.restoring import restore_tournament
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_and_restore,
    forge,
    remove_tournament,
)
from tests.room import Room
from tests.tournament.services.people.centre_steps import add_centre, expect_refusal
from tests.tournament.services.people.test_entry_imports import list_codes, send
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.errors import BadSetting
from tournament.core.people.player_data import PlayerData
from tournament.core.people.seating import SeatingKind
from tournament.core.states import Role
from tournament.models import Centre, Entry, RoleChange, StaffMember
from tournament.queries import clock
from tournament.queries.readiness import Readiness
from tournament.services.accounts.staff import (
    add_staff,
    copy_staff,
    remove_staff,
    take_roles_to_run_alone,
)
from tournament.services.people.centres import assign_tables
from tournament.services.people.entry_imports import import_entries
from tournament.services.people.merging import merge_people, undo_roster_change
from tournament.services.people.registration import register_entry
from tournament.services.people.seating import apply_plan, move_entry, swap_entries


def test_a_table_made_by_seating_stays_in_the_centre(room: Room) -> None:
    nantes = add_centre(room, "Nantes", 1, 2)
    by = room.get_author_and_time()
    move_entry(entry=room.entries[0], number=50, **by)
    move_entry(entry=room.entries[4], number=51, **by)
    centres = dict(room.tournament.tables.values_list("number", "centre"))
    assert [centres[number] for number in (50, 51)] == [nantes.pk, None]
    page = read_text(Client().get(reverse_for(room, "public-tables"), {"q": "nantes"}))
    assert "2 noms" in page
    assert page.count("Nantes") == 3


def register(room: Room, name: str, centre: Centre | None) -> Entry:
    people = [PlayerData(last_name=name)]
    by = room.get_author_and_time()
    return register_entry(tournament=room.tournament, players=people, centre=centre, **by)


def test_free_tables_of_the_centre_come_first(room: Room) -> None:
    nantes = add_centre(room, "Nantes", 1)
    nantes.tables.create(tournament=room.tournament, number=100)
    game = room.game()
    entry = register(room, "Un", nantes)
    assert entry.table.number == 100
    later = register(room, "Deux", nantes)
    seats = dict(game.seats.values_list("entry", "centre"))
    assert (seats[entry.pk], seats[later.pk]) == (nantes.pk, nantes.pk)


def test_each_centre_has_a_hundred_of_its_own(room: Room) -> None:
    nantes, dakar = (add_centre(room, name) for name in ("Nantes", "Dakar"))
    numbers = [
        register(room, name, centre).table.number
        for name, centre in (("Un", nantes), ("Deux", dakar), ("Trois", nantes), ("Quatre", dakar))
    ]
    assert numbers == [7, 101, 8, 102]
    lines = ("nom;centre", "Cinq;Dakar", "Six;Nantes", "Sept;Dakar")
    import_entries(pending=send(room, *lines), **room.get_author_and_time())
    for centre, expected in ((nantes, [7, 8, 9]), (dakar, [101, 102, 103, 104])):
        assert sorted(centre.tables.values_list("number", flat=True)) == expected


def test_a_plan_keeps_players_in_their_centre(room: Room, organiser: Client) -> None:
    nantes, dakar = add_centre(room, "Nantes", 1, 2, 3), add_centre(room, "Dakar", 4, 5, 6)
    by, page = room.get_author_and_time(), reverse_for(room, "office-seating")
    keys = room.entry_ids
    plan: dict[str, Any] = {"tournament": room.tournament, "kind": SeatingKind.RANDOM, **by}
    expect_refusal(
        BadSetting, "seat-elsewhere", lambda: apply_plan(seats={keys[0]: 4, keys[3]: 1}, **plan)
    )
    swap: dict[str, Any] = {"first": room.entries[0], "second": room.entries[3], **by}
    expect_refusal(BadSetting, "seat-elsewhere", lambda: swap_entries(**swap))

    query: dict[str, Any] = {"kind": "name", "first": 1, "step": 1, "seed": "x"}
    assert "Le plan, avant" not in read_text(organiser.get(page, query))
    preview = organiser.get(page, query | {"centre": dakar.pk}).context["preview"]
    assert preview.plan.seats == dict(zip(keys[3:], (4, 5, 6), strict=True))
    spaced = organiser.get(page, query | {"centre": nantes.pk, "step": 2}).context["preview"]
    assert preview.new_table_count == 0
    assert spaced.plan.seats == {keys[0]: 1, keys[1]: 3, keys[2]: 8}

    swap_entries(may_change_centre=True, **swap)
    assert dakar.tables.filter(entry=room.entries[0]).exists()


def test_tables_without_centre_are_told_before_the_game(room: Room, organiser: Client) -> None:
    assert Readiness.load(room.tournament).outside_table_count == 0
    add_centre(room, "Nantes", 1, 2, 3)
    home = read_text(organiser.get(reverse_for(room, "office-tournament")))
    assert "3 tables sans centre" in home
    created = organiser.post(
        reverse_for(room, "office-register"), {"last_name": "Un", "version": "a"}
    )
    assert not room.tournament.entries.filter(name="Un").exists(), created.status_code


def test_cards_read_the_centres_once(room: Room, organiser: Client) -> None:
    add_centre(room, "Nantes", 1, 2, 3, 4, 5, 6)
    with CaptureQueriesContext(connection) as queries:
        assert organiser.get(reverse_for(room, "office-print")).status_code == 200
    reads = [row for row in queries.captured_queries if 'FROM "tournament_centre"' in row["sql"]]
    assert len(reads) == 1


@pytest.fixture
def camille(room: Room) -> User:
    """An arbiter of Nantes, tables 1 to 3, who has them."""
    nantes, by = add_centre(room, "Nantes", 1, 2, 3), room.get_author_and_time()
    user, _card = add_staff(
        tournament=room.tournament, username="camille", roles=["arbiter"], centre=nantes, **by
    )
    nantes.tables.update(arbiter=user)
    return user


def list_arbiters(room: Room) -> set[int | None]:
    return set(room.tournament.tables.values_list("arbiter", flat=True))


def test_tables_that_leave_a_centre_leave_its_arbiter(room: Room, camille: User) -> None:
    keys = list(camille.tables.values_list("pk", flat=True))
    by = room.get_author_and_time()
    assign_tables(tournament=room.tournament, tables=keys, centre=None, **by)
    assert list_arbiters(room) == {None}


def test_a_role_taken_leaves_the_tables_of_others(room: Room, camille: User) -> None:
    dakar, by = add_centre(room, "Dakar"), room.get_author_and_time()
    add_staff(
        tournament=room.tournament,
        username="camille",
        roles=["double_arbiter"],
        centre=dakar,
        **by,
    )
    remove_staff(member=StaffMember.objects.get(user=camille, role=Role.ARBITER), **by)
    assert list_arbiters(room) == {None}


def test_new_tables_elsewhere_have_no_confined_arbiter(room: Room, camille: User) -> None:
    dakar = add_centre(room, "Dakar", 4, 5, 6)
    StaffMember.objects.filter(role=Role.ARBITER).exclude(user=camille).delete()
    room.entries[3].table.tournament.entries.filter(table__centre=dakar).delete()
    assert register(room, "Un", dakar).table.arbiter is None
    assert register(room, "Deux", dakar).table.arbiter is None


def test_roles_that_are_held_stay_where_they_are(room: Room, camille: User) -> None:
    by, before = room.get_author_and_time(), RoleChange.objects.count()
    take_roles_to_run_alone(tournament=room.tournament, by=camille, now=by["now"])
    assert StaffMember.objects.get(user=camille, role=Role.ARBITER).centre == Centre.objects.get()
    assert (
        copy_staff(original=room.tournament, tournament=room.tournament, by=None, now=by["now"])
        == 0
    )
    assert list_arbiters(room) == {camille.pk, None}
    assert RoleChange.objects.filter(given=False).count() == 0
    assert RoleChange.objects.count() == before + 3


def test_an_archive_has_no_judge_of_no_centre(room: Room, camille: User) -> None:
    by, role = room.get_author_and_time(), Role.CENTRE_JUDGE
    arguments: dict[str, Any] = {"tournament": room.tournament, "username": "camille", **by}
    expect_refusal(BadSetting, "role-without-centre", lambda: add_staff(roles=[role], **arguments))
    add_staff(roles=[role], centre=Centre.objects.get(), **arguments)
    with pytest.raises(IntegrityError), transaction.atomic():
        StaffMember.objects.filter(role=role).update(centre=None)
    content, restored = archive_and_restore(room.tournament, is_verified=True)
    remove_tournament(restored)

    def take_centre(lines: Lines) -> Lines:
        return [line | ({"centre": None} if line["role"] == role else {}) for line in lines]

    forged = forge(content, "staff", take_centre)
    with pytest.raises(BadArchive):
        restore_tournament(content=forged, accept_unverified=True, by=None, now=clock.now())


def test_a_list_of_names_asks_for_the_centre(room: Room, organiser: Client) -> None:
    dakar = add_centre(room, "Dakar", 1)
    add_centre(room, "Nantes", 2)
    page, sent = reverse_for(room, "office-names"), {"names": "Un\nDeux"}
    assert organiser.post(page, sent).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    organiser.post(page, sent | {"centre": str(dakar.pk)})
    numbers = dakar.tables.filter(entry__name__in=["Un", "Deux"]).values_list("number", flat=True)
    assert sorted(numbers) == [7, 8]


def test_a_file_without_the_column_goes_to_one_centre(room: Room, organiser: Client) -> None:
    dakar = add_centre(room, "Dakar", 1)
    pending = send(room, "nom;prénom", "Un;Ada", "Deux;Bob")
    assert list_codes(pending) == {2: ["no-centre"], 3: ["no-centre"]}
    page = reverse_for(room, "office-import", pending.pk)
    sent = {"column-0": "last_name", "column-1": "first_name", "heading": "1", "import": ""}
    assert organiser.post(page, sent).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    sent |= {"centre": str(dakar.pk)}
    assert organiser.post(page, sent).status_code == HTTPStatus.FOUND
    assert dakar.tables.filter(entry__isnull=False).count() == 3


def test_who_is_registered_again_returns_to_the_centre(room: Room) -> None:
    nantes, by = add_centre(room, "Nantes", 1), room.get_author_and_time()
    add_centre(room, "Dakar", 2)
    kept, former = (register(room, name, nantes) for name in ("Kenya", "Liban"))
    people = [entry.players.get().roster_player for entry in (kept, former)]
    assert people[0]
    assert people[1]
    change = merge_people(kept_player=people[0], removed_player=people[1], **by)
    register(room, "Maroc", nantes)
    undo_roster_change(change=change, **by)
    assert room.tournament.entries.get(name="Liban").table.centre == nantes
