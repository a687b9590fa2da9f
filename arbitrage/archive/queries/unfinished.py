"""The parts of an archive that are secret: letters to come, solutions, bulletins, racks."""

from arbitrage.archive.core.manifest import UnfinishedGames
from arbitrage.archive.queries.lines import ArchiveSource
from tournament.classic.models import MatchGame
from tournament.core.states import OVER_GAME_STATES, Discipline, TournamentState
from tournament.topping.core.topping_run import ToppingState


def find_unfinished_games(source: ArchiveSource) -> UnfinishedGames:
    """Return what is unfinished in the tournament, or the game of one turn if it is unfinished."""
    tournament = source.tournament
    games = tournament.games.exclude(state__in=list(OVER_GAME_STATES))
    if source.turn is not None:
        games = games.filter(pk=source.turn.game_id)
        return UnfinishedGames(games=list(games.values_list("number", flat=True)))
    toppings = tournament.toppings.exclude(state=ToppingState.CLOSED).order_by("number")
    matches = MatchGame.objects.filter(match__tournament=tournament, over_at=None).order_by("uid")
    return UnfinishedGames(
        games=list(games.order_by("number").values_list("number", flat=True)),
        toppings=list(toppings.values_list("number", flat=True)),
        match_games=[str(uid) for uid in matches.values_list("uid", flat=True)],
    )


def has_open_tables(source: ArchiveSource) -> bool:
    """Return True if players may still open a table with its card. Between two rounds of a classic
    tournament no game is open, but the cards will be used again."""
    tournament = source.tournament
    classic = (
        tournament.discipline == Discipline.CLASSIC and tournament.state != TournamentState.ARCHIVED
    )
    return source.turn is None and (classic or bool(find_unfinished_games(source)))
