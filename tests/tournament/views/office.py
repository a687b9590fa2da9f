"""Helpers of the tests of the office pages."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.french import plain
from tests.roles import give_role
from tests.room import Room
from tests.tournament.views.browser import Browser
from tournament.core.states import Role

HTMX = {"HX-Request": "true"}
LEXICA = "office-lexica"

type SignIn = Callable[..., Client]


def make_sign_in(room: Room) -> SignIn:
    """Return a function that signs in a browser with an account of exactly the given roles."""

    def browser(*roles: Role, name: str = "") -> Client:
        username = name or "-".join(roles) or "sans-role"
        user = User.objects.filter(username=username).first()
        if user is None:
            user = User.objects.create(username=username)
        for role in roles:
            give_role(room.tournament, user, role)
        client = Browser()
        client.force_login(user)
        return client

    return browser


#: A name or word that browsers must not translate.
UNTRANSLATED = re.compile(r'<span translate="no">(.*?)</span>')


def reverse_for(room: Room, name: str, *args: Any) -> str:
    """Return the path of a view of the room's tournament."""
    return reverse(name, args=[room.tournament.slug, *args])


def read_html(response: Any) -> str:
    """Return the page with plain spaces."""
    return plain(response.content.decode())


def read_text(response: Any) -> str:
    """Return the page with plain spaces and resolved entities, without the marks around names."""
    page = UNTRANSLATED.sub(r"\1", response.content.decode())
    return plain(unescape(page))


def is_sentence(response: Any) -> bool:
    """Return True if HTMX can show what it gets: for an error a sentence in the alerts or a part of
    the page, never JSON or a page in a page."""
    if response.status_code < 400:
        return True
    if response.get("HX-Reswap") == "none":  # a script of the page reads and shows it
        return bool(response.json()["sentence"])
    content = read_text(response)
    is_part = response["Content-Type"].startswith("text/html") and (
        "<!doctype" not in content.lower()
    )
    return is_part and ('role="alert"' in content or "errorlist" in content)


def send_list(browser: Client, content: bytes, name: str = "Ma liste", **headers: Any) -> Any:
    """Upload a word list to the page of the lexica."""
    upload = SimpleUploadedFile("liste.txt", content)
    return browser.post(reverse(LEXICA), {"name": name, "file": upload}, **headers)
