"""Stamp of the board of a topping: a change that the tournament's journal lacks."""

from tournament.models import Tournament
from tournament.queries.freshness import compute_running_time_stamp
from tournament.topping.core.topping_run import RunState
from tournament.topping.models import ToppingRun


def compute_playing_stamp(tournament: Tournament) -> str:
    """Return a text that changes while somebody plays: the end of a turn's time shows at once."""
    runs = ToppingRun.objects.filter(topping__tournament=tournament)
    return compute_running_time_stamp(runs.filter(state=RunState.PLAYING))
