"""Opening, closing and deletion of a *topping*, and changes of its players."""

from collections.abc import Sequence
from datetime import datetime

from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.tournament_journal import SubjectKind
from tournament.models import Entry
from tournament.services.notifications import notify_entries
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import append_change, open_journal_transaction
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

    Raise WrongState for a command that its state does not allow and while a run is not over;
    LostRace.
    """
    with open_journal_transaction():
        locked_topping = lock_topping(topping.pk)
        target = TOPPING_TRANSITIONS.get((ToppingState(topping.state), command))
        if target is None:
            raise WrongState("topping", command=command, state=topping.state)
        if locked_topping.state != topping.state:
            raise LostRace("topping")
        for run in locked_topping.runs.filter(state=RunState.PLAYING):
            settle_run(run=run, now=now)
        unfinished_count = locked_topping.runs.exclude(state__in=sorted(OVER_RUNS)).count()
        if command is ToppingCommand.CLOSE and unfinished_count:
            raise WrongState("topping-runs-left", count=unfinished_count)
        locked_topping.state = target
        setattr(locked_topping, _TIME_FIELDS[command], now)
        locked_topping.save(update_fields=["state", _TIME_FIELDS[command]])
        record_event(locked_topping, _EVENT_KINDS[command], by=by, now=now)
        _notify(locked_topping)
    return locked_topping


def add_players(*, topping: Topping, entries: Sequence[Entry], by: By, now: datetime) -> None:
    """Add players after the others. Raise WrongState once it is closed, BadSetting for an entry
    that plays it already."""
    if not entries:
        raise BadSetting("topping-without-players")
    with open_journal_transaction():
        locked_topping = lock_topping(topping.pk)
        if locked_topping.state == ToppingState.CLOSED:
            raise WrongState("topping", command="add", state=locked_topping.state)
        runs = locked_topping.runs.exclude(state=RunState.ANNULLED)
        duplicate = runs.filter(entry__in=[entry.pk for entry in entries]).first()
        if duplicate is not None and duplicate.entry is not None:
            raise BadSetting("topping-twice", name=duplicate.entry.name)
        add_runs(locked_topping, entries)
        data = {"entries": len(entries)}
        record_event(locked_topping, "joined", by=by, now=now, data=data)
        _notify(locked_topping)


def delete_topping(*, topping: Topping, by: By, now: datetime) -> None:
    """Delete a topping. Raise WrongState for one of a tournament if somebody has begun it."""
    with open_journal_transaction():
        locked_topping = lock_topping(topping.pk)
        if (
            locked_topping.tournament_id is not None
            and locked_topping.runs.filter(started_at__isnull=False).exists()
        ):
            raise WrongState("topping-played", number=locked_topping.number)
        _notify(locked_topping)
        append_change(
            locked_topping.tournament_id,
            SubjectKind.TOPPING,
            locked_topping.uid,
            action="deleted",
            by=by,
            now=now,
        )
        locked_topping.delete()


def _notify(topping: Topping) -> None:
    """Notify its pages and the tablets of its players."""
    notify_pages(topping)
    runs = topping.runs.filter(entry__isnull=False)
    notify_entries(list(runs.values_list("entry", flat=True)))
