from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.room import Room
    from tests.tournament.views.office import SignIn


@pytest.fixture
def sign_in(room: "Room") -> "SignIn":
    """Return a function that gives browsers signed in with an account that holds exactly the roles
    named."""
    from tests.tournament.views.office import make_sign_in

    return make_sign_in(room)
