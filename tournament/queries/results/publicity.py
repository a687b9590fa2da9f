"""Whose results everybody may read, and when: what the tournament has chosen.

What happens on the grid is public as it happens (letters, tops, how many found them): it is the
game. What persons have scored is: rankings, game sheets, turns, players' pages. Every public page,
program and socket that shows some asks here first; the staff sees everything at any time.
"""

from collections.abc import Sequence

from tournament import ports
from tournament.core.states import PLAYED, GameState, Publicity, TournamentState
from tournament.models import Game, Tournament
from tournament.queries.mort_subite import ranked_games

#: Games that nothing is awaited of.
_SETTLED = (GameState.FINISHED, GameState.VOID)


def withheld(game: Game) -> Publicity | None:
    """What the results of ``game`` still wait for; None: they are public as they come."""
    tournament = game.tournament
    publicity = Publicity(tournament.publicity)
    if publicity is Publicity.LIVE or tournament.state == TournamentState.ARCHIVED:
        return None
    if publicity is Publicity.GAME:
        return None if game.state == GameState.FINISHED else publicity
    return publicity if goes_on(tournament) else None


def is_open(game: Game) -> bool:
    """Whether everybody may read what persons have scored in ``game``."""
    return game.state in PLAYED and withheld(game) is None


def open_games(tournament: Tournament) -> list[Game]:
    """The games of which ``is_open`` says so, by number."""
    publicity = Publicity(tournament.publicity)
    archived = tournament.state == TournamentState.ARCHIVED
    if publicity is Publicity.END and not archived and goes_on(tournament):
        return []
    over = publicity is not Publicity.LIVE and not archived
    states = (GameState.FINISHED,) if over else PLAYED
    games = ranked_games(tournament).filter(state__in=states).order_by("number")
    return list(games.select_related("tournament"))


def kept_back(tournament: Tournament, public: Sequence[Game]) -> Publicity | None:
    """What results wait for where games of ``tournament`` beside those ``public`` have any.

    ``public`` may have been read before a game began: where nothing waits, it is never missing.
    """
    publicity = Publicity(tournament.publicity)
    if publicity is Publicity.LIVE or tournament.state == TournamentState.ARCHIVED:
        return None
    played = ranked_games(tournament).filter(state__in=PLAYED).count()
    return publicity if played > len(public) else None


def goes_on(tournament: Tournament) -> bool:
    """Whether a game of it, of whatever kind, is not over."""
    if tournament.games.exclude(state__in=_SETTLED).exists():
        return True
    return any(still(tournament) for still in ports.goes_on)
