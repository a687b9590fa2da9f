"""The database away while somebody types: the page says so, and keeps what is typed."""

from playwright.sync_api import Page, expect

from config.outage import OUTAGE_SENTENCE
from tests.browser.office.desks import OfficePage
from tests.tournament.live.outage import cut_database
from tournament.models import StaffMember


def test_typed_input_stays_beside_the_error_until_it_is_sent(
    office: OfficePage,
) -> None:
    page: Page = office.open("office-staff")
    name, send = page.locator("#id_username"), page.locator("#add-staff")
    alert = page.get_by_role("alert").filter(has_text=str(OUTAGE_SENTENCE))
    name.fill("personne")
    page.get_by_role("checkbox", name="juge-arbitre : ").check()
    with cut_database():
        send.click()
        expect(alert).to_be_visible()
        expect(name).to_have_value("personne")
    assert all("503" in text or "responseError" in text for text in office.errors)
    office.errors.clear()
    send.click()
    expect(page.get_by_role("img", name="Code QR de connexion de personne")).to_be_visible()
    expect(alert).to_have_count(0)
    assert StaffMember.objects.filter(user__username="personne").exists()


def test_the_arbiter_s_list_is_live_again_by_itself(office: OfficePage) -> None:
    office.collected_turn()
    page: Page = office.open("arbiter-list")
    connection = page.locator("#connection")
    expect(connection).to_have_text("en direct")
    with cut_database():
        page.locator("[data-action=change]").first.click()
        expect(page.get_by_role("alert").filter(has_text=str(OUTAGE_SENTENCE))).to_be_visible()
        expect(connection).to_contain_text("hors ligne")
    expect(connection).to_have_text("en direct")
    expect(page.get_by_role("alert").filter(has_text=str(OUTAGE_SENTENCE))).to_have_count(0)
    assert all("503" in text or "responseError" in text for text in office.errors)
    office.errors.clear()
