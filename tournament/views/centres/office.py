"""The organiser's page of the centres of a tournament."""

from collections import Counter

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Centre, Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.queries.people.centres import list_centres
from tournament.services.people import centres
from tournament.views.centres.forms import CentreForm, NewCentreForm, TablesForm
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user
from tournament.views.ticked import describe_states, list_ticked


@require_safe
@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _render_page(request, tournament)


def _render_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    creation: NewCentreForm | None = None,
    changed: tuple[Centre, CentreForm] | None = None,
    placing: TablesForm | None = None,
) -> HttpResponse:
    """Render the page; the forms are those that were sent and refused."""
    refused: Form | None = creation or placing or (changed[1] if changed else None)
    rows = [
        (
            centre,
            changed[1] if changed and changed[0] == centre else CentreForm.for_centre(centre),
        )
        for centre in list_centres(tournament)
    ]
    tables = tournament.tables.select_related("centre", "entry")
    context = {
        "tournament": tournament,
        "centres": rows,
        "creation": creation or NewCentreForm(),
        "form": placing or TablesForm(tournament),
        "tables": tables.order_by("centre__position", "number"),
        "ticked": set(list_ticked(request.POST, "tables")),
        "section": "tables",
    }
    status = get_form_status(refused) if refused is not None else 200
    return render(request, "organiser/centres.html", context, status=status)


@require_POST
@for_roles(Role.ORGANISER)
def create(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = NewCentreForm(request.POST)
    if form.is_valid():
        with saving(request, form) as saved:
            centre = centres.create_centre(
                tournament=tournament,
                by=get_signed_in_user(request),
                now=now(),
                **{name: form.cleaned_data[name] for name in ("name", "country", "time_zone")},
            )
            messages.success(request, _("Centre « %(name)s » créé.") % {"name": centre.name})
            return saved.redirect("office-centres", tournament.slug)
    return _render_page(request, tournament, creation=form)


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def edit(request: HttpRequest, tournament: Tournament, centre_id: int) -> HttpResponse:
    centre = get_object_or_404(Centre, pk=centre_id, tournament=tournament)
    form = CentreForm.for_centre(centre, request.POST)
    if form.is_valid():
        with saving(request, form):
            centres.update_centre(
                centre=centre, changes=form.cleaned_data, by=get_signed_in_user(request), now=now()
            )
            messages.success(request, _("Centre « %(name)s » enregistré.") % {"name": centre.name})
            return redirect("office-centres", tournament.slug)
    return _render_page(request, tournament, changed=(centre, form))


@require_POST
@for_roles(Role.ORGANISER)
def delete(request: HttpRequest, tournament: Tournament, centre_id: int) -> HttpResponse:
    centre = get_object_or_404(Centre, pk=centre_id, tournament=tournament)
    try:
        centres.delete_centre(centre=centre, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Centre « %(name)s » supprimé.") % {"name": centre.name})
    return redirect("office-centres", tournament.slug)


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def place(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Put the ticked tables in a centre, or in none."""
    form = TablesForm(tournament, request.POST)
    if form.is_valid():
        with saving(request, form):
            former = centres.assign_tables(
                tournament=tournament,
                tables=[table.pk for table in form.cleaned_data["tables"]],
                centre=form.cleaned_data["centre"],
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _describe_placed(former))
            return redirect("office-centres", tournament.slug)
    return _render_page(request, tournament, placing=form)


def _describe_placed(former: Counter[str]) -> str:
    count = former.total()
    sentence = ngettext("%(n)d table changée.", "%(n)d tables changées.", count) % {"n": count}
    states = [(name or _("sans centre"), n) for name, n in sorted(former.items())]
    before = _("Avant : %(states)s.") % {"states": describe_states(states)}
    return f"{sentence} {before if count else ''}".strip()
