"""The accounts of an organisation: creation, invitation, closing, managers, record."""

from urllib.parse import urlsplit

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import (
    AccountChange,
    Membership,
    Organisation,
    RoleChange,
    SignInLink,
    StaffMember,
)
from tournament.presentation.accounts import CHANGE_NAMES
from tournament.queries import clock
from tournament.services.accounts.accounts import create_member
from tournament.services.accounts.organisations import join_organisation

PASSWORD = "Une grille à remplir"


@pytest.fixture
def manager(room: Room) -> Client:
    browser = Browser()
    browser.force_login(room.user)
    return browser


@pytest.fixture
def camille(room: Room) -> User:
    """Return an account of the organisation, an arbiter with a password."""
    user = create_member(
        organisation=room.tournament.organisation, username="camille", **room.get_author_and_time()
    )
    user.set_password(PASSWORD)
    user.save()
    StaffMember.objects.create(tournament=room.tournament, user=user, role=Role.ARBITER)
    return user


@pytest.fixture
def elsewhere(camille: User) -> Organisation:
    """Return another club of which Camille is a member."""
    other = Organisation.objects.create(name="Club d’en face")
    join_organisation(organisation=other, user=camille, by=None, now=clock.now())
    return other


def build_path(room: Room, name: str, *args: object) -> str:
    return reverse(f"organisation-{name}", args=[room.tournament.organisation.pk, *args])


def read_card_path(page: str) -> str:
    """Return the path of the first card on a page."""
    return urlsplit(page.split('<a class="code" href="')[1].split('"', maxsplit=1)[0]).path


def list_kinds() -> list[str]:
    return list(AccountChange.objects.values_list("kind", flat=True))


def test_new_account_signs_in_by_card_and_sets_a_password(room: Room, manager: Client) -> None:
    fields = {"username": "dominique", "name": "Dominique Lac"}
    page = read_text(manager.post(build_path(room, "accounts"), fields))
    card = read_card_path(page)
    assert "Dominique Lac" in read_text(manager.get(build_path(room, "accounts")))
    guest = Client()
    assert guest.post(card)["Location"] == reverse("account")
    assert Client().post(card).status_code == 403
    account_page = reverse("account")
    assert "Choisissez votre mot de passe maintenant" in read_text(guest.get(account_page))
    short = guest.post(
        account_page, {"change": "1", "new_password1": "abc", "new_password2": "abc"}
    )
    assert short.status_code == 422
    guest.post(account_page, {"change": "1", "new_password1": PASSWORD, "new_password2": PASSWORD})
    assert "Changer de mot de passe" in read_text(guest.get(account_page))
    signing_in = {"username": "dominique", "password": PASSWORD}
    assert Client().post(reverse("login"), signing_in).status_code == 302
    assert list_kinds()[-2:] == ["made", "card"]


def test_taken_username_is_refused_without_naming_its_owner(
    room: Room, manager: Client, camille: User, elsewhere: Organisation
) -> None:
    User.objects.create_user("sacha")
    with every_row() as row:
        for name in ("camille", "Camille", "sacha"):
            with row(name):
                response = manager.post(build_path(room, "accounts"), {"username": name})
                assert response.status_code == 422
                page = read_text(response)
                assert f"Le nom de compte « {name} » est pris : choisissez-en un autre." in page
                assert elsewhere.name not in page


def test_cards_are_printed_for_ticked_accounts_and_replace_old_ones(
    room: Room, manager: Client, camille: User
) -> None:
    old = read_card_path(
        read_text(manager.post(build_path(room, "cards"), {"accounts": [camille.pk]}))
    )
    fields = {"accounts": [camille.pk, room.user.pk, 10**30, "x"]}
    page = read_text(manager.post(build_path(room, "cards"), fields))
    assert page.count('<li class="table-card">') == 2
    assert Client().get(old).status_code == 403
    assert SignInLink.objects.count() == 2
    assert "Cochez au moins un compte." in read_text(manager.post(build_path(room, "cards")))
    guest = Client()
    assert guest.post(read_card_path(page)).status_code == 302


def test_a_new_password_ends_sessions_cards_and_locks(
    room: Room, manager: Client, camille: User
) -> None:
    browser = Client()
    browser.force_login(camille)
    card = read_card_path(
        read_text(manager.post(build_path(room, "cards"), {"accounts": [camille.pk]}))
    )
    for _ in range(9):
        Client().post(reverse("login"), {"username": "camille", "password": "faux"})
    page = read_text(manager.post(build_path(room, "account-password", camille.pk)))
    password = page.split('id="password">')[1].split("<")[0]
    assert browser.get(reverse("account")).status_code == 302
    assert Client().get(card).status_code == 403
    assert not AccessAttempt.objects.exists()
    fields = {"username": "camille", "password": password}
    assert Client().post(reverse("login"), fields).status_code == 302
    assert password not in read_text(manager.get(build_path(room, "account", camille.pk)))


def test_closed_account_opens_nothing_and_its_sessions_end(
    room: Room, manager: Client, camille: User
) -> None:
    browser = Client()
    browser.force_login(camille)
    card = read_card_path(
        read_text(manager.post(build_path(room, "cards"), {"accounts": [camille.pk]}))
    )
    manager.post(build_path(room, "account-close", camille.pk))
    fields = {"username": "camille", "password": PASSWORD}
    assert browser.get(reverse("account")).status_code == 302
    assert Client().post(reverse("login"), fields).status_code == 200
    assert Client().get(card).status_code == 403
    assert "est fermé" in read_text(
        manager.post(build_path(room, "cards"), {"accounts": [camille.pk]})
    )
    staff = {"username": "camille", "role": "judge"}
    assert "est fermé" in read_text(manager.post(reverse_for(room, "office-staff"), staff))
    manager.post(build_path(room, "account-reopen", camille.pk))
    assert browser.get(reverse("account")).status_code == 302
    assert Client().post(reverse("login"), fields).status_code == 302
    response = manager.post(build_path(room, "account-close", room.user.pk), follow=True)
    assert "On ne ferme pas son propre compte." in read_text(response)
    assert manager.get(reverse("office")).status_code == 200


def test_the_last_manager_stays(room: Room, manager: Client, camille: User) -> None:
    for act in ("manages-not", "leave"):
        page = read_text(
            manager.post(build_path(room, f"account-{act}", room.user.pk), follow=True)
        )
        assert "C’est le dernier compte qui gère l’organisation" in page
    manager.post(build_path(room, "account-manages", camille.pk))
    manager.post(build_path(room, "account-manages-not", room.user.pk))
    managers = Membership.objects.filter(manages=True).values_list("user", flat=True)
    assert list(managers) == [camille.pk]
    assert manager.get(build_path(room, "accounts")).status_code == 404
    assert list_kinds()[-2:] == ["manages", "manages-not"]


def test_leaving_ends_all_roles_in_the_organisation(
    room: Room, manager: Client, camille: User, elsewhere: Organisation
) -> None:
    manager.post(build_path(room, "account-leave", camille.pk))
    assert not camille.roles.exists()
    assert [membership.organisation for membership in camille.memberships.all()] == [elsewhere]
    assert manager.get(build_path(room, "account", camille.pk)).status_code == 404
    assert list_kinds()[-1] == "left"
    change = RoleChange.objects.get(user=camille)
    assert (change.given, change.by) == (False, room.user)


def test_an_account_with_roles_elsewhere_is_not_managed(
    room: Room, manager: Client, camille: User, elsewhere: Organisation
) -> None:
    root = User.objects.create_superuser("racine")
    join_organisation(
        organisation=room.tournament.organisation, user=root, **room.get_author_and_time()
    )
    before = list(AccountChange.objects.values())
    with every_row() as row:
        for user in (camille, root):
            with row(user.username):
                responses = [
                    manager.post(build_path(room, "account-password", user.pk)),
                    manager.post(build_path(room, "cards"), {"accounts": [user.pk]}),
                    manager.post(build_path(room, "account-close", user.pk), follow=True),
                    manager.post(build_path(room, "account", user.pk), {"name": "Autre"}),
                ]
                for response in responses:
                    assert "sert aussi ailleurs" in read_text(response)
    camille.refresh_from_db()
    assert camille.check_password(PASSWORD)
    assert camille.is_active
    assert not SignInLink.objects.exists()
    assert list(AccountChange.objects.values()) == before


def test_changes_of_accounts_and_roles_share_a_page(
    room: Room, manager: Client, camille: User, sign_in: SignIn
) -> None:
    manager.post(build_path(room, "account", camille.pk), {"name": "Camille Rive"})
    manager.post(build_path(room, "account-password", camille.pk))
    manager.post(reverse_for(room, "office-staff"), {"username": "camille", "role": "judge"})
    manager.post(build_path(room, "invite"))
    page = read_text(manager.get(build_path(room, "changes")))
    for words in ("compte créé", "→ « Camille Rive »", "nouveau mot de passe", "invitation"):
        assert words in page
    assert "rôle donné : juge-arbitre" in page
    assert sign_in(Role.ORGANISER).get(build_path(room, "changes")).status_code == 404


def test_every_change_has_its_words() -> None:
    from tournament.core.states import AccountChangeKind

    assert set(CHANGE_NAMES) == set(AccountChangeKind)


# --- one's own page ----------------------------------------------------------------------


def test_one_changes_name_and_password_and_other_sessions_end(room: Room, camille: User) -> None:
    account_page, this, other = reverse("account"), Client(), Client()
    this.force_login(camille)
    other.force_login(camille)
    this.post(account_page, {"rename": "1", "name": "Camille Rive"})
    page = read_text(this.get(account_page))
    assert "Camille Rive" in page
    assert "arbitre-correcteur" in page
    new = "Quinze lignes de quinze"
    fields = {"change": "1", "new_password1": new, "new_password2": new}
    wrong_password = this.post(account_page, fields | {"old_password": "faux"})
    assert wrong_password.status_code == 422
    assert this.post(account_page, fields | {"old_password": PASSWORD}).status_code == 302
    assert this.get(account_page).status_code == 200
    assert other.get(account_page).status_code == 302


# --- invitations -------------------------------------------------------------------------


def read_invitation_path(page: str) -> str:
    return urlsplit(
        page.split('id="invitation" readonly value="')[1].split('"', maxsplit=1)[0]
    ).path


def test_arbiter_of_two_clubs_joins_by_a_link_used_once(room: Room, manager: Client) -> None:
    guest = User.objects.create_user("invitee")
    browser, second = Client(), Client()
    browser.force_login(guest)
    second.force_login(User.objects.create_user("autre"))
    fields = {"role": ["arbiter", "double_arbiter"]}
    link = read_invitation_path(
        read_text(manager.post(reverse_for(room, "office-staff-invite"), fields))
    )
    assert Client().get(link)["Location"] == f"/accounts/login/?next={link}"
    page = read_text(browser.get(link))
    assert room.tournament.organisation.name in page
    assert "arbitre-correcteur, double arbitre" in page
    assert not guest.memberships.exists()
    assert browser.post(link)["Location"] == reverse("office")
    assert {staff_member.role for staff_member in guest.roles.all()} == {
        "arbiter",
        "double_arbiter",
    }
    assert not guest.memberships.get().manages
    assert second.post(link).status_code == 403
    assert "Cochez au moins un rôle." in read_text(
        manager.post(reverse_for(room, "office-staff-invite"))
    )


def test_an_invitation_ends_with_its_authors_right(room: Room, manager: Client) -> None:
    browser = Client()
    browser.force_login(User.objects.create_user("invitee"))
    link = read_invitation_path(read_text(manager.post(build_path(room, "invite"))))
    assert browser.get(link).status_code == 200
    Membership.objects.filter(user=room.user).update(manages=False)
    assert browser.get(link).status_code == 403
    assert browser.post(link).status_code == 403
    assert browser.get(reverse("invitation", args=["x" * 40])).status_code == 403
