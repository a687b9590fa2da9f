"""The desk of the judge of a *topping*, who listens to one player after the other, or to several at
boards of their own (3.8.4)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from tournament.core.states import Role
from tournament.models import Tournament
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now, to_milliseconds
from tournament.topping.core.topping_run import (
    ALOUD_MODES,
    BOARDS,
    RunState,
    ToppingMode,
    ToppingState,
)
from tournament.topping.models import Topping, ToppingEvent, ToppingRun
from tournament.topping.queries.topping import ToppingGame, VisibleRun, find_heard_top
from tournament.topping.queries.topping_standings import ToppingStandings, ToppingStandingsRow
from tournament.topping.services.aloud import accept_heard_top, take_back_heard_top
from tournament.topping.services.runs import start_runs
from tournament.topping.views.topping_play import build_state
from tournament.views.shortcuts import for_roles, get_signed_in_user, is_htmx, parse_number


def _get_topping(tournament: Tournament, number: int) -> Topping:
    toppings = Topping.objects.select_related("tournament")
    modes = sorted(ALOUD_MODES)
    return get_object_or_404(toppings, tournament=tournament, number=number, mode__in=modes)


@dataclass(frozen=True, slots=True)
class JudgedPlayer:
    """A player in play; ``heard_top``: the top that can be taken back."""

    row: ToppingStandingsRow
    view: VisibleRun
    state: dict[str, Any]
    heard_top: ToppingEvent | None

    @property
    def id_prefix(self) -> str:
        """Return the prefix of the ids of this player's HTML elements."""
        return f"board-{self.row.run.board}-"


def _render_page(request: HttpRequest, topping: Topping) -> HttpResponse:
    moment = now()
    board = ToppingStandings(topping, moment, full_names=True)
    players = [_build_player(row, moment) for row in board.in_play]
    first = players[0] if players else None
    context = {
        "tournament": topping.tournament,
        "topping": topping,
        "board": board,
        "players": sorted(players, key=lambda player: player.row.run.board or 0),
        "player": first,
        "free_boards": len(BOARDS) - len(players),
        "retractable_tops": _list_retractable_tops(topping),
        "first_turn": ToppingGame(topping).get_turn(1),
        "token": make_update_token(topping.update_channel),
        "now": to_milliseconds(moment),
    }
    template = "together" if topping.mode == ToppingMode.TOGETHER else "topping"
    name = f"topping/judge/{template}.html" + ("#run" if is_htmx(request) else "")
    return render(request, name, context)


def _build_player(row: ToppingStandingsRow, moment: datetime) -> JudgedPlayer:
    view = VisibleRun(row.run, moment)
    heard_top = find_heard_top(row.run)
    if heard_top is not None and row.turn != heard_top.turn + 1:
        heard_top = None
    return JudgedPlayer(row, view, build_state(view), heard_top)


def _list_retractable_tops(topping: Topping) -> list[ToppingEvent]:
    """Return the tops with which players finished and that can be taken back, the latest first;
    only the latest if the judge hears one player after the other."""
    if topping.state != ToppingState.OPEN:
        return []
    count = len(BOARDS) if topping.mode == ToppingMode.TOGETHER else 1
    runs = topping.runs.filter(state=RunState.DONE).select_related("entry", "topping")
    heard_tops = [find_heard_top(run) for run in runs.order_by("-ended_at")[:count]]
    return [event for event in heard_tops if event is not None]


def _read_number(request: HttpRequest, name: str) -> int:
    return parse_number(request.POST.get(name, "")) or 0


@require_safe
@for_roles(Role.JUDGE)
def page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the players, the letters to read, the solutions and the clocks; for htmx the part that
    is updated."""
    return _render_page(request, _get_topping(tournament, number))


@require_POST
@for_roles(Role.JUDGE)
def start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Start the clock of the chosen players, whose letters were read, at the same moment."""
    started_at = now()
    topping = _get_topping(tournament, number)
    run_ids = [parse_number(text) or 0 for text in request.POST.getlist("run")]
    runs = topping.runs.filter(pk__in=run_ids).select_related("topping__tournament")
    start_runs(topping=topping, runs=list(runs), by=get_signed_in_user(request), now=started_at)
    return _render_page(request, topping)


@require_POST
@for_roles(Role.JUDGE)
def accept(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Accept the top that was heard; turn and top are posted."""
    received_at = now()
    topping = _get_topping(tournament, number)
    run_id, turn, top = (_read_number(request, name) for name in ("run", "turn", "top"))
    run = get_object_or_404(ToppingRun, topping=topping, pk=run_id)
    accept_heard_top(run=run, turn=turn, top=top, by=get_signed_in_user(request), now=received_at)
    return _render_page(request, topping)


@require_POST
@for_roles(Role.JUDGE)
def take_back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take back a top accepted by mistake."""
    topping = _get_topping(tournament, number)
    run_id, turn = (_read_number(request, name) for name in ("run", "turn"))
    run = get_object_or_404(ToppingRun, topping=topping, pk=run_id)
    take_back_heard_top(run=run, turn=turn, by=get_signed_in_user(request), now=now())
    return _render_page(request, topping)
