"""A turn with bulletins, and an arbiter; Django is only imported once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
    from tests.room import Room
    from tests.tournament.views.office import SignIn
    from tournament.models import Centre, Turn


@pytest.fixture
def arbiter(sign_in: "SignIn") -> "Client":
    return sign_in("arbiter", name="camille")


@pytest.fixture
def turn(first_turn: "Turn") -> "Turn":
    """The first turn, open, with the bulletins of ``BULLETINS`` handed in."""
    return first_turn


@pytest.fixture
def corrected(first_results: "Turn") -> "Turn":
    """The same turn, collected and corrected."""
    return first_results


@pytest.fixture
def assigned_tables(room: "Room", arbiter: "Client") -> list[int]:
    """Camille corrects the first three tables."""
    from tests.bulletins import give_tables

    return give_tables(room, "camille", 3)


@pytest.fixture
def nantes(sanctioned_turns: "SanctionedTurns") -> "Centre":
    """Two centres of three tables; Camille is an arbiter of the first one, the room's account one
    of both."""
    from tests.arbitrage.services.sanctioned_turns import get_account
    from tournament.core.states import Role
    from tournament.models import Centre, StaffMember

    tournament = sanctioned_turns.room.tournament
    for index, name in enumerate(("Nantes", "Dakar")):
        centre = Centre.objects.create(tournament=tournament, name=name, is_lead=not index)
        place = (3 * index + 1, 3 * index + 3)
        tournament.tables.filter(number__range=place).update(centre=centre)
        sanctioned_turns.game.seats.filter(table__number__range=place).update(centre=centre)
    tournament.tables.update(arbiter=None)
    account = get_account(sanctioned_turns.room, Role.ARBITER, Role.DOUBLE_ARBITER, name="camille")
    centre = Centre.objects.get(name="Nantes")
    StaffMember.objects.filter(user=account).update(centre=centre)
    return centre


@pytest.fixture
def camille(nantes: "Centre") -> "Client":
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get(username="camille"))
    return client
