"""The games that an account plays alone."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import WrongState
from tournament.solo.core.solo_state import AlonePhase, AloneState, AloneTerms
from tournament.solo.models import AloneGameRow

#: Maximum number of games of an account; the oldest are deleted.
MAX_GAMES = 300


def begin_game(*, terms: AloneTerms, label: str, by: User, now: datetime) -> AloneGameRow:
    """Create a game of the account."""
    with transaction.atomic():
        row = AloneGameRow.objects.create(
            user=by, label=label[:200], state=AloneState(terms).to_data(), began_at=now
        )
        rows = AloneGameRow.objects.filter(user=by).order_by("-pk")
        newest = rows.values_list("pk", flat=True)[:MAX_GAMES]
        AloneGameRow.objects.filter(user=by).exclude(pk__in=list(newest)).delete()
    return row


def store_state(*, row: AloneGameRow, state: AloneState, by: User, now: datetime) -> None:
    """Store the state that follows the one of ``row``. Raises WrongState if another request was
    first: a turn is handed in once."""
    is_done = state.phase == AlonePhase.DONE
    rows = AloneGameRow.objects.filter(pk=row.pk, user=by, step=row.step)
    changed = rows.update(
        state=state.to_data(),
        step=row.step + 1,
        total=state.total,
        top_total=state.top_total,
        ended_at=now if is_done else None,
    )
    if not changed:
        raise WrongState("solo-turn")


def delete_game(*, uid: UUID, by: User, now: datetime) -> None:
    """Delete a game of the account, if it is its own."""
    AloneGameRow.objects.filter(uid=uid, user=by).delete()


def delete_all_games(*, by: User, now: datetime) -> None:
    AloneGameRow.objects.filter(user=by).delete()
