"""The page shown instead of results that are not public yet."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.core.states import PLAYED_GAME_STATES
from tournament.models import Game
from tournament.queries.access import get_roles
from tournament.queries.results.publicity import are_results_public, find_withholding_end


def is_withheld_from(request: HttpRequest, game: Game) -> bool:
    """Return True if the user may not see the results of ``game`` yet; the staff sees all."""
    return not are_results_public(game) and not get_roles(request.user, game.tournament)


def render_withheld_page(
    request: HttpRequest, game: Game, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Render when the results will be public."""
    context = {"tournament": game.tournament, "game": game, "withheld": find_withholding_end(game)}
    return render(request, "public/withheld.html", context, status=status)


def find_withheld_game(request: HttpRequest, games: list[Game]) -> Game | None:
    """Return the first of ``games`` whose results are withheld from the user."""
    return next(
        (
            game
            for game in games
            if game.state in PLAYED_GAME_STATES and is_withheld_from(request, game)
        ),
        None,
    )
