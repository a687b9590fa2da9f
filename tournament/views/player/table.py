"""The pages of a player: entering a table, the tablet, handing in without a socket."""

from http import HTTPStatus
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import classic_ports, ports
from tournament.core.errors import BadAccess, BadSheet, Busy, NotAllowed, RoomError
from tournament.core.states import Discipline, GameState
from tournament.models import Table
from tournament.presentation.game_announcements import describe_stages
from tournament.presentation.games import get_end_reasons
from tournament.presentation.messages import explain
from tournament.presentation.refusals import build_refusal
from tournament.protocol import Audience, Save, SlipReceived, SlipShown, encode
from tournament.protocol.parts import build_road_sheet as road_sheet_of
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.access import find_occupied_table
from tournament.queries.clock import now
from tournament.services.accounts.table_sign_in import enter_by_code
from tournament.services.hand_in.receiver import open_receiver
from tournament.services.play.receipts import store_receipt
from tournament.views.device import (
    TABLE_COOKIE,
    TablePlace,
    get_entered_table,
    get_table_place,
    set_table_cookie,
)
from tournament.views.player.closed_table import explain_access, explain_closed_table
from tournament.views.player.forms import TableCodeForm
from tournament.views.zone_and_paper import use_zone_and_paper

#: Maximum size, as for a message on the socket.
MAX_BULLETIN_BYTES = 16 * 1024


@require_safe
@never_cache
def enter_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Open the link or QR code of a table and store the table on this device."""
    try:
        table = find_occupied_table(key)
    except BadAccess as error:
        return _render_entrance(request, TableCodeForm(), explain_access(error))
    return _remember_and_open(request, table)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """Enter a table by its number and code."""
    form = TableCodeForm(request.POST or None, initial=request.GET.dict())
    if not form.is_valid():
        return render(request, "player/enter.html", {"form": form})
    address = request.META.get("REMOTE_ADDR", "")
    try:
        table = enter_by_code(**form.cleaned_data, address=address, now=now())
    except BadAccess as error:
        return _render_entry_refusal(request, form, error)
    return _remember_and_open(request, table)


def _remember_and_open(request: HttpRequest, table: Table) -> HttpResponse:
    """Open the tablet; a device that entered this table for someone else asks first who is
    there."""
    response = redirect("table")
    place = get_table_place(request)
    if place is None or place.table != table or not place.has_moved:
        set_table_cookie(response, table)
    return response


@require_POST
@never_cache
def take(request: HttpRequest) -> HttpResponse:
    """Take over this table for the entry that the page named."""
    place = get_table_place(request)
    entry = place.current_entry if place else None
    response = redirect("table")
    if place and entry and request.POST.get("entry") == str(entry.pk):
        set_table_cookie(response, place.table)
    return response


def _render_entry_refusal(
    request: HttpRequest, form: TableCodeForm, error: BadAccess
) -> HttpResponse:
    response = _render_entrance(request, form, explain_access(error))
    if error.reason == "too-many-codes":
        response.status_code = HTTPStatus.TOO_MANY_REQUESTS
        response["Retry-After"] = str(error.data["seconds"])
    return response


def _render_entrance(request: HttpRequest, form: TableCodeForm, problem: str) -> HttpResponse:
    context = {"form": form, "problem": problem}
    return render(request, "player/enter.html", context, status=HTTPStatus.FORBIDDEN)


@require_safe
@never_cache
def tablet(request: HttpRequest) -> HttpResponse:
    """Render the player's page at the table that this device entered."""
    table = get_entered_table(request)
    if table is None:
        if TABLE_COOKIE not in request.COOKIES:
            return redirect("table-enter")
        place = get_table_place(request)
        if place is not None and place.has_moved:
            return render(request, "player/moved.html", _build_moved_context(place))
        return _render_entrance(request, TableCodeForm(), explain_closed_table(request))
    with use_zone_and_paper(request, table.tournament):
        if table.tournament.discipline == Discipline.CLASSIC:
            return classic_ports.classic_tablet.function(request, table)
        return _render_tablet(request, table)


def _render_tablet(request: HttpRequest, table: Table) -> HttpResponse:
    data = {
        "token": _make_table_token(table),
        "tokenUrl": reverse("table-token"),
        "bulletinUrl": reverse("table-bulletin"),
        "slipUrl": reverse("table-slip"),
        "roadUrl": reverse("table-road", args=[0]),
        "appealsUrl": reverse("table-appeals"),
        "toppingsUrl": reverse("table-toppings"),
        "pageUrl": reverse("public-player", args=[table.tournament.slug, table.entry.pk]),
        "entry": table.entry.pk,
        "tournament": table.tournament.name,
        "endReasons": get_end_reasons(),
    }
    context = {
        "table": table,
        "entry": table.entry,
        "data": data,
        "contest_terms": describe_stages(table.tournament.regulation.originals.stages.value),
    }
    for describe in ports.build_tablet_context:
        context |= describe(table.entry)
    return render(request, "player/table.html", context)


def _build_moved_context(place: TablePlace) -> dict[str, Any]:
    """Return the context of the page for a table that now belongs to someone else."""
    data = {"entry": place.entry_id, "bulletinUrl": reverse("table-bulletin")}
    return {"place": place, "data": data}


def _make_table_token(table: Table) -> str:
    return make_token(_build_ticket(table, table.entry.pk))


def _build_ticket(table: Table, entry_id: int) -> Ticket:
    return Ticket(
        table.tournament_id, Audience.ENTRY, entry_id, link=table.renewals, table_id=table.pk
    )


@require_safe
@never_cache
def token(request: HttpRequest) -> JsonResponse:
    """Return a new token for the socket, while the link of the table is valid."""
    table = get_entered_table(request)
    if table is not None:
        return JsonResponse({"token": _make_table_token(table)})
    place = get_table_place(request)
    if place is not None and place.has_moved:
        return _problem_response(explain(BadAccess("moved")), HTTPStatus.CONFLICT)
    return _problem_response(explain_closed_table(request), HTTPStatus.FORBIDDEN)


@require_safe
@never_cache
def road_sheet(request: HttpRequest, number: int) -> HttpResponse:
    """Return the road sheet of this table for finished game ``number``."""
    table = get_entered_table(request)
    if table is None:
        return _problem_response(explain_closed_table(request), HTTPStatus.FORBIDDEN)
    finished_games = table.tournament.games.filter(state=GameState.FINISHED, number=number)
    game = finished_games.select_related("tournament").first()
    if game is None:
        return _problem_response(_("Cette partie n’est pas terminée."), HTTPStatus.NOT_FOUND)
    return _message_response(road_sheet_of(game, table.entry.pk))


def _problem_response(sentence: str, status: HTTPStatus) -> JsonResponse:
    return JsonResponse({"problem": sentence}, status=status)


@require_POST
def bulletin(request: HttpRequest) -> HttpResponse:
    """Store a bulletin sent by HTTP: the same message and answers as on the socket.

    It belongs to the entry that the device entered for, at whatever table that entry is now.
    """
    place = get_table_place(request)
    if place is None or (place.current_entry is None and not place.has_moved):
        return _refusal_response(BadAccess("unknown-link"), HTTPStatus.FORBIDDEN)
    body = request.body
    if len(body) > MAX_BULLETIN_BYTES:
        return _refusal_response(BadSheet("too-large"), HTTPStatus.CONTENT_TOO_LARGE)
    try:
        save = msgspec.json.decode(body, type=Save)
    except (msgspec.DecodeError, RecursionError):  # no JSON of ours; endless nesting
        return _refusal_response(BadSheet("malformed"), HTTPStatus.BAD_REQUEST)
    try:
        answer = open_receiver().hand_in(save, _build_ticket(place.table, place.entry_id))
    except (Busy, TimeoutError):
        return _refusal_response(Busy("queue-full"), HTTPStatus.SERVICE_UNAVAILABLE, save)
    except (BadSheet, NotAllowed) as error:
        return _refusal_response(error, HTTPStatus.UNPROCESSABLE_ENTITY, save)
    return _message_response(
        build_refusal(answer, save) if isinstance(answer, BadSheet) else answer
    )


@require_POST
def slip(request: HttpRequest) -> HttpResponse:
    """Store that a slip was displayed: the same as on the socket, by HTTP."""
    place = get_table_place(request)
    if place is None or (place.current_entry is None and not place.has_moved):
        return _refusal_response(BadAccess("unknown-link"), HTTPStatus.FORBIDDEN)
    try:
        receipt = msgspec.json.decode(request.body, type=SlipShown)
    except (msgspec.DecodeError, RecursionError):  # no JSON of ours; endless nesting
        return _refusal_response(BadSheet("malformed"), HTTPStatus.BAD_REQUEST)
    is_known = store_receipt(uid=receipt.uid, entry_id=place.entry_id)
    return _message_response(SlipReceived(uid=str(receipt.uid), known=is_known))


def _refusal_response(
    error: RoomError, status: HTTPStatus, save: Save | None = None
) -> HttpResponse:
    return _message_response(build_refusal(error, save), status)


def _message_response(message: msgspec.Struct, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    return HttpResponse(encode(message), status=status, content_type="application/json")
