"""The roster of an organisation: editing by hand and import from a file."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.core.people.player_data import PLAYER_FIELDS
from tournament.models import Organisation, PendingFile, RosterPlayer
from tournament.queries.clock import now
from tournament.queries.people.groups import list_choices
from tournament.queries.people.roster import search_roster
from tournament.services.people import entry_imports, roster
from tournament.views.import_page import (
    ImportForm,
    build_matching_form,
    render_pending_page,
    store_upload,
)
from tournament.views.organiser.people_forms import DecisionForm, build_player_field, to_player_data
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import (
    for_managers,
    get_form_status,
    get_signed_in_user,
    report_errors,
)
from tournament.views.versions import CreationForm, EditForm

PER_PAGE = 50
#: Orders of the list, by their name in the URL; a "-" before it reverses the order.
ORDERS = {
    "name": ("plain_name",),
    "licence": ("licence",),
    "club": ("club", "plain_name"),
    "federation": ("federation", "plain_name"),
    "birth_year": ("birth_year", "plain_name"),
    "series": ("series", "plain_name"),
    "category": ("category", "plain_name"),
}
#: Maximum length of a search.
MAX_SEARCH_LENGTH = 80


class RosterFields(DecisionForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in PLAYER_FIELDS:
            self.fields[name] = build_player_field(name, required=name == "last_name")


class NewPersonForm(RosterFields, CreationForm):
    """Add a player to the roster."""


class PersonForm(RosterFields, EditForm):
    """Correct a player of the roster."""


@require_safe
@for_managers
def listing(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    search_text = request.GET.get("q", "")[:MAX_SEARCH_LENGTH]
    sort = request.GET.get("sort", "name")
    key = sort.removeprefix("-")
    sort, key = (sort, key) if key in ORDERS else ("name", "name")
    sign = "-" if sort.startswith("-") else ""
    players = search_roster(organisation, search_text).order_by(
        *(sign + column for column in ORDERS[key]), "pk"
    )
    page = Paginator(players, PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query["sort"] = sort
    context = {
        "organisation": organisation,
        "page": page,
        "search": search_text,
        "sort": sort,
        "view": query,
        "section": "players",
    }
    return render(request, "organisation/players.html", context)


@for_managers
def add(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    return _render_person_page(request, organisation, None)


@for_managers
@locks_owner
def edit(request: HttpRequest, organisation: Organisation, player_id: int) -> HttpResponse:
    row = get_object_or_404(RosterPlayer, pk=player_id, organisation=organisation)
    return _render_person_page(request, organisation, row)


def _render_person_page(
    request: HttpRequest, organisation: Organisation, row: RosterPlayer | None
) -> HttpResponse:
    data = request.POST or None
    form: RosterFields = NewPersonForm(data)
    if row is not None:
        form = PersonForm(data, initial={name: getattr(row, name) for name in PLAYER_FIELDS})
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            player = roster.save_roster_player(
                organisation=organisation,
                data=to_player_data(form.cleaned_data),
                row=row,
                decision=form.cleaned_data["decision"],
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _("%(name)s est au fichier.") % {"name": player})
            return saved.redirect("organisation-players", organisation.pk)
    context = {
        "organisation": organisation,
        "person": row,
        "played": row.played.select_related("tournament") if row else [],
        "form": form,
        "choices": list_choices(organisation),
        "section": "players",
    }
    return render(request, "organisation/player.html", context, status=get_form_status(form))


@require_POST
@for_managers
def delete(request: HttpRequest, organisation: Organisation, player_id: int) -> HttpResponse:
    row = get_object_or_404(RosterPlayer, pk=player_id, organisation=organisation)
    roster.delete_roster_player(row=row, by=get_signed_in_user(request), now=now())
    messages.success(request, _("%(name)s n’est plus au fichier.") % {"name": row})
    return redirect("organisation-players", organisation.pk)


@for_managers
def upload(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Upload a file of people; it is stored and shown before the import."""
    form = ImportForm()
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES)
        response = store_upload(request, form, organisation, None)
        if response is not None:
            return response
    context = {"organisation": organisation, "import_form": form, "section": "players"}
    return render(request, "organisation/import_send.html", context, status=get_form_status(form))


@for_managers
@locks_owner
def review(request: HttpRequest, organisation: Organisation, file_id: int) -> HttpResponse:
    """Show the plan of the import; a POST stores the decisions and may import the file."""
    files = PendingFile.objects.select_related("organisation")
    pending_files = files.filter(organisation=organisation, tournament=None, expires_at__gt=now())
    pending = get_object_or_404(pending_files, pk=file_id)
    form = build_matching_form(request, pending)
    if request.method == "POST" and form.is_valid():
        by = get_signed_in_user(request)
        if "drop" in request.POST:
            entry_imports.delete_file(pending=pending, by=by, now=now())
            return redirect("organisation-players", organisation.pk)
        with saving(request, form):
            form.save_decisions(by=by, now=now())
        if form.is_saved and "import" in request.POST:
            with report_errors(form):
                count = entry_imports.import_people(pending=pending, by=by, now=now())
                sentence = ngettext("%(n)d joueur au fichier.", "%(n)d joueurs au fichier.", count)
                messages.success(request, sentence % {"n": count})
                return redirect("organisation-players", organisation.pk)
    context = {"organisation": organisation, "section": "players"}
    return render_pending_page(request, "organisation/import.html", pending, form, context)
