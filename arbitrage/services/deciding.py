"""One decision on a turn at a time, and what a turn must be for one."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES, GameState, TurnState
from tournament.models import Turn


@contextmanager
def deciding(turn: Turn) -> Iterator[Turn]:
    """One decision on a turn at a time: what is read inside still holds when it is written.

    Gives the turn as it is by then.
    """
    turns = Turn.objects.select_for_update(no_key=True, of=["self"])
    with transaction.atomic():
        yield turns.select_related("game__tournament").get(pk=turn.pk)


def require_standing(turn: Turn) -> None:
    """Raises WrongState when nothing on ``turn`` counts any more."""
    if turn.state == TurnState.CANCELLED or turn.game.state == GameState.VOID:
        raise WrongState("turn-cancelled")


def require_collected(turn: Turn) -> None:
    """Raises WrongState unless what lies before the arbiters on ``turn`` is theirs to decide."""
    require_standing(turn)
    if turn.state not in COLLECTED_TURN_STATES:
        raise WrongState("not-collected")
