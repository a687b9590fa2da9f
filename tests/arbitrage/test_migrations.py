"""Migrations that carry data over."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from arbitrage.models import Ruling, Status
from tests.room import Room, ring
from tournament import clock
from tournament.models import Turn
from tournament.services import turns

BEFORE = [("arbitrage", "0003_paperbulletin")]
AFTER = [("arbitrage", "0004_ruling_points")]
PROPOSED = {"points": 19, "gross": 24, "sanction": "penalty", "motives": [], "article": "5.6"}
UNDECIDED = {"points": None, "gross": None, "sanction": "none"}


@pytest.fixture
def before(room: Room) -> Iterator[Any]:
    """The model of rulings as it was before."""
    executor = MigrationExecutor(connection)
    state = executor.migrate(BEFORE)
    yield state.apps.get_model("arbitrage", "Ruling")
    MigrationExecutor(connection).migrate(AFTER)


def collected(room: Room) -> Turn:
    turn = turns.draw_turn(game=room.game(), **room.by())
    assert turn is not None
    turns.announce_turn(turn=turn, **room.by())
    turns.open_turn(turn=turn, **room.by())
    ring(turn)
    return turn


def test_a_ruling_without_points_gets_those_of_its_verdict(room: Room, before: Any) -> None:
    turn = collected(room)
    verdicts = [UNDECIDED | {"proposed": PROPOSED}, UNDECIDED]
    for entry, verdict in zip(room.entries, verdicts, strict=False):
        before.objects.create(
            turn_id=turn.pk,
            entry_id=entry.pk,
            version=1,
            status=Status.UNDECIDED,
            rev=1,
            key="k",
            verdict=verdict,
            at=clock.now(),
        )
    MigrationExecutor(connection).migrate(AFTER)
    proposed, silent = Ruling.objects.order_by("entry__table__number")
    assert (proposed.points, proposed.gross, proposed.sanction) == (19, 24, "penalty")
    assert (silent.points, silent.gross, silent.sanction) == (0, 0, "none")
    assert {proposed.status, silent.status} == {Status.UNDECIDED}
