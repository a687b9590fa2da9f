"""Fixtures of the room; what they build is in ``tests.room``, imported once Django is set up."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.room import Listener, Room
    from tests.tournament.live.hall import LiveHall
    from tests.tournament.views.office import SignIn


@pytest.fixture
def listener(room: "Room", monkeypatch: pytest.MonkeyPatch) -> "Iterator[Listener]":
    """Everything published reaches the clients of the room at once, in order."""
    from tests.room import Listener
    from tournament.protocol import bus

    listener = Listener(room.tournament)
    monkeypatch.setattr(bus, "publish", listener.hear)
    listener.join(room.entries)
    yield listener
    listener.check()


@pytest.fixture
def hall(transactional_db: None) -> "LiveHall":
    from tests.tournament.live.hall import make_hall

    return make_hall()


@pytest.fixture
def organiser(sign_in: "SignIn") -> "Client":
    return sign_in("organiser")


@pytest.fixture
def judge(sign_in: "SignIn") -> "Client":
    return sign_in("judge")
