"""A turn with bulletins, and an arbiter; Django is only imported once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.room import Room
    from tests.tournament.views.office import SignIn
    from tournament.models import Turn


@pytest.fixture
def sign_in(room: "Room") -> "SignIn":
    from tests.tournament.views.office import make_sign_in

    return make_sign_in(room)


@pytest.fixture
def arbiter(sign_in: "SignIn") -> "Client":
    return sign_in("arbiter", name="camille")


@pytest.fixture
def turn(first_turn: "Turn") -> "Turn":
    """The first turn, open, with the bulletins of ``SLIPS`` handed in."""
    return first_turn


@pytest.fixture
def corrected(first_results: "Turn") -> "Turn":
    """The same turn, collected and corrected."""
    return first_results


@pytest.fixture
def his_tables(room: "Room", arbiter: "Client") -> list[int]:
    """Camille corrects the first three tables."""
    from tests.bulletins import give_tables

    return give_tables(room, "camille", 3)
