"""Anonymising of a player: in one tournament, or in every tournament of the organisation.

Archived tournaments are included on purpose: what was played and decided stays, the name goes.
"""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.archive.services.name_erasing import NameEraser
from tournament.core.errors import BadSetting
from tournament.core.people.anonymous import PersonName, make_pseudonym
from tournament.core.people.names import fold_name
from tournament.core.people.player_data import PLAYER_FIELDS, PlayerData
from tournament.core.states import Role, TournamentChangeKind
from tournament.models import (
    Entry,
    EntryImport,
    PendingFile,
    Player,
    RosterPlayer,
    Team,
    Tournament,
    TournamentChange,
    Turn,
)
from tournament.queries.access import require_manager, require_role
from tournament.services.lifecycle import record_tournament_change, require_nothing_running
from tournament.services.locks import lock_entries, lock_turns
from tournament.services.people.registration import lock_registration, make_entry_name
from tournament.services.people.roster_changes import forget_roster_player
from tournament.services.tournaments import update_room
from tournament.topping.services.events import notify_pages


def anonymise_player(*, player: Player, typed_name: str, by: User, now: datetime) -> str:
    """Remove the name of ``player`` from their tournament and return their pseudonym.

    ``typed_name``: the name, entered again as confirmation. Raise NotAllowed, BadSetting for
    another name, WrongState while somebody is playing a game.
    """
    require_role(by, player.tournament, Role.ORGANISER)
    _require_name(typed_name, str(player))
    with transaction.atomic():
        return _anonymise(player, by=by, now=now)


def anonymise_roster_player(*, row: RosterPlayer, typed_name: str, by: User, now: datetime) -> int:
    """Anonymise the player in every tournament of the organisation, and delete ``row`` from its
    roster.

    Return the number of tournaments. Raise what ``anonymise_player`` raises, and changes nothing
    then.
    """
    require_manager(by, row.organisation)
    _require_name(typed_name, str(row))
    with transaction.atomic():
        played = list(row.played.select_related("tournament").order_by("tournament", "pk"))
        for player in played:
            _anonymise(player, by=by, now=now)
        row.organisation.pending_files.all().delete()
        forget_roster_player(row)
        row.delete()
    return len({player.tournament_id for player in played})


def _require_name(typed_name: str, name: str) -> None:
    if fold_name(typed_name) != fold_name(name):
        raise BadSetting("other-player", name=name)


def _anonymise(player: Player, *, by: User, now: datetime) -> str:
    tournament = player.tournament
    lock_registration(tournament)
    require_nothing_running(tournament)
    lock_turns(Turn.objects.filter(game__tournament=tournament))
    lock_entries(player.entries.all())
    person = PersonName.from_parts(player.last_name, player.first_name)
    entries = {pk: str(uid) for pk, uid in player.entries.values_list("pk", "uid")}
    NameEraser(tournament, person, entries).erase()
    new_name = _assign_pseudonym(player)
    _clear_files_and_teams(tournament, person)
    _clear_titles(tournament, person, entries)
    data = {"pseudonym": new_name}
    record_tournament_change(tournament, TournamentChangeKind.ANONYMISED, by=by, now=now, data=data)
    update_room(tournament, by=by, now=now)
    return new_name


def _assign_pseudonym(player: Player) -> str:
    other_players = Player.objects.filter(tournament=player.tournament)
    new_name = make_pseudonym(other_players.values_list("last_name", flat=True))
    blank = PlayerData(last_name=new_name)
    for name in PLAYER_FIELDS:
        setattr(player, name, getattr(blank, name))
    player.roster_player = None
    player.save(update_fields=[*PLAYER_FIELDS, "roster_player"])
    for entry in player.entries.all():
        _clear_name_changes(entry)
        entry.name = make_entry_name(list(entry.players.order_by("pk")))
        entry.save(update_fields=["name"])
    return new_name


def _clear_name_changes(entry: Entry) -> None:
    """Remove the names from the lines about corrections of the name of ``entry``."""
    changes = TournamentChange.objects.filter(tournament=entry.tournament_id)
    for change in changes.filter(kind=TournamentChangeKind.NAME, data__entry=str(entry.uid)):
        change.data = {"entry": str(entry.uid), "old": "", "new": ""}
        change.save(update_fields=["data"])


def _clear_files_and_teams(tournament: Tournament, person: PersonName) -> None:
    """Delete pending files, which contain the name and can be sent again. Give teams and imported
    files that contain the name a number instead."""
    PendingFile.objects.filter(tournament=tournament).delete()
    for team in Team.objects.filter(tournament=tournament):
        if person.is_in_text(team.name):
            team.name = f"Équipe {team.pk}"
            team.save(update_fields=["name"])
    for entry_import in EntryImport.objects.filter(tournament=tournament):
        if person.is_in_text(entry_import.file_name):
            entry_import.file_name = f"fichier {entry_import.pk}"
            entry_import.save(update_fields=["file_name"])


def _clear_titles(tournament: Tournament, person: PersonName, entries: Iterable[int]) -> None:
    """Remove titles of toppings that contain the name; in toppings that the player plays, a first
    name is enough."""
    for topping in tournament.toppings.exclude(title=""):
        plays_it = topping.runs.filter(entry__in=entries).exists()
        is_named = person.is_in_text_about_person if plays_it else person.is_in_text
        if is_named(topping.title):
            topping.title = ""
            topping.save(update_fields=["title"])
            notify_pages(topping)
