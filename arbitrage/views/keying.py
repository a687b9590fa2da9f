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
from arbitrage.presentation.rulings import keyed_verdict
from arbitrage.presentation.sentences import SHEET_STATES, sheet_state_label
from arbitrage.queries.blinding import veiled_of
from arbitrage.queries.keying import (
    KeyedBulletin,
    history_of,
    keyed_of,
    solutions_to_key,
    tables_of,
)
from arbitrage.services.deciding import require_collected
from arbitrage.services.paper import Outcome, Receipt, Typed, enter_papers
from arbitrage.views.bulletin_list import show_bulletins
from arbitrage.views.lists import ARBITERS
from tournament.core.bulletin_limits import MAX_TEXT
from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Tournament, Turn
from tournament.presentation.messages import explain
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.clock import now
from tournament.queries.people.seating import number_in
from tournament.queries.position import position_before
from tournament.queries.results.hand_ins import seats_of
from tournament.queries.results.tops import choice_of
from tournament.queries.spoilers import awaited_table, solutions_open
from tournament.views.staff import for_roles, signed_in

#: Bulletins in one request: more than the biggest hall has tables of one arbiter.
MOST = 1000
#: Equal tops to choose from.
OFFERED = 9
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

    def typed(self) -> Typed:
        """Raises UnreadableSheet, SheetTooLarge."""
        sheet = Sheet.from_dict({"rows": self.rows, "struck": self.struck})
        bulletin = Bulletin(sheet, self.reference, self.score, self.state)
        return Typed(self.table, bulletin, self.seen, self.over_tablet)


class _TypedBulletins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bulletins: Annotated[list[_TypedBulletin], msgspec.Meta(min_length=1, max_length=MOST)]


def _turn(tournament: Tournament, number: int, ordinal: int) -> Turn:
    """Raises Http404, and WrongState before the bell."""
    turns = Turn.objects.select_related("game__tournament", "solutions")
    turn = get_object_or_404(
        turns, game__tournament=tournament, game__number=number, ordinal=ordinal
    )
    require_collected(turn)
    return turn


@require_safe
@for_roles(*ARBITERS)
def last(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the bulletins of the turn collected last; to the list, which says so, if there is none."""
    turn = show_bulletins(request, tournament).turn
    if turn is None or turn.state not in COLLECTED_TURN_STATES:
        return redirect("arbiter-list", tournament.slug)
    return redirect("arbiter-paper", tournament.slug, turn.game.number, turn.ordinal)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITERS)
def page(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """The page; what is typed comes back to the same address (``_TypedBulletins`` as JSON)."""
    turn = _turn(tournament, number, ordinal)
    user = signed_in(request)
    if request.method == "POST":
        return _take(request, turn, user)
    board = position_before(turn).board
    solved = solutions_open(turn) and hasattr(turn, "solutions")
    data = _state(turn, user) | {
        "solutions": solutions_to_key(turn, board) if solved else [],
        "tops": _tops(turn) if solved else [],
        "rack": turn.rack,
        "illegible": ILLEGIBLE,
        "states": {state.value: sheet_state_label(state) for state in SHEET_STATES},
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
@for_roles(*ARBITERS)
def state(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """What was typed in and what became of it, asked for again on every piece of news."""
    turn = _turn(tournament, number, ordinal)
    return JsonResponse(_state(turn, signed_in(request)))


@require_safe
@for_roles(*ARBITERS)
def history(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Everything that was typed in for one table."""
    turn = _turn(tournament, number, ordinal)
    entry = get_object_or_404(tournament.entries, pk=entry_id)
    number = number_in(turn.game_id, entry)
    if (own := awaited_table(turn)) not in {None, number}:
        raise WrongState("own-bulletin-first", number=own)
    context = {
        "tournament": tournament,
        "turn": turn,
        "entry": entry,
        "number": number,
        "papers": history_of(turn, entry.pk),
    }
    return render(request, "arbitrage/paper_history.html", context)


def _tops(turn: Turn) -> list[list[str | int]]:
    """What the key for the top stands for: the word retained, else those that may be (3.4), the
    one proposed first."""
    if turn.ref:
        return [[turn.word, turn.ref, turn.score]]
    if not turn.solutions.moves:
        return []
    choice = choice_of(turn)
    moves = sorted(choice.allowed, key=lambda move: move != choice.proposed)
    return [[move.word, str(move.ref), move.score] for move in moves[:OFFERED]]


def _state(turn: Turn, user: User) -> dict[str, Any]:
    """Of a game whose judge plays, while his own bulletin is awaited: his table alone."""
    own = awaited_table(turn)
    seats = [seat for seat in seats_of(turn) if own in {None, seat.number}]
    mine = tables_of(user, seats) if own is None else {seat.entry for seat in seats}
    veiled = veiled_of(turn, user)
    return {
        "turn": turn.pk,
        "own": own,
        "corrected": turn.corrected_at is not None,
        "bulletins": [
            _keyed(one, mine=one.seat.entry in mine, told=one.seat.entry not in veiled)
            for one in keyed_of(turn, seats)
        ],
    }


def _keyed(bulletin: KeyedBulletin, *, mine: bool, told: bool) -> dict[str, Any]:
    """Not ``told``: what is decided of it waits for his own second look."""
    seat = bulletin.seat
    said = {
        "entry": seat.entry,
        "table": seat.number,
        "name": seat.name,
        "mine": mine,
        "how": seat.how,
        "version": bulletin.paper.version if bulletin.paper else 0,
        "typed": _written(bulletin.paper) if bulletin.paper else None,
        "rivals": [_written(rival) for rival in bulletin.rivals],
        "open": bulletin.open,
    }
    if bulletin.ruling is not None and told:
        said["verdict"] = keyed_verdict(bulletin.ruling)
    return said


def _written(paper: PaperBulletin) -> dict[str, Any]:
    return {
        "rows": paper.rows,
        "struck": paper.struck,
        "reference": paper.reference,
        "score": paper.score,
        "state": paper.state,
        "by": str(paper.by or "–"),
    }


def _take(request: HttpRequest, turn: Turn, user: User) -> HttpResponse:
    try:
        sent = msgspec.json.decode(request.body, type=_TypedBulletins)
        typed = [bulletin.typed() for bulletin in sent.bulletins]
    except (msgspec.MsgspecError, UnreadableSheet, SheetTooLarge):
        sentence = _("Ce qui a été saisi n’a pas pu être lu. Rechargez la page.")
        return JsonResponse({"sentence": sentence}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    answers = enter_papers(turn=turn, typed=typed, by=user, now=now())
    return JsonResponse({"bulletins": [_told(answer) for answer in answers]})


def _told(answer: Receipt) -> dict[str, Any]:
    told: dict[str, Any] = {"table": answer.number, "outcome": answer.outcome}
    if answer.paper is not None:
        told["version"] = answer.paper.version
    if answer.error is not None:
        told |= {"reason": answer.error.reason, "sentence": explain(answer.error)}
    if answer.outcome is Outcome.DIFFERS and answer.paper is not None:
        told["sentence"] = _("%(who)s a saisi autre chose pour cette table : comparez.") % {
            "who": answer.paper.by or "–"
        }
    return told
