"""The games of a tournament as a list: several alike, and the order in which they are played."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import (
    SCRIPTED_SOURCES,
    GameState,
    Source,
    TournamentChangeKind,
)
from tournament.models import Game, Tournament
from tournament.services.lifecycle import record
from tournament.services.play.games import create_game, moved_room, prepare_game
from tournament.services.play.transitions import By

#: Games that are made at once.
MOST_AT_ONCE = 10
#: Games that have not started: they change places.
MOVABLE = (GameState.DRAFT, GameState.READY)


def create_games(
    *,
    tournament: Tournament,
    count: int = 1,
    ready: bool = False,
    by: By,
    now: datetime,
    **settings: Any,
) -> list[Game]:
    """``count`` games with the ``settings`` of ``create_game``, each with letters of its own;
    ``ready``: fixed at once, so that the judge may start them.

    Raises BadSetting, and then makes none.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise BadSetting("bad-count", count=count, most=MOST_AT_ONCE)
    with transaction.atomic():
        made = [
            create_game(tournament=tournament, **settings, by=by, now=now) for _ in range(count)
        ]
        if ready:
            for game in made:
                prepare_game(game=game, by=by, now=now)
    return made


def copy_game(*, game: Game, count: int, ready: bool = False, by: By, now: datetime) -> list[Game]:
    """Games like this one: format, times and source. Raises BadSetting.

    A *mort subite* has the same players; the tie that it settled is not its copy's. Letters stay
    its own: of a game written down beforehand, the copies are drawn by the
    software, and no copy has the seed of another.
    """
    source = Source.SOFTWARE if game.source in SCRIPTED_SOURCES else Source(game.source)
    return create_games(
        tournament=game.tournament,
        count=count,
        ready=ready,
        fmt=game.format,
        time_s=game.time_s,
        warn_s=game.warn_s,
        source=source,
        kind=game.kind,
        entries=tuple(game.contenders.values_list("entry", flat=True)),
        by=by,
        now=now,
    )


def move_up(*, game: Game, by: By, now: datetime) -> Game:
    """Play it before the one that would come before it."""
    return _exchange(game, up=True, by=by, now=now)


def move_down(*, game: Game, by: By, now: datetime) -> Game:
    """Play it after the one that would come after it."""
    return _exchange(game, up=False, by=by, now=now)


def _exchange(game: Game, *, up: bool, by: By, now: datetime) -> Game:
    """Exchange the numbers of two games that have not started; those of all others stay.

    Raises WrongState for one that has, and where there is none to exchange with.
    """
    with transaction.atomic():
        # No game starts or is added meanwhile.
        tournament = Tournament.objects.select_for_update().get(pk=game.tournament_id)
        waiting = list(tournament.games.filter(state__in=MOVABLE).order_by("number"))
        if game not in waiting:
            raise WrongState("game-keeps-its-number", number=game.number)
        place = waiting.index(game) + (-1 if up else 1)
        if not 0 <= place < len(waiting):
            raise WrongState("nowhere-to-move", number=game.number)
        one, other = waiting[waiting.index(game)], waiting[place]
        _swap(one, other)
        data = {"numbers": [other.number, one.number]}
        record(tournament, TournamentChangeKind.ORDER, by=by, now=now, data=data)
        moved_room(tournament.pk)
    return one


def _swap(one: Game, other: Game) -> None:
    """By way of a number that no game has: two of a tournament never have the same."""
    games = Game.objects.filter(tournament=one.tournament_id)
    free = (games.aggregate(last=Max("number"))["last"] or 0) + 1
    one.number, other.number = other.number, one.number
    for game, number in ((one, free), (other, other.number), (one, one.number)):
        games.filter(pk=game.pk).update(number=number)
