"""The arbiter's list of a room with several pages of bulletins, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from arbitrage.models import RulingStatus
from arbitrage.queries.paging import PAGE_SIZE
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.rulings import confirm_ruling
from tests.browser.axe import list_violations
from tests.browser.office.desks import OfficePage, look_at_a_small_phone
from tests.browser.on_paper import cut_on_paper
from tests.bulletins import add_tables_with_bulletins
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


def turn_the_pages_by_keys(page: Page) -> None:
    """They turn the pages of the whole list."""
    page.get_by_role("columnheader", name="Table").get_by_role("link").click()
    expect(page.locator(row(page, 1))).to_be_focused()
    expect(page.get_by_role("columnheader", name="Table")).to_have_attribute(
        "aria-sort", "ascending"
    )
    page.keyboard.press("s")
    expect(page.locator(row(page, PAGE_SIZE + 1))).to_be_focused()
    assert tables(page) == list(range(PAGE_SIZE + 1, TABLES + 1))


def hear_of_another_s_decision(page: Page, office: OfficePage) -> None:
    """The second page and its row stay."""
    turn = Turn.objects.get()
    expect(page.locator("#connection")).to_have_text("en direct")
    before = tables(page)
    page.locator(row(page, before[3])).focus()
    entry = Entry.objects.get(tournament=office.room.tournament, table__number=before[6])
    confirm_ruling(turn=turn, entry=entry, version=1, **office.room.get_author_and_time())
    expect(page.locator(row(page, before[6]))).to_contain_text("confirmé")
    expect(page.locator(row(page, before[3]))).to_be_focused()
    assert tables(page) == before
    assert get_current_rulings(turn)[entry.pk].status == RulingStatus.CONFIRMED


def type_the_number_of_a_table(page: Page) -> None:
    """In the list, it goes to its table on the page."""
    page.keyboard.press("p")
    expect(page.locator(row(page, 1))).to_be_focused()
    page.keyboard.type("12")
    expect(page.get_by_label("Table ou nom")).to_have_value("12")
    page.keyboard.press("Enter")
    expect(page.locator(row(page, 12))).to_be_focused()
    expect(page.get_by_label("Table ou nom")).to_have_value("")
    assert len(tables(page)) == PAGE_SIZE
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="Table 12")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(row(page, 12))).to_be_focused()


def look_for_what_nobody_has(page: Page) -> None:
    """It is said, and the field is ready for another try."""
    page.keyboard.press("t")
    page.keyboard.type("personne")
    page.keyboard.press("Enter")
    expect(page.get_by_text("« personne » : 0 bulletin.")).to_be_visible()
    expect(page.get_by_label("Table ou nom")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(row(page, 1))).to_be_focused()


def print_the_whole_list(page: Page) -> None:
    """It is a page of its own."""
    page.get_by_role("link", name="Imprimer la liste").click()
    expect(page.locator("tbody tr")).to_have_count(TABLES)
    expect(page.get_by_role("button", name="Imprimer")).to_be_visible()
    assert list_violations(page) == []
    assert cut_on_paper(page) == []
    page.get_by_role("link", name="Retour à la liste").click()
    expect(page).to_have_url(re.compile(r"sort=table"))


def decide_the_last_of_the_page(page: Page) -> None:
    """Enter opens the next page."""
    expect(page.locator(row(page, 1))).to_be_focused()
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


def decide_a_table_of_another_page(page: Page) -> None:
    page.keyboard.press("t")
    page.keyboard.type(f"{TABLES}")
    page.keyboard.press("Enter")
    expect(page.locator(row(page, TABLES))).to_be_focused()
    assert tables(page) == [TABLES]
    page.keyboard.press("Enter")
    expect(page.locator(row(page, TABLES))).to_contain_text("confirmé")
    page.get_by_role("link", name="Journal").focus()
    page.keyboard.press("Escape")
    assert tables(page) == [TABLES]
    page.locator(row(page, TABLES)).focus()
    page.keyboard.press("Escape")
    expect(page.locator(row(page, OPEN))).to_be_focused()
    assert len(tables(page)) == PAGE_SIZE


def count_the_rows_on_a_small_laptop(page: Page) -> None:
    """Twelve and more stand there, with one beside."""
    page.set_viewport_size({"width": 1366, "height": 768})
    inside = "all => all.filter(r => r.getBoundingClientRect().bottom <= innerHeight).length"
    expect(page.locator("#detail-title")).to_be_in_viewport()
    rows = page.locator("#bulletins tr[data-row]")
    heights = rows.evaluate_all("all => all.map(r => r.getBoundingClientRect().height)")
    assert max(heights) - min(heights) < 2
    assert rows.evaluate_all(inside) >= 12


def test_a_long_list_is_walked_searched_printed_and_decided(office: OfficePage, turn: Turn) -> None:
    page = office.open("arbiter-list")
    turn_the_pages_by_keys(page)
    hear_of_another_s_decision(page, office)
    type_the_number_of_a_table(page)
    look_for_what_nobody_has(page)
    print_the_whole_list(page)
    decide_the_last_of_the_page(page)
    decide_a_table_of_another_page(page)
    look_at_a_small_phone(page, without="#bulletins")
    count_the_rows_on_a_small_laptop(page)
