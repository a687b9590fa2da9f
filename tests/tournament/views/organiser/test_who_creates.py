"""Permission to create tournaments, and visibility of word lists."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from engine.regulation.editions import CURRENT
from tests.room import Room
from tests.tournament.services.lists import bring
from tests.tournament.services.own_folder import fill_own_folder
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.errors import BadSetting, NotAllowed
from tournament.core.states import Role
from tournament.models import LexiconImport, Organisation, StaffMember, Tournament
from tournament.queries import access, clock, lexica
from tournament.services import tournaments
from tournament.services.accounts.organisations import create_organisation, join_organisation

FIELDS = {"name": "Coupe", "starts_on": "2026-05-02", "lexicon": "fr-libre", "edition": "2023"}


@pytest.fixture
def permissions(room: Room) -> Iterator[None]:
    """Create the permissions that ``migrate`` writes, which the test database lacks."""
    ContentType.objects.clear_cache()
    create_permissions(apps.get_app_config("tournament"), verbosity=0)
    yield
    ContentType.objects.clear_cache()


def create(browser: Client) -> int:
    return browser.post(reverse("office-create"), FIELDS).status_code


def test_first_account_creates_tournaments_and_others_get_advice(
    room: Room, sign_in: SignIn
) -> None:
    arbiter, first = sign_in(Role.ARBITER, name="camille"), sign_in(name="bureau")
    for response in (arbiter.get(reverse("office-create")), arbiter.post(reverse("office-create"))):
        assert response.status_code == 403
        assert 'make manage ARGS="sign_in_link camille --organiser"' in read_text(response)
    assert reverse("office-create") not in read_text(arbiter.get(reverse("office")))
    assert reverse("office-create") in read_text(first.get(reverse("office")))
    assert (create(arbiter), create(first)) == (403, 302)
    assert Tournament.objects.filter(name="Coupe").count() == 1


def test_the_service_asks_too(room: Room) -> None:
    with pytest.raises(NotAllowed, match="creation-not-allowed"):
        tournaments.create_tournament(
            name="Coupe",
            starts_on=room.tournament.starts_on,
            edition=CURRENT,
            **room.get_author_and_time() | {"by": User.objects.create(username="camille")},
        )


def test_the_command_lets_an_account_create(
    room: Room, sign_in: SignIn, permissions: None, capsys: pytest.CaptureFixture[str]
) -> None:
    browser = sign_in(name="camille")
    call_command("sign_in_link", "camille")
    assert create(browser) == 403
    call_command("sign_in_link", "camille", "--organiser")
    assert create(browser) == 302


def test_an_installation_may_let_all_accounts_create(
    room: Room, sign_in: SignIn, settings: Any
) -> None:
    settings.TOURNAMENT_CREATION = access.EVERYBODY
    assert create(sign_in(name="camille")) == 302
    assert Client().post(reverse("office-create"), FIELDS).status_code == 302  # to the sign-in
    assert Tournament.objects.filter(name="Coupe").count() == 1


# --- whose lists ---------------------------------------------------------------------------


@pytest.fixture
def other_club(room: Room, sign_in: SignIn) -> Organisation:
    """Return an organisation of Dominique without relation to the room."""
    sign_in(name="dominique")
    dominique = User.objects.get(username="dominique")
    return create_organisation(name="Club d’en face", by=dominique, now=clock.now())


@pytest.fixture
def licensed(room: Room, other_club: Organisation, tmp_path: Any, settings: Any) -> LexiconImport:
    """Return a list that Dominique imported for another club."""
    settings.LEXICON_DIR = fill_own_folder(tmp_path / "lexicon")
    dominique = User.objects.get(username="dominique")
    return bring(room, "Licence", "AS\nCAS\n12", dominique, other_club)


def list_usable_names(name: str) -> list[str]:
    return [lexicon.name for lexicon in access.list_usable_lexica(User.objects.get(username=name))]


def read_bench(browser: Client, key: str) -> str:
    parameters = {"rack": "CASXXXX", "sheet": "CAS", "reference": "H8", "score": "10"}
    return read_text(browser.get(reverse("bench"), parameters | {"lexicon": key}))


def test_list_belongs_to_its_organisation_and_its_players(
    room: Room, other_club: Organisation, licensed: LexiconImport, sign_in: SignIn
) -> None:
    camille, stranger = sign_in(name="camille"), sign_in(name="sacha")
    cup = Tournament.objects.create(
        organisation=other_club, name="Coupe", slug="coupe", lexicon="fr-libre"
    )
    StaffMember.objects.create(
        tournament=cup, user=User.objects.get(username="camille"), role=Role.ARBITER
    )
    Tournament.objects.filter(pk=room.tournament.pk).update(lexicon="Licence")  # not theirs
    assert list_usable_names("dominique") == ["fr-libre", "Licence"]
    assert [list_usable_names(name) for name in ("bureau", "camille", "sacha")] == [
        ["fr-libre"]
    ] * 3
    Tournament.objects.filter(pk=cup.pk).update(lexicon="Licence")
    assert list_usable_names("camille") == ["fr-libre", "Licence"]
    assert [list_usable_names(name) for name in ("bureau", "sacha")] == [["fr-libre"]] * 2
    key = f"{other_club.pk}/Licence"
    for browser in (stranger, Client()):
        page = read_bench(browser, key)
        assert "Sélectionnez un choix valide." in page
        assert 'id="answers"' not in page
    assert 'id="answers"' in read_bench(camille, key)


def test_another_organisation_neither_sees_nor_chooses_a_list(
    room: Room, licensed: LexiconImport, organiser: Client
) -> None:
    lexica_page = organiser.get(reverse("office-lexica"))
    assert "Licence" not in read_text(lexica_page)
    unknown = organiser.get(reverse("office-lexicon", args=[licensed.pk + 1]))
    for name in ("office-lexicon", "office-lexicon-report"):
        response = organiser.get(reverse(name, args=[licensed.pk]))
        assert (response.status_code, response["Location"]) == (302, unknown["Location"])
    for act in ("delete", "remove", "retry", "replace"):
        organiser.post(reverse(f"office-lexicon-{act}", args=[licensed.pk]))
    assert LexiconImport.objects.get().state == "done"
    assert "Licence" not in read_text(organiser.get(reverse_for(room, "office-settings")))
    fields = FIELDS | {"links_valid_until": "2026-05-03", "lexicon": "Licence"}
    assert organiser.post(reverse_for(room, "office-settings"), fields).status_code == 422
    with pytest.raises(BadSetting, match="unknown-lexicon"):
        tournaments.update_tournament(
            tournament=room.tournament, changes={"lexicon": "Licence"}, **room.get_author_and_time()
        )
    with pytest.raises(BadSetting, match="unknown-lexicon"):
        tournaments.create_tournament(
            name="Coupe",
            starts_on=room.tournament.starts_on,
            lexicon="Licence",
            edition=CURRENT,
            **room.get_author_and_time(),
        )


def test_two_organisations_have_different_words_under_one_name(
    room: Room, other_club: Organisation, licensed: LexiconImport
) -> None:
    """Check that a game keeps its own list, whatever happens to the other."""
    bring(room, "Licence", "AS\nMUR")
    tournaments.update_tournament(
        tournament=room.tournament, changes={"lexicon": "Licence"}, **room.get_author_and_time()
    )
    room.tournament.refresh_from_db()
    game = room.game()
    bring(room, "Licence", "OS", User.objects.get(username="dominique"), other_club)
    assert list(lexica.load_game_lexicon(game)) == ["AS", "MUR"]
    assert list(lexica.load_named_lexicon("Licence", other_club.pk)) == ["OS"]
    both = User.objects.get(username="dominique")
    StaffMember.objects.create(tournament=room.tournament, user=both, role=Role.ORGANISER)
    assert {lexicon.key for lexicon in access.list_usable_lexica(both)} == {
        *("fr-libre", f"{room.organisation_id}/Licence", f"{other_club.pk}/Licence")
    }
    browser = Client()
    browser.force_login(both)
    page = read_text(browser.get(reverse("bench")))
    assert f"Licence ({other_club.name})" in page


def test_list_of_the_command_line_is_for_all_organisers(
    room: Room, other_club: Organisation, tmp_path: Any, settings: Any, sign_in: SignIn
) -> None:
    settings.LEXICON_DIR = fill_own_folder(tmp_path / "lexicon")
    (path := tmp_path / "liste.txt").write_text("AS\nCAS", encoding="utf-8")
    call_command("import_lexicon", "Commune", path)
    call_command("import_lexicon", "Propre", path, organisation=other_club.name)
    with pytest.raises(CommandError, match="Aucune organisation ne se nomme"):
        call_command("import_lexicon", "Autre", path, organisation="Personne")
    sign_in(Role.ORGANISER, name="sacha")
    sign_in(Role.ARBITER, name="camille")
    assert list_usable_names("sacha") == ["fr-libre", "Commune"]
    assert list_usable_names("camille") == ["fr-libre"]
    assert list_usable_names("dominique") == ["fr-libre", "Commune", "Propre"]


def test_imports_of_other_organisations_are_not_shown(
    room: Room, licensed: LexiconImport, organiser: Client
) -> None:
    LexiconImport.objects.update(state="running")
    page = read_text(organiser.get(reverse("office-lexica")))
    assert "Licence" not in page
    assert organiser.get(reverse("office-lexicon", args=[licensed.pk])).status_code == 302


# --- in whose name -------------------------------------------------------------------------


def test_a_tournament_is_created_in_an_organisation_that_one_manages(
    room: Room, other_club: Organisation, sign_in: SignIn
) -> None:
    bureau = sign_in(name="bureau")
    assert "Votre club" not in read_text(bureau.get(reverse("office-create")))
    posted = bureau.post(reverse("office-create"), FIELDS | {"organisation": other_club.pk})
    assert posted.status_code == 302  # manager of one organisation: there is no choice
    assert Tournament.objects.get(name="Coupe").organisation_id == room.organisation_id
    with pytest.raises(NotAllowed, match="other-organisation"):
        tournaments.create_tournament(
            name="Vol",
            starts_on=room.tournament.starts_on,
            edition=CURRENT,
            organisation=other_club,
            **room.get_author_and_time(),
        )
    join_organisation(
        organisation=other_club, user=room.user, manages=True, **room.get_author_and_time()
    )
    assert other_club.name in read_text(bureau.get(reverse("office-create")))
    bureau.post(reverse("office-create"), FIELDS | {"name": "Face", "organisation": other_club.pk})
    assert Tournament.objects.get(name="Face").organisation == other_club


def test_a_creator_without_organisation_founds_a_club(
    room: Room, sign_in: SignIn, settings: Any
) -> None:
    settings.TOURNAMENT_CREATION = access.EVERYBODY
    browser = sign_in(name="camille")
    assert "Votre club" in read_text(browser.get(reverse("office-create")))
    browser.post(reverse("office-create"), FIELDS | {"club": "  Club  du Lac "})
    club = Tournament.objects.get(name="Coupe").organisation
    assert club.name == "Club du Lac"
    assert club.memberships.get().manages
    settings.TOURNAMENT_CREATION = "permission"
    assert create(browser) == 302  # who manages an organisation goes on
