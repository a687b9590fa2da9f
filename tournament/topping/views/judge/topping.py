"""The page of the judge of a *topping*, who listens to one player after the other (3.8.4)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now
from tournament.topping.core.topping_run import RunState, ToppingMode, ToppingState
from tournament.topping.models import Topping, ToppingEvent, ToppingRun
from tournament.topping.queries.topping import RunView, ToppingGame, find_heard_top
from tournament.topping.queries.topping_board import BoardRow, ToppingBoard
from tournament.topping.services.runs import accept_heard_top, start_run, take_back_heard_top
from tournament.topping.views.topping_play import build_state
from tournament.views.staff import for_roles, is_htmx, parse_number, refusal_response, signed_in


def _get_topping(tournament: Tournament, number: int) -> Topping:
    toppings = Topping.objects.select_related("tournament")
    return get_object_or_404(toppings, tournament=tournament, number=number, mode=ToppingMode.JUDGE)


def _render_page(request: HttpRequest, topping: Topping) -> HttpResponse:
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
        "state": build_state(view) if view else None,
        "heard": _find_retractable_top(board, playing),
        "first": ToppingGame(topping).get_turn(1),
        "token": make_update_token(topping.room),
    }
    name = "topping/judge/topping.html" + ("#run" if is_htmx(request) else "")
    return render(request, name, context)


def _find_retractable_top(board: ToppingBoard, playing: BoardRow | None) -> ToppingEvent | None:
    """Return the top that can be taken back: of the current player, else of the one who has just
    finished."""
    if playing is None:
        done = board.topping.runs.filter(state=RunState.DONE).order_by("-ended_at").first()
        is_open = board.topping.state == ToppingState.OPEN
        return find_heard_top(done) if done is not None and is_open else None
    last = find_heard_top(playing.run)
    return last if last is not None and playing.turn == last.turn + 1 else None


@require_safe
@for_roles(Role.JUDGE)
def page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the player, the letters to read, the solutions and the clock; for htmx the part that is
    updated."""
    return _render_page(request, _get_topping(tournament, number))


@require_POST
@for_roles(Role.JUDGE)
def start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Start the clock of the chosen player, whose letters were read."""
    topping = _get_topping(tournament, number)
    chosen = parse_number(request.POST.get("run", "")) or 0
    run = get_object_or_404(ToppingRun, topping=topping, pk=chosen)
    try:
        start_run(run=run, by=signed_in(request), now=now())
    except RoomError as error:
        return refusal_response(request, error)
    return _render_page(request, topping)


@require_POST
@for_roles(Role.JUDGE)
def accept(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Accept the top that was heard; turn and top are posted."""
    received_at = now()
    topping = _get_topping(tournament, number)
    values = {
        name: parse_number(request.POST.get(name, "")) or 0 for name in ("run", "turn", "top")
    }
    run = get_object_or_404(ToppingRun, topping=topping, pk=values["run"])
    try:
        accept_heard_top(
            run=run, turn=values["turn"], top=values["top"], by=signed_in(request), now=received_at
        )
    except RoomError as error:
        return refusal_response(request, error)
    return _render_page(request, topping)


@require_POST
@for_roles(Role.JUDGE)
def take_back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take back a top accepted by mistake."""
    topping = _get_topping(tournament, number)
    run, turn = (parse_number(request.POST.get(name, "")) or 0 for name in ("run", "turn"))
    topping_run = get_object_or_404(ToppingRun, topping=topping, pk=run)
    try:
        take_back_heard_top(run=topping_run, turn=turn, by=signed_in(request), now=now())
    except RoomError as error:
        return refusal_response(request, error)
    return _render_page(request, topping)
