"""Two people change one thing, or one sends it twice: nothing is lost, nothing is done twice."""

from tests.room import Room
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import SignIn, at, visible_text
from tournament.core.states import Role
from tournament.models import Tournament

SETTINGS = {
    "name": "Essai",
    "venue": "",
    "starts_on": "2026-03-01",
    "lexicon": "fr-libre",
    "edition": "2023",
    "links_valid_until": "2099-01-01",
    "plays_on": "tablet",
    "publicity": "live",
}


def test_two_people_change_different_settings_and_both_stay(
    room: Room, organiser: Browser, sign_in: SignIn
) -> None:
    other = sign_in(Role.ORGANISER, name="Olga")
    address = at(room, "office-settings")
    version = organiser.find_version(address)
    form = other.get(address).context["form"]
    sent = {name: form[name].initial for name in form.fields if form[name].initial}
    other.post(address, sent | {"venue": "Lyon"})
    response = organiser.post(address, sent | {"name": "Autre", "version": version}, follow=True)
    assert "Changé entre-temps par quelqu’un d’autre, et gardé : Lieu : « Lyon »" in visible_text(
        response
    )
    row = Tournament.objects.get()
    assert (row.name, row.venue) == ("Autre", "Lyon")
