"""« Trouver ma table »: by part of a name, without accents, without codes."""

from django.test import Client

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import HTMX, at, seen
from tournament.services.people.registration import withdraw_entry
from tournament.services.people.seating import move_entry


def test_a_name_is_found_by_any_part_of_it_and_a_table_by_its_number(room: Room) -> None:
    move_entry(entry=room.entries[4], number=12, **room.by())
    with every_row() as row:
        for asked in ("egypte", "GYP", "Égypte", "12", " gypte  e "):
            with row(asked):
                page = seen(Client().get(at(room, "public-tables"), {"q": asked}))
                assert "Égypte" in page
                assert '<strong class="num">12</strong>' in page
                assert "Canada" not in page
    assert "Aucun nom ne va" in seen(Client().get(at(room, "public-tables"), {"q": "zz\0"}))


def test_the_plan_by_name_and_by_number_leaves_out_who_has_left_and_every_code(room: Room) -> None:
    withdraw_entry(entry=room.entries[0], **room.by())
    move_entry(entry=room.entries[1], number=9, **room.by())
    for order, first in (("name", "Belgique"), ("number", "Canada")):
        page = seen(Client().get(at(room, "public-tables"), {"by": order}))
        found = page[page.index('<ul class="found">') :]
        assert min(("Belgique", "Canada"), key=found.index) == first
        assert "Algérie" not in page
        for entry in room.entries:
            assert entry.table.code not in page
            assert entry.table.key not in page


def test_while_one_types_only_the_list_comes(room: Room) -> None:
    response = Client().get(at(room, "public-tables"), {"q": "canada"}, headers=HTMX)
    assert seen(response).strip().startswith('<div id="found">')


def test_the_tournament_s_page_leads_there(room: Room) -> None:
    assert at(room, "public-tables") in seen(Client().get(at(room, "public-home")))
