"""Centres with tables, and refusals by their reason."""

from collections.abc import Callable

import pytest

from tests.room import Room
from tournament.core.errors import RoomError
from tournament.models import Centre
from tournament.services.people.centres import assign_tables, create_centre


def add_centre(room: Room, name: str, *tables: int) -> Centre:
    """Create a centre with the tables of these numbers."""
    by = room.get_author_and_time()
    centre = create_centre(tournament=room.tournament, name=name, **by)
    rows = room.tournament.tables.filter(number__in=tables)
    keys = list(rows.values_list("pk", flat=True))
    assign_tables(tournament=room.tournament, tables=keys, centre=centre, **by)
    return centre


def expect_refusal(kind: type[RoomError], reason: str, action: Callable[[], object]) -> None:
    with pytest.raises(kind) as refused:
        action()
    assert refused.value.reason == reason
