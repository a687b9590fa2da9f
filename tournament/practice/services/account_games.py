"""The games that an account plays alone."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import WrongState
from tournament.practice.core.practice_state import PracticePhase, PracticeState, PracticeTerms
from tournament.practice.models import AccountGame

#: Maximum number of games of an account; the oldest are deleted.
MAX_GAMES = 300


def begin_game(*, terms: PracticeTerms, label: str, by: User, now: datetime) -> AccountGame:
    """Create a game of the account."""
    with transaction.atomic():
        row = AccountGame.objects.create(
            user=by, label=label[:200], state=PracticeState(terms).to_data(), began_at=now
        )
        rows = AccountGame.objects.filter(user=by).order_by("-pk")
        newest = rows.values_list("pk", flat=True)[:MAX_GAMES]
        AccountGame.objects.filter(user=by).exclude(pk__in=list(newest)).delete()
    return row


def store_state(*, row: AccountGame, state: PracticeState, by: User, now: datetime) -> None:
    """Store the state that follows the one of ``row``. Raise WrongState if another request was
    first: a turn is handed in once."""
    is_done = state.phase == PracticePhase.DONE
    rows = AccountGame.objects.filter(pk=row.pk, user=by, step=row.step)
    changed = rows.update(
        state=state.to_data(),
        step=row.step + 1,
        total=state.total,
        top_total=state.top_total,
        ended_at=now if is_done else None,
    )
    if not changed:
        raise WrongState("practice-turn")


def delete_game(*, uid: UUID, by: User, now: datetime) -> None:
    """Delete a game of the account, if it is its own."""
    AccountGame.objects.filter(uid=uid, user=by).delete()


def delete_all_games(*, by: User, now: datetime) -> None:
    AccountGame.objects.filter(user=by).delete()
