"""Merging of two players of a roster who are one person, and undoing it."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting, WrongState
from tournament.core.people.decisions import INCLUDE_LINE
from tournament.core.people.player_data import PLAYER_FIELDS, PlayerData
from tournament.core.people.roster_changes import RosterChangeKind, RowChange
from tournament.core.states import TournamentState
from tournament.models import Entry, Organisation, Player, RosterChange, RosterPlayer, Tournament
from tournament.queries.people.merging import can_be_deleted, make_merge_plan
from tournament.queries.people.roster import get_data
from tournament.services.people.entry_removal import delete_entry
from tournament.services.people.registration import register_entry
from tournament.services.people.renaming import undo_correction
from tournament.services.people.roster_changes import (
    mark_undone,
    record_roster_change,
    restore_rows,
)


def merge_people(
    *, kept_player: RosterPlayer, removed_player: RosterPlayer, by: User | None, now: datetime
) -> RosterChange:
    """Make one player of two of a roster: ``kept_player`` gets the data that it lacks and the
    tournaments of ``removed_player``. Of two entries in one tournament one that has not played is
    deleted; both stay if both have. Raise BadSetting for twice the same player."""
    if (
        kept_player.pk == removed_player.pk
        or kept_player.organisation_id != removed_player.organisation_id
    ):
        raise BadSetting("merge-with-self")
    with transaction.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=kept_player.organisation_id)
        rows = RosterPlayer.objects.select_for_update()
        kept_player, removed_player = rows.get(pk=kept_player.pk), rows.get(pk=removed_player.pk)
        plan = make_merge_plan(kept_player, removed_player)
        before, former = get_data(kept_player), asdict(get_data(removed_player))
        entries = [
            deleted_entry
            for duplicate in plan.duplicates
            if (deleted_entry := _delete_unplayed(duplicate.entries, kept_player, by=by, now=now))
        ]
        players = list(removed_player.played.order_by("pk").values_list("pk", flat=True))
        Player.objects.filter(pk__in=players).update(roster_player=kept_player)
        removed_key = removed_player.pk
        removed_player.delete()
        _write(kept_player, plan.data, now)
        return record_roster_change(
            kept_player.organisation,
            RosterChangeKind.MERGE,
            [RowChange(kept_player.pk, asdict(before), asdict(plan.data))],
            by=by,
            now=now,
            removed=removed_key,
            former=former,
            players=players,
            entries=entries,
        )


def _write(row: RosterPlayer, data: PlayerData, now: datetime) -> None:
    for name in PLAYER_FIELDS:
        setattr(row, name, getattr(data, name))
    row.fold()
    row.updated_at = now
    row.save()


def _delete_unplayed(
    entries: tuple[Entry, Entry], kept: RosterPlayer, *, by: User | None, now: datetime
) -> dict[str, Any] | None:
    """Delete the second entry, else the first, and return what registers it again; None if neither
    can be deleted."""
    for entry in reversed(entries):
        if not can_be_deleted(entry):
            continue
        player = entry.players.get()
        deleted_entry = {
            "tournament": entry.tournament_id,
            "table": entry.table.number,
            "team": entry.team.name if entry.team else "",
            "player": asdict(get_data(player)),
            "is_kept": player.roster_player_id == kept.pk,
        }
        try:
            with transaction.atomic():
                delete_entry(entry=entry, by=by, now=now)
        except WrongState:
            continue
        return deleted_entry
    return None


def undo_roster_change(*, change: RosterChange, by: User | None, now: datetime) -> None:
    """Undo a merging, a correction of a name or an import into the roster, except what changed
    since. Raise WrongState if it is undone already, or is the import of a tournament."""
    with transaction.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=change.organisation_id)
        if hasattr(change, "entry_import"):
            raise WrongState("import-of-tournament", name=change.entry_import.tournament.name)
        mark_undone(change, now)
        match RosterChangeKind(change.kind):
            case RosterChangeKind.IMPORT:
                restore_rows(change, now)
            case RosterChangeKind.NAME:
                undo_correction(change, by=by, now=now)
            case RosterChangeKind.MERGE:
                _undo_merge(change, by=by, now=now)


def _undo_merge(change: RosterChange, *, by: User | None, now: datetime) -> None:
    data = change.data
    former = PlayerData(**data["former"])
    roster = RosterPlayer.objects.filter(organisation=change.organisation_id)
    kept_key = data["rows"][0]["pk"]
    if not roster.filter(pk=kept_key).exists():
        raise WrongState("merged-again")
    restore_rows(change, now)
    restored = get_data(roster.get(pk=kept_key))
    if former.licence and roster.filter(licence=former.licence).exists():
        raise WrongState("licence-given-again", licence=former.licence)
    row = RosterPlayer(pk=data["removed"], organisation_id=change.organisation_id)
    _write(row, former, now)
    Player.objects.filter(pk__in=data["players"], roster_player=kept_key).update(roster_player=row)
    for line in data["entries"]:
        _register_again(line, kept_key if line["is_kept"] else row.pk, by=by, now=now)
    # What was given for one tournament replaces nothing in the restored rows.
    _write(row, former, now)
    _write(roster.get(pk=kept_key), restored, now)


def _register_again(
    line: dict[str, Any], roster_key: int, *, by: User | None, now: datetime
) -> None:
    """Register an entry at its former table, else at the next free one; an archived tournament
    stays as it is."""
    tournament = Tournament.objects.filter(pk=line["tournament"]).first()
    if tournament is None or tournament.state == TournamentState.ARCHIVED:
        return
    last_key = RosterPlayer.objects.order_by("pk").values_list("pk", flat=True).last() or 0
    table = tournament.tables.filter(number=line["table"]).select_related("centre").first()
    is_taken = tournament.entries.filter(table__number=line["table"]).exists()
    entry = register_entry(
        tournament=tournament,
        players=[PlayerData(**line["player"])],
        table_number=None if is_taken else line["table"],
        centre=table.centre if table else None,
        team=line["team"],
        decision=INCLUDE_LINE,
        by=by,
        now=now,
    )
    entry.players.update(roster_player=roster_key)
    # Beside a namesake in the tournament a registration adds another player to the roster.
    tournament.organisation.roster.filter(pk__gt=last_key).delete()
