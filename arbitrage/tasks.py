"""Celery tasks of the arbiters' office, and what calls them when a turn closes."""

from collections.abc import Collection
from typing import Any

from celery import shared_task

from arbitrage.services import correction
from tournament.queries import clock
from tournament.services.play.closing import forget_correction
from tournament.services.tasks import send_on_commit

TASK = "arbitrage.tasks.correct_turn"


@shared_task(name=TASK, ignore_result=True)
def correct_turn(turn_id: int) -> None:
    """Propose a ruling for every bulletin of a closed turn; repeatable."""
    correction.correct_turn(turn_id=turn_id, now=clock.now())


def send_correction(turn_id: int) -> None:
    """Send the correction of a closed turn; answers ``ports.turn_closed``."""
    send_on_commit(TASK, turn_id, on_lost=lambda: forget_correction(turn_id))


def send_missing_correction(turn_id: int, entries: Collection[int]) -> None:
    """Send a correction for bulletins stored later; answers ``ports.stored_after_close``."""
    arguments: dict[str, Any] = {"turn_id": turn_id, "entries": entries}
    if correction.is_correction_missing(**arguments) and correction.reopen_correction(**arguments):
        send_correction(turn_id)
