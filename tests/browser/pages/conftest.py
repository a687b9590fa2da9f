"""A room with players; Django is only imported once it is set up."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.room import Room


@pytest.fixture
def room(transactional_db: None) -> "Room":
    from tests.room import make_room

    return make_room()
