"""Bulletins on paper typed in by an arbiter whose hands stay on the keyboard."""

from playwright.sync_api import Page, expect

from arbitrage.models import PaperBulletin
from arbitrage.queries.rulings import current_rulings
from tests.browser.axe import violations_in_both_themes
from tests.browser.office.desks import Office, overflow
from tests.patience import wait_for
from tournament.models import Bulletin, Turn


def open_page(office: Office) -> Page:
    page = office.open("arbiter-paper", 1, 1)
    expect(page.locator("#id_ask")).to_be_focused()
    return page


def points(office: Office, turn: Turn, table: int) -> int | None:
    return current_rulings(turn)[office.room.entries[table - 1].pk].points


def test_table_word_reference_score_and_the_next_table(office: Office) -> None:
    turn = office.collected_turn()
    entries = office.room.entries
    Bulletin.objects.filter(turn=turn, entry=entries[4]).delete()
    page = open_page(office)
    expect(page.locator("#id_ask")).to_have_value("5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Table 5")).to_be_visible()
    expect(page.locator("#word")).to_be_focused()
    page.keyboard.type("ratines")
    page.keyboard.press("Enter")
    page.keyboard.type("h2")
    page.keyboard.press("Enter")
    page.keyboard.type("70")
    page.keyboard.press("Enter")

    expect(page.get_by_role("status").filter(has_text="Table 5")).to_contain_text("enregistré")
    expect(page.locator("#id_ask")).to_be_focused()
    expect(page.locator("#id_ask")).to_have_value("6")
    paper = PaperBulletin.objects.get()
    assert (paper.rows, paper.reference, paper.score) == (["RATINES"], "H2", "70")
    wait_for(lambda: points(office, turn, 5) == points(office, turn, 2))


def test_raccord_letters_circles_and_crossings_out_are_drawn_from_the_keyboard(
    office: Office,
) -> None:
    office.collected_turn()
    page = open_page(office)
    page.keyboard.press("Enter")
    page.keyboard.press("F2")
    expect(page.locator("#squared .pen")).to_be_focused()
    page.keyboard.type("rat?i")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("ns-")
    page.keyboard.press("Enter")
    page.keyboard.press("?")
    page.keyboard.type("12")
    page.keyboard.press("Enter")

    expect(page.locator(".typed").get_by_role("img")).to_be_visible()
    paper = PaperBulletin.objects.get()
    assert paper.rows == ["RATi", "...N", "...S"]
    assert paper.struck == ["....", "....", "...x"]
    assert (paper.reference, paper.score) == ("illegible", "12")


def test_nothing_typed_while_the_server_answers_is_lost(office: Office) -> None:
    office.collected_turn()
    page = open_page(office)
    page.keyboard.type("6\nratines\nh2\n66\n")

    expect(page.get_by_role("status").filter(has_text="Table 6")).to_be_visible()
    paper = PaperBulletin.objects.get()
    assert (paper.rows, paper.reference, paper.score) == (["RATINES"], "H2", "66")


def test_a_vertical_word_and_the_state_of_the_slip(office: Office) -> None:
    office.collected_turn()
    page = open_page(office)
    page.keyboard.press("Enter")
    expect(page.locator("#word")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("un")
    page.get_by_label("État du bulletin").focus()
    page.get_by_label("État du bulletin").select_option("several")
    page.keyboard.press("Enter")

    expect(page.locator(".typed")).to_contain_text("plusieurs bulletins remis")
    paper = PaperBulletin.objects.get()
    assert (paper.rows, paper.state) == (["U", "N"], "several")


def test_the_bulletin_of_a_tablet_is_replaced_only_after_a_tick(office: Office) -> None:
    turn = office.collected_turn()
    page = open_page(office)
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.locator("#word")).to_be_focused()
    page.keyboard.type("ratines")
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("Cochez la case")
    expect(page.locator("#word")).to_have_value("RATINES")
    expect(page.get_by_label("Compter ce bulletin")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")

    expect(page.get_by_role("status").filter(has_text="Table 4")).to_be_visible()
    wait_for(lambda: bool(points(office, turn, 4)))


def test_what_was_typed_comes_back_to_be_corrected(office: Office) -> None:
    office.collected_turn()
    page = open_page(office)
    page.keyboard.press("Enter")
    page.keyboard.type("ratinet")
    for _ in range(3):
        page.keyboard.press("Enter")
    page.locator(".typed").get_by_role("link", name="Table 6").click()
    expect(page.locator("#word")).to_have_value("RATINET")
    expect(page.locator("#word")).to_be_focused()
    page.keyboard.press("Backspace")
    page.keyboard.type("s")
    for _ in range(3):
        page.keyboard.press("Enter")

    expect(page.locator(".typed").get_by_role("img", name="RATINES, horizontal")).to_be_visible()
    versions = PaperBulletin.objects.values_list("version", "rows")
    assert list(versions) == [(1, ["RATINET"]), (2, ["RATINES"])]


def test_the_page_is_accessible_and_never_scrolls_sideways(office: Office) -> None:
    office.collected_turn()
    page = open_page(office)
    page.locator("#id_ask").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("#word")).to_be_focused()
    for _ in ("word", "sheet"):
        assert violations_in_both_themes(page) == []
        for width in (1024, 800, 512, 390, 320):
            page.set_viewport_size({"width": width, "height": 768})
            assert overflow(page) <= 0, width
        page.keyboard.press("F2")
