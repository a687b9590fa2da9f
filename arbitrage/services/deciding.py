"""Locks for decisions on a turn, and the states in which it can be decided on."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES, GameState, TurnState
from tournament.models import Turn


@contextmanager
def deciding(turn: Turn) -> Iterator[Turn]:
    """Lock a turn, so that data read inside still holds when the decision is written.

    Yield the turn as it is in the database.
    """
    turns = Turn.objects.select_for_update(no_key=True, of=["self"])
    with transaction.atomic():
        yield turns.select_related("game__tournament").get(pk=turn.pk)


def require_standing(turn: Turn) -> None:
    """Raise WrongState if the turn was cancelled or its game is void."""
    if turn.state == TurnState.CANCELLED or turn.game.state == GameState.VOID:
        raise WrongState("turn-cancelled")


def require_collected(turn: Turn) -> None:
    """Raise WrongState unless the bulletins of ``turn`` are collected and count."""
    require_standing(turn)
    if turn.state not in COLLECTED_TURN_STATES:
        raise WrongState("not-collected")
