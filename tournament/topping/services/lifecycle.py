"""A *topping* is opened, closed, deleted; who plays it comes and goes."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.models import Entry
from tournament.services.notifications import tell_tables
from tournament.services.play.transitions import By
from tournament.topping.core.topping_run import (
    OVER_RUNS,
    TOPPING_TRANSITIONS,
    RunState,
    ToppingCommand,
    ToppingState,
)
from tournament.topping.models import Topping
from tournament.topping.services.creation import add_runs
from tournament.topping.services.events import hold, note, tell_pages
from tournament.topping.services.runs import settle

_STAMPS = {ToppingCommand.OPEN: "opened_at", ToppingCommand.CLOSE: "closed_at"}
_KINDS = {ToppingCommand.OPEN: "opened", ToppingCommand.CLOSE: "closed"}


def move_topping(*, topping: Topping, command: ToppingCommand, by: By, now: datetime) -> Topping:
    """Open it to its players, or close it, which makes its game public.

    Raises WrongState for a move that its state does not have and while somebody plays or is
    still to play; LostRace.
    """
    with transaction.atomic():
        held = hold(topping.pk)
        target = TOPPING_TRANSITIONS.get((ToppingState(topping.state), command))
        if target is None:
            raise WrongState("topping", command=command, state=topping.state)
        if held.state != topping.state:
            raise LostRace("topping")
        for run in held.runs.filter(state=RunState.PLAYING):
            settle(run=run, now=now)
        left = held.runs.exclude(state__in=sorted(OVER_RUNS)).count()
        if command is ToppingCommand.CLOSE and left:
            raise WrongState("topping-runs-left", count=left)
        held.state = target
        setattr(held, _STAMPS[command], now)
        held.save(update_fields=["state", _STAMPS[command]])
        note(held, _KINDS[command], by=by, now=now)
        _tell(held)
    return held


def add_players(*, topping: Topping, entries: Sequence[Entry], by: By, now: datetime) -> None:
    """More players, after the others. Raises WrongState once it is closed, BadSetting for one who
    plays it already."""
    if not entries:
        raise BadSetting("topping-nobody")
    with transaction.atomic():
        held = hold(topping.pk)
        if held.state == ToppingState.CLOSED:
            raise WrongState("topping", command="add", state=held.state)
        here = held.runs.exclude(state=RunState.ANNULLED)
        twice = here.filter(entry__in=[entry.pk for entry in entries]).first()
        if twice is not None and twice.entry is not None:
            raise BadSetting("topping-twice", name=twice.entry.name)
        add_runs(held, entries)
        data = {"entries": len(entries)}
        note(held, "joined", by=by, now=now, data=data)
        _tell(held)


def delete_topping(*, topping: Topping, by: By, now: datetime) -> None:
    """Remove one that nobody has begun to play. Raises WrongState."""
    with transaction.atomic():
        held = hold(topping.pk)
        if held.tournament_id is not None and held.runs.filter(started_at__isnull=False).exists():
            raise WrongState("topping-played", number=held.number)
        _tell(held)
        held.delete()


def _tell(topping: Topping) -> None:
    """Its pages, and the tablets of who plays it."""
    tell_pages(topping)
    runs = topping.runs.filter(entry__isnull=False)
    tell_tables(list(runs.values_list("entry", flat=True)))
