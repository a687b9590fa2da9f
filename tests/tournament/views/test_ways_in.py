"""Ways to sign in: links used once, names of accounts, codes of tables."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.tournament.services.test_races import Other
from tests.tournament.views.office import HTMX, read_html, read_text, reverse_for
from tournament.core.errors import BadAccess
from tournament.models import CodeFailures, Organisation, SignInLink, StaffMember, Table, Tournament
from tournament.queries import clock
from tournament.queries.access import find_only_correcting_tournament
from tournament.services.accounts import sign_in_links, table_sign_in

# --- links that sign in ------------------------------------------------------------------


@pytest.fixture
def link(room: Room) -> str:
    """Return the path of a link that signs in the office's account."""
    url = sign_in_links.make_link(user=room.user, target="/office/", now=clock.now())
    return urlsplit(url).path


def get_signed_in_key(browser: Client) -> str | None:
    return browser.session.get("_auth_user_id")


@pytest.mark.parametrize("typed", ["bureau", "Bureau", "ＢＵＲＥＡＵ", " bureau "])
def test_sign_in_link_finds_the_account_however_typed(
    room: Room, typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("sign_in_link", typed)
    guest = Client()
    response = guest.post(urlsplit(capsys.readouterr().out.strip()).path)
    assert response["Location"] == reverse("account")  # it has no password yet
    assert get_signed_in_key(guest) == str(room.user.pk)
    assert User.objects.count() == 1


def test_a_mistyped_name_makes_no_account(room: Room, capsys: pytest.CaptureFixture[str]) -> None:
    for typed in ("buro", "BÜRO"):
        refusal = f"Aucun compte ne se nomme « {typed} ».*« bureau ».*--create"
        with pytest.raises(CommandError, match=refusal):
            call_command("sign_in_link", typed)
    assert User.objects.count() == 1
    call_command("sign_in_link", "buro", "--create")
    assert User.objects.filter(username="buro").exists()


def test_the_first_account_is_asked_for_a_password(
    transactional_db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("sign_in_link", "claire")
    guest = Client()
    response = guest.post(urlsplit(capsys.readouterr().out.strip()).path)
    assert response["Location"] == reverse("account")
    assert "Choisissez votre mot de passe maintenant" in read_text(guest.get(reverse("account")))
    password = {"new_password1": "grille-7-lettres", "new_password2": "grille-7-lettres"}
    response = guest.post(reverse("account"), password | {"change": "1"})
    assert response["Location"] == reverse("office")
    call_command("sign_in_link", "claire")
    assert Client().post(urlsplit(capsys.readouterr().out.strip()).path)["Location"] == "/office/"


@pytest.mark.parametrize("typed", ["", "x" * 151, "a\0b", "ﷺ" * 100])
def test_a_name_that_no_account_can_have_gets_no_link(room: Room, typed: str) -> None:
    with pytest.raises(CommandError, match="ne peut pas être un nom de compte"):
        call_command("sign_in_link", typed)
    assert User.objects.count() == 1


def test_opening_a_link_neither_signs_in_nor_uses_it(link: str) -> None:
    preview, guest = Client(), Client()
    for _ in range(2):
        assert "pour le compte <strong>bureau</strong>" in read_text(preview.get(link))
        preview.head(link)
    assert get_signed_in_key(preview) is None
    assert guest.post(link).status_code == 302
    assert get_signed_in_key(guest) is not None


def test_a_link_says_at_which_desk_one_will_be(room: Room, link: str) -> None:
    assert "Il mène à" not in read_text(Client().get(link))
    at_desk = sign_in_links.make_link(
        user=room.user, target=reverse_for(room, "judge-desk"), now=clock.now()
    )
    page = read_text(Client().get(urlsplit(at_desk).path))
    assert "Il mène à : <strong>le pupitre du juge-arbitre</strong>" in page


def test_link_signs_in_once_and_the_same_browser_again(link: str) -> None:
    guest, thief = Client(), Client()
    guest.post(link)
    for response in (thief.get(link), thief.post(link)):
        assert response.status_code == 403
        assert "Ce lien de connexion a déjà servi" in read_text(response)
    assert get_signed_in_key(thief) is None
    assert guest.get(link)["Location"] == "/office/"


def test_two_simultaneous_uses_of_a_link_sign_in_once(room: Room, link: str) -> None:
    from django.db import transaction

    link_row = sign_in_links.find_link(token=link.split("/")[-2], now=clock.now())
    with transaction.atomic():
        sign_in_links.use_link(link=link_row, now=clock.now())
        other = Other(lambda: sign_in_links.use_link(link=link_row, now=clock.now()))
    assert other.get_refusal() == "sign-in-link-used"


def test_a_link_ends_with_its_time_and_with_its_account(room: Room, link: str) -> None:
    token, late = link.split("/")[-2], clock.now() + sign_in_links.LINK_LIFETIME
    with pytest.raises(BadAccess, match="invalid-sign-in-link"):
        sign_in_links.find_link(token=token, now=late)
    User.objects.update(is_active=False)
    assert Client().post(link).status_code == 403


def test_the_database_does_not_hold_what_opens_a_session(link: str) -> None:
    assert link.split("/")[-2] not in str(SignInLink.objects.values_list())


# --- names of accounts -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x" * 300, "ﷺ" * 150, "ＡＤＭＩＮ", "a\0b"])
def test_unknown_username_gets_an_answer_at_the_sign_in(room: Room, name: str) -> None:
    response = Client().post(reverse("login"), {"username": name, "password": "mot-de-passe"})
    assert response.status_code == 200
    assert "Ce nom et ce mot de passe ne vont pas ensemble." in read_text(response)


def test_a_name_in_letters_of_another_width_is_one_account(room: Room, organiser: Client) -> None:
    responses = [
        read_text(organiser.post(reverse_for(room, "office-staff"), fields, headers=HTMX))
        for fields in (
            {"username": "ＡＤＭＩＮ", "role": "judge"},
            {"username": "ＡＤＭＩＮ", "role": "arbiter"},
            {"username": "admin", "role": "arbiter"},
        )
    ]
    assert "Compte créé" in responses[0]
    assert "Le compte ADMIN existait déjà" in responses[1]
    assert "Le compte ADMIN existait déjà" in responses[2]
    roles = StaffMember.objects.filter(user__username="ADMIN").values_list("role", flat=True)
    assert sorted(roles) == ["arbiter", "judge"]


# --- codes of tables ---------------------------------------------------------------------


def type_code(room: Room, code: str, address: str = "192.0.2.7", table: Table | None = None) -> int:
    at_table = table or room.entries[0].table
    data = {
        "tournament": at_table.tournament.slug,
        "number": at_table.number,
        "code": code,
    }
    return Client(REMOTE_ADDR=address).post(reverse("table-enter"), data).status_code


@pytest.fixture
def worn_out(room: Room) -> CodeFailures:
    """One network has typed all the wrong codes that it may."""
    return CodeFailures.objects.create(
        tournament=room.tournament,
        network="192.0.2.7",
        count=table_sign_in.MAX_FAILURES,
        since=clock.now(),
    )


def test_a_hall_behind_one_address_enters_with_its_typing_errors(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_sign_in, "MAX_FAILURES", 4)
    right = room.entries[0].table.code
    for _ in range(3):
        assert type_code(room, "AAAAAA") == 403
        assert [type_code(room, right) for _ in range(3)] == [302, 302, 302]
    assert CodeFailures.objects.get().count == 3


def test_guessing_codes_is_limited_and_says_when_to_return(
    room: Room, worn_out: CodeFailures
) -> None:
    table = room.entries[0].table
    data = {"tournament": room.tournament.slug, "number": table.number, "code": table.code}
    response = Client(REMOTE_ADDR="192.0.2.7").post(reverse("table-enter"), data)
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 600
    assert "Réessayez dans 10 min" in read_text(response)
    assert 'name="code"' in read_html(response)
    assert Client(REMOTE_ADDR="192.0.2.7").get(f"/t/{table.key}/").status_code == 302


def test_other_networks_and_other_tournaments_do_not_suffer(
    room: Room, worn_out: CodeFailures
) -> None:
    mine = room.entries[0].table
    assert type_code(room, mine.code, "192.0.2.8") == 302
    theirs = room.entries[1].table
    other = Tournament.objects.create(
        organisation=Organisation.objects.create(name="Ailleurs"), name="Autre", slug="autre"
    )
    theirs.tournament = theirs.entry.tournament = other
    theirs.save()
    theirs.entry.save()
    assert type_code(room, theirs.code, table=theirs) == 302


def test_all_addresses_of_a_subscriber_count_together(room: Room) -> None:
    for end in ("1", "ffff:2"):
        assert type_code(room, "AAAAAA", f"2001:db8::{end}") == 403
    assert type_code(room, "AAAAAA", "2001:db8:0:1::1") == 403
    assert type_code(room, "AAAAAA", "::ffff:192.0.2.7") == 403
    counts = dict(CodeFailures.objects.values_list("network", "count"))
    assert counts == {"2001:db8::/64": 2, "2001:db8:0:1::/64": 1, "192.0.2.7": 1}


def test_the_count_begins_anew_after_its_time(room: Room, worn_out: CodeFailures) -> None:
    CodeFailures.objects.update(since=clock.now() - table_sign_in.WINDOW - timedelta(seconds=1))
    assert type_code(room, "AAAAAA") == 403
    assert CodeFailures.objects.get().count == 1


# --- where an account begins -------------------------------------------------------------


def test_corrector_lands_on_their_bulletins_and_others_as_before(room: Room) -> None:
    slips = reverse_for(room, "arbiter-list")
    roles: dict[str, list[str]] = {}
    for name, more in (("arbiter", []), ("judge", ["arbiter"]), ("organiser", ["arbiter"])):
        user = User.objects.create_user(name, password="mot de passe long")
        for role in (name, *more):
            StaffMember.objects.create(tournament=room.tournament, user=user, role=role)
        fields = {"username": name, "password": "mot de passe long"}
        signing_in = Client().post(reverse("login"), fields)
        link = sign_in_links.make_link(user=user, target="/office/", now=clock.now())
        requested_page = Client().post(
            reverse("login"), fields | {"next": reverse_for(room, "public-home")}
        )
        by_link = Client().post(urlsplit(link).path)
        roles[name] = [answer["Location"] for answer in (signing_in, by_link, requested_page)]
    assert roles["arbiter"] == [slips, slips, reverse_for(room, "public-home")]
    assert (
        roles["judge"] == roles["organiser"] == ["/", "/office/", reverse_for(room, "public-home")]
    )


def test_the_running_tournament_opens_first(room: Room) -> None:
    user = User.objects.create_user("camille")
    other = Tournament.objects.create(
        organisation=Organisation.objects.create(name="Ailleurs"), name="Ailleurs", slug="ailleurs"
    )
    for tournament in (room.tournament, other):
        StaffMember.objects.create(tournament=tournament, user=user, role="double_arbiter")
    assert find_only_correcting_tournament(user) is None
    room.game()
    assert find_only_correcting_tournament(user) == room.tournament
    StaffMember.objects.create(tournament=other, user=user, role="judge")
    assert find_only_correcting_tournament(user) is None
