"""The arbiter's decisions on bulletins: confirm, change, apply to equal ones, undo."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from arbitrage.models import Ruling
from arbitrage.queries.equal_bulletins import group_equal_tables
from arbitrage.queries.lines import Answer
from arbitrage.queries.listing import BulletinRow
from arbitrage.services import rulings
from arbitrage.services.late_bulletins import accept_as_in_time
from arbitrage.views.bulletin_list import BulletinListPage, show_bulletins
from arbitrage.views.decision_forms import (
    ChangeForm,
    EqualForm,
    InTimeForm,
    UndoForm,
    VersionForm,
)
from arbitrage.views.lists import ARBITER_ROLES
from tournament.core.errors import RoomError
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.views.shortcuts import (
    for_roles,
    get_first_error,
    get_form_status,
    get_http_status,
    get_signed_in_user,
    report_errors,
)


def _get_target(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> tuple[BulletinListPage, BulletinRow, dict[str, Any]]:
    """Return the list of the bulletin, its row and the arguments of every service of rulings.

    Raise Http404 for a bulletin that is not in this list, such as those of a cancelled turn.
    """
    bulletins = show_bulletins(request, tournament, number, ordinal)
    row = bulletins.find_row_to_decide(entry_id)
    return (
        bulletins,
        row,
        {
            "turn": bulletins.turn,
            "entry": row.entry,
            "by": get_signed_in_user(request),
            "now": now(),
        },
    )


def _reload(request: HttpRequest, bulletins: BulletinListPage) -> BulletinListPage:
    """Return the same list after a decision."""
    assert bulletins.game is not None
    assert bulletins.turn is not None
    return show_bulletins(
        request, bulletins.tournament, bulletins.game.number, bulletins.turn.ordinal
    )


def _render_row(request: HttpRequest, bulletins: BulletinListPage, entry_id: int) -> HttpResponse:
    """Render the row after a decision, or the list if the bulletin left it meanwhile.

    That happens when its table is given to another arbiter; the decision was not refused.
    """
    try:
        row = _reload(request, bulletins).find_row(entry_id)
    except Http404:
        return _render_list(request, bulletins)
    context = {"tournament": bulletins.tournament, "bulletins": bulletins, "row": row}
    return render(request, "arbitrage/row.html", context)


def _render_list(
    request: HttpRequest, bulletins: BulletinListPage, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Render the list as it is now; the bulletin in focus shows a refusal."""
    current_bulletins = _reload(request, bulletins)
    context = {
        "tournament": bulletins.tournament,
        "bulletins": current_bulletins,
        "refusal": refusal,
    }
    response = render(request, "arbitrage/list.html", context, status=status)
    response["HX-Retarget"] = "#list"
    response["HX-Reswap"] = "outerHTML"
    return response


@require_POST
@for_roles(*ARBITER_ROLES)
def confirm(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Confirm the proposal.

    Answer with the row, or with the list for a line of several bulletins and for refusals.
    """
    bulletins, _row, target = _get_target(request, tournament, number, ordinal, entry_id)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return _render_list(request, bulletins, get_first_error(form), 422)
    try:
        rulings.confirm_ruling(version=form.cleaned_data["version"], **target)
    except RoomError as error:
        return _render_list(request, bulletins, explain(error), get_http_status(error))
    return (
        _render_list(request, bulletins)
        if bulletins.by_answer
        else _render_row(request, bulletins, entry_id)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITER_ROLES)
def apply_to_equal(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Show the dialog with the equal bulletins, and apply the decision to those that were listed.

    A proposal is confirmed at the same time.
    """
    bulletins, row, target = _get_target(request, tournament, number, ordinal, entry_id)
    if request.method != "POST":
        return _render_equal_dialog(request, bulletins, row)
    form = EqualForm(request.POST)
    if not form.is_valid():
        return _render_equal_dialog(request, bulletins, row, get_first_error(form), 422)
    try:
        version, entries = form.cleaned_data["version"], form.cleaned_data["among"]
        rulings.apply_to_equal(version=version, entries=entries, **target)
    except RoomError as error:
        row = _reload(request, bulletins).find_row_to_decide(entry_id)
        return _render_equal_dialog(request, bulletins, row, explain(error), get_http_status(error))
    return _render_list(request, bulletins)


def _render_equal_dialog(
    request: HttpRequest,
    bulletins: BulletinListPage,
    row: BulletinRow,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    assert bulletins.turn is not None
    decision = rulings.build_confirmed_fields(row.ruling)
    offered = _filter_offered(
        bulletins, row, rulings.list_other_equal_rulings(bulletins.turn, row.ruling, decision)
    )
    context = {
        "tournament": bulletins.tournament,
        "bulletins": bulletins,
        "row": row,
        "decision": decision,
        "equal_tables": group_equal_tables(bulletins.turn, offered, get_signed_in_user(request)),
        "refusal": refusal,
    }
    return _retarget_to_dialog(render(request, "arbitrage/equal.html", context, status=status))


@require_POST
@for_roles(*ARBITER_ROLES)
def undo(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """Undo the arbiter's last decision on the turn, for all its bulletins."""
    bulletins = show_bulletins(request, tournament, number, ordinal)
    form = UndoForm(request.POST)
    if bulletins.turn is None or not form.is_valid():
        raise Http404
    rulings.undo_rulings(
        turn=bulletins.turn, by=get_signed_in_user(request), now=now(), **form.cleaned_data
    )
    return _render_list(request, bulletins)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITER_ROLES)
def change(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Show the dialog in which an arbiter decides otherwise, and handle its form."""
    bulletins, row, target = _get_target(request, tournament, number, ordinal, entry_id)
    if request.method != "POST":
        form = ChangeForm.from_ruling(row.ruling, for_equal_bulletins=bulletins.by_answer)
        return _render_change_dialog(request, bulletins, row, form, row.ruling.version)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        # The version stays the one on the screen: a decision made meanwhile is not overwritten
        # unseen.
        return _render_change_dialog(
            request, bulletins, row, form, form.cleaned_data.get("version"), 422
        )
    try:
        rulings.change_ruling(**form.decision, **target)
    except RoomError as error:
        form.add_refusal(error)
        row = _reload(request, bulletins).find_row_to_decide(entry_id)
        return _render_change_dialog(
            request, bulletins, row, form, row.ruling.version, get_http_status(error)
        )
    return _render_list(request, bulletins)


def _render_change_dialog(
    request: HttpRequest,
    bulletins: BulletinListPage,
    row: BulletinRow,
    form: ChangeForm,
    version: int | None,
    status: int = 200,
) -> HttpResponse:
    assert bulletins.turn is not None
    of_readings = (motive for reading in row.verdict.readings for motive in reading.motives)
    form.set_likely_motives([*row.ruling.motives, *of_readings])
    offered = _filter_offered(
        bulletins, row, rulings.list_other_equal_rulings(bulletins.turn, row.ruling)
    )
    context = {
        "tournament": bulletins.tournament,
        "bulletins": bulletins,
        "row": row,
        "form": form,
        "version": version,
        "equal_tables": group_equal_tables(bulletins.turn, offered, get_signed_in_user(request)),
    }
    return _retarget_to_dialog(render(request, "arbitrage/change.html", context, status=status))


def _filter_offered(
    bulletins: BulletinListPage, row: BulletinRow, equals: list[Ruling]
) -> list[Ruling]:
    """Return those of ``equals`` that get the decision on ``row`` if the arbiter wants.

    Those that wait for the arbiter's own second look are left out, and in the list by answer only
    the bulletins of its line remain, which are decided alike.
    """
    equals = [
        other
        for other in equals
        if (other.turn_id, other.entry_id) not in bulletins.listing.blinded
    ]
    equals = bulletins.listing.filter_reachable(equals)
    if not bulletins.by_answer:
        return equals
    answer = Answer.from_ruling(row.ruling)
    return [other for other in equals if Answer.from_ruling(other) == answer]


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITER_ROLES)
def accept_late_bulletin(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Show the dialog that asks why a late bulletin counts as in time, and handle its form."""
    bulletins, row, target = _get_target(request, tournament, number, ordinal, entry_id)
    posted = request.POST if request.method == "POST" else None
    form = InTimeForm(posted, initial={"version": row.ruling.version})
    if form.is_valid():
        with report_errors(form):
            accept_as_in_time(**form.cleaned_data, **target)
            return _render_list(request, bulletins)
    if posted is not None:
        row = _reload(request, bulletins).find_row_to_decide(entry_id)
    context = {"tournament": tournament, "bulletins": bulletins, "row": row, "form": form}
    status = get_form_status(form)
    return _retarget_to_dialog(render(request, "arbitrage/in_time.html", context, status=status))


def _retarget_to_dialog(response: HttpResponse) -> HttpResponse:
    response["HX-Retarget"] = "#change-body"
    response["HX-Reswap"] = "innerHTML"
    return response
