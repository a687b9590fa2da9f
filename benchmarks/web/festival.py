"""A festival: three tournaments and their games, really played. Imported once Django is set up.

Everything is written by the services, but the bulletins that tablets hand in: they go into their
table at once for the whole room, as the process that stores them would have written them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from random import Random

from django.contrib.auth.models import User

from benchmarks.web.played import Player, play_game
from benchmarks.web.roster import Row, as_file, people
from engine.regulation.editions import CURRENT
from tournament.core.states import PlayMedium, Role
from tournament.models import Game, StaffMember, Tournament
from tournament.queries import clock
from tournament.services.groups import add_usual
from tournament.services.people.entry_imports import import_entries, send_file
from tournament.services.people.registration import assign_arbiter
from tournament.services.play.games import create_game
from tournament.services.play.participation import change_plays_on
from tournament.services.tournaments import create_tournament

#: One entry in so many plays on paper.
ON_PAPER = 100
ROLES = (Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER)


@dataclass(frozen=True)
class Plan:
    """A tournament; ``formats``: one a game, ``time_s``: seconds for a turn."""

    name: str
    formats: tuple[str, ...]
    time_s: int
    pairs: bool = False


#: The one that is still played comes last: nothing of the others changes any more.
PLANS = (
    Plan("Festival : paires", ("normal", "normal"), 120, pairs=True),
    Plan("Festival : blitz", ("7sur8", "joker"), 60),
    Plan("Festival : open", ("normal", "normal", "normal"), 180),
)


@dataclass(frozen=True)
class Size:
    """``turns``: at most so many in each game, and ``last_turns`` in the last, which goes on."""

    people: int = 500
    turns: int = 99
    last_turns: int = 12
    seed: int = 2023


@dataclass(frozen=True)
class Festival:
    """``live`` has a game under way, in it a turn that is open; ``user`` holds every role."""

    user: User
    tournaments: list[Tournament]

    @property
    def live(self) -> Tournament:
        return self.tournaments[-1]

    @property
    def last_game(self) -> Game:
        return self.live.games.get(number=len(PLANS[-1].formats))


def make_festival(size: Size, play: Callable[..., Iterable[None]] = map) -> Festival:
    """``play`` as ``map``: the tournaments have nothing in common once everybody is registered."""
    user = User.objects.create_user("bureau", is_superuser=True, is_staff=True)
    everybody = people(size.people, Random(size.seed))  # noqa: S311 - a festival to measure with
    made = [_set_up(plan, everybody, user, clock.now()) for plan in PLANS]
    for _ in play(play_tournament, [one.pk for one in made], PLANS, [size] * len(made)):
        pass
    return Festival(user, made)


def play_tournament(tournament_id: int, plan: Plan, size: Size) -> None:
    """All of its games, one after the other."""
    tournament = Tournament.objects.get(pk=tournament_id)
    user = User.objects.get(username="bureau")
    chance = Random(f"{size.seed}-{plan.name}")  # noqa: S311 - a festival to measure with
    players = _players(tournament, chance)
    for number, fmt in enumerate(plan.formats, start=1):
        game = create_game(
            tournament=tournament,
            fmt=fmt,
            time_s=plan.time_s,
            warn_s=plan.time_s // 6,
            by=user,
            now=clock.now(),
        )
        goes_on = plan.name == PLANS[-1].name and number == len(plan.formats)
        most = size.last_turns if goes_on else size.turns
        play_game(game, players, most=most, goes_on=goes_on, by=user, chance=chance)


def _set_up(plan: Plan, everybody: list[Row], user: User, now: datetime) -> Tournament:
    tournament = create_tournament(
        name=plan.name,
        venue="Salle des fêtes",
        starts_on=now.date(),
        edition=CURRENT,
        by=user,
        now=now,
    )
    for role in ROLES:
        StaffMember.objects.create(tournament=tournament, user=user, role=role)
    add_usual(organisation=tournament.organisation, by=user, now=now)
    _register(tournament, as_file(everybody, pairs=plan.pairs), user, now)
    assign_arbiter(tables=list(tournament.tables.all()), user=user, by=user, now=now)
    on_paper = list(tournament.entries.values_list("pk", flat=True))[::ON_PAPER]
    change_plays_on(
        tournament=tournament, entries=on_paper, plays_on=PlayMedium.PAPER, by=user, now=now
    )
    return tournament


def _register(tournament: Tournament, file: bytes, user: User, now: datetime) -> None:
    pending = send_file(
        organisation=tournament.organisation,
        tournament=tournament,
        file_name="inscrits.csv",
        data=file,
        by=user,
        now=now,
    )
    import_entries(pending=pending, by=user, now=now)


def _players(tournament: Tournament, chance: Random) -> list[Player]:
    entries = tournament.entries.select_related("table").order_by("table__number")
    return [
        Player(entry, chance.betavariate(2, 3), entry.plays_on == PlayMedium.PAPER)
        for entry in entries
    ]
