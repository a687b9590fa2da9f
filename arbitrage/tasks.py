"""Celery tasks of the arbiters' office, and what asks for a correction."""

from collections.abc import Collection
from typing import Any

from celery import shared_task

from arbitrage.services import correction
from tournament.models import WorkKind
from tournament.queries import clock
from tournament.services.play.work import queue_work

CORRECT_TURN_TASK = "arbitrage.tasks.correct_turn"


@shared_task(name=CORRECT_TURN_TASK, ignore_result=True)
def correct_turn(turn_id: int) -> None:
    """Propose a ruling for every bulletin of a closed turn.

    It is kept for tasks queued by releases before ``TurnWork``.
    """
    correction.correct_turn(turn_id=turn_id, now=clock.now())


def queue_missing_correction(turn_id: int, entries: Collection[int]) -> None:
    """Queue a correction for bulletins stored later; answers ``ports.queue_late_correction``."""
    arguments: dict[str, Any] = {"turn_id": turn_id, "entries": entries}
    if correction.is_correction_missing(**arguments) and correction.reopen_correction(**arguments):
        queue_work(WorkKind.CORRECT, turn_id)
