"""What the tests of the office pages share."""

from collections.abc import Callable
from html import unescape
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.french import plain
from tests.room import Room
from tournament.core.states import Role
from tournament.models import StaffMember

HTMX = {"HX-Request": "true"}
LEXICA = "office-lexica"

type SignIn = Callable[..., Client]


def make_sign_in(room: Room) -> SignIn:
    """Gives browsers signed in with an account that holds exactly the roles named."""

    def browser(*roles: Role, name: str = "") -> Client:
        username = name or "-".join(roles) or "sans-role"
        user, _ = User.objects.get_or_create(username=username)
        for role in roles:
            StaffMember.objects.get_or_create(tournament=room.tournament, user=user, role=role)
        client = Client()
        client.force_login(user)
        return client

    return browser


def at(room: Room, name: str, *args: Any) -> str:
    """An address of the room's tournament."""
    return reverse(name, args=[room.tournament.slug, *args])


def text(response: Any) -> str:
    """The page as it came, no-break spaces made plain."""
    return plain(response.content.decode())


def seen(response: Any) -> str:
    """The page with its entities resolved, as a reader sees the words."""
    return plain(unescape(response.content.decode()))


def send_list(browser: Client, content: bytes, name: str = "Ma liste", **headers: Any) -> Any:
    """Send a word list to the page of the lexica."""
    upload = SimpleUploadedFile("liste.txt", content)
    return browser.post(reverse(LEXICA), {"name": name, "file": upload}, **headers)
