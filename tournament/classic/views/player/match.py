"""The tablet of a player of a classic match: what it shows, and what he does on it."""

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
from tournament.classic.core.visible_state import Seen, Viewer
from tournament.classic.models import Match, MatchGame
from tournament.classic.presentation.match.common import CLOCKS, where, with_minus
from tournament.classic.presentation.match.current_actions import now_of, slip_words, spoken
from tournament.classic.presentation.match.public import both_names
from tournament.classic.presentation.match.requests import contestable, more_of
from tournament.classic.presentation.match.seat import MatchAction, MatchSeat, Now
from tournament.classic.queries.games import games_of, seen_of
from tournament.classic.queries.own_matches import (
    MatchPlace,
    OwnResult,
    next_match,
    place_at,
    results_of_entry,
)
from tournament.classic.services import gestures
from tournament.classic.services.matches import open_game
from tournament.classic.views.match_display import (
    ClockFace,
    Pairs,
    bag_told,
    common_face,
    faces,
    last_move,
    pairs,
    totals_of,
)
from tournament.core.errors import BadAccess, ClassicRefused, RoomError
from tournament.models import Entry, Table
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import beside_token
from tournament.queries.clock import millis, now
from tournament.queries.people.public_names import PublicNames
from tournament.views.device import table_of
from tournament.views.local import local_to
from tournament.views.staff import is_htmx

#: More than the longest command.
MAX_BYTES = 4096
#: What a tablet may ask for, and the numbers among what it says.
ALLOWED: Mapping[str, Command] = {
    str(one): one
    for one in (
        Command.TOSS, Command.DRAW, Command.LOOK, Command.PLAY, Command.PASS, Command.EXCHANGE,
        Command.PRESS, Command.CHALLENGE, Command.SLIP, Command.CONTEST_SCORE,
        Command.AGREE_SCORE, Command.DROP_CONTEST, Command.CALL_ARBITER, Command.PAUSE,
        Command.RETURN, Command.ARRIVE, Command.REFER,
    )
}  # fmt: skip
#: With real tiles an arbiter writes what is done on the board.
WITH_REAL_TILES = frozenset({Command.CALL_ARBITER, Command.REFER})
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

    @property
    def down_tiles(self) -> range:
        return range(self.down)


def page(request: HttpRequest, table: Table) -> HttpResponse:
    """The whole page, for the table of a classic tournament."""
    context = {"table": table, "entry": table.entry, **_context(table.entry)}
    return render(request, "classic/player/match.html", context)


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
        return render(request, "classic/player/match_part.html", _context(table.entry))


def _answer(problem: str, status: HTTPStatus = HTTPStatus.OK) -> JsonResponse:
    return JsonResponse({"problem": problem}, status=status)


def _command(request: HttpRequest, entry: Entry) -> HttpResponse:
    place = place_at(entry)
    try:
        told = _told(request)
        if place is None:
            raise ClassicRefused("no-game")
        _do(_meant(place, told), place.side, told)
    except RoomError as error:
        return _answer(explain(error), HTTPStatus.CONFLICT)
    return _answer("")


def _meant(place: MatchPlace, told: Mapping[str, Any]) -> MatchGame:
    """The game that the tablet shows: the last one; but the next one may be asked for again, or by
    both. Raises ClassicRefused."""
    shown = told.get("game")
    game = games_of(place.match).filter(pk=shown).first() if type(shown) is int else None
    if game is None or not (game == place.game or told.get("do") == "next-game"):
        raise ClassicRefused("no-game")
    return game


def _told(request: HttpRequest) -> dict[str, Any]:
    """Raises ClassicRefused for what no tablet of ours sends."""
    body = request.body
    try:
        told = json.loads(body) if len(body) <= MAX_BYTES else None
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or not isinstance(told.get("key"), str):
        raise ClassicRefused("malformed", command="", field="")
    if not 8 <= len(told["key"]) <= 36 or not _is_readable(told["key"]):
        raise ClassicRefused("malformed", command="", field="key")
    numbers = {
        name: int(told[name])
        for name in NUMBERS & set(told)
        if str(told[name]).isascii() and str(told[name]).isdecimal()
    }
    return {name: value for name, value in told.items() if value != ""} | numbers


def _is_readable(key: str) -> bool:
    return key.isascii() and key.isprintable()


def _do(game: MatchGame, side: Side, told: dict[str, Any]) -> None:
    key, what, at = told["key"], str(told.get("do"))[:20], now()
    if game.agreed.real_tiles and what not in WITH_REAL_TILES:
        raise ClassicRefused("recorded")
    if what == "turn":
        gestures.turn_and_press(game=game, side=side, key=key, now=at)
    elif what == "let-be":
        gestures.let_be(game=game, side=side, key=key, now=at)
    elif what == "sign":
        totals = totals_of(told.get("totals"))
        gestures.sign(game=game, side=side, totals=totals, key=key, now=at)
    elif what == "next-game":
        open_game(match=game.match, after=game, by=None, now=at)
    elif what in ALLOWED:
        gestures.act(
            game=game, what=ALLOWED[what], side=side, data=told, key=key,
            moves=told.get("moves"), now=at,
        )  # fmt: skip
    else:
        raise ClassicRefused("malformed", command=what, field="do")


def _context(entry: Entry) -> dict[str, Any]:
    place, at = place_at(entry), now()
    names = PublicNames(entry.tournament)
    shown = _shown(place, names, at) if place and place.game else None
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
    tie_break = with_minus(one.tie_break)
    return {"result": one, "opponent": opponent, "scores": scores, "tie_break": tie_break}


def _following(match: Match, entry: Entry, names: PublicNames) -> str:
    """What comes next."""
    number = match.round.number if match.round else 0
    other = match.y if match.x_id == entry.pk else match.x
    if other is None:
        return _("Ronde %(round)s : vous êtes exempt.") % {"round": number}
    data = {"round": number, "name": names.entry(other), "table": match.board_number or "–"}
    return _("Ronde %(round)s : table %(table)s, contre %(name)s.") % data


def _shown(place: MatchPlace, names: PublicNames, at: datetime) -> ShownMatch:
    game, side = place.game, place.side
    assert game is not None
    both = both_names(place.match, names)
    more = game.over_at is not None and place.match.over_at is None
    seen = seen_of(game, Viewer(side.value), at)
    seat = MatchSeat(seen, side, both, more_games=more)
    ordered = both if side is Side.X else (both[1], both[0])
    tossed = seen.tossed if side is Side.X else (seen.tossed[1], seen.tossed[0])
    return ShownMatch(
        seat=seat,
        now=now_of(seat),
        faces=faces(seen, both),
        common=common_face(seen),
        rows=pairs(seen),
        names=ordered,
        where=where(place.match, game, games_of(place.match).count()),
        clock=str(CLOCKS[ClockKind(seen.terms.clock)]),
        bag=bag_told(seen),
        words=slip_words(seat),
        contestable=contestable(seat),
        more=more_of(seat),
        tossed=_toss_tiles(seen, tossed, ordered),
        down=0 if seat.recorded else seat.mine.down,
        warn=seen.terms.warn_s * 1000,
    )


def _toss_tiles(
    seen: Seen, tossed: tuple[str, str], names: tuple[str, str]
) -> list[dict[str, str]]:
    """Of the toss, until letters are drawn to be played."""
    if seen.moves or seen.x.size or seen.y.size or not any(tossed):
        return []
    return [{"letter": one, "name": name} for one, name in zip(tossed, names, strict=True)]


def _state_json(
    entry: Entry, place: MatchPlace | None, shown: ShownMatch | None, at_ms: int
) -> dict[str, Any]:
    """What the scripts need; of letters, the player's own and seen."""
    common = {"address": reverse("table-match"), "seat": entry.pk, "now": at_ms}
    if place is None or place.game is None or shown is None:
        return common | {
            "recorded": False, "game": 0, "moves": 0, "rows": [], "rack": "", "last": None,
            "may": [], "spoken": "",
        }  # fmt: skip
    seat, seen = shown.seat, shown.seat.seen
    may = [name for name, on in (("play", seen.may_play), ("exchange", seen.may_exchange)) if on]
    return common | {
        "recorded": seat.recorded,
        "game": place.game.pk,
        "moves": len(seen.moves),
        "rows": seen.rows,
        "rack": "" if seat.recorded else seat.mine.rack,
        "last": last_move(seen),
        "may": [] if seat.recorded else may,
        "spoken": spoken(shown.now),
    }
