"""The state of a game between two, from its events."""

from datetime import UTC, datetime
from functools import lru_cache

from django.db.models import QuerySet

from engine.rules.draw import commitment
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.endings import Winner
from tournament.classic.core.match import MatchGameResult
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState, new_game
from tournament.classic.core.transitions import fold
from tournament.classic.core.visible_state import Seen, Viewer, seen
from tournament.classic.models import Match, MatchEvent, MatchGame
from tournament.queries.clock import millis


def moment(at: int) -> datetime:
    """The inverse of ``millis``."""
    return datetime.fromtimestamp(at / 1000, UTC)


def event_of(row: MatchEvent) -> Event:
    return Event(Command(row.command), Actor(row.actor), millis(row.at), row.data)


def beginning(game: MatchGame) -> MatchState:
    """Before its first event."""
    starter = Side(game.starter_given) if game.starter_given else None
    return new_game(game.agreed, starter=starter, at=millis(game.opened_at))


def state_of(game: MatchGame) -> MatchState:
    """As its ``seq`` events have made it; kept by this process, since events never change, while
    the terms may until the first of them."""
    if not game.seq:
        return beginning(game)
    last = MatchEvent.objects.filter(game=game, seq=game.seq).values_list("pk", "at").first()
    return _state(game.pk, game.seq, last)


@lru_cache(maxsize=256)
def _state(game_id: int, seq: int, _last: tuple[int, datetime] | None) -> MatchState:
    game = MatchGame.objects.get(pk=game_id)
    rows = MatchEvent.objects.filter(game=game_id, seq__lte=seq)
    return fold(beginning(game), map(event_of, rows))


def seen_of(game: MatchGame, viewer: Viewer, now: datetime) -> Seen:
    """What ``viewer`` may see of it now: pages of a match are made of this alone."""
    return seen(state_of(game), viewer, millis(now))


def commitment_of(game: MatchGame) -> str:
    """SHA-256 of the seed, public from the start."""
    return commitment(bytes.fromhex(game.seed))


def seed_shown(game: MatchGame) -> str | None:
    """The seed, once nothing of the game can be played any more."""
    return game.seed if state_of(game).is_final else None


def games_of(match: Match) -> QuerySet[MatchGame]:
    return MatchGame.objects.filter(match=match)


def current_game(match: Match) -> MatchGame | None:
    """The last one that was opened."""
    return games_of(match).last()


def results_of(match: Match) -> list[MatchGameResult]:
    """Of its games that are over, in order."""
    return [
        MatchGameResult(Winner(game.winner) if game.winner else None, (game.score_x, game.score_y))
        for game in games_of(match).filter(over_at__isnull=False)
    ]
