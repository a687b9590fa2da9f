"""Keys of the staff: their list, saving by Ctrl+Enter, decisions by letter, F keys everywhere."""

from playwright.sync_api import Page, expect

from arbitrage.models import RulingStatus
from arbitrage.queries.rulings import get_current_rulings
from tests.browser.office.desks import OfficePage, list_overflows
from tests.rows import every_row


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_a_decision_is_changed_in_three_keys(office: OfficePage) -> None:
    turn = office.collected_turn()
    page = office.open("arbiter-list")
    rows = page.locator("#bulletins tr")
    rows.filter(has=page.locator("th[data-value='1']")).focus()
    page.keyboard.press("m")
    dialog = page.get_by_role("dialog", name="Table 1")
    expect(dialog.locator(".motives kbd")).to_have_count(20)
    assert list_overflows(page) == []
    press(page, "l", "Control+Enter")
    expect(dialog).to_be_hidden()
    ruling = get_current_rulings(turn)[office.room.entries[0].pk]
    assert (ruling.status, ruling.sanction, ruling.motives) == (
        RulingStatus.CHANGED,
        "zero",
        ["illisible"],
    )
    assert ruling.points == 0


def test_the_keys_of_a_page_are_listed(office: OfficePage) -> None:
    office.collected_turn(on_paper=[2])
    with every_row() as each:
        for name, keys, meaning in (
            ("arbiter-list", "?", "le détail du bulletin"),
            ("arbiter-keying", "F1", "Feuille entière"),
            ("judge-desk", "?", "Bulletins"),
            ("public-ranking", "?", "Bureau"),
        ):
            with each(name):
                page = office.open(name)
                page.set_viewport_size({"width": 1366 if keys == "F1" else 683, "height": 768})
                page.wait_for_load_state()
                page.keyboard.press(keys)
                dialog = page.get_by_role("dialog", name="Touches de cette page")
                expect(dialog).to_contain_text(meaning)
                page.keyboard.press("Escape")
                expect(dialog).to_be_hidden()


def test_keys_lead_back_from_the_ranking(office: OfficePage) -> None:
    office.collected_turn()
    page = office.open("public-ranking")
    page.wait_for_load_state()
    page.keyboard.press("F4")
    expect(page.locator("#desk")).to_be_visible()


def test_tick_all_ticks_the_rows_of_the_search(office: OfficePage) -> None:
    page = office.open("players")
    search = page.locator("[data-filters]")
    search.fill("algérie")
    page.get_by_label("Tout cocher").check()
    search.fill("")
    expect(page.locator("[data-ticked-count]").first).to_contain_text("1 coché")
