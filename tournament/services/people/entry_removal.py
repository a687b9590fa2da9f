"""Entries that were registered by mistake go, as long as they took part in nothing."""

from collections.abc import Collection
from datetime import datetime
from functools import reduce
from operator import or_

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, RestrictedError

from tournament import ports
from tournament.core.errors import WrongState
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    LIVE_TURN_STATES,
    NOT_AWAITED,
    GameState,
    TurnState,
)
from tournament.models import (
    Bulletin,
    Contender,
    Entry,
    EntryImport,
    LateBulletin,
    Player,
    TookPart,
    Tournament,
    Turn,
)
from tournament.services.people.registration import one_at_a_time
from tournament.services.tournaments import tell_room


def delete_entry(*, entry: Entry, by: User | None, now: datetime) -> None:
    """The entry and its players go, and the table is free; raises WrongState once something was,
    or is, awaited of it, or decided about it: then it withdraws."""
    with transaction.atomic():
        one_at_a_time(entry.tournament)
        _remove(entry.tournament, [entry], by=by, now=now)


def undo_import(*, entry_import: EntryImport, by: User | None, now: datetime) -> int:
    """All entries of a file that are still there go, or none does: then raises WrongState."""
    tournament = entry_import.tournament
    with transaction.atomic():
        one_at_a_time(tournament)
        held = EntryImport.objects.select_for_update().get(pk=entry_import.pk)
        if held.undone_at is not None:
            raise WrongState("import-undone", name=held.file_name)
        entries = list(held.entries.all())
        _remove(tournament, entries, by=by, now=now)
        held.undone_at = now
        held.save(update_fields=["undone_at"])
    return len(entries)


def _remove(
    tournament: Tournament, entries: Collection[Entry], *, by: User | None, now: datetime
) -> None:
    removed = Entry.objects.filter(pk__in=[entry.pk for entry in entries])
    if stays := _awaited(tournament, entries):
        raise _stays(stays)
    Player.objects.filter(entries__in=removed).delete()
    Contender.objects.filter(entry__in=removed, game__state=GameState.DRAFT).delete()
    try:
        removed.delete()
    except RestrictedError as error:
        judged = [one.entry_id for one in error.restricted_objects if hasattr(one, "entry_id")]
        raise _stays(removed.filter(pk__in=judged).select_related("table")[0]) from error
    tell_room(tournament, by=by, now=now)


def _stays(entry: Entry) -> WrongState:
    return WrongState("entry-played", name=entry.name, table=entry.table.number)


def _awaited(tournament: Tournament, entries: Collection[Entry]) -> Entry | None:
    """One of ``entries`` of which a turn that is open or collected awaits or has something, or of
    which another game does."""
    of_tournament = Turn.objects.filter(game__tournament=tournament)
    # Locked: none opens, and has bulletins come, until the entries are gone.
    live = of_tournament.filter(state__in=list(LIVE_TURN_STATES)).order_by("pk")
    list(live.select_for_update(of=["self"], no_key=True).values_list("pk", flat=True))
    turns = of_tournament.filter(state__in=[*COLLECTED_TURN_STATES, TurnState.OPEN])
    here = {"turn": OuterRef("pk"), "entry": OuterRef(OuterRef("pk"))}
    away = TookPart.objects.filter(**here, plays_on__in=NOT_AWAITED, typed="")
    slips = [Exists(model.objects.filter(**here)) for model in (Bulletin, LateBulletin)]
    played = turns.filter(~Exists(away) | slips[0] | slips[1])
    awaited = reduce(or_, (find() for find in ports.find_awaited), Exists(played))
    found = Entry.objects.filter(awaited, pk__in=[entry.pk for entry in entries])
    return found.select_related("table").first()
