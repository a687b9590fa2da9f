"""Slips in force, and decisions that change them, for tests of them."""

from typing import Any

from arbitrage.models import Slip
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.queries.slips import get_slips_in_force
from arbitrage.services import rulings
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tournament.models import Entry, Turn


def get_slip(turn: Turn, entry: Entry) -> Slip | None:
    return get_slips_in_force(Slip.objects.filter(turn=turn, entry=entry)).first()


def get_current_slip(turn: Turn, entry: Entry) -> Slip:
    slip = get_slip(turn, entry)
    assert slip is not None
    return slip


def decide(sanctioned_turns: SanctionedTurns, turn: Turn, entry: Entry, **decision: Any) -> None:
    version = get_current_rulings(turn)[entry.pk].version
    arguments: dict[str, Any] = {
        "points": 0,
        "sanction": "zero",
        "motives": [],
        "reason": "relu",
        "is_free_ruling": True,
    }
    rulings.change_ruling(
        turn=turn,
        entry=entry,
        version=version,
        **(arguments | decision),
        **sanctioned_turns.room.get_author_and_time(),
    )
