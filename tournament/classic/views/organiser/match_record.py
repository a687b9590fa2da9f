"""Recording a game on a real board: an arbiter writes the moves of both players."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from engine.board.letters import fold
from tournament.classic.core.commands import Command
from tournament.classic.core.officers import choose_officer
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Absence, MoveKind
from tournament.classic.core.visible_state import Viewer, VisibleState
from tournament.classic.models import Match, MatchGame
from tournament.classic.presentation.match.match_words import describe_match_place
from tournament.classic.presentation.match.public import list_public_sentences
from tournament.classic.presentation.match.sentences import describe_move
from tournament.classic.queries.games import get_current_game, list_games, load_visible_state
from tournament.classic.services import recording
from tournament.classic.services.matches import open_game
from tournament.classic.services.recording import ExcessStage, Recorder
from tournament.classic.views.match_display import (
    build_clock_faces,
    build_common_face,
    find_last_move,
    pair_lines,
    parse_totals,
)
from tournament.core.errors import ClassicRefused, RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now
from tournament.views.shortcuts import for_roles, get_http_status, get_signed_in_user, is_htmx

_STAFF = (Role.ARBITER, Role.JUDGE, Role.ORGANISER)


@require_safe
@for_roles(*_STAFF)
def matches(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the matches that can be recorded."""
    open_matches = Match.objects.filter(
        tournament=tournament, y__isnull=False, over_at=None, round__started_at__isnull=False
    )
    match_rows = open_matches.select_related("round", "x", "y").prefetch_related("games")
    context = {"tournament": tournament, "matches": match_rows}
    return render(request, "classic/records.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*_STAFF)
def record(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Show the page or its part; a POST runs an action and answers with the part."""
    match_rows = Match.objects.select_related("round", "x", "y", "tournament")
    match = get_object_or_404(match_rows, tournament=tournament, pk=match_id, y__isnull=False)
    problem, status = "", 200
    if request.method == "POST":
        try:
            _run_action(request, match)
        except RoomError as error:
            problem, status = explain(error), get_http_status(error)
    context = {
        "tournament": tournament,
        "match": match,
        "problem": problem,
        **_build_context(match),
    }
    name = "classic/record_part.html" if is_htmx(request) else "classic/record.html"
    return render(request, name, context, status=status)


def _run_action(request: HttpRequest, match: Match) -> None:
    """Run the posted action. Raise RoomError."""
    action, key = request.POST.get("do", ""), request.POST.get("key", "")[:32]
    game = get_current_game(match)
    if action == "open":
        open_game(match=match, by=get_signed_in_user(request), now=now())
        return
    if not (key.isascii() and key.isprintable()):
        raise ClassicRefused("malformed", command="", field="key")
    if game is None or str(game.pk) != request.POST.get("game") or action not in _ACTIONS:
        raise ClassicRefused("malformed", command=action[:20], field="do")
    if not game.parsed_terms.real_tiles:
        raise ClassicRefused("on-tablets")
    roles: set[Role] = getattr(request, "roles", set())
    recorder = Recorder(game, key, get_signed_in_user(request), now(), choose_officer(roles))
    _ACTIONS[action](recorder, _PostedData(request))


class _PostedData:
    """The posted data, in the format of the rules."""

    def __init__(self, request: HttpRequest) -> None:
        self.post = request.POST

    def read_text(self, name: str) -> str:
        return fold("".join(self.post.get(name, "").split()))

    def read_side(self) -> Side:
        value = self.post.get("side", "")
        if value not in list(Side):
            raise ClassicRefused("malformed", command="", field="side")
        return Side(value)

    def read_number(self, name: str) -> int:
        value = self.read_text(name).replace("−", "-")
        if not value.removeprefix("-").isdecimal() or len(value) > 5:
            raise ClassicRefused("malformed", command="", field=name)
        return int(value)

    def read_word(self) -> str:
        """Return the word; a letter after "?" is a joker's ("MA?ISON"), as on the tablets."""
        word, is_joker = "", False
        for letter in self.read_text("word"):
            if letter == "?":
                is_joker = True
            else:
                word += letter.lower() if is_joker else letter
                is_joker = False
        return word

    def read_answers(self) -> dict[str, bool]:
        """Return the answers for the challenged words."""
        answers = zip(self.post.getlist("words"), self.post.getlist("answers"), strict=False)
        return {word: answer == "good" for word, answer in answers if answer in ("good", "bad")}


def _record_toss(recorder: Recorder, posted: _PostedData) -> None:
    letters = {side: posted.read_text(f"letter-{side}") for side in Side}
    recording.record_toss(recorder, {side: letter for side, letter in letters.items() if letter})


def _record_play(recorder: Recorder, posted: _PostedData) -> None:
    data = {
        "word": posted.read_word(),
        "ref": posted.read_text("ref"),
        "score": posted.read_number("score"),
    }
    recording.record_play(recorder, posted.read_side(), data)


def _record_excess(recorder: Recorder, posted: _PostedData) -> None:
    stage = posted.post.get("case", "")
    if stage not in list(ExcessStage):
        raise ClassicRefused("malformed", command="", field="case")
    recording.record_excess(
        recorder, posted.read_side(), posted.read_number("n"), ExcessStage(stage)
    )


def _record_letters(recorder: Recorder, posted: _PostedData) -> None:
    data = {str(side): posted.read_text(f"left-{side}") for side in Side}
    recording.run_officer_command(recorder, Command.TYPE_LETTERS, data)


def _set_score(recorder: Recorder, posted: _PostedData) -> None:
    data = {"move": posted.read_number("move"), "score": posted.read_number("score")}
    recording.run_officer_command(recorder, Command.SET_SCORE, data)


def _take_back_record(recorder: Recorder, posted: _PostedData) -> None:
    recording.run_officer_command(
        recorder, Command.TAKE_BACK_RECORD, {"move": posted.read_number("move")}
    )


_ACTIONS: Mapping[str, Callable[[Recorder, _PostedData], None]] = {
    "toss": _record_toss,
    "start": lambda recorder, _posted: recording.record_start(recorder),
    "arrive": lambda recorder, posted: recording.record_arrival(recorder, posted.read_side()),
    "play": _record_play,
    "pass": lambda recorder, posted: recording.record_pass_or_exchange(
        recorder, posted.read_side()
    ),
    "exchange": lambda recorder, posted: recording.record_pass_or_exchange(
        recorder, posted.read_side(), posted.read_number("n")
    ),
    "challenge": lambda recorder, posted: recording.record_challenge(
        recorder, posted.read_answers()
    ),
    "excess": _record_excess,
    "letters": _record_letters,
    "let-be": lambda recorder, _posted: recording.record_acceptance(recorder),
    "score": _set_score,
    "unwrite": _take_back_record,
    "hold": lambda recorder, _posted: recording.run_officer_command(recorder, Command.HOLD, {}),
    "resume": lambda recorder, _posted: recording.run_officer_command(recorder, Command.RESUME, {}),
    "sign": lambda recorder, posted: recording.record_signatures(
        recorder, parse_totals(posted.post.get("totals"))
    ),
}


def _build_context(match: Match) -> dict[str, Any]:
    names = (match.x.name, match.y.name if match.y else "")
    game = get_current_game(match)
    common_values = {
        "token": make_update_token(f"match:{match.pk}"),
        "names": names,
        "key": uuid4().hex,
    }
    if game is None:
        return common_values | {"game": None, "phase": "none"}
    return common_values | _build_game_context(match, game, names)


def _build_game_context(match: Match, game: MatchGame, names: tuple[str, str]) -> dict[str, Any]:
    state = load_visible_state(game, Viewer.OTHERS, now())
    side = state.to_move or Side.X
    return {
        "game": game,
        "state": state,
        "phase": str(state.phase),
        "has_real_tiles": state.terms.real_tiles,
        "side": side,
        "player": names[side.position],
        "match_place": describe_match_place(match, game.number, list_games(match).count()),
        "faces": build_clock_faces(state, names),
        "common": build_common_face(state),
        "warn": state.terms.warn_s * 1000,
        "lines": list_public_sentences(state, names),
        "board_rows": state.rows,
        "last_move": find_last_move(state),
        "line_pairs": pair_lines(state),
        "bag_size": state.bag_size,
        "players_to_toss": _list_players_to_toss(state, names),
        "late_players": [
            {"side": player_side, "name": name}
            for player_side, name in zip(Side, names, strict=True)
            if state.get_player(player_side).absence is Absence.LATE and not state.is_over
        ],
        "challengeable_words": state.formed_words if state.can_challenge else (),
        "players_to_draw": _list_players_to_draw(state, names),
        "scored_moves": _list_scored_moves(state, names),
        "move_to_take_back": len(state.moves) - 1 if state.can_take_back_record else None,
        "rack_sizes": [
            {"side": player_side, "name": name, "size": state.get_player(player_side).letter_count}
            for player_side, name in zip(Side, names, strict=True)
        ],
        "scores": state.scores,
        "has_next_game": game.over_at is not None and match.over_at is None,
    }


def _list_players_to_toss(state: VisibleState, names: tuple[str, str]) -> list[dict[str, Any]]:
    """Return the players who must still draw a letter for the toss."""
    if state.phase is not MatchPhase.TOSS:
        return []
    drawn = zip(Side, names, state.toss_letters, strict=True)
    return [{"side": side, "name": name} for side, name, letter in drawn if not letter]


def _list_players_to_draw(state: VisibleState, names: tuple[str, str]) -> list[dict[str, Any]]:
    """Return the players whose draw is not recorded yet: they may have drawn too many."""
    sides = zip(Side, names, strict=True)
    return [{"side": side, "name": name} for side, name in sides if state.get_player(side).to_draw]


def _list_scored_moves(state: VisibleState, names: tuple[str, str]) -> list[tuple[int, str]]:
    """Return the moves whose score an arbiter may set, the last first."""
    moves = [
        (number, describe_move(move, names))
        for number, move in enumerate(state.moves)
        if move.kind is MoveKind.PLAY and move.stands
    ]
    return moves[::-1]
