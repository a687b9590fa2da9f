"""Stamps of public pages of matches and rounds: changes that the tournament's journal lacks."""

from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.table_clock import ClockPhase
from tournament.classic.models import MatchGame, MatchRound, TableClock
from tournament.models import Tournament
from tournament.queries.freshness import compute_running_time_stamp, digest_values


def compute_countdown_stamp(tournament: Tournament) -> str:
    """Return a text that changes while the common time of a round runs."""
    rounds = MatchRound.objects.filter(tournament=tournament, state=RoundState.RUNNING)
    return compute_running_time_stamp(rounds.filter(clock_ends_at__isnull=False))


def compute_match_stamp(tournament: Tournament) -> str:
    """Return a text that changes while a clock of a match runs, and with the games that have no
    event yet."""
    games = MatchGame.objects.filter(match__tournament=tournament)
    table_clocks = TableClock.objects.filter(match__tournament=tournament, match__over_at=None)
    running_time = compute_running_time_stamp(
        games.filter(expires_at__isnull=False), table_clocks.filter(phase=ClockPhase.RUNNING)
    )
    new_games = games.filter(seq=0).order_by("pk").values_list("pk", "terms", "starter_given")
    return digest_values(running_time, *new_games)
