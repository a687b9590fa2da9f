"""The state of a game between two, computed from its events."""

from datetime import datetime
from functools import lru_cache

from django.db.models import QuerySet

from engine.rules.draw import compute_commitment
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.endings import Winner
from tournament.classic.core.match import MatchGameResult
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState, build_game_state
from tournament.classic.core.transitions import replay
from tournament.classic.core.visible_state import Viewer, VisibleState, build_visible_state
from tournament.classic.models import EventColumns, Match, MatchEvent, MatchGame
from tournament.queries.clock import to_milliseconds


def to_event(row: EventColumns) -> Event:
    return Event(Command(row.command), Actor(row.actor), to_milliseconds(row.at), row.data)


def build_initial_state(game: MatchGame) -> MatchState:
    """Return the state before the first event."""
    starter = Side(game.starter_given) if game.starter_given else None
    return build_game_state(game.parsed_terms, starter=starter, at=to_milliseconds(game.opened_at))


def load_state(game: MatchGame) -> MatchState:
    """Return the state after the events of ``game``.

    Cached per process: events never change, but the terms may until the first event.
    """
    if not game.seq:
        return build_initial_state(game)
    last_event = MatchEvent.objects.filter(game=game, seq=game.seq).values_list("pk", "at").first()
    return _replay_state(game.pk, game.seq, last_event)


@lru_cache(maxsize=256)
def _replay_state(game_id: int, seq: int, _last_event: tuple[int, datetime] | None) -> MatchState:
    """Return the state; ``_last_event`` is only a part of the cache key."""
    game = MatchGame.objects.get(pk=game_id)
    rows = MatchEvent.objects.filter(game=game_id, seq__lte=seq)
    return replay(build_initial_state(game), map(to_event, rows))


def load_visible_state(game: MatchGame, viewer: Viewer, now: datetime) -> VisibleState:
    """Return what ``viewer`` may see now: pages of a match use nothing else."""
    return build_visible_state(load_state(game), viewer, to_milliseconds(now))


def get_commitment(game: MatchGame) -> str:
    """Return the SHA-256 of the seed, public from the start."""
    return compute_commitment(bytes.fromhex(game.seed))


def get_public_seed(game: MatchGame) -> str | None:
    """Return the seed once the game is final, else None."""
    return game.seed if load_state(game).is_final else None


def list_games(match: Match) -> QuerySet[MatchGame]:
    return MatchGame.objects.filter(match=match)


def get_current_game(match: Match) -> MatchGame | None:
    """Return the game opened last."""
    return list_games(match).last()


def list_results(match: Match) -> list[MatchGameResult]:
    """Return the results of the finished games, in order."""
    return [
        MatchGameResult(Winner(game.winner) if game.winner else None, (game.score_x, game.score_y))
        for game in list_games(match).filter(over_at__isnull=False)
    ]
