"""Creates the demonstration's tournament, account and tables, or finds those of last time."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.regulation.editions import CURRENT
from engine.rules.spelling import COUNTRIES
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GameState, Role
from tournament.models import Entry, Game, StaffMember, Table, Tournament
from tournament.services.people.registration import assign_arbiter, register_entry
from tournament.services.play.games import create_game, prepare_game
from tournament.services.tournaments import create_tournament

USERNAME = "demonstration"
SLUG = "demonstration"
PLAYERS = 24


@dataclass(frozen=True, slots=True)
class DemoStage:
    """What the demonstration plays on."""

    tournament: Tournament
    user: User
    entries: list[Entry]


def set_up(*, now: datetime) -> DemoStage:
    user, _created = User.objects.get_or_create(username=USERNAME)
    tournament = Tournament.objects.filter(slug=SLUG).first()
    if tournament is None:
        tournament = _create(user, now)
    entries = list(
        Entry.objects.filter(tournament=tournament)
        .select_related("table")
        .order_by("table__number")
    )
    return DemoStage(tournament, user, entries)


def _create(user: User, now: datetime) -> Tournament:
    tournament = create_tournament(
        name=_("Démonstration"),
        venue=_("Sur ce poste"),
        starts_on=timezone.localdate(now),
        by=user,
        now=now,
        edition=CURRENT,
    )
    for role in (Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER):
        StaffMember.objects.create(tournament=tournament, user=user, role=role)
    for country in _countries():
        player = PlayerData(last_name=country, first_name=_("Joueur simulé"))
        register_entry(tournament=tournament, players=[player], by=user, now=now)
    tables = list(Table.objects.filter(tournament=tournament))
    assign_arbiter(tables=tables, user=user, by=user, now=now)
    return tournament


def _countries() -> list[str]:
    """The spelling table (3.1) gives names that are nobody's."""
    return [name for letter, name in sorted(COUNTRIES.items()) if letter != "?"][:PLAYERS]


def next_game(stage: DemoStage, *, time_s: int, now: datetime) -> Game:
    """The game under way, or a new one, ready to start."""
    unfinished = [GameState.RUNNING, GameState.INTERRUPTED, GameState.READY]
    found = stage.tournament.games.filter(state__in=unfinished).first()
    if found is not None:
        return found
    game = create_game(
        tournament=stage.tournament,
        time_s=time_s,
        warn_s=min(30, time_s // 3),
        by=stage.user,
        now=now,
    )
    # by nobody: the stand-in keeps away from a desk at which somebody acted
    return prepare_game(game=game, by=None, now=now)
