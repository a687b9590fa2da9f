"""A game stands still, for a pause or longer, and goes on (3.7)."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from engine.regulation.topics import Topic
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import GameCommand
from tournament.models import Game
from tournament.services.play.games import require_no_open_turn
from tournament.services.play.transitions import By, move_game

#: What a game that is resumed forgets.
GOES_ON: dict[str, None] = {"interrupted_at": None, "resumes_at": None}


def interrupt_game(*, game: Game, minutes: int | None = None, by: By, now: datetime) -> Game:
    """Interrupt the game between two turns, or while one is being prepared or corrected.

    ``minutes``: a pause that long is told to the players; no longer than the game may stand still.
    """
    longest = longest_interruption(game)
    most = longest // timedelta(minutes=1)
    if minutes is not None and not 1 <= minutes <= most:
        raise BadSetting("bad-pause", minutes=minutes, most=most)
    resumes_at = None if minutes is None else now + timedelta(minutes=minutes)
    fields = {"interrupted_at": now, "resumes_at": resumes_at}
    with transaction.atomic():
        said = {} if minutes is None else {"minutes": minutes}
        move_game(game, GameCommand.INTERRUPT, by=by, now=now, data=said, **fields)
        require_no_open_turn(game)
    return game


def longest_interruption(game: Game) -> timedelta:
    """An interruption longer than this ends the game at the last turn collected (3.7)."""
    limit = game.tournament.regulation.play.interruption_limit_min
    return timedelta(minutes=limit.value)


def too_long(game: Game, now: datetime) -> bool:
    """Whether the interruption has lasted so long that 3.7 ends the game."""
    if game.interrupted_at is None:
        return False
    return now - game.interrupted_at > longest_interruption(game)


def resume_game(
    *, game: Game, past_limit: bool = False, detail: str = "", by: By, now: datetime
) -> Game:
    """Go on, unless the interruption was so long that 3.7 ends the game.

    A club may go on all the same (``past_limit``): the journal says so, with the article and the
    ``detail`` that the judge wrote.
    """
    said: dict[str, Any] = {}
    if too_long(game, now):
        minutes = longest_interruption(game) // timedelta(minutes=1)
        if not past_limit:
            raise WrongState("interrupted-too-long", minutes=minutes)
        article = game.tournament.regulation.number(Topic.END)
        said = {"past_limit": minutes, "article": article, "detail": detail}
    return move_game(game, GameCommand.RESUME, by=by, now=now, data=said, **GOES_ON)
