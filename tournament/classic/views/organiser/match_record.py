"""Real tiles: an arbiter writes down on one screen what two players do on a board of wood."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from tournament.classic.core.commands import Command
from tournament.classic.core.officers import first_instance
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Away, MatchPhase, MoveKind
from tournament.classic.core.visible_state import Seen, Viewer
from tournament.classic.models import Match, MatchGame
from tournament.classic.presentation.match.common import where
from tournament.classic.presentation.match.public import said_to_all
from tournament.classic.presentation.match.sentences import said_of
from tournament.classic.queries.games import current_game, games_of, seen_of
from tournament.classic.services import recording
from tournament.classic.services.matches import open_game
from tournament.classic.services.recording import ExcessCase, Recorder
from tournament.classic.views.match_display import common_face, faces, last_move, pairs, totals_of
from tournament.core.errors import ClassicRefused, RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import beside_token
from tournament.queries.clock import now
from tournament.views.staff import for_roles, is_htmx, signed_in, status_of

_STAFF = (Role.ARBITER, Role.JUDGE, Role.ORGANISER)


@require_safe
@for_roles(*_STAFF)
def matches(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The matches of the rounds that have begun and are not over, to be written down."""
    going_on = Match.objects.filter(
        tournament=tournament, y__isnull=False, over_at=None, round__started_at__isnull=False
    )
    found = going_on.select_related("round", "x", "y").prefetch_related("games")
    context = {"tournament": tournament, "matches": found}
    return render(request, "classic/records.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*_STAFF)
def record(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """The page, its part, or a gesture, which is answered with the part."""
    known = Match.objects.select_related("round", "x", "y", "tournament")
    match = get_object_or_404(known, tournament=tournament, pk=match_id, y__isnull=False)
    problem, status = "", 200
    if request.method == "POST":
        try:
            _gesture(request, match)
        except RoomError as error:
            problem, status = explain(error), status_of(error)
    context = {"tournament": tournament, "match": match, "problem": problem, **_context(match)}
    name = "classic/record_part.html" if is_htmx(request) else "classic/record.html"
    return render(request, name, context, status=status)


def _gesture(request: HttpRequest, match: Match) -> None:
    """Raises RoomError."""
    what, key = request.POST.get("do", ""), request.POST.get("key", "")[:32]
    game = current_game(match)
    if what == "open":
        open_game(match=match, by=signed_in(request), now=now())
        return
    if not (key.isascii() and key.isprintable()):
        raise ClassicRefused("malformed", command="", field="key")
    if game is None or str(game.pk) != request.POST.get("game") or what not in _GESTURES:
        raise ClassicRefused("malformed", command=what[:20], field="do")
    if not game.agreed.real_tiles:
        raise ClassicRefused("on-tablets")
    roles: set[Role] = getattr(request, "roles", set())
    recorder = Recorder(game, key, signed_in(request), now(), first_instance(roles))
    _GESTURES[what](recorder, _Typed(request))


class _Typed:
    """What was typed, in the form that the rules want."""

    def __init__(self, request: HttpRequest) -> None:
        self.post = request.POST

    def text(self, name: str) -> str:
        return "".join(self.post.get(name, "").split()).upper()

    def side(self) -> Side:
        value = self.post.get("side", "")
        if value not in list(Side):
            raise ClassicRefused("malformed", command="", field="side")
        return Side(value)

    def number(self, name: str) -> int:
        value = self.text(name).replace("−", "-")
        if not value.removeprefix("-").isdecimal() or len(value) > 5:
            raise ClassicRefused("malformed", command="", field=name)
        return int(value)

    def word(self) -> str:
        """ "MA?ISON": the letter after the sign is a joker's, as on the tablets."""
        word, joker = "", False
        for letter in self.text("word"):
            if letter == "?":
                joker = True
            else:
                word += letter.lower() if joker else letter
                joker = False
        return word

    def answers(self) -> dict[str, bool]:
        """Of the words that are challenged."""
        asked = zip(self.post.getlist("words"), self.post.getlist("answers"), strict=False)
        return {word: answer == "good" for word, answer in asked if answer in ("good", "bad")}


def _toss(recorder: Recorder, typed: _Typed) -> None:
    letters = {side: typed.text(f"letter-{side}") for side in Side}
    recording.toss(recorder, {side: one for side, one in letters.items() if one})


def _play(recorder: Recorder, typed: _Typed) -> None:
    data = {"word": typed.word(), "ref": typed.text("ref"), "score": typed.number("score")}
    recording.play(recorder, typed.side(), data)


def _excess(recorder: Recorder, typed: _Typed) -> None:
    case = typed.post.get("case", "")
    if case not in list(ExcessCase):
        raise ClassicRefused("malformed", command="", field="case")
    recording.excess(recorder, typed.side(), typed.number("n"), ExcessCase(case))


def _letters(recorder: Recorder, typed: _Typed) -> None:
    data = {str(side): typed.text(f"left-{side}") for side in Side}
    recording.officer(recorder, Command.TYPE_LETTERS, data)


def _score(recorder: Recorder, typed: _Typed) -> None:
    data = {"move": typed.number("move"), "score": typed.number("score")}
    recording.officer(recorder, Command.SET_SCORE, data)


def _unwrite(recorder: Recorder, typed: _Typed) -> None:
    recording.officer(recorder, Command.UNWRITE, {"move": typed.number("move")})


_GESTURES: Mapping[str, Callable[[Recorder, _Typed], None]] = {
    "toss": _toss,
    "start": lambda recorder, _typed: recording.start(recorder),
    "arrive": lambda recorder, typed: recording.arrive(recorder, typed.side()),
    "play": _play,
    "pass": lambda recorder, typed: recording.give_turn(recorder, typed.side()),
    "exchange": lambda recorder, typed: recording.give_turn(
        recorder, typed.side(), typed.number("n")
    ),
    "challenge": lambda recorder, typed: recording.challenge(recorder, typed.answers()),
    "excess": _excess,
    "letters": _letters,
    "let-be": lambda recorder, _typed: recording.let_be(recorder),
    "score": _score,
    "unwrite": _unwrite,
    "hold": lambda recorder, _typed: recording.officer(recorder, Command.HOLD, {}),
    "resume": lambda recorder, _typed: recording.officer(recorder, Command.RESUME, {}),
    "sign": lambda recorder, typed: recording.sign(recorder, totals_of(typed.post.get("totals"))),
}


def _context(match: Match) -> dict[str, Any]:
    names = (match.x.name, match.y.name if match.y else "")
    game = current_game(match)
    frame = {"token": beside_token(f"match:{match.pk}"), "names": names, "key": uuid4().hex}
    if game is None:
        return frame | {"game": None, "phase": "none"}
    return frame | _of_game(match, game, names)


def _of_game(match: Match, game: MatchGame, names: tuple[str, str]) -> dict[str, Any]:
    seen = seen_of(game, Viewer.OTHERS, now())
    side = seen.to_move or Side.X
    return {
        "game": game,
        "seen": seen,
        "phase": str(seen.phase),
        "real": seen.terms.real_tiles,
        "side": side,
        "player": names[0 if side is Side.X else 1],
        "where": where(match, game, games_of(match).count()),
        "faces": faces(seen, names),
        "common": common_face(seen),
        "warn": seen.terms.warn_s * 1000,
        "lines": said_to_all(seen, names),
        "grid": seen.rows,
        "last": last_move(seen),
        "rows": pairs(seen),
        "bag": seen.bag,
        "tossing": _tossing(seen, names),
        "late": [
            {"side": one, "name": name}
            for one, name in zip(Side, names, strict=True)
            if seen.of(one).away is Away.LATE and not seen.is_over
        ],
        "words": seen.words if seen.may_challenge else (),
        "excess": _may_exceed(seen, names),
        "plays": _plays(seen, names),
        "unwrite": len(seen.moves) - 1 if seen.may_unwrite else None,
        "left": [
            {"side": one, "name": name, "size": seen.of(one).size}
            for one, name in zip(Side, names, strict=True)
        ],
        "scores": seen.scores,
        "next": game.over_at is not None and match.over_at is None,
    }


def _tossing(seen: Seen, names: tuple[str, str]) -> list[dict[str, Any]]:
    """Who has still to draw a letter."""
    if seen.phase is not MatchPhase.TOSS:
        return []
    drawn = zip(Side, names, seen.tossed, strict=True)
    return [{"side": side, "name": name} for side, name, letter in drawn if not letter]


def _may_exceed(seen: Seen, names: tuple[str, str]) -> list[dict[str, Any]]:
    """Who has drawn since his move, as far as it is not written yet."""
    sides = zip(Side, names, strict=True)
    return [{"side": side, "name": name} for side, name in sides if seen.of(side).to_draw]


def _plays(seen: Seen, names: tuple[str, str]) -> list[tuple[int, str]]:
    """Moves whose score an arbiter may set, the last first."""
    found = [
        (number, said_of(move, names))
        for number, move in enumerate(seen.moves)
        if move.kind is MoveKind.PLAY and move.stands
    ]
    return found[::-1]
