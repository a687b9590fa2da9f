"""Pages of the arbiters of a *match classique*: calls, games, decisions."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arbitrage.classic.models import TableCall
from arbitrage.classic.presentation.game_for_officer import build_summary
from arbitrage.classic.presentation.journal import list_lines
from arbitrage.classic.presentation.listing import list_calls, list_games
from arbitrage.classic.queries.calls import find_calls, find_games, find_open_calls
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.classic.services import calls
from arbitrage.classic.services.calls import OFFICER_ROLES
from arbitrage.classic.services.decisions import DecisionReasons, decide_match_game
from arbitrage.classic.views.decisions import (
    OFFICE_DECISIONS,
    build_form,
    has_open_call,
    list_cards,
)
from arbitrage.classic.views.office_form import OfficeForm
from tournament.classic.models import MatchGame
from tournament.classic.presentation.match.table_clocks import list_called_games
from tournament.classic.queries.table_clocks import list_called_clocks
from tournament.classic.views.fair_play import require_not_own_match
from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now, to_milliseconds
from tournament.views.saving import locks_owner
from tournament.views.shortcuts import (
    for_roles,
    get_form_status,
    get_http_status,
    get_signed_in_user,
    is_htmx,
    parse_number,
)

#: Maximum number of closed calls shown; the others are in the journals of their games.
MAX_CLOSED = 30


@require_safe
@for_roles(*OFFICER_ROLES)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the calls; for htmx, the part that is updated."""
    called_clocks = list_called_games(list_called_clocks(tournament))
    context = {
        "tournament": tournament,
        "user": get_signed_in_user(request),
        "open": list_calls(find_open_calls(tournament)),
        "closed": list_calls(find_calls(tournament, is_closed=True)[:MAX_CLOSED]),
        "clocks": called_clocks,
        "waiting": find_open_calls(tournament).filter(taken_by=None).count() + len(called_clocks),
        "token": make_update_token(f"classic:{tournament.pk}"),
    }
    name = "calls_part" if is_htmx(request) else "calls"
    return render(request, f"arbitrage/classic/{name}.html", context)


@require_safe
@for_roles(*OFFICER_ROLES)
def games(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List every game, for tables that call without a tablet."""
    context = {"tournament": tournament, "rows": list_games(find_games(tournament))}
    return render(request, "arbitrage/classic/games.html", context)


@require_safe
@for_roles(*OFFICER_ROLES)
def page(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    return _render_page(request, GameForOfficer(*_get_call(request, tournament, call)))


@require_safe
@for_roles(*OFFICER_ROLES)
def game(request: HttpRequest, tournament: Tournament, game_id: int) -> HttpResponse:
    """Show a game without a call, for an officer who is at the table."""
    return _render_page(request, GameForOfficer(_get_game(request, tournament, game_id)))


@require_safe
@for_roles(*OFFICER_ROLES)
def journal(request: HttpRequest, tournament: Tournament, game_id: int) -> HttpResponse:
    """Show every event of a game, with actor and reason."""
    officer_game = GameForOfficer(_get_game(request, tournament, game_id))
    context = {
        "tournament": tournament,
        "officer_game": officer_game,
        "summary": build_summary(officer_game, to_milliseconds(now())),
        "lines": list_lines(officer_game),
    }
    return render(request, "arbitrage/classic/journal.html", context)


@require_POST
@for_roles(*OFFICER_ROLES)
def take(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    game, table_call = _get_call(request, tournament, call)
    previous_holder = parse_number(request.POST.get("over", ""))
    return _change_call(
        request, game, table_call, lambda: _take_call(request, table_call, previous_holder)
    )


def _take_call(request: HttpRequest, call: TableCall, previous_holder: int | None) -> None:
    calls.take_call(
        call=call, previous_holder=previous_holder, by=get_signed_in_user(request), now=now()
    )


@require_POST
@for_roles(*OFFICER_ROLES)
def release(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    game, table_call = _get_call(request, tournament, call)
    return _change_call(
        request,
        game,
        table_call,
        lambda: calls.release_call(call=table_call, by=get_signed_in_user(request), now=now()),
    )


def _change_call(
    request: HttpRequest, game: MatchGame, call: TableCall, change: Any
) -> HttpResponse:
    try:
        change()
    except RoomError as error:
        call.refresh_from_db()
        return _render_page(request, GameForOfficer(game, call), refusal=error)
    return redirect("call", call.tournament.slug, call.number)


@require_POST
@for_roles(*OFFICER_ROLES)
@locks_owner
def rule(request: HttpRequest, tournament: Tournament, game_id: int, name: str) -> HttpResponse:
    """Decide about a game, or with ``?call=`` about a call."""
    if name not in OFFICE_DECISIONS:
        raise Http404
    game = _get_game(request, tournament, game_id)
    number = parse_number(request.GET.get("call", ""))
    call = get_object_or_404(TableCall, game=game, number=number) if number else None
    officer_game = GameForOfficer(game, call)
    form = build_form(name, officer_game, request.POST, is_director=_is_director(request))
    if not form.is_valid():
        return _render_page(request, officer_game, bound=(name, form))
    try:
        _decide_game(request, officer_game, form)
    except RoomError as error:
        game.refresh_from_db()
        if call is not None:
            call.refresh_from_db()
        current_game = GameForOfficer(game, call)
        return _render_page(request, current_game, refusal=error, bound=(name, form))
    messages.success(request, _("Décision enregistrée : les deux joueurs la lisent."))
    return _redirect_after(tournament, officer_game)


def _decide_game(request: HttpRequest, officer_game: GameForOfficer, form: OfficeForm) -> None:
    otherwise = form.cleaned_data.get("otherwise", "")
    decide_match_game(
        game=officer_game.game,
        steps=form.steps,
        call=officer_game.call if has_open_call(officer_game) else None,
        reasons=DecisionReasons(form.shown_reason, otherwise),
        by=get_signed_in_user(request),
        now=now(),
    )


def _redirect_after(tournament: Tournament, officer_game: GameForOfficer) -> HttpResponse:
    """Redirect to the calls once this one is closed."""
    if officer_game.call is None:
        return redirect("match-office", tournament.slug, officer_game.game.pk)
    officer_game.call.refresh_from_db()
    if has_open_call(officer_game):
        return redirect("call", tournament.slug, officer_game.call.number)
    return redirect("calls", tournament.slug)


def _render_page(
    request: HttpRequest,
    officer_game: GameForOfficer,
    *,
    refusal: RoomError | None = None,
    bound: tuple[str, OfficeForm] | None = None,
) -> HttpResponse:
    is_director = _is_director(request)
    match = officer_game.game.match
    context = {
        "tournament": match.tournament,
        "user": get_signed_in_user(request),
        "officer_game": officer_game,
        "summary": build_summary(officer_game, to_milliseconds(now())),
        "is_director": is_director,
        "token": make_update_token(f"match:{match.pk}"),
        "refusal": explain(refusal) if refusal else "",
    }
    if is_htmx(request):
        return render(request, "arbitrage/classic/facts.html", context)
    context["cards"] = list_cards(officer_game, is_director=is_director, bound=bound)
    form_status_code = get_form_status(bound[1]) if bound else 200
    status = get_http_status(refusal) if refusal else form_status_code
    return render(request, "arbitrage/classic/match.html", context, status=status)


def _is_director(request: HttpRequest) -> bool:
    """Return True if the user is a director of the tournament."""
    roles: set[Role] = getattr(request, "roles", set())
    return Role.JUDGE in roles


def _get_game(request: HttpRequest, tournament: Tournament, game_id: int) -> MatchGame:
    """Return the game. Raise Http404, and NotAllowed on the tablet of one of its players."""
    game = get_object_or_404(find_games(tournament), pk=game_id)
    require_not_own_match(request, game.match)
    return game


def _get_call(
    request: HttpRequest, tournament: Tournament, number: int
) -> tuple[MatchGame, TableCall]:
    """Return the call and its game. Raise Http404, NotAllowed."""
    call = get_object_or_404(find_calls(tournament), number=number)
    return _get_game(request, tournament, call.game_id), call
