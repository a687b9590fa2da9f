"""Who may create tournaments, and whose word lists one may use."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from engine.regulation.editions import CURRENT
from tests.room import Room
from tests.tournament.services.lists import bring
from tests.tournament.views.office import SignIn, at, seen
from tournament.core.errors import NotAllowed
from tournament.core.states import Role
from tournament.models import LexiconImport, Tournament
from tournament.queries import access
from tournament.services import tournaments

FIELDS = {"name": "Coupe", "starts_on": "2026-05-02", "lexicon": "fr-libre", "edition": "2023"}


@pytest.fixture
def permissions(room: Room) -> Iterator[None]:
    """What ``migrate`` writes, and the tests' database does without."""
    ContentType.objects.clear_cache()
    create_permissions(apps.get_app_config("tournament"), verbosity=0)
    yield
    ContentType.objects.clear_cache()


def create(browser: Client) -> int:
    return browser.post(reverse("office-create"), FIELDS).status_code


def test_the_first_account_creates_tournaments_and_others_are_told_who_lets_them(
    room: Room, sign_in: SignIn
) -> None:
    arbiter, first = sign_in(Role.ARBITER, name="camille"), sign_in(name="bureau")
    for response in (arbiter.get(reverse("office-create")), arbiter.post(reverse("office-create"))):
        assert response.status_code == 403
        assert 'make manage ARGS="sign_in_link camille --organiser"' in seen(response)
    assert reverse("office-create") not in seen(arbiter.get(reverse("office")))
    assert reverse("office-create") in seen(first.get(reverse("office")))
    assert (create(arbiter), create(first)) == (403, 302)
    assert Tournament.objects.filter(name="Coupe").count() == 1


def test_the_service_asks_too(room: Room) -> None:
    with pytest.raises(NotAllowed, match="create"):
        tournaments.create_tournament(
            name="Coupe",
            starts_on=room.tournament.starts_on,
            edition=CURRENT,
            **room.by() | {"by": User.objects.create(username="camille")},
        )


def test_the_command_lets_an_account_create(
    room: Room, sign_in: SignIn, permissions: None, capsys: pytest.CaptureFixture[str]
) -> None:
    browser = sign_in(name="camille")
    call_command("sign_in_link", "camille")
    assert create(browser) == 403
    call_command("sign_in_link", "camille", "--organiser")
    assert create(browser) == 302


def test_an_installation_may_let_everybody_create(
    room: Room, sign_in: SignIn, settings: Any
) -> None:
    settings.TOURNAMENT_CREATION = access.EVERYBODY
    assert create(sign_in(name="camille")) == 302
    assert Client().post(reverse("office-create"), FIELDS).status_code == 302  # to the sign-in
    assert Tournament.objects.filter(name="Coupe").count() == 1


# --- whose lists ---------------------------------------------------------------------------


@pytest.fixture
def licensed(room: Room, sign_in: SignIn, tmp_path: Any, settings: Any) -> LexiconImport:
    """A list that Dominique brought, who has nothing to do with the room."""
    settings.LEXICON_DIR = tmp_path / "lexicon"
    sign_in(name="dominique")
    return bring(room, "Licence", "AS\nCAS\n12", User.objects.get(username="dominique"))


def usable(name: str) -> list[str]:
    return access.usable_lexica(User.objects.get(username=name))


def on_the_bench(browser: Client) -> str:
    asked = {"rack": "CASXXXX", "sheet": "CAS", "reference": "H8", "score": "10"}
    return seen(browser.get(reverse("bench"), asked | {"lexicon": "Licence"}))


def test_a_list_is_its_owners_until_a_tournament_chooses_it(
    room: Room, licensed: LexiconImport, sign_in: SignIn
) -> None:
    sign_in(Role.ARBITER, name="camille")
    stranger = sign_in(name="sacha")
    assert usable("dominique") == ["fr-libre", "Licence"]
    assert [usable(name) for name in ("bureau", "camille", "sacha")] == [["fr-libre"]] * 3
    Tournament.objects.update(lexicon="Licence")
    assert [usable(name) for name in ("bureau", "camille")] == [["fr-libre", "Licence"]] * 2
    assert usable("sacha") == ["fr-libre"]
    for browser in (stranger, Client()):
        page = on_the_bench(browser)
        assert "Sélectionnez un choix valide." in page
        assert 'id="answers"' not in page
    assert 'id="answers"' in on_the_bench(sign_in(name="camille"))


def test_another_organiser_neither_sees_nor_chooses_a_list(
    room: Room, licensed: LexiconImport, organiser: Client
) -> None:
    assert "Licence" not in seen(organiser.get(reverse("office-lexica")))
    for name in ("office-lexicon", "office-lexicon-report"):
        response = organiser.get(reverse(name, args=[licensed.pk]))
        assert response.status_code == 403
        assert "a été apporté par un autre compte" in seen(response)
    assert "Licence" not in seen(organiser.get(at(room, "office-settings")))
    fields = FIELDS | {"links_valid_until": "2026-05-03", "lexicon": "Licence"}
    assert organiser.post(at(room, "office-settings"), fields).status_code == 422
    with pytest.raises(NotAllowed, match="private-lexicon"):
        tournaments.update_tournament(
            tournament=room.tournament, changes={"lexicon": "Licence"}, **room.by()
        )
    with pytest.raises(NotAllowed, match="private-lexicon"):
        tournaments.create_tournament(
            name="Coupe",
            starts_on=room.tournament.starts_on,
            lexicon="Licence",
            edition=CURRENT,
            **room.by(),
        )


def test_a_list_of_the_command_line_is_for_all_who_organise(
    room: Room, licensed: LexiconImport, sign_in: SignIn
) -> None:
    LexiconImport.objects.update(by=None)
    sign_in(Role.ORGANISER, name="sacha")
    sign_in(Role.ARBITER, name="camille")
    assert usable("sacha") == ["fr-libre", "Licence"]
    assert usable("camille") == ["fr-libre"]


def test_nobody_elses_import_under_way_is_shown(
    room: Room, licensed: LexiconImport, organiser: Client
) -> None:
    LexiconImport.objects.update(state="running")
    page = seen(organiser.get(reverse("office-lexica")))
    assert "Licence" not in page
    assert organiser.get(reverse("office-lexicon", args=[licensed.pk])).status_code == 403
