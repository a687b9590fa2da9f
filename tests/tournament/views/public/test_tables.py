"""« Trouver ma table »: search by part of a name, without accents, without codes."""

from django.test import Client

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.services.people.registration import withdraw_entry
from tournament.services.people.seating import move_entry


def test_name_is_found_by_any_part_and_table_by_number(room: Room) -> None:
    move_entry(entry=room.entries[4], number=12, **room.get_author_and_time())
    with every_row() as row:
        for query in ("egypte", "GYP", "Égypte", "12", " gypte  e "):
            with row(query):
                page = read_text(Client().get(reverse_for(room, "public-tables"), {"q": query}))
                assert "Égypte" in page
                assert '<strong class="num">12</strong>' in page
                assert "Canada" not in page
    assert "Aucun nom ne va" in read_text(
        Client().get(reverse_for(room, "public-tables"), {"q": "zz\0"})
    )


def test_seating_plan_omits_withdrawn_entries_and_codes(room: Room) -> None:
    withdraw_entry(entry=room.entries[0], **room.get_author_and_time())
    move_entry(entry=room.entries[1], number=9, **room.get_author_and_time())
    for order, first in (("name", "Belgique"), ("number", "Canada")):
        page = read_text(Client().get(reverse_for(room, "public-tables"), {"by": order}))
        list_part = page[page.index('<ul class="search-results">') :]
        assert min(("Belgique", "Canada"), key=list_part.index) == first
        assert "Algérie" not in page
        for entry in room.entries:
            assert entry.table.code not in page
            assert entry.table.key not in page


def test_while_one_types_only_the_list_comes(room: Room) -> None:
    response = Client().get(reverse_for(room, "public-tables"), {"q": "canada"}, headers=HTMX)
    assert read_text(response).strip().startswith('<div id="found">')


def test_the_tournament_s_page_leads_there(room: Room) -> None:
    assert reverse_for(room, "public-tables") in read_text(
        Client().get(reverse_for(room, "public-home"))
    )
