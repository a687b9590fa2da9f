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
from tournament.queries.clock import millis, now
from tournament.solo.core.solo_game import AloneBulletin, AloneTurn
from tournament.solo.core.solo_state import AloneKind, AlonePhase, AloneState, AloneTerms
from tournament.solo.models import AloneGameRow
from tournament.solo.ports import judge_bulletin
from tournament.solo.presentation.labels import describe_terms
from tournament.solo.presentation.solo_view import build_view
from tournament.solo.queries.trial import FIRST_TURN, list_trial_turns, load_trial
from tournament.solo.services.games import LoadedGame, load_game
from tournament.solo.services.history import store_state
from tournament.solo.views.guard import (
    count_request,
    for_player_alone,
    for_script_alone,
    get_user,
)
from tournament.views.fair_play import require_not_in_play

_SALT = "tournament.solo"
#: A game on a device may be finished for so long, in seconds.
_MAX_AGE = 90 * 24 * 3600
_MAX_BODY_BYTES = 16 * 1024


class AloneRequest(msgspec.Struct, frozen=True):
    """A message of the script: ``do`` is "resume", "open" or "hand-in"; ``token`` without
    account."""

    do: str
    token: str = ""
    rows: list[str] = []
    struck: list[str] = []
    reference: str = ""
    score: str = ""


def sign_state(state: AloneState) -> str:
    return signing.dumps(state.to_data(), salt=_SALT, compress=True)


def read_state(token: str) -> AloneState:
    """Return the state of a signed text. Raises WrongState for one that is not ours, or too old."""
    try:
        data = signing.loads(token, salt=_SALT, max_age=_MAX_AGE)
    except signing.BadSignature as error:
        raise WrongState("solo-state") from error
    return AloneState.from_data(data)


@require_safe
@for_player_alone
def trial(request: HttpRequest, number: int = FIRST_TURN) -> HttpResponse:
    """Show a turn to try: nothing about it is stored, here or on the device."""
    load_trial(number)  # raises Http404
    terms = AloneTerms(AloneKind.TRIAL, str(number))
    context = {"following": number % len(list_trial_turns()) + 1, "is_trial": True}
    return _render_page(request, terms, f"trial:{number}", sign_state(AloneState(terms)), **context)


@require_safe
@for_player_alone
def play_on_device(request: HttpRequest, token: str) -> HttpResponse:
    """Show a game whose state is on the device; the address has the signed terms."""
    count_request(request)
    state = read_state(token)
    load_game(state.terms, request.user)  # raises an error if it may not be played
    return _render_page(request, state.terms, token[-40:], token)


@require_safe
@for_player_alone
def play_of_account(request: HttpRequest, uid: UUID) -> HttpResponse:
    count_request(request)
    row = get_object_or_404(AloneGameRow, uid=uid, user=get_user(request))
    state = AloneState.from_data(row.state)
    load_game(state.terms, request.user)  # raises an error if it may not be played
    commands = reverse("solo-account-command", args=[uid])
    return _render_page(request, state.terms, str(uid), "", commands=commands)


def _render_page(
    request: HttpRequest, terms: AloneTerms, key: str, token: str, **extra: Any
) -> HttpResponse:
    data = {
        "key": key,
        "token": token,
        "url": extra.get("commands") or reverse("solo-command"),
        "isTrial": terms.kind == AloneKind.TRIAL,
        "isStored": not token,
        "label": describe_terms(terms),
    }
    return render(request, "solo/play.html", {"data": data, "terms": terms} | extra)


@require_POST
@for_script_alone
def command(request: HttpRequest) -> HttpResponse:
    """Answer the script of a game whose state is on the device."""
    message = _read_request(request)
    state = read_state(message.token)
    loaded, new_state = _apply_message(request, message, state)
    return _build_response(new_state, loaded, token=sign_state(new_state))


@require_POST
@for_script_alone
def account_command(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Answer the script of a game of an account; the state is that of the row."""
    user = get_user(request)
    row = get_object_or_404(AloneGameRow, uid=uid, user=user)
    message, state = _read_request(request), AloneState.from_data(row.state)
    loaded, new_state = _apply_message(request, message, state)
    if new_state != state and user is not None:
        store_state(row=row, state=new_state, by=user, now=now())
    return _build_response(new_state, loaded, token="")


def _read_request(request: HttpRequest) -> AloneRequest:
    count_request(request)
    if len(request.body) > _MAX_BODY_BYTES:
        raise BadSheet("too-large")
    try:
        message = msgspec.json.decode(request.body, type=AloneRequest)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadSheet("malformed") from error
    sheet = {"rows": message.rows, "struck": message.struck}
    check_sheet(rev=1, device="solo", reference=message.reference, score=message.score, **sheet)
    return message


def _apply_message(
    request: HttpRequest, message: AloneRequest, state: AloneState
) -> tuple[LoadedGame, AloneState]:
    """Return the game and the state that follows. Refuse a position that somebody plays now."""
    now_ms = millis(now())
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
    message: AloneRequest, state: AloneState, loaded: LoadedGame, turn: AloneTurn, now_ms: int
) -> AloneState:
    if state.phase != AlonePhase.OPEN:
        raise WrongState("solo-turn")
    is_late = state.is_late(now_ms)
    bulletin = AloneBulletin(
        message.rows, message.struck, message.reference, message.score, is_late
    )
    result = judge_bulletin.ask(loaded.game, turn, bulletin)
    return state.show_turn(result, turn.score, len(loaded.game.turns))


def _build_response(state: AloneState, loaded: LoadedGame, *, token: str) -> JsonResponse:
    view = build_view(state, loaded.game, loaded.replayed, millis(now()))
    return JsonResponse({"token": token, "view": view})
