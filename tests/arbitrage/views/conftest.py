"""A turn with bulletins, and an arbiter; Django is only imported once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.room import Room
    from tests.tournament.views.office import SignIn
    from tournament.models import Turn


@pytest.fixture
def room(transactional_db: None) -> "Room":
    from tests.room import make_room

    return make_room()


@pytest.fixture
def sign_in(room: "Room") -> "SignIn":
    from tests.tournament.views.office import make_sign_in

    return make_sign_in(room)


@pytest.fixture
def arbiter(sign_in: "SignIn") -> "Client":
    return sign_in("arbiter", name="camille")


@pytest.fixture
def turn(room: "Room") -> "Turn":
    """The first turn, open, with the bulletins of ``SLIPS`` handed in."""
    from tests.bulletins import play_first_turn

    return play_first_turn(room)


@pytest.fixture
def corrected(turn: "Turn") -> "Turn":
    """The same turn, collected and corrected."""
    from tests.bulletins import collect

    return collect(turn)


@pytest.fixture
def his_tables(room: "Room", arbiter: "Client") -> list[int]:
    """Camille corrects the first three tables."""
    from tests.bulletins import give_tables

    return give_tables(room, "camille", 3)
