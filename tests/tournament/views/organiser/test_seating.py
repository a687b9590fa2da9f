"""The seating of the players: plan with preview, by hand, undo."""

import re
from typing import Any

from django.test import Client

from tests.documents.pdfs import Printed
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.people.player_data import PlayerData
from tournament.models import Entry, SeatingChange, Table
from tournament.services.people.registration import register_entry

PLAN = {"kind": "random", "first": "11", "step": "2", "out": "13, 15-16", "seed": "abc"}


def list_tables(room: Room) -> list[int]:
    seats = dict(Entry.objects.values_list("pk", "table__number"))
    return [seats[entry.pk] for entry in room.entries]


def preview_plan(organiser: Client, room: Room, **changes: str) -> tuple[str, dict[str, Any]]:
    """Return the page with a plan, and the fields that apply it."""
    page = read_text(
        organiser.get(reverse_for(room, "office-seating"), PLAN | changes, follow=True)
    )
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    return page, fields


def test_a_plan_is_looked_at_before_it_is_applied(room: Room, organiser: Client) -> None:
    page, fields = preview_plan(organiser, room)
    assert "6 joueurs changent de table." in page
    assert "6 tables sont nouvelles" in page
    assert list_tables(room) == [1, 2, 3, 4, 5, 6]
    answer = organiser.post(reverse_for(room, "office-seating-apply"), fields, follow=True)
    assert "Les places sont changées." in read_text(answer)
    assert sorted(list_tables(room)) == [11, 17, 19, 21, 23, 25]
    change = SeatingChange.objects.get()
    assert (change.kind, change.seed) == ("random", "abc")
    assert "abc" in read_text(answer)
    undone = organiser.post(reverse_for(room, "office-seating-undo", change.pk), follow=True)
    assert "Les places d’avant sont rétablies." in read_text(undone)
    assert list_tables(room) == [1, 2, 3, 4, 5, 6]


def test_a_seed_is_chosen_and_stays_in_the_address(room: Room, organiser: Client) -> None:
    answer = organiser.get(reverse_for(room, "office-seating"), PLAN | {"seed": ""})
    assert answer.status_code == 302
    assert re.search(r"seed=[0-9a-f]{8}#plan", answer["Location"])


def test_a_plan_changed_since_its_preview_is_not_applied(room: Room, organiser: Client) -> None:
    _, fields = preview_plan(organiser, room)
    register_entry(
        tournament=room.tournament, players=[PlayerData("TARD")], **room.get_author_and_time()
    )
    answer = organiser.post(reverse_for(room, "office-seating-apply"), fields)
    assert answer.status_code == 409
    assert "ont changé depuis" in read_text(answer)
    assert list_tables(room) == [1, 2, 3, 4, 5, 6]
    again = dict(re.findall(r'name="(fingerprint)" value="(\w+)"', read_text(answer)))
    assert (
        organiser.post(reverse_for(room, "office-seating-apply"), fields | again).status_code == 302
    )


def test_an_invalid_field_has_its_error_beside_it(room: Room, organiser: Client) -> None:
    with every_row() as row:
        for changes in (
            {"out": "9-3"},
            {"out": "x"},
            {"first": "0"},
            {"step": "9"},
            {"kind": "?"},
            {"seed": "x" * 65},
            {"apart": "nobody"},
        ):
            with row(str(changes)):
                page, _ = preview_plan(organiser, room, **changes)
                assert "errorlist" in page
                assert 'id="apply"' not in page


def test_tables_typed_beside_names_are_taken_all_at_once(room: Room, organiser: Client) -> None:
    first, second, third = (f"seat-{entry.pk}" for entry in room.entries[:3])
    address = reverse_for(room, "office-seating-hand")
    answer = organiser.post(address, {first: "2", second: "1", third: "3"}, follow=True)
    assert "2 joueurs ont changé de table." in read_text(answer)
    assert list_tables(room)[:3] == [2, 1, 3]
    refused = organiser.post(address, {first: "6"})
    assert refused.status_code == 422
    assert "La table 6 est déjà occupée." in read_text(refused)
    assert 'value="6"' in read_text(refused)
    assert organiser.post(address, {first: "x"}).status_code == 422
    assert organiser.post(address, {"seat-x": "1", "seat-999999": "1"}).status_code == 302
    assert list_tables(room)[:3] == [2, 1, 3]


def test_two_tables_are_exchanged_and_a_free_one_is_taken(room: Room, organiser: Client) -> None:
    Table.objects.create(tournament=room.tournament, number=9)
    for first, second in (("1", "2"), ("9", "3")):
        organiser.post(reverse_for(room, "office-seating-swap"), {"one": first, "other": second})
    assert list_tables(room)[:3] == [2, 1, 9]
    nobody = organiser.post(reverse_for(room, "office-seating-swap"), {"one": "77", "other": "78"})
    assert nobody.status_code == 422
    assert "77" in read_text(nobody)


def test_tables_of_two_centres_are_exchanged_only_if_ticked(room: Room, organiser: Client) -> None:
    for entry, name in zip(room.entries[:2], ("Dakar", "Paris"), strict=True):
        Table.objects.filter(pk=entry.table_id).update(
            centre=room.tournament.centres.create(name=name)
        )
    address, tables = reverse_for(room, "office-seating-swap"), {"one": "1", "other": "2"}
    assert organiser.post(address, tables).status_code == 422
    assert list_tables(room)[:2] == [1, 2]
    assert organiser.post(address, tables | {"across": "on"}).status_code == 302
    assert list_tables(room)[:2] == [2, 1]


def test_during_a_game_the_page_says_when_seats_change(room: Room, organiser: Client) -> None:
    room.game()
    page, fields = preview_plan(organiser, room)
    assert "avant une partie ou entre deux" in page
    answer = organiser.post(reverse_for(room, "office-seating-apply"), fields)
    assert answer.status_code == 409
    assert list_tables(room) == [1, 2, 3, 4, 5, 6]
    swapped = organiser.post(reverse_for(room, "office-seating-swap"), {"one": "1", "other": "2"})
    assert "Attendez sa fin." in read_text(swapped)


def test_tables_are_shared_out_in_one_gesture(room: Room, organiser: Client) -> None:
    page = read_text(organiser.post(reverse_for(room, "office-share"), follow=True))
    assert "Tout est confié à 1 arbitre." in page
    assert set(Table.objects.values_list("arbiter__username", flat=True)) == {"bureau"}


def test_abandoned_table_stays_on_the_list_without_a_card(room: Room, organiser: Client) -> None:
    organiser.post(reverse_for(room, "office-seating-swap"), {"one": "1", "other": "9"})
    assert "libre" in read_text(organiser.get(reverse_for(room, "office-tables")))
    cards = Printed(organiser.get(reverse_for(room, "office-print")).content).text()
    assert "Table 9" in cards
    assert "Table 1 " not in cards


def test_an_outdated_page_moves_no_entry_back(room: Room, organiser: Browser) -> None:
    first, second, third = (f"seat-{entry.pk}" for entry in room.entries[:3])
    address = reverse_for(room, "office-seating-hand")
    version = organiser.find_version(address)
    organiser.post(address, {first: "9"})  # somebody else, meanwhile
    old = {first: "1", second: "2", third: "30", "version": version}
    assert organiser.post(address, old).status_code == 302
    assert list_tables(room)[:3] == [9, 2, 30]
    response = organiser.post(address, old | {first: "40"})
    assert response.status_code == 409
    page = read_text(response)
    assert "ce qui suit a été changé pendant que vous remplissiez cette page" in page
    assert f'name="{first}" value="40"' in page
    assert list_tables(room)[:3] == [9, 2, 30]
