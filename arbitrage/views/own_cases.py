"""A player's own cases on their tablet: contestable decisions, deadline, state of the cases.

Parts of a page, which ``static/js/player/appeals.js`` inserts into the tablet's.
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from arbitrage.core.appeals import AppealWindow, find_widest
from arbitrage.presentation.appeals import format_window
from arbitrage.queries.appeals import (
    SHOWN_TURN_STATES,
    get_appeal_window,
    list_cases_of_entry,
    list_games_to_contest,
)
from arbitrage.queries.contestable import list_contestable_decisions, list_decisions_after_game
from arbitrage.services.appeals import file_appeal, withdraw_case
from arbitrage.views.case_forms import ContestedForm
from tournament.core.errors import RoomError
from tournament.models import Entry, Game, Table, Turn
from tournament.presentation.messages import explain
from tournament.protocol.current_game import find_current_game
from tournament.queries.clock import now, to_milliseconds
from tournament.views.device import get_entered_table
from tournament.views.player.closed_table import explain_closed_table
from tournament.views.shortcuts import get_form_status, get_http_status, report_errors
from tournament.views.zone_and_paper import use_zone_and_paper


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Show deadline, form and cases; file an appeal that is posted."""
    table = get_entered_table(request)
    if table is None:
        return _refuse(request)
    with use_zone_and_paper(request, table.tournament):
        entry = table.entry
        form = _build_form(request, entry)
        if request.method == "POST" and form is not None and form.is_valid():
            with report_errors(form):
                contested, grounds = form.get_contested(entry), form.cleaned_data["grounds"]
                file_appeal(contested=contested, grounds=grounds, by=None, now=now())
                request.method = "GET"
                return _render(request, entry, _build_form(request, entry), filed=True)
        return _render(request, entry, form)


def _build_form(request: HttpRequest, entry: Entry) -> ContestedForm | None:
    """Return the form; None before the first result of the current game."""
    game = find_current_game(entry.tournament_id)
    if game is None:
        return None
    games = list_games_to_contest(entry, game, now())
    shown_turns = Turn.objects.filter(game__in=games, state__in=list(SHOWN_TURN_STATES))
    turns, acts = list_contestable_decisions(shown_turns, entry)
    late_turns, late_acts, _windows = list_decisions_after_game(entry, now())
    turns += [turn for turn in late_turns if turn not in turns]
    acts += [act for act in late_acts if act not in acts]
    posted = request.POST if request.method == "POST" else None
    return ContestedForm(posted, turns=turns, acts=acts) if turns else None


def _get_window(game: Game, entry: Entry) -> AppealWindow:
    """Return the longest period in which the player may appeal."""
    *_late, windows = list_decisions_after_game(entry, now())
    games = list_games_to_contest(entry, game, now())
    of_games = (get_appeal_window(game, now(), entry=entry) for game in games if game.started_at)
    return find_widest([*of_games, *windows])


def _render(
    request: HttpRequest,
    entry: Entry,
    form: ContestedForm | None,
    *,
    filed: bool = False,
    refusal: RoomError | None = None,
) -> HttpResponse:
    game = find_current_game(entry.tournament_id)
    edition = entry.tournament.regulation
    window = _get_window(game, entry) if game and game.started_at else None
    context = {
        "entry": entry,
        "cases": list(list_cases_of_entry(entry)),
        "form": form,
        "window": window,
        "window_text": format_window(window, edition) if window else "",
        "until": to_milliseconds(window.closes_at) if window and window.closes_at else "",
        "filed": filed,
        "refusal": explain(refusal) if refusal else "",
    }
    status = (
        get_http_status(refusal) if refusal else get_form_status(form) if form else HTTPStatus.OK
    )
    return render(request, "player/appeals.html", context, status=status)


@require_POST
@never_cache
def withdraw(request: HttpRequest, case: int) -> HttpResponse:
    """Take back one of the player's cases while it is not decided."""
    table = get_entered_table(request)
    if table is None:
        return _refuse(request)
    with use_zone_and_paper(request, table.tournament):
        return _withdraw(request, table, case)


def _withdraw(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    entry = table.entry
    case = get_object_or_404(list_cases_of_entry(entry), number=number)
    request.method = "GET"
    form = _build_form(request, entry)
    try:
        withdraw_case(case=case, by=None, now=now())
    except RoomError as error:
        return _render(request, entry, form, refusal=error)
    return _render(request, entry, form)


def _refuse(request: HttpRequest) -> HttpResponse:
    context = {"refusal": explain_closed_table(request)}
    return render(request, "player/appeals.html", context, status=HTTPStatus.FORBIDDEN)
