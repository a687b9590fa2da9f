"""Correction of a name in the roster and in every tournament that the person played, archived ones
too: published pages, papers, files and the API read it there."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting
from tournament.core.people.player_data import PlayerData, normalise_player
from tournament.core.people.roster_changes import RosterChangeKind, RowChange
from tournament.models import Entry, Organisation, Player, RosterChange, RosterPlayer
from tournament.queries.people.roster import get_data
from tournament.services.change_records import record_new_name
from tournament.services.locks import lock_entries
from tournament.services.people.registration import lock_registration, make_entry_name
from tournament.services.people.roster import check_person
from tournament.services.people.roster_changes import record_roster_change, restore_rows
from tournament.services.tournaments import update_room

type FullName = tuple[str, str]
"""Last name and first name."""


def correct_name(
    *, row: RosterPlayer, last_name: str, first_name: str, by: User | None, now: datetime
) -> int:
    """Give the person of ``row`` another name everywhere; return the number of tournaments.

    Raise BadSetting as ``check_person``, and for the name that is written there already.
    """
    data = normalise_player(PlayerData(last_name, first_name))
    check_person(data)
    names = (data.last_name, data.first_name)
    with transaction.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=row.organisation_id)
        current = RosterPlayer.objects.select_for_update().get(pk=row.pk)
        players = list(current.played.order_by("tournament", "pk"))
        former = {player.pk: (player.last_name, player.first_name) for player in players}
        if {(current.last_name, current.first_name), *former.values()} == {names}:
            raise BadSetting("same-name", name=data.name)
        before = get_data(current)
        current.last_name, current.first_name = names
        current.updated_at = now
        current.fold()
        current.save()
        rename_players(dict.fromkeys(former, names), by=by, now=now)
        after = replace(before, last_name=names[0], first_name=names[1])
        record_roster_change(
            row.organisation,
            RosterChangeKind.NAME,
            [RowChange(row.pk, asdict(before), asdict(after))],
            by=by,
            now=now,
            players={str(pk): names for pk, names in former.items()},
        )
    return len({player.tournament_id for player in players})


def undo_correction(change: RosterChange, *, by: User | None, now: datetime) -> None:
    """Give the former names back to the players who still have the corrected one."""
    after = change.data["rows"][0]["after"]
    former = {int(pk): (last, first) for pk, (last, first) in change.data["players"].items()}
    renamed = Player.objects.filter(
        pk__in=former, last_name=after["last_name"], first_name=after["first_name"]
    )
    rename_players({pk: former[pk] for pk in renamed.values_list("pk", flat=True)}, by=by, now=now)
    restore_rows(change, now)


def rename_players(names: Mapping[int, FullName], *, by: User | None, now: datetime) -> None:
    """Rename players of tournaments, by key; each entry gets a line of the journal."""
    players = Player.objects.filter(pk__in=names).select_related("tournament")
    for player in players.order_by("tournament", "pk"):
        lock_registration(player.tournament)
        entries = lock_entries(player.entries.all())
        player.last_name, player.first_name = names[player.pk]
        player.save(update_fields=["last_name", "first_name"])
        write_entry_names(entries, by=by, now=now)
        update_room(player.tournament, by=by, now=now)


def write_entry_names(entries: Iterable[Entry], *, by: User | None, now: datetime) -> None:
    """Write the names of ``entries`` anew from those of their players."""
    for entry in entries:
        old, entry.name = entry.name, make_entry_name(list(entry.players.order_by("pk")))
        entry.save(update_fields=["name"])
        record_new_name(entry, old, by=by, now=now)
