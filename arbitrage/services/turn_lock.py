"""The lock for decisions on a turn, and checks of its state."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES, GameState, TurnState
from tournament.models import Turn


@contextmanager
def lock_turn(turn: Turn) -> Iterator[Turn]:
    """Lock a turn, so that data read inside is still true when the decision is written.

    Yield the turn as it is in the database.
    """
    turns = Turn.objects.select_for_update(no_key=True, of=["self"])
    with transaction.atomic():
        yield turns.select_related("game__tournament").get(pk=turn.pk)


def is_valid(turn: Turn) -> bool:
    """Return False if the turn was cancelled or its game is void."""
    return turn.state != TurnState.CANCELLED and turn.game.state != GameState.VOID


def require_valid(turn: Turn) -> None:
    """Raise WrongState if the turn was cancelled or its game is void."""
    if not is_valid(turn):
        raise WrongState("turn-cancelled")


def require_collected(turn: Turn) -> None:
    """Raise WrongState unless the bulletins of ``turn`` are collected and count."""
    require_valid(turn)
    if turn.state not in COLLECTED_TURN_STATES:
        raise WrongState("not-collected")
