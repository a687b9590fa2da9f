"""Two organisers on old pages, and creations that are sent twice: what they read, what stays."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.urls import reverse

from tests.arbitrage.services.test_locks import wait_for_a_lock
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tests.waiting import TIMEOUT_S
from tournament.core.states import Role
from tournament.models import Entry, Game, Membership, Table, Tournament
from tournament.services.submissions import lock_owner

CHANGED = "ce qui suit a été changé pendant que vous remplissiez cette page"
ALREADY = "Ce formulaire était déjà envoyé"
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
GAME = {"format": "normal", "time": "180", "warn_s": "30", "source": "software"}


@pytest.fixture
def olga(sign_in: SignIn) -> Browser:
    browser = sign_in(Role.ORGANISER, name="Olga")
    assert isinstance(browser, Browser)
    return browser


@pytest.fixture
def settings_page(room: Room, olga: Browser) -> str:
    address = reverse_for(room, "office-settings")
    assert olga.post(address, SETTINGS).status_code == 302
    return address


def test_changes_of_different_fields_both_stay(
    settings_page: str, organiser: Browser, olga: Browser
) -> None:
    version = organiser.find_version(settings_page)
    olga.post(settings_page, SETTINGS | {"venue": "Lyon", "confirm_clean": "on"})
    sent = SETTINGS | {"name": "Autre", "version": version}
    page = read_text(organiser.post(settings_page, sent, follow=True))
    assert "et gardé : Lieu : « Lyon » ; Faire confirmer aussi" in page
    row = Tournament.objects.get()
    assert (row.name, row.venue, row.confirm_clean) == ("Autre", "Lyon", True)


def test_a_conflict_names_the_author_and_keeps_typed_values(
    settings_page: str, organiser: Browser, olga: Browser
) -> None:
    version = organiser.find_version(settings_page)
    olga.post(settings_page, SETTINGS | {"venue": "Lyon", "publicity": "end"})
    sent = SETTINGS | {"venue": "Brest", "version": version}
    refused = organiser.post(settings_page, sent)
    assert refused.status_code == 409
    page = read_text(refused)
    assert CHANGED in page
    line = page.split('data-label="Valeur">Lieu</th>')[1].split("</tr>")[0]
    for words in ("Lyon", "Brest", "Olga, "):
        assert words in line
    assert "pas touchée : reste ce qui est enregistré" in page
    assert 'name="venue" value="Brest"' in page
    assert Tournament.objects.get().venue == "Lyon"
    form = refused.context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value()}
    organiser.post(settings_page, sent | {"version": form.build_version()})
    row = Tournament.objects.get()
    assert (row.venue, row.publicity) == ("Brest", "end")


def test_another_error_does_not_hide_what_others_change_meanwhile(
    settings_page: str, organiser: Browser, olga: Browser
) -> None:
    sent = SETTINGS | {"venue": "Brest", "version": organiser.find_version(settings_page)}
    refused = organiser.post(settings_page, sent | {"name": ""})
    assert refused.status_code == 422
    olga.post(settings_page, SETTINGS | {"venue": "Lyon"})
    version = refused.context["form"].build_version()
    assert organiser.post(settings_page, sent | {"version": version}).status_code == 409
    assert Tournament.objects.get().venue == "Lyon"


@contextmanager
def post_in_thread(organiser: Browser, address: str, sent: dict[str, Any]) -> Iterator[list[Any]]:
    """Post while the caller holds a lock; the answer is there at the end."""
    answers: list[Any] = []

    def post() -> None:
        try:
            answers.append(organiser.post(address, sent))
        finally:
            connection.close()

    thread = Thread(target=post)
    with transaction.atomic():
        yield answers
        thread.start()
        wait_for_a_lock()
    thread.join(TIMEOUT_S)


def test_values_are_compared_once_a_change_in_progress_is_over(
    settings_page: str, organiser: Browser, room: Room
) -> None:
    sent = SETTINGS | {"venue": "Brest", "version": organiser.find_version(settings_page)}
    with post_in_thread(organiser, settings_page, sent) as answers:
        lock_owner(room.tournament)
        Tournament.objects.update(venue="Lyon")
    assert [answer.status_code for answer in answers] == [409]
    assert Tournament.objects.get().venue == "Lyon"


def test_tables_given_by_another_meanwhile_are_not_taken_away_unseen(
    room: Room, organiser: Browser, olga: Browser
) -> None:
    address, arbiter = reverse_for(room, "office-assign"), room.user
    fields = {"first": "1", "last": "4", "arbiter": ""}
    version = organiser.find_version(address)
    olga.post(address, {"first": "3", "last": "6", "arbiter": arbiter.pk})
    others = {"first": "1", "last": "2", "arbiter": arbiter.pk, "version": version}
    assert organiser.post(address, others).status_code == 302  # nobody gave these away
    refused = organiser.post(address, fields | {"version": version}, headers=HTMX)
    assert refused.status_code == 409
    page = read_text(refused)
    assert "Table 3" in page
    assert "Table 5" not in page.split("</table>")[0]
    assert Table.objects.filter(arbiter=arbiter).count() == 6


def test_times_of_a_renumbered_game_change_no_other(room: Room, organiser: Browser) -> None:
    organiser.post(reverse_for(room, "office-game-create"), GAME | {"count": "2"})
    address = reverse_for(room, "office-game", 1)
    version = organiser.find_version(address)
    organiser.post(reverse_for(room, "office-game-down", 1))
    sent = {"time": "60", "warn_s": "20", "version": version}
    assert organiser.post(address, sent).status_code == 409
    assert set(Game.objects.values_list("time_s", flat=True)) == {180}


def test_scores_annulled_twice_are_not_given_back(
    first_results: object, room: Room, sign_in: SignIn
) -> None:
    arbiter: Any = sign_in(Role.ARBITER)
    address = reverse("player-cheating", args=[room.tournament.slug, room.entries[0].pk])
    sent = {"reason": "Dictionnaire.", "version": arbiter.find_version(address)}
    assert arbiter.post(address, sent).status_code == 302
    again = arbiter.post(address, sent)
    assert again.status_code == 409
    page = read_text(again)
    assert "annulés" in page
    assert "les annuler" in page
    assert room.entries[0].acts.filter(taken_back_by__isnull=False).count() == 0


# --- creations -------------------------------------------------------------------------


def test_equal_creations_make_one_and_show_it(room: Room, organiser: Browser) -> None:
    home = room.tournament.organisation
    organisers = User.objects.filter(roles__tournament=room.tournament, username="organiser")
    Membership.objects.create(organisation=home, user=organisers.get(), manages=True)
    creations: list[tuple[str, dict[str, Any], type[Any]]] = [
        (reverse("office-create"), SETTINGS | {"games": "0"}, Tournament),
        (reverse_for(room, "office-game-create"), GAME, Game),
        (reverse_for(room, "office-game-copy", 1), {"count": "2"}, Game),
        (reverse_for(room, "office-names"), {"names": "Grèce\nHongrie"}, Entry),
        (reverse_for(room, "office-register"), {"last_name": "Italie"}, Entry),
    ]
    with every_row() as row:
        for path, sent, model in creations:
            with row(path):
                data = sent | {"version": "une-seule-fois"}
                first = organiser.post(path, data)
                count = model.objects.count()
                second = organiser.post(path, data)
                assert second["Location"] == first["Location"]
                assert ALREADY in read_text(organiser.get(second["Location"]))
                third = organiser.post(path, data, headers=HTMX)
                assert third["HX-Redirect"] == first["Location"]
                assert model.objects.count() == count


def test_another_content_with_the_same_key_is_another_creation(
    room: Room, organiser: Browser
) -> None:
    path = reverse_for(room, "office-register")
    for name in ("Grèce", "Hongrie", "Grèce"):
        organiser.post(path, {"last_name": name, "version": "une-seule-fois"})
    assert Entry.objects.filter(name="Grèce").count() == 1
    assert Entry.objects.filter(name="Hongrie").count() == 1


def test_a_refused_creation_can_be_sent_again(room: Room, organiser: Browser) -> None:
    path, sent = (
        reverse_for(room, "office-register"),
        {"last_name": "Grèce", "version": "une-seule-fois"},
    )
    with_table = sent | {"table_number": "1"}
    assert organiser.post(path, with_table).status_code == 422
    Entry.objects.filter(table__number=1).delete()
    assert organiser.post(path, with_table).status_code == 302
