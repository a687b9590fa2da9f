"""Opening, closing and deletion of a *topping*, and changes of its players."""

from collections.abc import Sequence
from datetime import datetime

from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.tournament_journal import SubjectKind
from tournament.models import Entry
from tournament.services.notifications import notify_tables
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import append_change, journalled
from tournament.topping.core.topping_run import (
    OVER_RUNS,
    TOPPING_TRANSITIONS,
    RunState,
    ToppingCommand,
    ToppingState,
)
from tournament.topping.models import Topping
from tournament.topping.services.creation import add_runs
from tournament.topping.services.events import lock_topping, notify_pages, record_event
from tournament.topping.services.locked_run import settle_run

_TIME_FIELDS = {ToppingCommand.OPEN: "opened_at", ToppingCommand.CLOSE: "closed_at"}
_EVENT_KINDS = {ToppingCommand.OPEN: "opened", ToppingCommand.CLOSE: "closed"}


def move_topping(*, topping: Topping, command: ToppingCommand, by: By, now: datetime) -> Topping:
    """Open the topping, or close it, which makes its game public.

    Raises WrongState for a command that its state does not allow and while a run is not over;
    LostRace.
    """
    with journalled():
        locked = lock_topping(topping.pk)
        target = TOPPING_TRANSITIONS.get((ToppingState(topping.state), command))
        if target is None:
            raise WrongState("topping", command=command, state=topping.state)
        if locked.state != topping.state:
            raise LostRace("topping")
        for run in locked.runs.filter(state=RunState.PLAYING):
            settle_run(run=run, now=now)
        unfinished_count = locked.runs.exclude(state__in=sorted(OVER_RUNS)).count()
        if command is ToppingCommand.CLOSE and unfinished_count:
            raise WrongState("topping-runs-left", count=unfinished_count)
        locked.state = target
        setattr(locked, _TIME_FIELDS[command], now)
        locked.save(update_fields=["state", _TIME_FIELDS[command]])
        record_event(locked, _EVENT_KINDS[command], by=by, now=now)
        _notify(locked)
    return locked


def add_players(*, topping: Topping, entries: Sequence[Entry], by: By, now: datetime) -> None:
    """Add players after the others. Raises WrongState once it is closed, BadSetting for an entry
    that plays it already."""
    if not entries:
        raise BadSetting("topping-nobody")
    with journalled():
        locked = lock_topping(topping.pk)
        if locked.state == ToppingState.CLOSED:
            raise WrongState("topping", command="add", state=locked.state)
        runs = locked.runs.exclude(state=RunState.ANNULLED)
        duplicate = runs.filter(entry__in=[entry.pk for entry in entries]).first()
        if duplicate is not None and duplicate.entry is not None:
            raise BadSetting("topping-twice", name=duplicate.entry.name)
        add_runs(locked, entries)
        data = {"entries": len(entries)}
        record_event(locked, "joined", by=by, now=now, data=data)
        _notify(locked)


def delete_topping(*, topping: Topping, by: By, now: datetime) -> None:
    """Delete a topping. Raises WrongState for one of a tournament if somebody has begun it."""
    with journalled():
        locked = lock_topping(topping.pk)
        if (
            locked.tournament_id is not None
            and locked.runs.filter(started_at__isnull=False).exists()
        ):
            raise WrongState("topping-played", number=locked.number)
        _notify(locked)
        append_change(
            locked.tournament_id,
            SubjectKind.TOPPING,
            locked.uid,
            action="deleted",
            by=by,
            now=now,
        )
        locked.delete()


def _notify(topping: Topping) -> None:
    """Notify its pages and the tablets of its players."""
    notify_pages(topping)
    runs = topping.runs.filter(entry__isnull=False)
    notify_tables(list(runs.values_list("entry", flat=True)))
