"""Registration: players by hand or from a CSV file, changes, withdrawals."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Entry, Tournament
from tournament.queries.clock import now
from tournament.services import registration, roster
from tournament.views.organiser.people_forms import EntryForm, ImportForm
from tournament.views.staff import (
    for_roles,
    form_status,
    is_htmx,
    refused,
    signed_in,
    telling,
)

#: Orders of the list, by the name in the address.
ORDERS = {
    "table": ("table__number",),
    "name": ("name", "table__number"),
    "club": ("players__club", "table__number"),
}


def _context(request: HttpRequest, tournament: Tournament, **extra: Any) -> dict[str, Any]:
    order = request.GET.get("sort", "table")
    order = order if order in ORDERS else "table"
    entries = tournament.entries.select_related("table").prefetch_related("players")
    listed = list(dict.fromkeys(entries.order_by(*ORDERS[order])))
    return {
        "tournament": tournament,
        "entries": listed,
        "namesakes": _namesakes(listed),
        "present": sum(not entry.withdrawn for entry in listed),
        "sort": order,
        "form": EntryForm(),
        "import_form": ImportForm(),
        "section": "entries",
    } | extra


def _namesakes(entries: list[Entry]) -> set[str]:
    """Names that several present entries have: the same person twice, or namesakes."""
    present = Counter(entry.name for entry in entries if not entry.withdrawn)
    return {name for name, count in present.items() if count > 1}


@require_safe
@for_roles(Role.ORGANISER)
def listing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return render(request, "organiser/entries.html", _context(request, tournament))


@require_POST
@for_roles(Role.ORGANISER)
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Register what was typed: htmx gets the list anew, or a refusal (js/organiser/entries.js)."""
    form = EntryForm(request.POST)
    if form.is_valid():
        with telling(form):
            entry = registration.register_entry(
                tournament=tournament,
                players=_players(form),
                table_number=form.cleaned_data["table_number"],
                by=signed_in(request),
                now=now(),
            )
            sentence = _("%(name)s : table %(table)d.") % {
                "name": entry.name,
                "table": entry.table.number,
            }
            if is_htmx(request):
                shown = _context(request, tournament, registered=sentence, ahead=True)
                return render(request, "organiser/registered.html", shown)
            messages.success(request, sentence)
            return redirect("office-entries", tournament.slug)
    if is_htmx(request):
        return JsonResponse(_first_error(form), status=form_status(form))
    return _section(request, tournament, form_status(form), {"form": form})


def _first_error(form: EntryForm) -> dict[str, str]:
    """What is wrong, as one sentence, and with which field: for a page that types the next one."""
    name, (sentence, *_others) = next(iter(form.errors.items()))
    if name not in form.fields:
        return {"sentence": str(sentence)}
    return {"field": name, "sentence": f"{form[name].label} – {sentence}"}


@require_POST
@for_roles(Role.ORGANISER)
def import_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Register the lines of a CSV file; those refused are listed with their reason."""
    form = ImportForm(request.POST, request.FILES)
    context: dict[str, Any] = {"import_form": form}
    if form.is_valid():
        with telling(form):
            context["report"] = roster.import_csv(
                tournament=tournament,
                data=form.cleaned_data["file"],
                by=signed_in(request),
                now=now(),
            )
    return _section(request, tournament, form_status(form), context)


def _section(
    request: HttpRequest, tournament: Tournament, status: int, context: dict[str, Any]
) -> HttpResponse:
    name = "organiser/entries.html" + ("#section" if is_htmx(request) else "")
    return render(request, name, _context(request, tournament, **context), status=status)


def _players(form: EntryForm) -> list[registration.PlayerData]:
    return [registration.PlayerData(**person) for person in form.people()]


@for_roles(Role.ORGANISER)
def edit(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    form = EntryForm.of(entry, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            registration.update_entry(
                entry=entry,
                players=_players(form),
                by=signed_in(request),
                now=now(),
            )
            messages.success(request, _("L’inscription est modifiée."))
            return redirect("office-entries", tournament.slug)
    context = {"tournament": tournament, "entry": entry, "form": form, "section": "entries"}
    return render(request, "organiser/entry.html", context, status=form_status(form))


@require_POST
@for_roles(Role.ORGANISER)
def presence(
    request: HttpRequest, tournament: Tournament, entry_id: int, name: str
) -> HttpResponse:
    """Withdraw an entry or bring it back."""
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    service = {
        "withdraw": registration.withdraw_entry,
        "restore": registration.restore_entry,
    }[name]
    try:
        service(entry=entry, by=signed_in(request), now=now())
    except RoomError as error:
        return refused(request, error)
    if is_htmx(request):
        entry.refresh_from_db()
        context = {"tournament": tournament, "entry": entry, "focus": True}
        return render(request, "organiser/entries.html#row", context)
    return redirect("office-entries", tournament.slug)
