"""Functions that fill the ports of ``tournament`` (``tournament.ports``)."""

from collections.abc import Iterator
from functools import partial

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.board.board import Board
from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.table_clock import ClockPhase
from tournament.classic.models import (
    ClockEvent,
    Match,
    MatchEvent,
    MatchGame,
    MatchRound,
    TableClock,
)
from tournament.classic.queries.games import load_state
from tournament.classic.queries.own_matches import list_matches_in_play
from tournament.core.errors import WrongState
from tournament.models import Table, Tournament
from tournament.ports import PositionInPlay


def require_nothing_running(tournament: Tournament) -> None:
    """Raise WrongState while a game between two is open."""
    if MatchGame.objects.filter(match__tournament=tournament, over_at=None).exists():
        raise WrongState("match-under-way")


def was_played(tournament: Tournament) -> bool:
    conditions = {"match__tournament": tournament}
    return (
        MatchGame.objects.filter(**conditions).exists()
        or TableClock.objects.filter(**conditions).exists()
    )


def build_awaited_filter() -> Exists:
    """Return the condition that an entry has a match."""
    return Exists(Match.objects.filter(Q(x=OuterRef("pk")) | Q(y=OuterRef("pk"))))


def find_last_events() -> QuerySet[MatchEvent]:
    """Return the last event of every open game."""
    events = MatchEvent.objects.filter(game__over_at=None)
    return events.order_by("game_id", "-seq").distinct("game_id")


def find_last_clock_events() -> QuerySet[ClockEvent]:
    """Return the last event of the clock of every table that runs."""
    events = ClockEvent.objects.filter(clock__phase=ClockPhase.RUNNING)
    return events.order_by("clock_id", "-seq").distinct("clock_id")


def build_game_clock_filter() -> Exists:
    return Exists(MatchGame.objects.filter(expires_at__isnull=False))


def build_table_clock_filter() -> Exists:
    return Exists(TableClock.objects.filter(phase=ClockPhase.RUNNING, match__over_at=None))


def build_countdown_filter() -> Exists:
    """Return the condition that the common time of a round runs."""
    rounds = MatchRound.objects.filter(state=RoundState.RUNNING, clock_ends_at__isnull=False)
    return Exists(rounds)


def build_word_list_filter(organisation: int | None = None) -> Exists:
    rows = MatchGame.objects.filter(word_list=OuterRef("pk"))
    if organisation is not None:
        rows = rows.filter(match__tournament__organisation=organisation)
    return Exists(rows)


def has_match(table: Table) -> bool:
    at_table = Q(x__table=table) | Q(y__table=table)
    return list_matches_in_play().filter(at_table).exists()


def list_positions(own_tournaments: QuerySet[Tournament]) -> Iterator[PositionInPlay]:
    """Yield the board of every match in play outside ``own_tournaments``, without the racks, which
    only their players know."""
    matches_elsewhere = list_matches_in_play().exclude(tournament__in=own_tournaments)
    for game in MatchGame.objects.filter(match__in=matches_elsewhere, over_at=None, seq__gt=0):
        yield PositionInPlay(partial(_read_board, game))


def _read_board(game: MatchGame) -> Board:
    return load_state(game).board
