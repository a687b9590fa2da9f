"""Interruptions of a game, short or long, and their end (3.7)."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from engine.regulation.topics import Topic
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import GameCommand
from tournament.models import Game
from tournament.services.play.games import require_no_open_turn
from tournament.services.play.transitions import By, move_game

#: Fields that are cleared when a game is resumed.
RESUMED_FIELDS: dict[str, None] = {"interrupted_at": None, "resumes_at": None}


def interrupt_game(*, game: Game, minutes: int | None = None, by: By, now: datetime) -> Game:
    """Interrupt the game between two turns, or while one is being prepared or corrected.

    ``minutes``: length of a pause announced to the players, at most the longest interruption.
    """
    longest = get_longest_interruption(game)
    max_minutes = longest // timedelta(minutes=1)
    if minutes is not None and not 1 <= minutes <= max_minutes:
        raise BadSetting("bad-pause", minutes=minutes, most=max_minutes)
    resumes_at = None if minutes is None else now + timedelta(minutes=minutes)
    fields = {"interrupted_at": now, "resumes_at": resumes_at}
    with transaction.atomic():
        data = {} if minutes is None else {"minutes": minutes}
        move_game(game, GameCommand.INTERRUPT, by=by, now=now, data=data, **fields)
        require_no_open_turn(game)
    return game


def get_longest_interruption(game: Game) -> timedelta:
    """Return the interruption after which the game ends at the last closed turn (3.7)."""
    limit = game.tournament.regulation.play.interruption_limit_min
    return timedelta(minutes=limit.value)


def is_too_long(game: Game, now: datetime) -> bool:
    """Return True if 3.7 ends the game because of the length of the interruption."""
    if game.interrupted_at is None:
        return False
    return now - game.interrupted_at > get_longest_interruption(game)


def resume_game(
    *, game: Game, past_limit: bool = False, detail: str = "", by: By, now: datetime
) -> Game:
    """Resume the game, unless 3.7 ends it because of the length of the interruption.

    With ``past_limit`` it is resumed all the same, as clubs may decide: the journal records it,
    with the article and the judge's ``detail``.
    """
    data: dict[str, Any] = {}
    if is_too_long(game, now):
        minutes = get_longest_interruption(game) // timedelta(minutes=1)
        if not past_limit:
            raise WrongState("interrupted-too-long", minutes=minutes)
        article = game.tournament.regulation.format_articles(Topic.END)
        data = {"past_limit": minutes, "article": article, "detail": detail}
    return move_game(game, GameCommand.RESUME, by=by, now=now, data=data, **RESUMED_FIELDS)
