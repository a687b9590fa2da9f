"""The judge of a *topping* who hears one player after the other (3.8.4)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.protocol.update_channel import beside_token
from tournament.queries.clock import now
from tournament.topping.core.topping_run import RunState, ToppingMode, ToppingState
from tournament.topping.models import Topping, ToppingEvent, ToppingRun
from tournament.topping.queries.topping import GameOfTopping, RunView, heard_last
from tournament.topping.queries.topping_board import BoardRow, ToppingBoard
from tournament.topping.services.runs import find_said, start_run, take_back_said
from tournament.topping.views.topping_play import state_of
from tournament.views.staff import for_roles, is_htmx, refused, signed_in, whole_number


def _heard(tournament: Tournament, number: int) -> Topping:
    toppings = Topping.objects.select_related("tournament")
    return get_object_or_404(toppings, tournament=tournament, number=number, mode=ToppingMode.JUDGE)


def _shown(request: HttpRequest, topping: Topping) -> HttpResponse:
    moment = now()
    board = ToppingBoard(topping, moment, whole_names=True)
    playing = board.in_play[0] if board.in_play else None
    view = RunView(playing.run, moment) if playing else None
    context = {
        "tournament": topping.tournament,
        "topping": topping,
        "board": board,
        "playing": playing,
        "view": view,
        "state": state_of(view) if view else None,
        "heard": _heard_last(board, playing),
        "first": GameOfTopping(topping).at(1),
        "token": beside_token(topping.room),
    }
    name = "topping/judge/topping.html" + ("#run" if is_htmx(request) else "")
    return render(request, name, context)


def _heard_last(board: ToppingBoard, playing: BoardRow | None) -> ToppingEvent | None:
    """What can be taken back: of who plays, or of who has just finished."""
    if playing is None:
        done = board.topping.runs.filter(state=RunState.DONE).order_by("-ended_at").first()
        open_still = board.topping.state == ToppingState.OPEN
        return heard_last(done) if done is not None and open_still else None
    last = heard_last(playing.run)
    return last if last is not None and playing.turn == last.turn + 1 else None


@require_safe
@for_roles(Role.JUDGE)
def page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who plays, the letters to read, the solutions, the clock; for htmx the part that follows."""
    return _shown(request, _heard(tournament, number))


@require_POST
@for_roles(Role.JUDGE)
def start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The letters are read: the clock starts for the player chosen."""
    topping = _heard(tournament, number)
    chosen = whole_number(request.POST.get("run", "")) or 0
    run = get_object_or_404(ToppingRun, topping=topping, pk=chosen)
    try:
        start_run(run=run, by=signed_in(request), now=now())
    except RoomError as error:
        return refused(request, error)
    return _shown(request, topping)


@require_POST
@for_roles(Role.JUDGE)
def found(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The top was said; which of them, and for which turn, the page says."""
    heard_at = now()
    topping = _heard(tournament, number)
    asked = {name: whole_number(request.POST.get(name, "")) or 0 for name in ("run", "turn", "top")}
    run = get_object_or_404(ToppingRun, topping=topping, pk=asked["run"])
    try:
        find_said(
            run=run, turn=asked["turn"], top=asked["top"], by=signed_in(request), now=heard_at
        )
    except RoomError as error:
        return refused(request, error)
    return _shown(request, topping)


@require_POST
@for_roles(Role.JUDGE)
def take_back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The wrong button: nothing was said, or not the top."""
    topping = _heard(tournament, number)
    run, turn = (whole_number(request.POST.get(name, "")) or 0 for name in ("run", "turn"))
    found = get_object_or_404(ToppingRun, topping=topping, pk=run)
    try:
        take_back_said(run=found, turn=turn, by=signed_in(request), now=now())
    except RoomError as error:
        return refused(request, error)
    return _shown(request, topping)
