"""The page of a game played alone, and the requests of its script.

Without an account the state is a signed text on the device; with one it is a row. Signed or stored,
it is only ever changed here, by ``open_turn`` and ``show_turn``.
"""

from typing import Any
from uuid import UUID

import msgspec
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournament.core.bulletin_limits import check_sheet
from tournament.core.errors import BadSheet, WrongState
from tournament.practice.core.practice_game import PracticeBulletin, PracticeTurn
from tournament.practice.core.practice_state import (
    PracticeKind,
    PracticePhase,
    PracticeState,
    PracticeTerms,
)
from tournament.practice.models import AccountGame
from tournament.practice.ports import judge_bulletin
from tournament.practice.presentation.labels import describe_terms
from tournament.practice.presentation.practice_view import build_view
from tournament.practice.queries.trial import FIRST_TURN, list_trial_turns, load_trial_game
from tournament.practice.services.account_games import store_state
from tournament.practice.services.games import LoadedGame, load_game
from tournament.practice.views.guard import (
    count_request,
    for_practice_page,
    for_practice_script,
    get_user,
)
from tournament.queries.clock import now, to_milliseconds
from tournament.views.fair_play import require_not_in_play

_SALT = "tournament.practice"
#: A game on a device may be finished for this time, in seconds.
_MAX_AGE = 90 * 24 * 3600
_MAX_BODY_BYTES = 16 * 1024


class PracticeRequest(msgspec.Struct, frozen=True):
    """A message of the script: ``do`` is "resume", "open" or "hand-in"; ``token`` without
    account."""

    do: str
    token: str = ""
    rows: list[str] = []
    struck: list[str] = []
    reference: str = ""
    score: str = ""


def sign_state(state: PracticeState) -> str:
    return signing.dumps(state.to_data(), salt=_SALT, compress=True)


def read_state(token: str) -> PracticeState:
    """Return the state of a signed text. Raise WrongState for one that is not ours, or too old."""
    try:
        data = signing.loads(token, salt=_SALT, max_age=_MAX_AGE)
    except signing.BadSignature as error:
        raise WrongState("practice-state") from error
    return PracticeState.from_data(data)


@require_safe
@for_practice_page
def trial(request: HttpRequest, number: int = FIRST_TURN) -> HttpResponse:
    """Show a turn to try: nothing about it is stored, here or on the device."""
    load_trial_game(number)  # raises Http404
    terms = PracticeTerms(PracticeKind.TRIAL, str(number))
    context = {"following": number % len(list_trial_turns()) + 1, "is_trial": True}
    return _render_page(
        request, terms, f"trial:{number}", sign_state(PracticeState(terms)), **context
    )


@require_safe
@for_practice_page
def play_device_game(request: HttpRequest, token: str) -> HttpResponse:
    """Show a game whose state is on the device; the address has the signed terms."""
    count_request(request)
    state = read_state(token)
    load_game(state.terms, request.user)  # raises an error if it may not be played
    return _render_page(request, state.terms, token[-40:], token)


@require_safe
@for_practice_page
def play_account_game(request: HttpRequest, uid: UUID) -> HttpResponse:
    count_request(request)
    row = get_object_or_404(AccountGame, uid=uid, user=get_user(request))
    state = PracticeState.from_data(row.state)
    load_game(state.terms, request.user)  # raises an error if it may not be played
    commands = reverse("practice-account-command", args=[uid])
    return _render_page(request, state.terms, str(uid), "", commands=commands)


def _render_page(
    request: HttpRequest, terms: PracticeTerms, key: str, token: str, **extra: Any
) -> HttpResponse:
    data = {
        "key": key,
        "token": token,
        "url": extra.get("commands") or reverse("practice-command"),
        "isTrial": terms.kind == PracticeKind.TRIAL,
        "isStored": not token,
        "label": describe_terms(terms),
    }
    return render(request, "practice/play.html", {"data": data, "terms": terms} | extra)


@require_POST
@for_practice_script
def command(request: HttpRequest) -> HttpResponse:
    """Answer the script of a game whose state is on the device."""
    message = _read_request(request)
    state = read_state(message.token)
    loaded, new_state = _apply_message(request, message, state)
    return _build_response(new_state, loaded, token=sign_state(new_state))


@require_POST
@for_practice_script
def account_command(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Answer the script of a game of an account; the state is that of the row."""
    user = get_user(request)
    row = get_object_or_404(AccountGame, uid=uid, user=user)
    message, state = _read_request(request), PracticeState.from_data(row.state)
    loaded, new_state = _apply_message(request, message, state)
    if new_state != state and user is not None:
        store_state(row=row, state=new_state, by=user, now=now())
    return _build_response(new_state, loaded, token="")


def _read_request(request: HttpRequest) -> PracticeRequest:
    count_request(request)
    if len(request.body) > _MAX_BODY_BYTES:
        raise BadSheet("too-large")
    try:
        message = msgspec.json.decode(request.body, type=PracticeRequest)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadSheet("malformed") from error
    sheet = {"rows": message.rows, "struck": message.struck}
    check_sheet(rev=1, device="practice", reference=message.reference, score=message.score, **sheet)
    return message


def _apply_message(
    request: HttpRequest, message: PracticeRequest, state: PracticeState
) -> tuple[LoadedGame, PracticeState]:
    """Return the game and the state that follows. Refuse a position that somebody plays now."""
    now_ms = to_milliseconds(now())
    loaded = load_game(state.terms, request.user)
    if message.do == "open":
        state = state.open_turn(len(loaded.game.turns), now_ms)
    if state.number:
        turn = loaded.game.get_turn(state.number)
        require_not_in_play(request.user, turn.board, turn.rack)
        if message.do == "hand-in":
            state = _hand_in(message, state, loaded, turn, now_ms)
    return loaded, state


def _hand_in(
    message: PracticeRequest,
    state: PracticeState,
    loaded: LoadedGame,
    turn: PracticeTurn,
    now_ms: int,
) -> PracticeState:
    if state.phase != PracticePhase.OPEN:
        raise WrongState("practice-turn")
    is_late = state.is_late(now_ms)
    bulletin = PracticeBulletin(
        message.rows, message.struck, message.reference, message.score, is_late
    )
    result = judge_bulletin.function(loaded.game, turn, bulletin)
    return state.show_turn(result, turn.score, len(loaded.game.turns), now_ms)


def _build_response(state: PracticeState, loaded: LoadedGame, *, token: str) -> JsonResponse:
    view = build_view(state, loaded.game, loaded.replayed, to_milliseconds(now()))
    return JsonResponse({"token": token, "view": view})
