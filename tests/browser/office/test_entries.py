"""Registration by keyboard, as fast as anybody types."""

from playwright.sync_api import expect

from tests.browser.office.desks import Office
from tests.patience import wait_for
from tournament.models import Entry

TYPED = ("Grèce", "Hongrie", "Italie", "Japon", "Kenya", "Liban")


def test_players_are_registered_one_after_the_other_without_the_mouse(office: Office) -> None:
    page = office.open("office-entries")
    page.get_by_label("Nom").first.focus()
    for name in ("Grèce", "Hongrie"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("row", name=name)).to_be_visible()
        expect(page.locator("#id_last_name")).to_be_focused()
        expect(page.locator("#id_last_name")).to_have_value("")


def test_what_is_typed_while_the_server_answers_is_not_lost(office: Office) -> None:
    page = office.open("office-entries")
    page.get_by_label("Nom").first.focus()
    for name in TYPED:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type("Jo")
        page.keyboard.press("Enter")
    page.keyboard.type("Mal")

    names = Entry.objects.filter(tournament=office.room.tournament).order_by("table__number")
    wait_for(lambda: names.count() == len(office.room.entries) + len(TYPED))
    registered = [entry.name for entry in names][len(office.room.entries) :]
    assert registered == [f"{name} Jo" for name in TYPED]
    for name in TYPED:
        expect(page.get_by_role("row", name=name)).to_be_visible()
    expect(page.locator("#registered")).to_contain_text("Liban Jo : table 12.")
    expect(page.locator("#present")).to_have_text("12 inscriptions")
    expect(page.locator("#id_last_name")).to_have_value("Mal")
    expect(page.locator("#id_last_name")).to_be_focused()


def test_one_that_is_refused_comes_back_and_the_next_is_registered(office: Office) -> None:
    page = office.open("office-entries")
    page.get_by_label("Nom").first.fill("Grèce")
    page.get_by_label("Table").first.fill("1")  # taken
    page.keyboard.press("Enter")
    page.locator("#id_last_name").fill("Hongrie")
    page.keyboard.press("Enter")

    expect(page.get_by_role("row", name="Hongrie")).to_be_visible()
    expect(page.locator("#id_last_name")).to_have_value("Grèce")
    page.get_by_label("Table").first.fill("")
    page.locator("#register").click()
    expect(page.get_by_role("row", name="Grèce")).to_be_visible()
    expect(page.locator("#id_last_name")).to_have_value("")
