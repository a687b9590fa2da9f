"""Changes of the roster, kept for a while so that they can be undone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from tournament.core.errors import WrongState
from tournament.core.people.player_data import PLAYER_FIELDS
from tournament.core.people.roster_changes import (
    RosterChangeKind,
    RowChange,
    list_restored_values,
)
from tournament.models import Organisation, RosterChange, RosterPlayer
from tournament.queries.people.roster import get_data

#: How long a change can be undone; its data, which has names, is deleted afterwards.
CHANGE_STORAGE_TIME = timedelta(days=30)
#: The columns of a roster player that a change writes: the data, and those by which it is searched.
STORED_COLUMNS = (*PLAYER_FIELDS, "plain_name", "plain_licence", "plain_club", "updated_at")
#: Rows written by one statement.
BATCH = 1000


def record_roster_change(
    organisation: Organisation,
    kind: RosterChangeKind,
    rows: Sequence[RowChange],
    *,
    by: User | None,
    now: datetime,
    **data: Any,
) -> RosterChange:
    """Store a change; ``data``: what its kind needs besides the rows."""
    return RosterChange.objects.create(
        organisation=organisation,
        kind=kind,
        data={"rows": [row.to_json() for row in rows], **data},
        by=by,
        at=now,
    )


def mark_undone(change: RosterChange, now: datetime) -> None:
    """Raise WrongState for a change that is undone already; of two who undo it, one does."""
    changes = RosterChange.objects.filter(pk=change.pk, undone_at=None)
    if not changes.update(undone_at=now):
        raise WrongState("roster-change-undone")
    change.undone_at = now


def restore_rows(change: RosterChange, now: datetime) -> int:
    """Give the rows of ``change`` their former data, and delete those that it added, except what
    changed since or is in use; return how many changed. The caller locks the organisation."""
    players = RosterPlayer.objects.filter(organisation=change.organisation_id)
    changes = list_row_changes(change)
    rows = players.in_bulk([row_change.pk for row_change in changes])
    added = [row_change for row_change in changes if row_change.before is None]
    deleted = _delete_added(added, rows)
    licences = dict(players.exclude(licence="").values_list("licence", "pk"))
    changed: list[RosterPlayer] = []
    for row_change in changes:
        row = rows.get(row_change.pk)
        if row_change.before is not None and row and _restore(row, row_change, licences):
            row.updated_at = now
            changed.append(row)
    # Licences are unique and may have moved from one of these rows to another.
    players.filter(pk__in=[row.pk for row in changed]).update(licence="")
    RosterPlayer.objects.bulk_update(changed, STORED_COLUMNS, batch_size=BATCH)
    return deleted + len(changed)


def _delete_added(added: Iterable[RowChange], rows: Mapping[int, RosterPlayer]) -> int:
    """Delete the added rows that are unchanged and not in use; return how many."""
    unchanged = [
        row_change.pk
        for row_change in added
        if row_change.pk in rows and asdict(get_data(rows[row_change.pk])) == row_change.after
    ]
    unused = RosterPlayer.objects.filter(pk__in=unchanged, played=None)
    count, _ = unused.delete()
    return count


def _restore(row: RosterPlayer, change: RowChange, licences: dict[str, int]) -> bool:
    """Give ``row``, not saved here, its former data; return True if anything changed.

    ``licences``: the row of each licence, kept up to date; a licence that is taken stays away.
    """
    values = list_restored_values(change, asdict(get_data(row)))
    licence = values.get("licence")
    if licence and licences.get(licence, row.pk) != row.pk:
        del values["licence"]
    if "licence" in values:
        licences.pop(row.licence, None)
        licences[values["licence"]] = row.pk
    for name, value in values.items():
        setattr(row, name, value)
    row.fold()
    return bool(values)


def list_row_changes(change: RosterChange) -> list[RowChange]:
    return [RowChange.from_json(row) for row in change.data["rows"]]


def forget_roster_player(row: RosterPlayer) -> None:
    """Delete the data of ``row``, and of those merged into it, from what can be undone: it must
    not come back."""
    changes = list(RosterChange.objects.filter(organisation=row.organisation_id))
    keys = _collect_merged_keys(row.pk, changes)
    for change in changes:
        other_rows = [line for line in change.data["rows"] if line["pk"] not in keys]
        if change.kind == RosterChangeKind.IMPORT:
            if len(other_rows) != len(change.data["rows"]):
                change.data = change.data | {"rows": other_rows}
                change.save(update_fields=["data"])
        elif len(other_rows) != len(change.data["rows"]) or change.data.get("removed") in keys:
            change.delete()


def _collect_merged_keys(pk: int, changes: Iterable[RosterChange]) -> set[int]:
    """Return ``pk`` and the keys of the rows merged into it, directly or through others."""
    merges = [
        (change.data["rows"][0]["pk"], change.data["removed"])
        for change in changes
        if change.kind == RosterChangeKind.MERGE
    ]
    keys, count = {pk}, 0
    while len(keys) > count:
        count = len(keys)
        keys |= {removed_key for kept_key, removed_key in merges if kept_key in keys}
    return keys


def collect_row_changes(
    created: Iterable[RosterPlayer], changed: Iterable[tuple[RosterPlayer, dict[str, Any]]]
) -> list[RowChange]:
    """Return the changes of rows, saved by now; ``changed``: rows with their former data."""
    return [
        *(RowChange(row.pk, None, asdict(get_data(row))) for row in created),
        *(RowChange(row.pk, before, asdict(get_data(row))) for row, before in changed),
    ]
