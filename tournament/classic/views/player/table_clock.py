"""The clock of a table with real tiles, on any device that entered the table of one of the two
players (6.2, 6.3)."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.classic.core.sides import Side
from tournament.classic.presentation.match.match_words import describe_match_place
from tournament.classic.presentation.match.public import get_both_names
from tournament.classic.presentation.match.table_clocks import list_decision_lines
from tournament.classic.queries.own_matches import CurrentMatch, get_current_match
from tournament.classic.queries.table_clocks import MatchClock, has_table_clock, load_match_clock
from tournament.classic.services.table_clocks import run_clock_commands
from tournament.classic.views.match_display import build_countdown_face
from tournament.classic.views.table_clock_state import build_clock_state, read_requests
from tournament.core.errors import RoomError
from tournament.models import Table
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.clock import now
from tournament.queries.people.public_names import PublicNames
from tournament.views.device import get_entered_table
from tournament.views.player.closed_table import explain_closed_table, redirect_to_tablet
from tournament.views.shortcuts import get_http_status, is_htmx, parse_number
from tournament.views.zone_and_paper import use_zone_and_paper


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Show the clock (``?game=`` for a later game of the match), or run the commands of the device.

    Commands are sent until they are answered, and run once per key; the answer has the ``problem``
    of the first refused one, "" for none, and the clock.
    """
    table = get_entered_table(request)
    place = get_current_match(table.entry) if table else None
    if table is None or place is None or not has_table_clock(place.match):
        if request.method == "POST":
            problem = explain_closed_table(request)
            return JsonResponse({"problem": problem}, status=HTTPStatus.FORBIDDEN)
        return redirect_to_tablet(request)
    with use_zone_and_paper(request, table.tournament):
        if request.method == "POST":
            return _run_commands(request, place)
        number = parse_number(request.GET.get("game", ""))
        context = _build_context(table, place, load_match_clock(place.match, number))
        name = "clock_part.html" if is_htmx(request) else "clock.html"
        return render(request, f"classic/player/{name}", context)


def _run_commands(request: HttpRequest, place: CurrentMatch) -> HttpResponse:
    moment = now()
    try:
        number, requests = read_requests(request.body, place.side)
        refusals: list[Any] = list(
            run_clock_commands(match=place.match, number=number, requests=requests, now=moment)
        )
    except RoomError as error:
        return JsonResponse({"problem": explain(error)}, status=get_http_status(error))
    match_clock = load_match_clock(place.match, number)
    problem = explain(refusals[0]) if refusals else ""
    return JsonResponse({"problem": problem, "clock": build_clock_state(match_clock, now())})


def _build_context(table: Table, place: CurrentMatch, shown: MatchClock) -> dict[str, Any]:
    match, moment = place.match, now()
    names = get_both_names(match, PublicNames(table.tournament))
    halves = [(str(side), name) for side, name in zip(Side, names, strict=True)]
    terms = shown.state.terms
    return {
        "table": table,
        "entry": table.entry,
        "state": build_clock_state(shown, moment),
        "token": make_update_token(f"match:{match.pk}", f"classic:{match.tournament_id}"),
        "address": f"{reverse('table-clock')}?game={shown.number}",
        "match_place": describe_match_place(match, shown.number),
        "names": names,
        # the opponent's half first: the device shows it on the opponent's side
        "halves": halves if place.side is Side.Y else halves[::-1],
        "common": build_countdown_face(shown.countdown, moment),
        "warn": terms.warn_s * 1000,
        "decisions": list_decision_lines(match, names),
        "shown": shown,
        "following": shown.number + 1 if shown.can_be_next else None,
    }
