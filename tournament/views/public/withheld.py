"""What stands in place of results that are not public yet."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.core.states import PLAYED_GAME_STATES
from tournament.models import Game
from tournament.queries.access import get_roles
from tournament.queries.results.publicity import find_withheld, is_open


def keeps(request: HttpRequest, game: Game) -> bool:
    """Whether the results of ``game`` are not for who asks; the staff sees everything."""
    return not is_open(game) and not get_roles(request.user, game.tournament)


def page_of(request: HttpRequest, game: Game, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    """When there will be something to read here."""
    context = {"tournament": game.tournament, "game": game, "withheld": find_withheld(game)}
    return render(request, "public/withheld.html", context, status=status)


def kept_game(request: HttpRequest, games: list[Game]) -> Game | None:
    """The first of ``games`` that has results which are kept from who asks."""
    return next(
        (game for game in games if game.state in PLAYED_GAME_STATES and keeps(request, game)), None
    )
