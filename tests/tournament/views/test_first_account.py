"""The first account of an installation, made in a browser."""

from http import HTTPStatus

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from config.probe import FIRST_ACCOUNT_PATH
from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.people.first_code import compute_first_code
from tournament.queries.access import can_create
from tournament.services.accounts.accounts import check_username

PASSWORD = "quatre-iris-bleus-6"


def fill(**changes: str) -> dict[str, str]:
    code = compute_first_code(settings.SECRET_KEY)
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    return {"code": code, "username": "claire"} | passwords | changes


@pytest.mark.django_db
def test_the_code_makes_one_account_that_creates_tournaments() -> None:
    browser, address = Client(), reverse("first-account")
    assert address == FIRST_ACCOUNT_PATH
    assert address in browser.get(reverse("login")).content.decode()
    typed = fill()["code"].replace("-", " ").lower()
    assert browser.post(address, fill(code=typed)).status_code == HTTPStatus.FOUND
    user = User.objects.get()
    assert (user.username, user.check_password(PASSWORD), can_create(user)) == (
        "claire",
        True,
        True,
    )
    assert browser.session["_auth_user_id"] == str(user.pk)
    for answer in (Client().get(address), Client().post(address, fill(username="bob"))):
        assert answer.status_code == HTTPStatus.FORBIDDEN
        assert "existe déjà" in answer.content.decode()
    assert User.objects.count() == 1
    assert address not in Client().get(reverse("login")).content.decode()


@pytest.mark.django_db
def test_a_first_account_with_a_fault_is_refused() -> None:
    wrong = {
        "another code": fill(code="AAAA-BBBB-CCCC-DDDD"),
        "letters that no code has": fill(code="é"),
        "a short password": fill(password1="abc", password2="abc"),
        "a name with a space": fill(username="claire dupont"),
    }
    with every_row() as each:
        for name, data in wrong.items():
            with each(name):
                answer = Client().post(reverse("first-account"), data)
                assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
                assert not User.objects.exists()


def test_names_of_accounts_follow_one_rule() -> None:
    assert check_username(" Ana.B+c@d_e-1 ") == "Ana.B+c@d_e-1"
    with every_row() as each:
        for name in ("", "a b", "a/b", "x" * 151):
            with each(name[:5]), pytest.raises(BadSetting):
                check_username(name)
