"""When the results of persons are public, according to the tournament's choice.

The grid (letters, tops, number of players who found them) is always public. Results of persons are
rankings, game sheets, turns and pages of players. Every public page, file and socket with such
results checks here first; the staff sees everything at any time.
"""

from collections.abc import Sequence

from tournament import ports
from tournament.core.states import (
    OVER_GAME_STATES,
    PLAYED_GAME_STATES,
    GameState,
    ResultVisibility,
    TournamentState,
)
from tournament.models import Game, Tournament
from tournament.queries.mort_subite import list_ranked_games


def find_withholding_end(game: Game) -> ResultVisibility | None:
    """Return until when the results of ``game`` are withheld; None: they are public at once."""
    tournament = game.tournament
    publicity = ResultVisibility(tournament.publicity)
    if _are_withheld_by_another_app(tournament):
        return publicity
    if publicity is ResultVisibility.LIVE or tournament.state == TournamentState.ARCHIVED:
        return None
    if publicity is ResultVisibility.GAME:
        return None if game.state == GameState.FINISHED else publicity
    return publicity if is_in_progress(tournament) else None


def are_results_public(game: Game) -> bool:
    """Return True if everybody may read the results of persons in ``game``."""
    return game.state in PLAYED_GAME_STATES and find_withholding_end(game) is None


def list_public_games(tournament: Tournament) -> list[Game]:
    """List the games whose results are public (``are_results_public``), by number."""
    publicity = ResultVisibility(tournament.publicity)
    is_archived = tournament.state == TournamentState.ARCHIVED
    if publicity is ResultVisibility.END and not is_archived and is_in_progress(tournament):
        return []
    if _are_withheld_by_another_app(tournament):
        return []
    only_finished = publicity is not ResultVisibility.LIVE and not is_archived
    states = (GameState.FINISHED,) if only_finished else PLAYED_GAME_STATES
    games = list_ranked_games(tournament).filter(state__in=states).order_by("number")
    return list(games.select_related("tournament"))


def find_hidden_results(
    tournament: Tournament, public_games: Sequence[Game]
) -> ResultVisibility | None:
    """Return until when results of games that are not in ``public_games`` are withheld; None: none.

    A game may have begun since ``public_games`` was read: where nothing is withheld, the result is
    None all the same.
    """
    publicity = ResultVisibility(tournament.publicity)
    are_public = publicity is ResultVisibility.LIVE or tournament.state == TournamentState.ARCHIVED
    if are_public and not _are_withheld_by_another_app(tournament):
        return None
    played_count = list_ranked_games(tournament).filter(state__in=PLAYED_GAME_STATES).count()
    return publicity if played_count > len(public_games) else None


def _are_withheld_by_another_app(tournament: Tournament) -> bool:
    """Return True if another app withholds them; its tournaments publish at the end."""
    if ResultVisibility(tournament.publicity) is not ResultVisibility.END:
        return False
    return any(withholds(tournament) for withholds in ports.withholds_results)


def is_in_progress(tournament: Tournament) -> bool:
    """Return True if a game of it, of any kind, is not over."""
    if tournament.games.exclude(state__in=list(OVER_GAME_STATES)).exists():
        return True
    return any(is_going_on(tournament) for is_going_on in ports.is_in_progress)
