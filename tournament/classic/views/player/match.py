"""The tablet of a player of a classic match: its content and its commands."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import ClockKind
from tournament.classic.core.visible_state import Viewer, VisibleState
from tournament.classic.models import Match, MatchGame
from tournament.classic.presentation.match.common import CLOCKS, describe_match_place, with_minus
from tournament.classic.presentation.match.current_actions import (
    build_action_box,
    slip_words,
    spoken_text,
)
from tournament.classic.presentation.match.public import both_names
from tournament.classic.presentation.match.requests import list_contestable_moves, list_requests
from tournament.classic.presentation.match.seat import ActionBox, MatchAction, MatchSeat
from tournament.classic.queries.games import list_games, load_visible_state
from tournament.classic.queries.own_matches import (
    MatchPlace,
    OwnResult,
    get_match_place,
    get_next_match,
    list_results_of_entry,
)
from tournament.classic.queries.table_clocks import has_table_clock
from tournament.classic.services import gestures
from tournament.classic.services.matches import open_game
from tournament.classic.views.match_display import (
    ClockFace,
    Pairs,
    bag_text,
    build_clock_faces,
    build_common_face,
    last_move,
    pair_lines,
    parse_totals,
)
from tournament.core.errors import BadAccess, ClassicRefused, RoomError
from tournament.models import Entry, Table
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import millis, now
from tournament.queries.people.public_names import PublicNames
from tournament.views.device import get_entered_table
from tournament.views.local import local_to
from tournament.views.staff import is_htmx

#: Maximal size of a command.
MAX_BYTES = 4096
#: Commands of a tablet, and the numeric fields of their data.
ALLOWED: Mapping[str, Command] = {
    str(command): command
    for command in (
        Command.TOSS, Command.DRAW, Command.LOOK, Command.PLAY, Command.PASS, Command.EXCHANGE,
        Command.PRESS, Command.CHALLENGE, Command.SLIP, Command.CONTEST_SCORE,
        Command.AGREE_SCORE, Command.DROP_CONTEST, Command.CALL_ARBITER, Command.PAUSE,
        Command.RETURN, Command.ARRIVE, Command.REFER,
    )
}  # fmt: skip
#: Commands of a tablet while an arbiter records the game on a real board.
WITH_REAL_TILES = frozenset({Command.CALL_ARBITER, Command.REFER})
NUMBERS = frozenset({"score", "move", "n", "moves"})


@dataclass(frozen=True, slots=True)
class TabletMatch:
    """A game as displayed on the tablet."""

    seat: MatchSeat
    box: ActionBox
    faces: list[ClockFace]
    common: ClockFace | None
    rows: Pairs
    names: tuple[str, str]
    where: str
    clock: str
    bag: str
    words: list[str]
    contestable: list[tuple[int, str]]
    more: list[MatchAction]
    tossed: list[dict[str, str]]
    down: int
    warn: int

    @property
    def down_tiles(self) -> range:
        return range(self.down)


def page(request: HttpRequest, table: Table) -> HttpResponse:
    """Render the whole page, for the table of a classic tournament."""
    context = {"table": table, "entry": table.entry, **_context(table.entry)}
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
        return _answer(explain(BadAccess("unknown-link")), HTTPStatus.FORBIDDEN)
    with local_to(request, table.tournament):
        if request.method == "POST":
            return _command(request, table.entry)
        if not is_htmx(request):
            return page(request, table)
        return render(request, "classic/player/match_part.html", _context(table.entry))


def _answer(problem: str, status: HTTPStatus = HTTPStatus.OK) -> JsonResponse:
    return JsonResponse({"problem": problem}, status=status)


def _command(request: HttpRequest, entry: Entry) -> HttpResponse:
    place = get_match_place(entry)
    try:
        data = _read_command(request)
        if place is None:
            raise ClassicRefused("no-game")
        _run(_requested_game(place, data), place.side, data)
    except RoomError as error:
        return _answer(explain(error), HTTPStatus.CONFLICT)
    return _answer("")


def _requested_game(place: MatchPlace, data: Mapping[str, Any]) -> MatchGame:
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
        for name in NUMBERS & set(data)
        if str(data[name]).isascii() and str(data[name]).isdecimal()
    }
    return {name: value for name, value in data.items() if value != ""} | numbers


def _is_readable(key: str) -> bool:
    return key.isascii() and key.isprintable()


def _run(game: MatchGame, side: Side, data: dict[str, Any]) -> None:
    key, name, time = data["key"], str(data.get("do"))[:20], now()
    if game.agreed.real_tiles and name not in WITH_REAL_TILES:
        raise ClassicRefused("recorded")
    if name == "turn":
        gestures.turn_and_press(game=game, side=side, key=key, now=time)
    elif name == "let-be":
        gestures.accept_last_word(game=game, side=side, key=key, now=time)
    elif name == "sign":
        totals = parse_totals(data.get("totals"))
        gestures.sign(game=game, side=side, totals=totals, key=key, now=time)
    elif name == "next-game":
        open_game(match=game.match, after=game, by=None, now=time)
    elif name in ALLOWED:
        gestures.run_tablet_command(
            game=game, command=ALLOWED[name], side=side, data=data, key=key,
            moves=data.get("moves"), now=time,
        )  # fmt: skip
    else:
        raise ClassicRefused("malformed", command=name, field="do")


def _context(entry: Entry) -> dict[str, Any]:
    place, time = get_match_place(entry), now()
    names = PublicNames(entry.tournament)
    tablet = _build_tablet(place, names, time) if place and place.game else None
    state = _state_json(entry, place, tablet, millis(time))
    next_match_of_entry = get_next_match(entry)
    rooms = [f"classic:{entry.tournament_id}"]
    if place:
        rooms.append(f"match:{place.match.pk}")
    return {
        "state": state,
        "token": make_update_token(*rooms),
        "tablet": tablet,
        "place": place,
        "on_paper": place is not None and has_table_clock(place.match),
        "results": [_result_row(result, names) for result in list_results_of_entry(entry)],
        "following": _next_match_sentence(next_match_of_entry, entry, names)
        if next_match_of_entry
        else "",
    }


def _result_row(result: OwnResult, names: PublicNames) -> dict[str, Any]:
    scores = " · ".join(
        f"{with_minus(own)} – {with_minus(opponents)}" for own, opponents in result.scores
    )
    opponent = names.get_entry_name(result.opponent) if result.opponent else _("exempt")
    tie_break = with_minus(result.tie_break)
    return {"result": result, "opponent": opponent, "scores": scores, "tie_break": tie_break}


def _next_match_sentence(match: Match, entry: Entry, names: PublicNames) -> str:
    """Return the sentence about the next match."""
    number = match.round.number if match.round else 0
    other = match.y if match.x_id == entry.pk else match.x
    if other is None:
        return _("Ronde %(round)s : vous êtes exempt.") % {"round": number}
    data = {
        "round": number,
        "name": names.get_entry_name(other),
        "table": match.board_number or "–",
    }
    return _("Ronde %(round)s : table %(table)s, contre %(name)s.") % data


def _build_tablet(place: MatchPlace, names: PublicNames, time: datetime) -> TabletMatch:
    game, side = place.game, place.side
    assert game is not None
    names_of_both = both_names(place.match, names)
    more_games = game.over_at is not None and place.match.over_at is None
    state = load_visible_state(game, Viewer(side.value), time)
    seat = MatchSeat(state, side, names_of_both, more_games=more_games)
    ordered = names_of_both if side is Side.X else (names_of_both[1], names_of_both[0])
    tossed = state.tossed if side is Side.X else (state.tossed[1], state.tossed[0])
    return TabletMatch(
        seat=seat,
        box=build_action_box(seat),
        faces=build_clock_faces(state, names_of_both),
        common=build_common_face(state),
        rows=pair_lines(state),
        names=ordered,
        where=describe_match_place(place.match, game.number, list_games(place.match).count()),
        clock=str(CLOCKS[ClockKind(state.terms.clock)]),
        bag=bag_text(state),
        words=slip_words(seat),
        contestable=list_contestable_moves(seat),
        more=list_requests(seat),
        tossed=_toss_tiles(state, tossed, ordered),
        down=0 if seat.recorded else seat.player.down,
        warn=state.terms.warn_s * 1000,
    )


def _toss_tiles(
    state: VisibleState, tossed: tuple[str, str], names: tuple[str, str]
) -> list[dict[str, str]]:
    """Return the letters of the toss until the first draw."""
    if state.moves or state.x.size or state.y.size or not any(tossed):
        return []
    return [{"letter": letter, "name": name} for letter, name in zip(tossed, names, strict=True)]


def _state_json(
    entry: Entry, place: MatchPlace | None, tablet: TabletMatch | None, at_ms: int
) -> dict[str, Any]:
    """Return the data for the scripts; of letters only those that the player has turned up."""
    common = {"address": reverse("table-match"), "seat": entry.pk, "now": at_ms}
    if place is None or place.game is None or tablet is None:
        return common | {
            "recorded": False, "game": 0, "moves": 0, "rows": [], "rack": "", "last": None,
            "may": [], "spoken": "",
        }  # fmt: skip
    seat, state = tablet.seat, tablet.seat.state
    allowed = [
        name
        for name, is_allowed in (("play", state.may_play), ("exchange", state.may_exchange))
        if is_allowed
    ]
    return common | {
        "recorded": seat.recorded,
        "game": place.game.pk,
        "moves": len(state.moves),
        "rows": state.rows,
        "rack": "" if seat.recorded else seat.player.rack,
        "last": last_move(state),
        "may": [] if seat.recorded else allowed,
        "spoken": spoken_text(tablet.box),
    }
