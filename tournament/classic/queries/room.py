"""What the room asks of classic matches (``tournament.ports``)."""

from collections.abc import Iterator
from functools import partial

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.board.board import Board
from tournament.classic.models import Match, MatchEvent, MatchGame
from tournament.classic.queries.games import state_of
from tournament.classic.queries.own_matches import matches_in_play
from tournament.core.errors import WrongState
from tournament.models import Table, Tournament
from tournament.ports import ClosedPosition


def require_quiet(tournament: Tournament) -> None:
    """Raises WrongState while a game between two is not over."""
    if MatchGame.objects.filter(match__tournament=tournament, over_at=None).exists():
        raise WrongState("match-under-way")


def was_played(tournament: Tournament) -> bool:
    return MatchGame.objects.filter(match__tournament=tournament).exists()


def find_awaited() -> Exists:
    """Whether a match is for the entry."""
    return Exists(Match.objects.filter(Q(x=OuterRef("pk")) | Q(y=OuterRef("pk"))))


def find_last_events() -> QuerySet[MatchEvent]:
    """Of every game that is not over."""
    events = MatchEvent.objects.filter(game__over_at=None)
    return events.order_by("game_id", "-seq").distinct("game_id")


def is_time_running() -> Exists:
    return Exists(MatchGame.objects.filter(expires_at__isnull=False))


def uses_word_list() -> Exists:
    return Exists(MatchGame.objects.filter(word_list=OuterRef("pk")))


def has_match(table: Table) -> bool:
    at_it = Q(x__table=table) | Q(y__table=table)
    return matches_in_play().filter(at_it).exists()


def list_positions(own: QuerySet[Tournament]) -> Iterator[ClosedPosition]:
    """The grid alone: each player keeps their letters from the other."""
    others = matches_in_play().exclude(tournament__in=own)
    for game in MatchGame.objects.filter(match__in=others, over_at=None, seq__gt=0):
        yield ClosedPosition(partial(_read_board, game))


def _read_board(game: MatchGame) -> Board:
    return state_of(game).board
