"""Locking of toppings, their events, and updates of their pages."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from tournament.core.tournament_journal import SubjectKind
from tournament.services.lifecycle import require_not_archived
from tournament.services.tournament_journal import append_change
from tournament.services.update_channel import notify
from tournament.topping.core.topping_run import UNSUCCESSFUL_PROPOSALS
from tournament.topping.models import Topping, ToppingEvent, ToppingRun


def lock_topping(pk: int) -> Topping:
    """Lock the topping for a change; inside a transaction. Raise WrongState if its tournament is
    archived."""
    rows = Topping.objects.select_for_update(of=["self"]).select_related("tournament")
    topping = rows.get(pk=pk)
    require_not_archived(topping.tournament)
    return topping


def record_event(
    topping: Topping,
    kind: str,
    *,
    by: User | None,
    now: datetime,
    run: ToppingRun | None = None,
    turn: int = 0,
    data: dict[str, Any] | None = None,
) -> None:
    """Append an event, inside the transaction of the change; ``run.seq`` counts the events of a
    run."""
    if run is not None:
        run.seq += 1
    ToppingEvent.objects.create(
        topping=topping,
        run=run,
        seq=0 if run is None else run.seq,
        kind=kind,
        turn=turn,
        data=data or {},
        by=by,
        at=now,
    )
    if kind in UNSUCCESSFUL_PROPOSALS:
        return  # the journal of the tournament binds it with the next event
    if run is None:
        subject, uid = SubjectKind.TOPPING, topping.uid
    else:
        subject, uid = SubjectKind.RUN, run.uid
    append_change(topping.tournament_id, subject, uid, action=kind, by=by, now=now)


def notify_pages(topping: Topping) -> None:
    """Notify the pages of the topping after the commit."""
    notify(topping.update_channel)
