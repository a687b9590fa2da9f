"""The database away while somebody works: pages say so, keep what is typed, and come back."""

from playwright.sync_api import Locator, Page, expect

from config.outage import OUTAGE_SENTENCE
from tests.browser.office.desks import OfficePage
from tests.tournament.live.outage import cut_database
from tournament.models import StaffMember


def alert(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has_text=str(OUTAGE_SENTENCE))


def test_pages_say_so_keep_what_is_typed_and_come_back(office: OfficePage) -> None:
    office.collected_turn()
    page = office.open("arbiter-list")
    connection = page.locator("#connection")
    expect(connection).to_have_text("en direct")
    staff = office.open("office-staff", page=page.context.new_page())
    name, send = staff.locator("#id_username"), staff.locator("#add-staff")
    name.fill("personne")
    staff.get_by_role("checkbox", name="juge-arbitre : ").check()
    with cut_database():
        page.locator("[data-action=change]").first.click()
        expect(alert(page)).to_be_visible()
        expect(connection).to_contain_text("hors ligne")
        send.click()
        expect(alert(staff)).to_be_visible()
        expect(name).to_have_value("personne")
    expect(connection).to_have_text("en direct")  # by itself
    expect(alert(page)).to_have_count(0)
    assert all("503" in text or "responseError" in text for text in office.errors)
    office.errors.clear()
    send.click()
    expect(staff.get_by_role("img", name="Code QR de connexion de personne")).to_be_visible()
    expect(alert(staff)).to_have_count(0)
    assert StaffMember.objects.filter(user__username="personne").exists()
