"""The arbiter's decisions on one bulletin: confirm, change, the same for all equal ones."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from arbitrage.queries.alike import alike
from arbitrage.queries.listing import BulletinRow
from arbitrage.services import rulings
from arbitrage.views.decision_forms import ChangeForm, EqualForm, GestureForm, VersionForm
from arbitrage.views.lists import ARBITERS
from arbitrage.views.sheaf import Sheaf, sheaf_of
from tournament.core.errors import RoomError
from tournament.models import Tournament
from tournament.queries.clock import now
from tournament.views.staff import first_error, for_roles, signed_in, status_of
from tournament.words.messages import explain


def _target(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> tuple[Sheaf, dict[str, Any]]:
    """The list of the bulletin and what every service of rulings wants to know.

    Raises Http404 for a bulletin that is not in this list, as those of a cancelled turn.
    """
    sheaf = sheaf_of(request, tournament, number, ordinal)
    entry = sheaf.row_of(entry_id).entry
    return sheaf, {"turn": sheaf.turn, "entry": entry, "by": signed_in(request), "now": now()}


def _fresh(request: HttpRequest, sheaf: Sheaf) -> Sheaf:
    """The same list after a decision."""
    assert sheaf.game is not None
    assert sheaf.turn is not None
    return sheaf_of(request, sheaf.tournament, sheaf.game.number, sheaf.turn.ordinal)


def _row(
    request: HttpRequest, sheaf: Sheaf, entry_id: int, refusal: str = "", status: int = 200
) -> HttpResponse:
    row = _fresh(request, sheaf).row_of(entry_id)
    context = {"tournament": sheaf.tournament, "sheaf": sheaf, "row": row, "refusal": refusal}
    return render(request, "arbitrage/row.html", context, status=status)


def _list(request: HttpRequest, sheaf: Sheaf) -> HttpResponse:
    context = {"tournament": sheaf.tournament, "sheaf": _fresh(request, sheaf)}
    response = render(request, "arbitrage/list.html", context)
    response["HX-Retarget"] = "#list"
    response["HX-Reswap"] = "outerHTML"
    return response


@require_POST
@for_roles(*ARBITERS)
def confirm(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Confirm the proposal; answers with the row as it is now, whoever decided."""
    sheaf, target = _target(request, tournament, number, ordinal, entry_id)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return _row(request, sheaf, entry_id, first_error(form), 422)
    try:
        rulings.confirm(version=form.cleaned_data["version"], **target)
    except RoomError as error:
        return _row(request, sheaf, entry_id, explain(error), status_of(error))
    return _row(request, sheaf, entry_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITERS)
def equal(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """The dialog that lists the equal bulletins, and the same decision for those he was shown; a
    proposal is confirmed by this gesture."""
    sheaf, target = _target(request, tournament, number, ordinal, entry_id)
    if request.method != "POST":
        return _equal_dialog(request, sheaf, entry_id)
    form = EqualForm(request.POST)
    if not form.is_valid():
        return _equal_dialog(request, sheaf, entry_id, first_error(form), 422)
    try:
        rulings.apply_to_equal(**form.cleaned_data, **target)
    except RoomError as error:
        return _equal_dialog(request, sheaf, entry_id, explain(error), status_of(error))
    return _list(request, sheaf)


def _equal_dialog(
    request: HttpRequest, sheaf: Sheaf, entry_id: int, refusal: str = "", status: int = 200
) -> HttpResponse:
    row = _fresh(request, sheaf).row_of(entry_id)
    assert sheaf.turn is not None
    decision = rulings.as_confirmed(row.ruling)
    reached = rulings.equals_of(sheaf.turn, row.ruling, decision)
    context = {
        "tournament": sheaf.tournament,
        "sheaf": sheaf,
        "row": row,
        "decision": decision,
        "alike": alike(sheaf.turn, reached, signed_in(request)),
        "refusal": refusal,
    }
    return _in_dialog(render(request, "arbitrage/equal.html", context, status=status))


@require_POST
@for_roles(*ARBITERS)
def undo(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """Take back his last decision on the turn, on however many bulletins it was."""
    sheaf = sheaf_of(request, tournament, number, ordinal)
    form = GestureForm(request.POST)
    if sheaf.turn is None or not form.is_valid():
        raise Http404
    rulings.undo(turn=sheaf.turn, by=signed_in(request), now=now(), **form.cleaned_data)
    return _list(request, sheaf)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITERS)
def change(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """The dialog in which an arbiter decides otherwise, and its answer."""
    sheaf, target = _target(request, tournament, number, ordinal, entry_id)
    row = sheaf.row_of(entry_id)
    if request.method != "POST":
        return _dialog(request, sheaf, row, ChangeForm.of(row.ruling), row.ruling.version)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        # the version stays the one he saw: a decision made meanwhile is not overwritten unseen
        return _dialog(request, sheaf, row, form, form.cleaned_data.get("version"), 422)
    try:
        rulings.change(**form.decision, **target)
    except RoomError as error:
        form.add_error(None, explain(error))
        row = _fresh(request, sheaf).row_of(entry_id)
        return _dialog(request, sheaf, row, form, row.ruling.version, status_of(error))
    return _list(request, sheaf)


def _dialog(
    request: HttpRequest,
    sheaf: Sheaf,
    row: BulletinRow,
    form: ChangeForm,
    version: int | None,
    status: int = 200,
) -> HttpResponse:
    assert sheaf.turn is not None
    context = {
        "tournament": sheaf.tournament,
        "sheaf": sheaf,
        "row": row,
        "form": form,
        "version": version,
        "alike": alike(sheaf.turn, rulings.equals_of(sheaf.turn, row.ruling), signed_in(request)),
    }
    return _in_dialog(render(request, "arbitrage/change.html", context, status=status))


def _in_dialog(response: HttpResponse) -> HttpResponse:
    response["HX-Retarget"] = "#change-body"
    response["HX-Reswap"] = "innerHTML"
    return response
