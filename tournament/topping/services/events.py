"""Holds a topping, appends what happened in it, and has its pages asked for anew."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from tournament.services.lifecycle import require_open
from tournament.services.update_channel import tell
from tournament.topping.models import Topping, ToppingEvent, ToppingRun


def hold(pk: int) -> Topping:
    """Lock it, to change something; inside a transaction. Raises WrongState when its tournament is
    archived."""
    rows = Topping.objects.select_for_update(of=["self"]).select_related("tournament")
    topping = rows.get(pk=pk)
    require_open(topping.tournament)
    return topping


def note(
    topping: Topping,
    kind: str,
    *,
    by: User | None,
    now: datetime,
    run: ToppingRun | None = None,
    turn: int = 0,
    data: dict[str, Any] | None = None,
) -> None:
    """One row, inside the transaction of the change; ``run.seq`` counts those of a run."""
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


def tell_pages(topping: Topping) -> None:
    """Everybody who follows it, once what changed is written."""
    tell(topping.room)
