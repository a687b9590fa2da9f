"""The tablet of a player of a classic match: its content and its commands."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.models import MatchGame
from tournament.classic.queries.games import list_games
from tournament.classic.queries.own_matches import (
    CurrentMatch,
    get_current_match,
)
from tournament.classic.services import tablet_actions
from tournament.classic.services.matches import open_game
from tournament.classic.views.match_display import (
    parse_totals,
)
from tournament.classic.views.player.tablet import build_context
from tournament.core.errors import ClassicRefused, RoomError
from tournament.models import Entry, Table
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.views.device import get_entered_table
from tournament.views.player.closed_table import explain_closed_table, redirect_to_tablet
from tournament.views.shortcuts import is_htmx
from tournament.views.zone_and_paper import use_zone_and_paper

#: Maximum size of a command.
MAX_BYTES = 4096
#: Commands of a tablet, by their name in the request.
TABLET_COMMANDS: Mapping[str, Command] = {
    str(command): command
    for command in (
        Command.TOSS, Command.DRAW, Command.LOOK, Command.PLAY, Command.PASS, Command.EXCHANGE,
        Command.PRESS, Command.CHALLENGE, Command.SLIP, Command.CONTEST_SCORE,
        Command.AGREE_SCORE, Command.DROP_CONTEST, Command.CALL_ARBITER, Command.PAUSE,
        Command.RETURN, Command.ARRIVE, Command.REFER,
    )
}  # fmt: skip
#: Commands of a tablet while an arbiter records the game on a real board.
REAL_TILE_COMMANDS = frozenset({Command.CALL_ARBITER, Command.REFER})
#: Fields of a request that are read as numbers.
NUMERIC_FIELDS = frozenset({"score", "move", "n", "moves"})


def page(request: HttpRequest, table: Table) -> HttpResponse:
    """Render the whole page, for the table of a classic tournament."""
    context = {"table": table, "entry": table.entry, **build_context(table.entry)}
    return render(request, "classic/player/match.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def match(request: HttpRequest) -> HttpResponse:
    """Render the part drawn by the server, or run a command.

    A command is answered with ``problem``, "" if done. It is sent until answered, and run once per
    key.
    """
    table = get_entered_table(request)
    if table is None:
        if request.method == "POST":
            return _answer(explain_closed_table(request), HTTPStatus.FORBIDDEN)
        return redirect_to_tablet(request)
    with use_zone_and_paper(request, table.tournament):
        if request.method == "POST":
            return _run_posted_command(request, table.entry)
        if not is_htmx(request):
            return page(request, table)
        return render(request, "classic/player/match_part.html", build_context(table.entry))


def _answer(problem: str, status: HTTPStatus = HTTPStatus.OK) -> JsonResponse:
    return JsonResponse({"problem": problem}, status=status)


def _run_posted_command(request: HttpRequest, entry: Entry) -> HttpResponse:
    place = get_current_match(entry)
    try:
        data = _read_command(request)
        if place is None:
            raise ClassicRefused("no-game")
        _run_action(_find_requested_game(place, data), place.side, data)
    except RoomError as error:
        return _answer(explain(error), HTTPStatus.CONFLICT)
    return _answer("")


def _find_requested_game(place: CurrentMatch, data: Mapping[str, Any]) -> MatchGame:
    """Return the game that the tablet shows, which must be the last one unless the next one is
    requested. Raise ClassicRefused."""
    game_id = data.get("game")
    game = list_games(place.match).filter(pk=game_id).first() if type(game_id) is int else None
    if game is None or not (game == place.game or data.get("do") == "next-game"):
        raise ClassicRefused("no-game")
    return game


def _read_command(request: HttpRequest) -> dict[str, Any]:
    """Return the posted data. Raise ClassicRefused if invalid."""
    body = request.body
    try:
        data = json.loads(body) if len(body) <= MAX_BYTES else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not isinstance(data.get("key"), str):
        raise ClassicRefused("malformed", command="", field="")
    if not 8 <= len(data["key"]) <= 36 or not _is_readable(data["key"]):
        raise ClassicRefused("malformed", command="", field="key")
    numbers = {
        name: int(data[name])
        for name in NUMERIC_FIELDS & set(data)
        if str(data[name]).isascii() and str(data[name]).isdecimal()
    }
    return {name: value for name, value in data.items() if value != ""} | numbers


def _is_readable(key: str) -> bool:
    return key.isascii() and key.isprintable()


def _run_action(game: MatchGame, side: Side, data: dict[str, Any]) -> None:
    key, name, moment = data["key"], str(data.get("do"))[:20], now()
    if game.parsed_terms.real_tiles and name not in REAL_TILE_COMMANDS:
        raise ClassicRefused("recorded")
    if name == "turn":
        tablet_actions.turn_and_press(game=game, side=side, key=key, now=moment)
    elif name == "let-be":
        tablet_actions.accept_last_word(game=game, side=side, key=key, now=moment)
    elif name == "sign":
        totals = parse_totals(data.get("totals"))
        tablet_actions.sign(game=game, side=side, totals=totals, key=key, now=moment)
    elif name == "next-game":
        open_game(match=game.match, after=game, by=None, now=moment)
    elif name in TABLET_COMMANDS:
        tablet_actions.run_tablet_command(
            game=game, command=TABLET_COMMANDS[name], side=side, data=data, key=key,
            moves=data.get("moves"), now=moment,
        )  # fmt: skip
    else:
        raise ClassicRefused("malformed", command=name, field="do")
