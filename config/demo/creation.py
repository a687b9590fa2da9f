"""The demonstration's tournament, account and tables: created, or those of the last run."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.regulation.editions import CURRENT
from engine.rules.spelling import COUNTRIES
from tournament.core.people.player_data import PlayerData
from tournament.core.states import UNDER_WAY_GAME_STATES, GameState, Role
from tournament.models import Entry, Game, StaffMember, Table, Tournament
from tournament.services.people.registration import assign_arbiter, register_entries
from tournament.services.play.games import create_game, prepare_game
from tournament.services.tournaments import create_tournament

USERNAME = "demonstration"
SLUG = "demonstration"
PLAYER_COUNT = 24


@dataclass(frozen=True, slots=True)
class Demonstration:
    """The tournament of the demonstration, its account and its entries."""

    tournament: Tournament
    user: User
    entries: list[Entry]


def set_up_demonstration(*, now: datetime) -> Demonstration:
    user, _created = User.objects.get_or_create(username=USERNAME)
    tournament = Tournament.objects.filter(slug=SLUG).first()
    if tournament is None:
        tournament = _create_tournament(user, now)
    entries = list(
        Entry.objects.filter(tournament=tournament)
        .select_related("table")
        .order_by("table__number")
    )
    return Demonstration(tournament, user, entries)


def _create_tournament(user: User, now: datetime) -> Tournament:
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
    players = [[player] for player in list_simulated_players(0, PLAYER_COUNT)]
    register_entries(tournament=tournament, entries=players, by=user, now=now)
    tables = list(Table.objects.filter(tournament=tournament))
    assign_arbiter(tables=tables, user=user, by=user, now=now)
    return tournament


def list_simulated_players(first: int, count: int) -> list[PlayerData]:
    """Return players with names from the spelling table (3.1), which no person has."""
    names = [name for letter, name in sorted(COUNTRIES.items()) if letter != "?"]
    return [
        PlayerData(name, first_name=_("Joueur simulé")) for name in names[first : first + count]
    ]


def get_next_game(demonstration: Demonstration, *, time_s: int, now: datetime) -> Game:
    """Return the unfinished game, or a new one, ready to start."""
    unfinished = [*UNDER_WAY_GAME_STATES, GameState.READY]
    unfinished_game = demonstration.tournament.games.filter(state__in=unfinished).first()
    if unfinished_game is not None:
        return unfinished_game
    game = create_game(
        tournament=demonstration.tournament,
        time_s=time_s,
        warn_s=min(30, time_s // 3),
        by=demonstration.user,
        now=now,
    )
    # by=None: the stand-ins do nothing for some minutes after an act of a person
    return prepare_game(game=game, by=None, now=now)
