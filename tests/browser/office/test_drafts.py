"""Typed values of a form are restored after another page, and forgotten once saved."""

from playwright.sync_api import expect

from tests.browser.office.desks import OfficePage


def test_what_was_typed_comes_back_until_it_is_saved(office: OfficePage) -> None:
    page = office.open("office-settings")
    page.locator("#id_venue").fill("Salle des fêtes")
    page.locator("summary", has_text="Ce que voit le public").click()
    page.locator("#id_short_minors").select_option("1")
    note = page.locator("[data-draft-note]")
    expect(note).to_be_hidden()
    office.open("office-staff")
    office.open("office-settings")
    expect(page.locator("#id_venue")).to_have_value("Salle des fêtes")
    expect(page.locator("#id_short_minors")).to_have_value("1")
    note.get_by_role("button").click()
    expect(page.locator("#id_venue")).not_to_have_value("Salle des fêtes")
    page.locator("#id_venue").fill("Salle des fêtes")
    page.locator("form[data-draft] button.primary").click()
    expect(page.locator("#alerts")).to_contain_text("enregistrés")
    office.open("office-settings")
    expect(page.locator("#id_venue")).to_have_value("Salle des fêtes")
    expect(note).to_be_hidden()
