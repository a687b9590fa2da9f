"""The arbiter's list of a room with several pages of bulletins, in a real browser."""

import re
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from playwright.sync_api import Page, expect

from arbitrage.models import RulingStatus
from arbitrage.queries.paging import PAGE_SIZE
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.rulings import confirm_ruling
from tests.browser.axe import COLOURS, COLOURS_AND_SIZES, EVERY_RULE, Scheme, list_violations
from tests.browser.office.desks import OfficePage, overflow
from tests.bulletins import add_tables_with_bulletins
from tests.rows import every_row
from tournament.models import Entry, Turn
from tournament.queries import clock

TABLES = PAGE_SIZE + 20
#: A table of the second page that hands in what somebody must decide, as table 5 does.
OPEN = PAGE_SIZE + 15


@pytest.fixture
def turn(office: OfficePage) -> Turn:
    """A turn of ``TABLES`` tables, corrected."""
    turn = office.collected_turn()
    add_tables_with_bulletins(office.room, turn, TABLES, undecided=[OPEN])
    correct_turn(turn_id=turn.pk, now=clock.now())
    return turn


def row(page: Page, table: int) -> str:
    return f"#bulletins tr:has(th[data-value='{table}'])"


def tables(page: Page) -> list[int]:
    heads = page.locator("#bulletins tbody th")
    return [int(text) for text in heads.evaluate_all("all => all.map(h => h.dataset.value)")]


def open_list_by_table(office: OfficePage, query: str = "?sort=table") -> Page:
    address = reverse("arbiter-list", args=[office.room.tournament.slug])
    office.page.goto(f"{office.stack.url}{address}{query}")
    return office.page


def turn_the_pages_by_keys(office: OfficePage) -> None:
    """They turn the pages of the whole list."""
    page = office.open("arbiter-list")
    page.get_by_role("columnheader", name="Table").get_by_role("link").click()
    expect(page.locator(row(page, 1))).to_be_focused()
    expect(page.get_by_role("columnheader", name="Table")).to_have_attribute(
        "aria-sort", "ascending"
    )
    page.keyboard.press("s")
    expect(page.locator(row(page, PAGE_SIZE + 1))).to_be_focused()
    assert tables(page) == list(range(PAGE_SIZE + 1, TABLES + 1))
    page.keyboard.press("p")
    expect(page.locator(row(page, 1))).to_be_focused()
    page.get_by_role("columnheader", name="Table").get_by_role("link").click()
    expect(page.locator(row(page, TABLES))).to_be_focused()


def type_the_number_of_a_table(office: OfficePage) -> None:
    """In the list, it goes to its table on the page."""
    page = open_list_by_table(office)
    expect(page.locator(row(page, 1))).to_be_focused()
    page.keyboard.type("12")
    expect(page.get_by_label("Table ou nom")).to_have_value("12")
    page.keyboard.press("Enter")
    expect(page.locator(row(page, 12))).to_be_focused()
    expect(page.get_by_label("Table ou nom")).to_have_value("")
    assert len(tables(page)) == PAGE_SIZE
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="Table 12")).to_be_visible()


def look_for_what_nobody_has(office: OfficePage) -> None:
    """It is said, and the field is ready for another try."""
    page = open_list_by_table(office)
    page.keyboard.press("t")
    page.keyboard.type("personne")
    page.keyboard.press("Enter")
    expect(page.get_by_text("« personne » : 0 bulletin.")).to_be_visible()
    expect(page.get_by_label("Table ou nom")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(row(page, 1))).to_be_focused()


def print_the_whole_list(office: OfficePage) -> None:
    """It is a page of its own."""
    page = open_list_by_table(office)
    page.get_by_role("link", name="Imprimer la liste").click()
    expect(page.locator("tbody tr")).to_have_count(TABLES)
    expect(page.get_by_role("button", name="Imprimer")).to_be_visible()
    page.get_by_role("link", name="Retour à la liste").click()
    expect(page).to_have_url(re.compile(r"sort=table"))


def count_the_rows_on_a_small_laptop(office: OfficePage) -> None:
    """Twelve and more stand there, with one beside."""
    page = office.open("arbiter-list")
    page.set_viewport_size({"width": 1366, "height": 768})
    inside = "all => all.filter(r => r.getBoundingClientRect().bottom <= innerHeight).length"
    expect(page.locator("#detail-title")).to_be_in_viewport()
    for query in ("", "?by=answer&only=open"):
        page.goto(page.url.partition("?")[0] + query)
        rows = page.locator("#bulletins tr[data-row]")
        expect(rows.first).to_be_focused()
        heights = rows.evaluate_all("all => all.map(r => r.getBoundingClientRect().height)")
        assert max(heights) - min(heights) < 2
        assert rows.evaluate_all(inside) >= min(12, len(heights))


def look(page: Page, *, with_detail: bool) -> None:
    """``with_detail``: below a laptop's width, the sheet of the row is open over the list."""
    looks: list[tuple[Scheme, int, dict[str, Any]]] = [
        ("light", 1024, EVERY_RULE),
        ("dark", 390, COLOURS_AND_SIZES),
        ("light", 320, COLOURS),
    ]
    for scheme, width, rules in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        if with_detail and width < 1024:
            page.evaluate("document.body.classList.add('sheet-open')")
        assert list_violations(page, rules) == [], (scheme, width)
        assert overflow(page) <= 0, width


def look_at_the_list(office: OfficePage) -> None:
    look(office.open("arbiter-list"), with_detail=True)


def look_at_the_printed_list(office: OfficePage) -> None:
    look(office.open("arbiter-print"), with_detail=False)


def hear_of_another_s_decision(office: OfficePage) -> None:
    """The second page and its row stay."""
    turn = Turn.objects.get()
    page = open_list_by_table(office, "?sort=-name&page=2")
    expect(page.locator("#connection")).to_have_text("en direct")
    before = tables(page)
    page.locator(row(page, before[3])).focus()
    entry = Entry.objects.get(tournament=office.room.tournament, table__number=before[6])
    confirm_ruling(turn=turn, entry=entry, version=1, **office.room.get_author_and_time())
    expect(page.locator(row(page, before[6]))).to_contain_text("confirmé")
    expect(page.locator(row(page, before[3]))).to_be_focused()
    assert tables(page) == before
    assert get_current_rulings(turn)[entry.pk].status == RulingStatus.CONFIRMED


def decide_the_last_of_the_page(office: OfficePage) -> None:
    """Enter opens the next page."""
    page = open_list_by_table(office)
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator(row(page, 5))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(row(page, 6))).to_be_focused()  # nothing was handed in
    page.keyboard.press("Enter")
    expect(page.locator("#more")).to_be_focused()
    expect(page.locator("#more")).to_have_text("Encore 1 bulletin à décider : le voir")
    page.keyboard.press("Enter")
    expect(page.locator(row(page, OPEN))).to_be_focused()


def decide_a_table_of_another_page(office: OfficePage) -> None:
    page = open_list_by_table(office)
    page.keyboard.press("t")
    page.keyboard.type(f"{OPEN}")
    page.keyboard.press("Enter")
    expect(page.locator(row(page, OPEN))).to_be_focused()
    assert tables(page) == [OPEN]
    page.keyboard.press("Enter")
    expect(page.locator(row(page, OPEN))).to_contain_text("confirmé")
    page.get_by_role("link", name="Journal").focus()
    page.keyboard.press("Escape")
    assert tables(page) == [OPEN]
    page.locator(row(page, OPEN)).focus()
    page.keyboard.press("Escape")
    expect(page.locator(row(page, 1))).to_be_focused()
    assert len(tables(page)) == PAGE_SIZE


def test_a_long_list_is_walked_searched_printed_and_decided(office: OfficePage, turn: Turn) -> None:
    """All on one list of bulletins; those that decide come last."""
    with every_row() as each:
        for act in (
            turn_the_pages_by_keys,
            type_the_number_of_a_table,
            look_for_what_nobody_has,
            print_the_whole_list,
            count_the_rows_on_a_small_laptop,
            look_at_the_list,
            look_at_the_printed_list,
            hear_of_another_s_decision,
            decide_the_last_of_the_page,
            decide_a_table_of_another_page,
        ):
            with each(act.__name__):
                act(office)


def test_after_decisions_the_next_page_goes_on_with_what_waits(
    office: OfficePage, turn: Turn
) -> None:
    office.room.tournament.confirm_clean = True
    office.room.tournament.save()
    page = office.open("arbiter-list")
    expect(page.locator("#waiting")).to_have_text(f"{TABLES} bulletins à décider")
    with transaction.atomic():  # the page hears of them at once
        for ruling in get_current_rulings(turn).values():
            if ruling.entry.table.number <= PAGE_SIZE:
                confirm_ruling(
                    turn=turn,
                    entry=ruling.entry,
                    version=ruling.version,
                    **office.room.get_author_and_time(),
                )
    expect(page.locator("#waiting")).to_have_text(f"{TABLES - PAGE_SIZE} bulletins à décider")
    assert tables(page) == list(range(1, PAGE_SIZE + 1))
    page.keyboard.press("s")
    expect(page.locator(row(page, PAGE_SIZE + 1))).to_be_focused()
    assert tables(page)[: TABLES - PAGE_SIZE] == list(range(PAGE_SIZE + 1, TABLES + 1))
