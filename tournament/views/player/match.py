"""The tablet of a player of a classic match: what it shows, and what he does on it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.core.classic.commands import Command
from tournament.core.classic.sides import Side
from tournament.core.classic.state import MatchState
from tournament.core.classic.terms import ClockKind
from tournament.core.errors import BadAccess, ClassicRefused, RoomError
from tournament.models import Entry, Match, MatchGame, Table
from tournament.protocol.beside import beside_token
from tournament.queries.classic.games import games_of, state_of
from tournament.queries.classic.own_matches import (
    MatchPlace,
    OwnResult,
    next_match,
    place_at,
    results_of_entry,
)
from tournament.queries.clock import millis, now
from tournament.queries.public_names import PublicNames
from tournament.services.classic import gestures
from tournament.services.classic.matches import open_game
from tournament.views.device import table_of
from tournament.views.local import local_to
from tournament.views.match_faces import (
    ClockFace,
    Pairs,
    common_face,
    faces,
    last_move,
    pairs,
    verdict_of,
)
from tournament.views.staff import is_htmx
from tournament.words.match_now import (
    MatchAction,
    MatchSeat,
    Now,
    contestable,
    more_of,
    now_of,
    slip_words,
    spoken,
)
from tournament.words.match_public import both_names
from tournament.words.matches import CLOCKS, where, with_minus
from tournament.words.messages import explain

#: More than the longest command.
MAX_BYTES = 4096
#: What a tablet may ask for, and the numbers among what it says.
ALLOWED: Mapping[str, Command] = {
    str(one): one
    for one in (
        Command.TOSS, Command.DRAW, Command.LOOK, Command.PLAY, Command.PASS, Command.EXCHANGE,
        Command.PRESS, Command.CHALLENGE, Command.SLIP, Command.CONTEST_SCORE,
        Command.AGREE_SCORE, Command.DROP_CONTEST, Command.CALL_ARBITER, Command.PAUSE,
        Command.RETURN, Command.REFER,
    )
}  # fmt: skip
NUMBERS = frozenset({"score", "move", "n", "moves"})


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A game as the tablet shows it."""

    seat: MatchSeat
    now: Now
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


def page(request: HttpRequest, table: Table) -> HttpResponse:
    """The whole page, for the table of a classic tournament."""
    context = {"table": table, "entry": table.entry, **_context(table.entry)}
    return render(request, "player/match.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def match(request: HttpRequest) -> HttpResponse:
    """The part that the server draws, or a command, which is answered with ``problem`` ("": done).

    A command comes again until it is answered, under the same key: it is done once.
    """
    table = table_of(request)
    if table is None:
        return _answer(explain(BadAccess("unknown-link")), HTTPStatus.FORBIDDEN)
    with local_to(request, table.tournament):
        if request.method == "POST":
            return _command(request, table.entry)
        if not is_htmx(request):
            return page(request, table)
        return render(request, "player/match_part.html", _context(table.entry))


def _answer(problem: str, status: HTTPStatus = HTTPStatus.OK) -> JsonResponse:
    return JsonResponse({"problem": problem}, status=status)


def _command(request: HttpRequest, entry: Entry) -> HttpResponse:
    place = place_at(entry)
    try:
        told = _told(request)
        if place is None or place.game is None or told.get("game") != place.game.pk:
            raise ClassicRefused("no-game")
        _do(place.game, place.side, told)
    except RoomError as error:
        return _answer(explain(error), HTTPStatus.CONFLICT)
    return _answer("")


def _told(request: HttpRequest) -> dict[str, Any]:
    """Raises ClassicRefused for what no tablet of ours sends."""
    body = request.body
    try:
        told = json.loads(body) if len(body) <= MAX_BYTES else None
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or not isinstance(told.get("key"), str):
        raise ClassicRefused("malformed", command="", field="")
    if not 8 <= len(told["key"]) <= 36:
        raise ClassicRefused("malformed", command="", field="key")
    numbers = {
        name: int(told[name])
        for name in NUMBERS & set(told)
        if str(told[name]).isascii() and str(told[name]).isdecimal()
    }
    return {name: value for name, value in told.items() if value != ""} | numbers


def _do(game: MatchGame, side: Side, told: dict[str, Any]) -> None:
    key, what, at = told["key"], str(told.get("do"))[:20], now()
    if what == "turn":
        gestures.turn_and_press(game=game, side=side, key=key, now=at)
    elif what == "sign":
        gestures.sign(game=game, side=side, key=key, now=at)
    elif what == "next-game":
        open_game(match=game.match, by=None, now=at)
    elif what in ALLOWED:
        data = _completed(game, side, ALLOWED[what], told)
        gestures.act(
            game=game, what=ALLOWED[what], side=side, data=data, key=key,
            moves=told.get("moves"), now=at,
        )  # fmt: skip
    else:
        raise ClassicRefused("malformed", command=what, field="do")


def _completed(game: MatchGame, side: Side, what: Command, told: dict[str, Any]) -> dict[str, Any]:
    """How many letters a player draws is counted for him: on tablets never too many."""
    if what is Command.DRAW:
        state = state_of(game)
        return {"n": min(7 - state.of(side).size, len(state.bag))}
    if what is Command.EXCHANGE:
        return told | {"n": len(str(told.get("letters", "")))}
    return told


def _context(entry: Entry) -> dict[str, Any]:
    place, at = place_at(entry), now()
    names = PublicNames(entry.tournament)
    shown = _shown(place, names, at_ms=millis(at)) if place and place.game else None
    state = _state_json(entry, place, shown, millis(at))
    following = next_match(entry)
    rooms = [f"classic:{entry.tournament_id}"]
    if place:
        rooms.append(f"match:{place.match.pk}")
    return {
        "state": state,
        "token": beside_token(*rooms),
        "shown": shown,
        "place": place,
        "results": [_own(one, names) for one in results_of_entry(entry)],
        "following": _following(following, entry, names) if following else "",
    }


def _own(one: OwnResult, names: PublicNames) -> dict[str, Any]:
    scores = " · ".join(f"{with_minus(mine)} – {with_minus(his)}" for mine, his in one.scores)
    opponent = names.entry(one.opponent) if one.opponent else _("exempt")
    difference = with_minus(one.difference)
    return {"result": one, "opponent": opponent, "scores": scores, "difference": difference}


def _following(match: Match, entry: Entry, names: PublicNames) -> str:
    """What comes next."""
    number = match.round.number if match.round else 0
    other = match.y if match.x_id == entry.pk else match.x
    if other is None:
        return _("Ronde %(round)s : vous êtes exempt.") % {"round": number}
    data = {"round": number, "name": names.entry(other), "table": match.board_number or "–"}
    return _("Ronde %(round)s : table %(table)s, contre %(name)s.") % data


def _shown(place: MatchPlace, names: PublicNames, at_ms: int) -> ShownMatch:
    game, side = place.game, place.side
    assert game is not None
    state = state_of(game)
    both = both_names(place.match, names)
    more = game.over_at is not None and place.match.over_at is None
    seat = MatchSeat(state, side, both, verdict_of(game, state), more_games=more)
    ordered = both if side is Side.X else (both[1], both[0])
    tossed = state.tossed if side is Side.X else (state.tossed[1], state.tossed[0])
    return ShownMatch(
        seat=seat,
        now=now_of(seat),
        faces=faces(state, both, at_ms, side),
        common=common_face(state, at_ms),
        rows=pairs(state, side),
        names=ordered,
        where=where(place.match, game, games_of(place.match).count()),
        clock=str(CLOCKS[ClockKind(state.terms.clock)]),
        bag=_bag(state),
        words=slip_words(seat),
        contestable=contestable(seat),
        more=more_of(seat),
        tossed=_toss_tiles(state, tossed, ordered),
        down=len(state.of(side).down),
        warn=state.terms.warn_s * 1000,
    )


def _toss_tiles(
    state: MatchState, tossed: tuple[str, str], names: tuple[str, str]
) -> list[dict[str, str]]:
    """Of the toss, until letters are drawn to be played."""
    if state.moves or state.x.size or state.y.size or not any(tossed):
        return []
    return [{"letter": one, "name": name} for one, name in zip(tossed, names, strict=True)]


def _bag(state: MatchState) -> str:
    n = len(state.bag)
    return ngettext("%(n)d lettre dans le sac", "%(n)d lettres dans le sac", n) % {"n": n}


def _state_json(
    entry: Entry, place: MatchPlace | None, shown: ShownMatch | None, at_ms: int
) -> dict[str, Any]:
    """What the scripts need; of letters, the player's own and seen."""
    common = {"address": reverse("table-match"), "seat": entry.pk, "now": at_ms}
    if place is None or place.game is None or shown is None:
        return common | {
            "game": 0, "moves": 0, "rows": [], "rack": "", "last": None, "may": [], "spoken": "",
        }  # fmt: skip
    seat, state = shown.seat, shown.seat.state
    may = [name for name, on in (("play", seat.may_play), ("exchange", seat.may_exchange)) if on]
    return common | {
        "game": place.game.pk,
        "moves": len(state.moves),
        "rows": state.board.rows(),
        "rack": state.of(place.side).rack,
        "last": last_move(state),
        "may": may,
        "spoken": spoken(shown.now),
    }
