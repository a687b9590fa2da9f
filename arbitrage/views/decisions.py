"""The arbiter's decisions on one bulletin: confirm, change, the same for all equal ones."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from arbitrage.models import Ruling
from arbitrage.queries.equivalents import alike
from arbitrage.queries.lines import Answer
from arbitrage.queries.listing import BulletinRow
from arbitrage.services import rulings
from arbitrage.services.late import count_in_time
from arbitrage.views.bulletin_list import BulletinsShown, show_bulletins
from arbitrage.views.decision_forms import (
    ChangeForm,
    EqualForm,
    GestureForm,
    InTimeForm,
    VersionForm,
)
from arbitrage.views.lists import ARBITERS
from tournament.core.errors import RoomError
from tournament.models import Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.views.staff import (
    first_error,
    for_roles,
    form_status,
    signed_in,
    status_of,
    telling,
)


def _target(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> tuple[BulletinsShown, dict[str, Any]]:
    """The list of the bulletin and what every service of rulings wants to know.

    Raises Http404 for a bulletin that is not in this list, as those of a cancelled turn.
    """
    bulletins = show_bulletins(request, tournament, number, ordinal)
    entry = bulletins.find_row_to_decide(entry_id).entry
    return bulletins, {
        "turn": bulletins.turn,
        "entry": entry,
        "by": signed_in(request),
        "now": now(),
    }


def _fresh(request: HttpRequest, bulletins: BulletinsShown) -> BulletinsShown:
    """The same list after a decision."""
    assert bulletins.game is not None
    assert bulletins.turn is not None
    return show_bulletins(
        request, bulletins.tournament, bulletins.game.number, bulletins.turn.ordinal
    )


def _row(request: HttpRequest, bulletins: BulletinsShown, entry_id: int) -> HttpResponse:
    """What was decided is no refusal where the bulletin has left his list meanwhile, its table
    given to another: the list shows that."""
    try:
        row = _fresh(request, bulletins).find_row(entry_id)
    except Http404:
        return _list(request, bulletins)
    context = {"tournament": bulletins.tournament, "bulletins": bulletins, "row": row}
    return render(request, "arbitrage/row.html", context)


def _list(
    request: HttpRequest, bulletins: BulletinsShown, refusal: str = "", status: int = 200
) -> HttpResponse:
    """The list as it is now; the bulletin in focus says why nothing was decided."""
    fresh = _fresh(request, bulletins)
    context = {"tournament": bulletins.tournament, "bulletins": fresh, "refusal": refusal}
    response = render(request, "arbitrage/list.html", context, status=status)
    response["HX-Retarget"] = "#list"
    response["HX-Reswap"] = "outerHTML"
    return response


@require_POST
@for_roles(*ARBITERS)
def confirm(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Confirm the proposal; answers with the row, or with the list where it stands for several or
    nothing was decided."""
    bulletins, target = _target(request, tournament, number, ordinal, entry_id)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return _list(request, bulletins, first_error(form), 422)
    try:
        rulings.confirm(version=form.cleaned_data["version"], **target)
    except RoomError as error:
        return _list(request, bulletins, explain(error), status_of(error))
    return _list(request, bulletins) if bulletins.by_answer else _row(request, bulletins, entry_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITERS)
def equal(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """The dialog that lists the equal bulletins, and the same decision for those he was shown; a
    proposal is confirmed by this gesture."""
    bulletins, target = _target(request, tournament, number, ordinal, entry_id)
    if request.method != "POST":
        return _equal_dialog(request, bulletins, entry_id)
    form = EqualForm(request.POST)
    if not form.is_valid():
        return _equal_dialog(request, bulletins, entry_id, first_error(form), 422)
    try:
        rulings.apply_to_equal(**form.cleaned_data, **target)
    except RoomError as error:
        return _equal_dialog(request, bulletins, entry_id, explain(error), status_of(error))
    return _list(request, bulletins)


def _equal_dialog(
    request: HttpRequest,
    bulletins: BulletinsShown,
    entry_id: int,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    row = _fresh(request, bulletins).find_row_to_decide(entry_id)
    assert bulletins.turn is not None
    decision = rulings.as_confirmed(row.ruling)
    reached = _reached(bulletins, row, rulings.equals_of(bulletins.turn, row.ruling, decision))
    context = {
        "tournament": bulletins.tournament,
        "bulletins": bulletins,
        "row": row,
        "decision": decision,
        "alike": alike(bulletins.turn, reached, signed_in(request)),
        "refusal": refusal,
    }
    return _in_dialog(render(request, "arbitrage/equal.html", context, status=status))


@require_POST
@for_roles(*ARBITERS)
def undo(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """Take back his last decision on the turn, on however many bulletins it was."""
    bulletins = show_bulletins(request, tournament, number, ordinal)
    form = GestureForm(request.POST)
    if bulletins.turn is None or not form.is_valid():
        raise Http404
    rulings.undo(turn=bulletins.turn, by=signed_in(request), now=now(), **form.cleaned_data)
    return _list(request, bulletins)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITERS)
def change(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """The dialog in which an arbiter decides otherwise, and its answer."""
    bulletins, target = _target(request, tournament, number, ordinal, entry_id)
    row = bulletins.find_row_to_decide(entry_id)
    if request.method != "POST":
        form = ChangeForm.of(row.ruling, equal=bulletins.by_answer)
        return _dialog(request, bulletins, row, form, row.ruling.version)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        # the version stays the one he saw: a decision made meanwhile is not overwritten unseen
        return _dialog(request, bulletins, row, form, form.cleaned_data.get("version"), 422)
    try:
        rulings.change(**form.decision, **target)
    except RoomError as error:
        form.add_error(None, explain(error))
        row = _fresh(request, bulletins).find_row_to_decide(entry_id)
        return _dialog(request, bulletins, row, form, row.ruling.version, status_of(error))
    return _list(request, bulletins)


def _dialog(
    request: HttpRequest,
    bulletins: BulletinsShown,
    row: BulletinRow,
    form: ChangeForm,
    version: int | None,
    status: int = 200,
) -> HttpResponse:
    assert bulletins.turn is not None
    reached = _reached(bulletins, row, rulings.equals_of(bulletins.turn, row.ruling))
    context = {
        "tournament": bulletins.tournament,
        "bulletins": bulletins,
        "row": row,
        "form": form,
        "version": version,
        "alike": alike(bulletins.turn, reached, signed_in(request)),
    }
    return _in_dialog(render(request, "arbitrage/change.html", context, status=status))


def _reached(bulletins: BulletinsShown, row: BulletinRow, equals: list[Ruling]) -> list[Ruling]:
    """Those of ``equals`` that a decision on ``row`` is offered for: none that waits for his own
    second look, and in the list by answer only those that its line stands for, which are decided
    alike."""
    equals = [one for one in equals if (one.turn_id, one.entry_id) not in bulletins.listing.veiled]
    if not bulletins.by_answer:
        return equals
    own = Answer.of(row.ruling)
    return [other for other in equals if Answer.of(other) == own]


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITERS)
def in_time(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """The dialog that asks why a late bulletin counts as handed in in time, and its answer."""
    bulletins, target = _target(request, tournament, number, ordinal, entry_id)
    row = bulletins.find_row_to_decide(entry_id)
    posted = request.POST if request.method == "POST" else None
    form = InTimeForm(posted, initial={"version": row.ruling.version})
    if form.is_valid():
        with telling(form):
            count_in_time(**form.cleaned_data, **target)
            return _list(request, bulletins)
    context = {
        "tournament": tournament,
        "bulletins": bulletins,
        "row": _fresh(request, bulletins).find_row_to_decide(entry_id),
        "form": form,
    }
    status = form_status(form)
    return _in_dialog(render(request, "arbitrage/in_time.html", context, status=status))


def _in_dialog(response: HttpResponse) -> HttpResponse:
    response["HX-Retarget"] = "#change-body"
    response["HX-Reswap"] = "innerHTML"
    return response
