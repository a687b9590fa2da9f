"""Passwords that are easy to guess, and the log of sign-ins."""

import logging
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from config.logs import remove_secrets
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import SignIn, reverse_for
from tournament.queries import clock
from tournament.services.accounts import sign_in_links
from tournament.services.accounts.organisations import join_organisation

PASSWORD = "Quinze lignes de quinze"


def list_refusals(password: str, user: User) -> set[str]:
    try:
        validate_password(password, user)
    except ValidationError as error:
        return {str(validation_error.code) for validation_error in error.error_list}
    return set()


def test_password_of_words_of_this_site_alone_is_refused(room: Room) -> None:
    organisation = room.tournament.organisation
    organisation.name = "Les Mots Tordus de Pau"
    organisation.save()
    user = User.objects.create_user("camille")
    join_organisation(organisation=organisation, user=user, **room.get_author_and_time())
    near = ["Scrabble2026", "duplicata-club", "Fédération!", "motstordus-LesMotsTordusDePau"]
    far = [PASSWORD, "scrabble à la montagne", "8642-13579x", "ВОДАвода47"]
    with every_row() as row:
        for password in near[:3]:
            with row(password):
                assert list_refusals(password, user) == {"password_word_of_the_house"}
        for password in far:
            with row(password):
                assert list_refusals(password, user) == set()
    assert list_refusals("lesmotstordusdepau64", user) == {"password_word_of_the_house"}
    assert list_refusals("lesmotstordusdepau64", User(username="autre")) == set()


def test_password_may_be_long_but_not_short_or_common(
    room: Room,
) -> None:
    user = User.objects.create_user("dominique")
    rows = {"x7é" * 40: set(), "ab1!xyz": {"password_too_short"}}
    rows |= {"iloveyou": {"password_too_common"}}
    rows |= {"Dominique488": {"password_too_similar"}}
    with every_row() as row:
        for password, codes in rows.items():
            with row(password[:10]):
                assert list_refusals(password, user) == codes


def test_log_names_accounts_and_never_what_was_typed(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    user = User.objects.create_user("camille", password=PASSWORD)
    browser = Client(REMOTE_ADDR="2001:db8::7")
    caplog.set_level(logging.INFO, "axes")
    for name, password in (("camille", "faux"), ("Mon-Secret", "faux"), ("camille", PASSWORD)):
        browser.post(reverse("login"), {"username": name, "password": password})
    browser.post(reverse("logout"))
    link = sign_in_links.make_link(user=user, target="/office/", now=clock.now())
    browser.post(urlsplit(link).path)
    lines = [record.getMessage() for record in caplog.records if "network=" in record.getMessage()]
    suffix = "network=2001:db8::/64 page="
    attempts = [line for line in lines if "failure" in line or "Successful" in line]
    assert [line.split("account=")[1].rstrip(".").split(". ")[0] for line in attempts] == [
        f"{user.pk} {suffix}login",
        f"none {suffix}login",
        f"{user.pk} {suffix}login",
        f"{user.pk} {suffix}logout",
        f"{user.pk} {suffix}sign-in-link",
    ]
    assert not any(word in caplog.text for word in ("Mon-Secret", "camille", PASSWORD, "faux"))


def test_the_log_tells_which_account_was_refused_what(
    room: Room, sign_in: SignIn, caplog: pytest.LogCaptureFixture
) -> None:
    judge = sign_in("judge")
    judge.post(reverse_for(room, "office-register"))
    Client().get("/t/une-cle-que-personne-n-a/")
    refusals = [record for record in caplog.records if record.name == "django.request"]
    lines = [
        remove_secrets(
            None, "", {"event": record.getMessage(), "request": record.__dict__["request"]}
        )
        for record in refusals
    ]
    account = int(judge.session["_auth_user_id"])
    assert lines == [
        {
            "event": f"Forbidden: {reverse_for(room, 'office-register')}",
            "method": "POST",
            "account": account,
        },
        {"event": "Forbidden: /t/…/", "method": "GET", "account": None},
    ]
