"""Removal of entries that were registered by mistake and took part in nothing."""

from collections.abc import Collection
from datetime import datetime
from functools import reduce
from operator import or_

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, RestrictedError

from tournament import ports
from tournament.core.errors import WrongState
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    LIVE_TURN_STATES,
    NOT_EXPECTED_MEDIA,
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
    Tournament,
    Turn,
    TurnParticipation,
)
from tournament.services.change_records import record_entries
from tournament.services.locks import lock_entries, lock_turns
from tournament.services.people.registration import lock_registration
from tournament.services.people.roster_changes import mark_undone, restore_rows
from tournament.services.tournament_journal import append_all_changes, open_journal_transaction
from tournament.services.tournaments import update_room


def delete_entry(*, entry: Entry, by: User | None, now: datetime) -> None:
    """Delete the entry and its players, and free its table. Raise WrongState if something was or
    is expected of it, or decided about it: it can only withdraw."""
    with open_journal_transaction():
        lock_registration(entry.tournament)
        _remove(entry.tournament, [entry], by=by, now=now)
        table = entry.table.number
        record_entries(entry.tournament, "deleted", by=by, now=now, table=table)


def undo_import(*, entry_import: EntryImport, by: User | None, now: datetime) -> int:
    """Delete all remaining entries of a file, and take back the changes of the roster that it
    caused unless it changed since; or do nothing: then raises WrongState."""
    tournament = entry_import.tournament
    with open_journal_transaction():
        lock_registration(tournament)
        locked_import = EntryImport.objects.select_for_update().get(pk=entry_import.pk)
        if locked_import.undone_at is not None:
            raise WrongState("import-undone", name=locked_import.file_name)
        entries = list(locked_import.entries.all())
        _remove(tournament, entries, by=by, now=now)
        record_entries(tournament, "undone", by=by, now=now, count=len(entries))
        if locked_import.learnt is not None:
            mark_undone(locked_import.learnt, now)
            restore_rows(locked_import.learnt, now)
        locked_import.undone_at = now
        locked_import.save(update_fields=["undone_at"])
    return len(entries)


def _remove(
    tournament: Tournament, entries: Collection[Entry], *, by: User | None, now: datetime
) -> None:
    removed = Entry.objects.filter(pk__in=[entry.pk for entry in entries])
    if played_entry := _find_played(tournament, entries):
        raise _make_refusal(played_entry)
    lock_entries(removed)
    Player.objects.filter(entries__in=removed).delete()
    Contender.objects.filter(entry__in=removed, game__state=GameState.DRAFT).delete()
    try:
        removed.delete()
    except RestrictedError as error:
        referenced = [row.entry_id for row in error.restricted_objects if hasattr(row, "entry_id")]
        raise _make_refusal(removed.filter(pk__in=referenced).select_related("table")[0]) from error
    append_all_changes(tournament.pk, by=by, now=now)
    update_room(tournament, by=by, now=now)


def _make_refusal(entry: Entry) -> WrongState:
    return WrongState("entry-played", name=entry.name, table=entry.table.number)


def _find_played(tournament: Tournament, entries: Collection[Entry]) -> Entry | None:
    """Return one of ``entries`` of which an open or closed turn, or another kind of game, expects
    or has something; None if there is none."""
    of_tournament = Turn.objects.filter(game__tournament=tournament)
    # Locked: no turn opens and receives bulletins until the entries are deleted.
    lock_turns(of_tournament.filter(state__in=list(LIVE_TURN_STATES)))
    turns = of_tournament.filter(state__in=[*COLLECTED_TURN_STATES, TurnState.OPEN])
    same_entry = {"turn": OuterRef("pk"), "entry": OuterRef(OuterRef("pk"))}
    absences = TurnParticipation.objects.filter(
        **same_entry, plays_on__in=NOT_EXPECTED_MEDIA, typed=""
    )
    bulletins = [Exists(model.objects.filter(**same_entry)) for model in (Bulletin, LateBulletin)]
    played = turns.filter(~Exists(absences) | bulletins[0] | bulletins[1])
    awaited = reduce(
        or_, (build_filter() for build_filter in ports.build_awaited_filter), Exists(played)
    )
    matches = Entry.objects.filter(awaited, pk__in=[entry.pk for entry in entries])
    return matches.select_related("table").first()
