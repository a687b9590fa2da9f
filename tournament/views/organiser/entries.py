"""Registration by hand, changes, withdrawals."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import ports
from tournament.core.errors import RoomError
from tournament.core.people.anonymous import is_pseudonym
from tournament.core.states import Role
from tournament.models import Entry, Player, Tournament
from tournament.presentation.exports import ENTRY_PROFILES
from tournament.queries.clock import now
from tournament.queries.people.entry_lists import IN_ORDER, list_imports
from tournament.queries.people.groups import list_choices
from tournament.queries.people.roster import suggest_players
from tournament.services.people import entry_removal, registration
from tournament.views.import_page import ImportForm
from tournament.views.organiser.people_forms import EntryForm
from tournament.views.staff import (
    for_roles,
    form_status,
    is_htmx,
    refused,
    signed_in,
    telling,
)

#: Letters of a name that are looked up.
MAX_TYPED = 80
#: Orders of the list, by the name in the address.
ORDERS = {
    "table": ("table__number",),
    "name": ("name", "table__number"),
    "club": ("players__club", "table__number"),
    "series": ("players__series", "table__number"),
    "team": ("team__name", "table__number"),
}


def _context(request: HttpRequest, tournament: Tournament, **extra: Any) -> dict[str, Any]:
    order = request.GET.get("sort", "table")
    order = order if order in ORDERS else "table"
    entries = tournament.entries.select_related("table", "team").prefetch_related(IN_ORDER)
    listed = list(dict.fromkeys(entries.order_by(*ORDERS[order])))
    return {
        "tournament": tournament,
        "entries": listed,
        "namesakes": _namesakes(listed),
        "excluded": ports.find_excluded.ask(listed),
        "present": sum(not entry.withdrawn for entry in listed),
        "sort": order,
        "form": EntryForm(),
        "import_form": ImportForm(),
        "imports": list_imports(tournament),
        "profiles": ENTRY_PROFILES,
        "section": "entries",
        **_offered(tournament),
    } | extra


def _offered(tournament: Tournament) -> dict[str, Any]:
    """What is offered while fields are filled."""
    return {
        "choices": list_choices(tournament.organisation),
        "teams": list(tournament.teams.values_list("name", flat=True)),
    }


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
                players=form.people(),
                team=form.cleaned_data["team"],
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
    context = _context(request, tournament, form=form)
    return render(request, "organiser/entries.html", context, status=form_status(form))


def _first_error(form: EntryForm) -> dict[str, str]:
    """What is wrong, as one sentence, and with which field: for a page that types the next one."""
    name, (sentence, *_others) = next(iter(form.errors.items()))
    if name not in form.fields:
        return {"sentence": str(sentence)}
    return {"field": name, "sentence": f"{form[name].label} – {sentence}"}


def _named(entry: Entry) -> list[Player]:
    """Who can be made unknown still."""
    people = entry.players.order_by("pk")
    return [player for player in people if not is_pseudonym(player.last_name)]


@for_roles(Role.ORGANISER)
def edit(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    form = EntryForm.of(entry, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            registration.update_entry(
                entry=entry,
                players=form.people(),
                team=form.cleaned_data["team"],
                by=signed_in(request),
                now=now(),
            )
            messages.success(request, _("L’inscription est modifiée."))
            return redirect("office-entries", tournament.slug)
    context = {"tournament": tournament, "entry": entry, "form": form, "section": "entries"}
    context |= {"people": _named(entry), **_offered(tournament)}
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


@require_POST
@for_roles(Role.ORGANISER)
def delete(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Registered by mistake: gone, as long as it took part in nothing."""
    entry = get_object_or_404(Entry, pk=entry_id, tournament=tournament)
    entry_removal.delete_entry(entry=entry, by=signed_in(request), now=now())
    messages.success(request, _("« %(name)s » n’est plus inscrit.") % {"name": entry.name})
    return redirect("office-entries", tournament.slug)


@require_safe
@for_roles(Role.ORGANISER)
def known(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Whom the organisation knows and ``?q=`` may mean (js/components/complete.js)."""
    found = suggest_players(tournament.organisation, request.GET.get("q", "")[:MAX_TYPED])
    return JsonResponse({"people": found})
