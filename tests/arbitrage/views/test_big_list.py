"""The list of a big room: pages, sorting and search over all lines, printing."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from arbitrage.queries.paging import PAGE_SIZE
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from tests.bulletins import (
    CLEAN,
    add_tables,
    give_tables,
    hand_in,
)
from tests.room import Room
from tests.snapshots import Stage
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.models import Turn
from tournament.queries import clock

#: As ``tests.snapshots`` makes them.
TABLES = 2 * PAGE_SIZE + 10
UNDECIDED = [TABLES - 1, TABLES]


@pytest.fixture
def big(_stage: Stage) -> Turn:
    """The first turn of a room with ``TABLES`` tables, corrected."""
    assert _stage.turn
    return _stage.turn


def list_shown_tables(page: str) -> list[int]:
    """Return the tables on the page, in their order."""
    return [
        int(number) for number in re.findall(r'class="table-number num" data-value="(\d+)"', page)
    ]


def list_printed_tables(page: str) -> list[int]:
    """Return the tables on the page to print, in their order."""
    return [int(number) for number in re.findall(r'<tr><td class="num">(\d+)<', page)]


def list_tables(client: Client, room: Room, query: str = "") -> list[int]:
    return list_shown_tables(read_text(client.get(reverse_for(room, "arbiter-list") + query)))


def test_a_page_starts_with_waiting_bulletins_and_their_number(
    room: Room, big: Turn, arbiter: Client
) -> None:
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list")))
    assert list_shown_tables(page) == [5, 6, *UNDECIDED, *range(1, 5), *range(7, PAGE_SIZE - 1)]
    assert f"Page 1 sur 3 ({TABLES} bulletins)" in page
    assert "4 bulletins à décider" in page
    assert 'id="more"' not in page


def test_sorting_and_searching_go_over_the_whole_list(
    room: Room, big: Turn, arbiter: Client
) -> None:
    assert list_tables(arbiter, room, "?sort=-table")[0] == TABLES
    assert list_tables(arbiter, room, "?sort=-table&page=3") == list(range(10, 0, -1))
    assert list_tables(arbiter, room, "?sort=-points")[0] == TABLES - 2
    assert list_tables(arbiter, room, f"?q={TABLES}") == [TABLES]
    assert list_tables(arbiter, room, "?q=algerie") == [1]
    assert list_tables(arbiter, room, "?q=equipe+n°+7") == [7, *range(70, 80)]
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list") + "?q=personne"))
    assert "« personne » : 0 bulletin." in page
    assert "Tout montrer" in page


def test_waiting_bulletins_on_other_pages_are_linked(
    room: Room, big: Turn, arbiter: Client
) -> None:
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list") + "?sort=table"))
    assert "Encore 2 bulletins à décider : les voir" in page
    link = re.search(r'id="more" href="([^"]+)"', page)
    assert link
    assert list_shown_tables(read_text(arbiter.get(link[1])))[:4] == [5, 6, *UNDECIDED]


def test_links_of_the_list_keep_turn_tables_order_and_search(
    room: Room, big: Turn, arbiter: Client
) -> None:
    give_tables(room, "camille", 3)
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list") + "?all=1&sort=name&q=equipe"))
    assert get_next_link(page).endswith("?game=1&turn=1&all=1&sort=name&q=equipe&page=2")
    assert "?game=1&turn=1&all=1&sort=-name&q=equipe" in page
    assert 'aria-sort="ascending"' in page


def test_a_reload_returns_the_shown_rows_in_order(room: Room, big: Turn, arbiter: Client) -> None:
    before = list_tables(arbiter, room)
    entries = [room.entries[table - 1].pk for table in before]
    for table in (5, *UNDECIDED, 6):
        version = get_current_rulings(big)[room.entries[table - 1].pk].version
        entry = room.entries[table - 1]
        rulings.confirm_ruling(turn=big, entry=entry, version=version, **room.get_author_and_time())
    query = "?game=1&turn=1&page=1&rows=" + ".".join(map(str, entries))
    page = read_text(arbiter.get(reverse_for(room, "arbiter-rows") + query, headers=HTMX))
    assert list_shown_tables(page) == before
    assert "rien à décider" in page
    assert list_tables(arbiter, room)[:3] == [1, 2, 3]


def get_next_link(page: str) -> str:
    link = re.search(r'id="page-after" rel="next" href="([^"]+)"', page)
    assert link
    return link[1]


def test_the_next_page_skips_no_waiting_bulletin(room: Room, big: Turn, arbiter: Client) -> None:
    room.tournament.confirm_clean = True
    room.tournament.save()
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list")))
    assert list_shown_tables(page) == list(range(1, PAGE_SIZE + 1))
    for entry in room.entries[:PAGE_SIZE]:
        version = get_current_rulings(big, [entry.pk])[entry.pk].version
        rulings.confirm_ruling(turn=big, entry=entry, version=version, **room.get_author_and_time())

    query = re.search(r'data-query="([^"]+)"', page)
    assert query
    rows = ".".join(str(entry.pk) for entry in room.entries[:PAGE_SIZE])
    address = f"{reverse_for(room, 'arbiter-rows')}{query[1]}&rows={rows}"
    again = read_text(arbiter.get(address, headers=HTMX))
    # The link that was there before the decisions leads on just as the one that came after them.
    for link in (get_next_link(page), get_next_link(again)):
        assert list_shown_tables(read_text(arbiter.get(link))) == list(
            range(PAGE_SIZE + 1, 2 * PAGE_SIZE + 1)
        )


def test_a_decision_on_equal_bulletins_answers_with_the_same_rows(
    room: Room, big: Turn, arbiter: Client
) -> None:
    first, second = (room.entries[table - 1].pk for table in UNDECIDED)
    url = reverse_for(room, "arbiter-equal", 1, 1, first) + f"?page=2&rows={second}.{first}"
    page = read_text(arbiter.post(url, {"version": 1, "among": second}, headers=HTMX))
    assert list_shown_tables(page) == UNDECIDED[::-1]
    assert page.count(">confirmé<") == 3  # two rows, and the detail of the first


def test_the_whole_list_is_printed_in_the_chosen_order(
    room: Room, big: Turn, arbiter: Client
) -> None:
    page = read_text(
        arbiter.get(reverse_for(room, "arbiter-print") + "?game=1&turn=1&sort=-table&page=2")
    )
    assert list_printed_tables(page) == list(range(TABLES, 0, -1))
    assert "RATINES, horizontal · H2 · 70" in page
    assert "aucun bulletin" in page
    assert "Confirmer" not in page


@pytest.mark.parametrize(("query", "tables"), [("", [1, 2, 3]), ("?all=1", [1, 2, 3, 4, 5, 6])])
def test_arbiters_print_their_tables_unless_they_want_all(
    room: Room,
    corrected: Turn,
    arbiter: Client,
    assigned_tables: list[int],
    query: str,
    tables: list[int],
) -> None:
    page = read_text(arbiter.get(reverse_for(room, "arbiter-print") + query))
    assert list_printed_tables(page) == tables  # by table, whichever of them wait


def test_nothing_is_printed_before_the_end(room: Room, turn: Turn, arbiter: Client) -> None:
    page = read_text(arbiter.get(reverse_for(room, "arbiter-print") + "?game=1&turn=1"))
    assert "RATINES" not in page
    assert arbiter.get(reverse("arbiter-print", args=["ailleurs"])).status_code == 404


def test_a_page_needs_no_more_queries_in_a_bigger_room(
    room: Room, big: Turn, arbiter: Client
) -> None:
    def measure() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as queries:
            page = arbiter.get(reverse_for(room, "arbiter-rows"), headers=HTMX)
        return len(queries), len(page.content)

    measure()
    queries, size = measure()
    count = len(room.entries)
    add_tables(room, 2 * TABLES)
    for entry in room.entries[count:]:
        hand_in(big, entry, CLEAN)
    correct_turn(turn_id=big.pk, now=clock.now())
    again, bigger = measure()
    assert again == queries
    assert bigger == pytest.approx(size, rel=0.02)
    assert size < 3500 * PAGE_SIZE
