"""What in an archive nobody may know yet: letters to come, solutions, bulletins, racks."""

from arbitrage.archive.core.manifest import Secret
from arbitrage.archive.queries.lines import Extent
from tournament.classic.models import MatchGame
from tournament.core.states import OVER_GAME_STATES, Discipline, TournamentState
from tournament.topping.core.topping_run import ToppingState


def secret_of(wanted: Extent) -> Secret:
    """What is not over of a tournament, or the game of one turn if it is not."""
    one = wanted.tournament
    games = one.games.exclude(state__in=list(OVER_GAME_STATES))
    if wanted.turn is not None:
        games = games.filter(pk=wanted.turn.game_id)
        return Secret(games=list(games.values_list("number", flat=True)))
    toppings = one.toppings.exclude(state=ToppingState.CLOSED).order_by("number")
    matches = MatchGame.objects.filter(match__tournament=one, over_at=None).order_by("uid")
    return Secret(
        games=list(games.order_by("number").values_list("number", flat=True)),
        toppings=list(toppings.values_list("number", flat=True)),
        match_games=[str(uid) for uid in matches.values_list("uid", flat=True)],
    )


def goes_on(wanted: Extent) -> bool:
    """Whether somebody is to come in by the cards of the tables. Between two rounds of a classic
    tournament no game is open, and the cards serve again."""
    one = wanted.tournament
    classic = one.discipline == Discipline.CLASSIC and one.state != TournamentState.ARCHIVED
    return wanted.turn is None and (classic or bool(secret_of(wanted)))
