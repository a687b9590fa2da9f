"""Bulletins on paper, typed in one after the other without waiting for the server."""

from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from arbitrage.core.bulletin import ILLEGIBLE, Bulletin, SheetState
from arbitrage.core.errors import SheetTooLarge, UnreadableSheet
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import PaperBulletin
from arbitrage.presentation.rulings import build_keyed_verdict
from arbitrage.presentation.sentences import SHEET_STATES, get_sheet_state_label
from arbitrage.queries.blinding import list_blinded_on_turn
from arbitrage.queries.keying import (
    KeyedBulletin,
    find_entries_in,
    list_solutions_to_key,
    list_typed_bulletins,
    list_typed_versions,
)
from arbitrage.services.paper import TypedBulletin, TypingOutcome, TypingReceipt, enter_papers
from arbitrage.services.turn_lock import require_collected
from arbitrage.views.bulletin_list import show_bulletins
from arbitrage.views.lists import ARBITER_ROLES
from tournament.core.bulletin_limits import MAX_TEXT
from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Tournament, Turn
from tournament.presentation.messages import explain
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.clock import now
from tournament.queries.people.seating import get_table_number
from tournament.queries.people.table_scope import find_scope, require_own_centre
from tournament.queries.position import load_position_before
from tournament.queries.results.hand_ins import list_awaited_seats
from tournament.queries.results.tops import load_choice
from tournament.queries.spoilers import are_solutions_open, find_awaited_table
from tournament.views.shortcuts import for_roles, get_signed_in_user

#: Bulletins in one request: more than the biggest hall has tables of one arbiter.
MAX_BULLETINS = 1000
#: Equal tops to choose from.
MAX_TOPS = 9
type _Line = Annotated[str, msgspec.Meta(max_length=15)]
type _Text = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]


class _TypedBulletin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bulletin as the page sends it."""

    table: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    state: SheetState = SheetState.OK
    rows: Annotated[list[_Line], msgspec.Meta(max_length=15)] = []
    struck: Annotated[list[_Line], msgspec.Meta(max_length=15)] = []
    reference: _Text = ""
    score: _Text = ""
    seen: Annotated[int, msgspec.Meta(ge=0, lt=2**31)] = 0
    over_tablet: bool = False

    def to_typed_bulletin(self) -> TypedBulletin:
        """Return the typed bulletin. Raise UnreadableSheet, SheetTooLarge."""
        sheet = Sheet.from_dict({"rows": self.rows, "struck": self.struck})
        bulletin = Bulletin(sheet, self.reference, self.score, self.state)
        return TypedBulletin(self.table, bulletin, self.seen, self.over_tablet)


class _TypedBulletins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bulletins: Annotated[list[_TypedBulletin], msgspec.Meta(min_length=1, max_length=MAX_BULLETINS)]


def _get_turn(tournament: Tournament, number: int, ordinal: int) -> Turn:
    """Return the turn. Raise Http404, and WrongState before its bulletins are collected."""
    turns = Turn.objects.select_related("game__tournament", "solutions")
    turn = get_object_or_404(
        turns, game__tournament=tournament, game__number=number, ordinal=ordinal
    )
    require_collected(turn)
    return turn


@require_safe
@for_roles(*ARBITER_ROLES)
def redirect_to_last(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the bulletins of the turn collected last, or to the list if there is none."""
    turn = show_bulletins(request, tournament).turn
    if turn is None or turn.state not in COLLECTED_TURN_STATES:
        return redirect("arbiter-list", tournament.slug)
    return redirect("arbiter-paper", tournament.slug, turn.game.number, turn.ordinal)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITER_ROLES)
def page(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """Show the page, or store posted bulletins (``_TypedBulletins`` as JSON)."""
    turn = _get_turn(tournament, number, ordinal)
    user = get_signed_in_user(request)
    if request.method == "POST":
        return _store(request, turn, user)
    board = load_position_before(turn).board
    are_solutions_shown = are_solutions_open(turn) and hasattr(turn, "solutions")
    data = _build_state(turn, user) | {
        "solutions": list_solutions_to_key(turn, board) if are_solutions_shown else [],
        "tops": _list_tops(turn) if are_solutions_shown else [],
        "rack": turn.rack,
        "illegible": ILLEGIBLE,
        "states": {state.value: get_sheet_state_label(state) for state in SHEET_STATES},
        "token": make_token(Ticket(tournament.pk, Audience.ARBITERS, user_id=user.pk)),
    }
    context = {
        "tournament": tournament,
        "game": turn.game,
        "turn": turn,
        "board": board.rows(),
        "data": data,
        "states": data["states"],
    }
    return render(request, "arbitrage/keying.html", context)


@require_safe
@for_roles(*ARBITER_ROLES)
def state(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """Return the bulletins typed in and their rulings; requested again on every live event."""
    turn = _get_turn(tournament, number, ordinal)
    return JsonResponse(_build_state(turn, get_signed_in_user(request)))


@require_safe
@for_roles(*ARBITER_ROLES)
def history(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Show all bulletins typed in for one table."""
    turn = _get_turn(tournament, number, ordinal)
    entry = get_object_or_404(tournament.entries, pk=entry_id)
    require_own_centre(get_signed_in_user(request), turn.game, [entry.pk])
    number = get_table_number(turn.game_id, entry)
    if (awaited := find_awaited_table(turn)) not in {None, number}:
        raise WrongState("own-bulletin-first", number=awaited)
    context = {
        "tournament": tournament,
        "turn": turn,
        "entry": entry,
        "number": number,
        "papers": list_typed_versions(turn, entry.pk),
    }
    return render(request, "arbitrage/paper_history.html", context)


def _list_tops(turn: Turn) -> list[list[str | int]]:
    """Return the solutions of the key for the top, the proposed one first.

    The word retained, else those that may be retained (3.4).
    """
    if turn.ref:
        return [[turn.word, turn.ref, turn.score]]
    if not turn.solutions.moves:
        return []
    choice = load_choice(turn)
    moves = sorted(choice.allowed_tops, key=lambda move: move != choice.proposed_top)
    return [[move.word, str(move.ref), move.score] for move in moves[:MAX_TOPS]]


def _build_state(turn: Turn, user: User) -> dict[str, Any]:
    """Return the state; while a judge who plays has not handed in, only of their table."""
    awaited = find_awaited_table(turn)
    reach = find_scope(user, turn.game.tournament_id)
    seats = [
        seat
        for seat in list_awaited_seats(turn)
        if awaited in {None, seat.number} and seat.is_in(reach)
    ]
    scope = reach.narrow_to(user.pk) if awaited is None else reach
    own_entries = find_entries_in(scope, seats)
    blinded = list_blinded_on_turn(turn, user)
    return {
        "turn": turn.pk,
        "own": awaited,
        "corrected": turn.corrected_at is not None,
        "bulletins": [
            _describe_keyed(
                keyed,
                mine=keyed.seat.entry in own_entries,
                shows_decision=keyed.seat.entry not in blinded,
            )
            for keyed in list_typed_bulletins(turn, seats)
        ],
    }


def _describe_keyed(bulletin: KeyedBulletin, *, mine: bool, shows_decision: bool) -> dict[str, Any]:
    """Return the data of a bulletin; without ``shows_decision`` the ruling is left out."""
    seat = bulletin.seat
    data = {
        "entry": seat.entry,
        "table": seat.number,
        "name": seat.name,
        "mine": mine,
        "how": seat.status,
        "version": bulletin.paper.version if bulletin.paper else 0,
        "typed": _describe_paper(bulletin.paper) if bulletin.paper else None,
        "rivals": [_describe_paper(rival) for rival in bulletin.differing_papers],
        "open": bulletin.is_open,
    }
    if bulletin.ruling is not None and shows_decision:
        data["verdict"] = build_keyed_verdict(bulletin.ruling)
    return data


def _describe_paper(paper: PaperBulletin) -> dict[str, Any]:
    return {
        "rows": paper.rows,
        "struck": paper.struck,
        "reference": paper.reference,
        "score": paper.score,
        "state": paper.state,
        "by": str(paper.by or "–"),
    }


def _store(request: HttpRequest, turn: Turn, user: User) -> HttpResponse:
    try:
        received = msgspec.json.decode(request.body, type=_TypedBulletins)
        typed = [bulletin.to_typed_bulletin() for bulletin in received.bulletins]
    except (msgspec.MsgspecError, UnreadableSheet, SheetTooLarge):
        sentence = _("Ce qui a été saisi n’a pas pu être lu. Rechargez la page.")
        return JsonResponse({"sentence": sentence}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    receipts = enter_papers(turn=turn, typed_bulletins=typed, by=user, now=now())
    return JsonResponse({"bulletins": [_describe_receipt(receipt) for receipt in receipts]})


def _describe_receipt(receipt: TypingReceipt) -> dict[str, Any]:
    data: dict[str, Any] = {"table": receipt.number, "outcome": receipt.outcome}
    if receipt.paper is not None:
        data["version"] = receipt.paper.version
    if receipt.error is not None:
        data |= {"reason": receipt.error.reason, "sentence": explain(receipt.error)}
    if receipt.outcome is TypingOutcome.DIFFERS and receipt.paper is not None:
        data["sentence"] = _("%(who)s a saisi autre chose pour cette table : comparez.") % {
            "who": receipt.paper.by or "–"
        }
    return data
