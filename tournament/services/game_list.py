"""The list of games of a tournament: creating several at once, and their order."""

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
from tournament.services.lifecycle import record_tournament_change
from tournament.services.play.games import create_game, prepare_game, refresh_room
from tournament.services.play.transitions import By

#: Maximum number of games created at once.
MAX_NEW_GAMES = 10
#: States of games that have not started, whose order may change.
MOVABLE_STATES = (GameState.DRAFT, GameState.READY)


def create_games(
    *,
    tournament: Tournament,
    count: int = 1,
    ready: bool = False,
    by: By,
    now: datetime,
    **settings: Any,
) -> list[Game]:
    """Create ``count`` games with the ``settings`` of ``create_game``, each with its own letters;
    ``ready``: prepared at once, so that the judge may start them.

    Raise BadSetting, and then creates none.
    """
    if not 1 <= count <= MAX_NEW_GAMES:
        raise BadSetting("bad-count", count=count, most=MAX_NEW_GAMES)
    with transaction.atomic():
        games = [
            create_game(tournament=tournament, **settings, by=by, now=now) for _ in range(count)
        ]
        if ready:
            for game in games:
                prepare_game(game=game, by=by, now=now)
    return games


def copy_game(*, game: Game, count: int, ready: bool = False, by: By, now: datetime) -> list[Game]:
    """Create games with the format, times and source of this one. Raise BadSetting.

    A copy of a *mort subite* has the same players but breaks no tie. Letters are not copied: the
    software draws the copies of a scripted game, and every copy has a seed of its own.
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


def move_game_up(*, game: Game, by: By, now: datetime) -> Game:
    """Play a game before its predecessor."""
    return _exchange_numbers(game, up=True, by=by, now=now)


def move_game_down(*, game: Game, by: By, now: datetime) -> Game:
    """Play a game after its successor."""
    return _exchange_numbers(game, up=False, by=by, now=now)


def _exchange_numbers(game: Game, *, up: bool, by: By, now: datetime) -> Game:
    """Exchange the numbers of two games that have not started; all others stay.

    Raise WrongState for a game that has started, and if there is no other game to exchange with.
    """
    with transaction.atomic():
        # No game starts or is added meanwhile.
        tournament = Tournament.objects.select_for_update().get(pk=game.tournament_id)
        waiting = list(tournament.games.filter(state__in=MOVABLE_STATES).order_by("number"))
        if game not in waiting:
            raise WrongState("game-keeps-its-number", number=game.number)
        place = waiting.index(game) + (-1 if up else 1)
        if not 0 <= place < len(waiting):
            raise WrongState("nowhere-to-move", number=game.number)
        moved_game, other = waiting[waiting.index(game)], waiting[place]
        _swap(moved_game, other)
        data = {"numbers": [other.number, moved_game.number]}
        record_tournament_change(tournament, TournamentChangeKind.ORDER, by=by, now=now, data=data)
        refresh_room(tournament.pk)
    return moved_game


def _swap(first: Game, second: Game) -> None:
    """Exchange numbers by way of an unused one: two games never have the same number. The hours of
    the programme stay in their order."""
    games = Game.objects.filter(tournament=first.tournament_id)
    free = (games.aggregate(last=Max("number"))["last"] or 0) + 1
    first.number, second.number = second.number, first.number
    for game, number in ((first, free), (second, second.number), (first, first.number)):
        games.filter(pk=game.pk).update(number=number)
    first.starts_at, second.starts_at = second.starts_at, first.starts_at
    Game.objects.bulk_update([first, second], ["starts_at"])
