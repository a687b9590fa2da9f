"""A player is to be known no more: in one tournament, or in all of his organisation.

Deliberately in archived tournaments, too: what was played and decided stays, who he was does not.
"""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.archive.services.name_erasing import NameErasing
from tournament.core.errors import BadSetting
from tournament.core.people.anonymous import PersonName, pseudonym
from tournament.core.people.names import folded
from tournament.core.people.player_data import PERSON, PlayerData
from tournament.core.states import Role, TournamentChangeKind
from tournament.models import (
    EntryImport,
    PendingFile,
    Player,
    RosterPlayer,
    Team,
    Tournament,
    Turn,
)
from tournament.queries.access import require_manager, require_role
from tournament.services.lifecycle import record, require_quiet
from tournament.services.people.registration import name_of, one_at_a_time
from tournament.services.tournaments import tell_room
from tournament.topping.services.events import tell_pages


def anonymise(*, player: Player, typed: str, by: User, now: datetime) -> str:
    """Nothing in the tournament of ``player`` says any more who he was; gives his pseudonym.
    ``typed`` is his name once more.

    Raises NotAllowed, BadSetting for another name, WrongState while somebody is at a game.
    """
    require_role(by, player.tournament, Role.ORGANISER)
    _require_typed(typed, str(player))
    with transaction.atomic():
        return _anonymise(player, by=by, now=now)


def anonymise_known(*, row: RosterPlayer, typed: str, by: User, now: datetime) -> int:
    """The same in every tournament of the organisation that ``row`` played, and the roster knows
    him no more; in how many. Raises as ``anonymise``, and changes nothing then."""
    require_manager(by, row.organisation)
    _require_typed(typed, str(row))
    with transaction.atomic():
        played = list(row.played.select_related("tournament").order_by("tournament", "pk"))
        for player in played:
            _anonymise(player, by=by, now=now)
        row.organisation.pending_files.all().delete()
        row.delete()
    return len({player.tournament_id for player in played})


def _require_typed(typed: str, name: str) -> None:
    if folded(typed) != folded(name):
        raise BadSetting("other-player", name=name)


def _anonymise(player: Player, *, by: User, now: datetime) -> str:
    tournament = player.tournament
    one_at_a_time(tournament)
    require_quiet(tournament)
    turns = Turn.objects.filter(game__tournament=tournament).order_by("pk")
    list(turns.select_for_update(of=["self"], no_key=True).values_list("pk", flat=True))
    named = PersonName.of(player.last_name, player.first_name)
    entries = {pk: str(uid) for pk, uid in player.entries.values_list("pk", "uid")}
    NameErasing(tournament, named, entries).run()
    called = _rename(player)
    _clear_lists(tournament, named)
    _clear_titles(tournament, named, entries)
    data = {"pseudonym": called}
    record(tournament, TournamentChangeKind.ANONYMISED, by=by, now=now, data=data)
    tell_room(tournament, by=by, now=now)
    return called


def _rename(player: Player) -> str:
    others = Player.objects.filter(tournament=player.tournament)
    called = pseudonym(others.values_list("last_name", flat=True))
    unknown = PlayerData(last_name=called)
    for name in PERSON:
        setattr(player, name, getattr(unknown, name))
    player.known = None
    player.save(update_fields=[*PERSON, "known"])
    for entry in player.entries.all():
        entry.name = name_of(list(entry.players.order_by("pk")))
        entry.save(update_fields=["name"])
    return called


def _clear_lists(tournament: Tournament, named: PersonName) -> None:
    """Files that were sent and not imported yet have his name as they came: they are sent again.
    A team or a file that is called after him has a number in its place."""
    PendingFile.objects.filter(tournament=tournament).delete()
    for team in Team.objects.filter(tournament=tournament):
        if named.in_text(team.name):
            team.name = f"Équipe {team.pk}"
            team.save(update_fields=["name"])
    for sent in EntryImport.objects.filter(tournament=tournament):
        if named.in_text(sent.file_name):
            sent.file_name = f"fichier {sent.pk}"
            sent.save(update_fields=["file_name"])


def _clear_titles(tournament: Tournament, named: PersonName, entries: Iterable[int]) -> None:
    """A topping that is called after him is called by its number; where he plays, a first name
    will do."""
    for topping in tournament.toppings.exclude(title=""):
        his = topping.runs.filter(entry__in=entries).exists()
        if (named.in_text_about_him if his else named.in_text)(topping.title):
            topping.title = ""
            topping.save(update_fields=["title"])
            tell_pages(topping)
