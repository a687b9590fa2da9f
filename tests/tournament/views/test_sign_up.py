"""Sign-up of organisations and forgotten passwords, with a real mail server."""

import re
from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from config.servers.mail import build_mailers
from tests.arbitrage.services.broker import Broker
from tests.french import plain
from tests.mail import MailServer, mail_server
from tests.room import Room
from tests.stack import find_free_port
from tests.tournament.services.test_races import Other
from tests.tournament.views.office import read_text
from tournament import ports
from tournament.core.errors import BadAccess
from tournament.models import MailRequest, Organisation
from tournament.queries import clock
from tournament.services.accounts import sign_up
from tournament.tasks import send_mail

ADDRESS = "camille@example.org"
FIELDS = {"club": "Club du Lac", "name": "Camille Rive", "address": ADDRESS}
PASSWORD = "Quinze lignes de quinze"
CHOSEN = {"username": "camille", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def post(room: Room, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    """Return an open installation and its mail server; mails are sent at once."""
    broker = Broker()
    monkeypatch.setattr(
        broker, "send_task", lambda _name, args, **_: send_mail(*args), raising=True
    )
    monkeypatch.setattr(ports.get_task_app, "_function", lambda: broker)
    settings.SELF_REGISTRATION = settings.HAS_MAIL = True
    with mail_server(find_free_port()) as server:
        settings.MAILERS = build_mailers(server.url)
        yield server


def ask(name: str = "sign-up", **fields: Any) -> Any:
    return Client().post(reverse(name), FIELDS | fields)


def read_link(text: str) -> str:
    match = re.search(r"http://\S+", text)
    assert match
    return urlsplit(match.group()).path


def test_a_club_registers_itself_and_its_link_works_once(post: MailServer) -> None:
    # An invisible character in a pasted name is ignored.
    response = Client().post(reverse("sign-up"), FIELDS | {"name": "\u200bCamille Rive"})
    assert "Un message part vers" in read_text(response)
    [text] = post.list_texts_to(ADDRESS)
    assert "Lac" not in plain(text)  # anybody may have it sent to anybody
    link, guest = read_link(text), Client()
    assert "Club du Lac" in read_text(guest.get(link))
    assert not User.objects.filter(username="camille").exists()
    assert guest.post(link, CHOSEN | {"password2": "autre"}).status_code == 422
    refused = guest.post(link, CHOSEN | {"username": "Bureau"})
    assert "Le nom de compte « Bureau » est pris" in read_text(refused)
    assert guest.post(link, CHOSEN)["Location"] == reverse("office")
    camille = User.objects.get(username="camille")
    assert (camille.email, camille.get_full_name()) == (ADDRESS, "Camille Rive")
    assert camille.check_password(PASSWORD)
    member = camille.memberships.get()
    assert (member.organisation.name, member.manages) == ("Club du Lac", True)
    assert guest.get(reverse("office-create")).status_code == 200
    assert guest.get(reverse("organisation", args=[member.organisation.pk])).status_code == 200
    for response in (Client().get(link), Client().post(link, CHOSEN | {"username": "autre"})):
        assert response.status_code == 403
    assert Organisation.objects.filter(name="Club du Lac").count() == 1


def test_known_address_gets_the_same_answer_and_a_mail(post: MailServer) -> None:
    User.objects.create_user("camille", email="Camille@Example.org", password=PASSWORD)
    known_answer, unknown_answer = ask(), ask(address="autre@example.org")
    answers = [
        re.sub(r"csrfmiddlewaretoken.*?>", "", read_text(answer)).replace(address, "")
        for answer, address in ((known_answer, ADDRESS), (unknown_answer, "autre@example.org"))
    ]
    assert answers[0] == answers[1]
    [text] = post.list_texts_to("Camille@example.org")
    assert "déjà celle du compte « camille »" in plain(text)
    assert not MailRequest.objects.filter(sent_at=None).exists()


def test_forgotten_password_is_reset_by_a_known_address(
    post: MailServer,
) -> None:
    User.objects.create_user("camille", email=ADDRESS, password="ancien mot de passe")
    assert "Un message part vers" in read_text(Client().post(reverse("password-reset"), FIELDS))
    assert "Un message part vers" in read_text(
        Client().post(reverse("password-reset"), {"address": "autre@example.org"})
    )
    assert len(post.letters) == 1
    guest = Client()
    form = guest.get(read_link(post.list_texts_to(ADDRESS)[0]))["Location"]
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    assert guest.post(form, new)["Location"] == reverse("login")
    assert User.objects.get(username="camille").check_password(PASSWORD)
    assert "Ce lien n’est plus valable" in read_text(
        Client().get(read_link(post.list_texts_to(ADDRESS)[0]), follow=True)
    )


def test_an_address_and_a_network_have_had_enough(
    post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_up, "MAX_MAILS_FROM_NETWORK", 6)
    for _ in range(5):
        assert ask().status_code == 200
    assert len(post.list_texts_to(ADDRESS)) == sign_up.MAX_MAILS_TO_ADDRESS
    assert ask(address="autre@example.org").status_code == 200
    refused = ask(address="encore@example.org")
    assert refused.status_code == 429
    assert "Trop de messages ont été demandés depuis ce réseau." in read_text(refused)
    assert "Club du Lac" in read_text(refused)
    assert Client(REMOTE_ADDR="192.0.2.9").post(reverse("sign-up"), FIELDS).status_code == 200
    MailRequest.objects.update(at=clock.now() - sign_up.LINK_LIFETIME - 2 * sign_up.WINDOW)
    assert ask().status_code == 200


def test_two_links_to_one_address_create_one_account(post: MailServer) -> None:
    from django.db import transaction

    ask()
    ask(club="Autre club")
    first_request, second_request = MailRequest.objects.order_by("pk")
    fields: dict[str, Any] = {"password": PASSWORD, "by": None, "now": clock.now()}
    with transaction.atomic():
        sign_up.register_account(request=first_request, username="camille", **fields)
        other = Other(
            lambda: sign_up.register_account(request=second_request, username="rive", **fields)
        )
    assert other.get_refusal() == "invalid-sign-up-link"
    assert User.objects.filter(email=ADDRESS).count() == 1


def test_an_old_or_unknown_link_is_refused(post: MailServer) -> None:
    ask()
    link = read_link(post.list_texts_to(ADDRESS)[0])
    assert Client().get(link).status_code == 200
    assert Client().get(reverse("sign-up-confirm", args=["x:y:z"])).status_code == 403
    MailRequest.objects.all().delete()  # swept after its time
    assert Client().get(link).status_code == 403
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sign_up, "LINK_LIFETIME", timedelta(seconds=-1))
        with pytest.raises(BadAccess, match="sign-up"):
            sign_up.find_request(token=link.split("/")[-2], now=clock.now())


def test_a_closed_installation_has_none_of_these_pages(room: Room, settings: Any) -> None:
    settings.SELF_REGISTRATION = settings.HAS_MAIL = False
    paths = [
        reverse("sign-up"),
        reverse("sign-up-confirm", args=["x"]),
        reverse("password-reset"),
        reverse("new-password", args=["x", "y"]),
    ]
    for path in paths:
        assert Client().get(path).status_code == 404
        assert Client().post(path, FIELDS).status_code == 404
    page = read_text(Client().get(reverse("login")))
    assert reverse("sign-up") not in page
    assert reverse("password-reset") not in page


def test_reset_goes_to_the_address_of_the_account_only(post: MailServer) -> None:
    """Check letters that are equal to the database, « ı » and « i », « ſ » and « s », but not to
    mail servers."""
    User.objects.create_user("camille", email="Sim@Mail.example", password=PASSWORD)
    wrong = {"sim@maıl.example": HTTPStatus.OK, "ſim@mail.example": HTTPStatus.UNPROCESSABLE_ENTITY}
    for address, status in wrong.items():
        assert Client().post(reverse("password-reset"), {"address": address}).status_code == status
    assert post.letters == []
    Client().post(reverse("password-reset"), {"address": "SIM@mail.example"})
    assert [letter["To"] for letter in post.letters] == ["Sim@mail.example"]
