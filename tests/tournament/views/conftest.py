"""Browsers signed in with one role each; Django is only imported once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.room import Room
    from tests.tournament.views.office import SignIn


@pytest.fixture
def sign_in(room: "Room") -> "SignIn":
    from tests.tournament.views.office import make_sign_in

    return make_sign_in(room)


@pytest.fixture
def organiser(sign_in: "SignIn") -> "Client":
    return sign_in("organiser")


@pytest.fixture
def judge(sign_in: "SignIn") -> "Client":
    return sign_in("judge")
