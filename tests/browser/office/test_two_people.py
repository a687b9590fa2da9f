"""Two organisers change one setting: the second one reads both values and saves knowingly."""

from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.office.desks import OfficePage, look_at_a_small_phone
from tournament.models import Tournament
from tournament.services.tournaments import update_tournament


def test_a_conflict_is_read_and_saved_by_keyboard(office: OfficePage) -> None:
    page = office.open("office-settings")
    venue = page.locator("[name=venue]")
    venue.fill("Brest")
    changes = {"venue": "Lyon, salle des fêtes", "publicity": "end"}
    update_tournament(
        tournament=office.room.tournament, changes=changes, **office.room.get_author_and_time()
    )
    venue.press("Enter")
    line = page.get_by_role("row", name="Lieu")
    expect(line).to_contain_text("Lyon, salle des fêtes")
    expect(line).to_contain_text("Brest")
    expect(venue).to_have_value("Brest")
    look_at_a_small_phone(page)
    venue.press("Enter")
    overview = reverse("office-tournament", args=[office.room.tournament.slug])
    expect(page).to_have_url(office.stack.url + overview)
    row = Tournament.objects.get()
    assert (row.venue, row.publicity) == ("Brest", "end")
