"""Tables: their arbiters, and the papers for them."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Table, Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.queries.seating_plan import list_loads
from tournament.services import tournaments
from tournament.services.people import registration, seating
from tournament.views.centre_choice import choose_centre
from tournament.views.organiser.paper import list_table_papers
from tournament.views.organiser.people_forms import ArbiterRangeForm
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user, is_htmx
from tournament.views.ticked import describe_states


def _list_tables(tournament: Tournament) -> list[Table]:
    tables = Table.objects.filter(tournament=tournament)
    return list(tables.select_related("entry", "arbiter").order_by("number"))


def _render_tables_page(
    request: HttpRequest, tournament: Tournament, form: ArbiterRangeForm, message: str = ""
) -> HttpResponse:
    loads, choice = list_loads(tournament), choose_centre(request, tournament)
    context = {
        "tournament": tournament,
        "tables": _list_tables(tournament),
        "form": form,
        "message": message,
        "loads": loads,
        "double": any(
            load.shared_table_count != load.shared_table_count_with_double for load in loads
        ),
        "choice": choice,
        "papers": list_table_papers(tournament, choice.chosen),
        "section": "tables",
    }
    name = "organiser/tables.html" + ("#section" if is_htmx(request) else "")
    return render(request, name, context, status=get_form_status(form))


@require_safe
@for_roles(Role.ORGANISER)
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _render_tables_page(request, tournament, ArbiterRangeForm(tournament))


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def assign(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Assign a range of tables to an arbiter, or to none."""
    form = ArbiterRangeForm(tournament, request.POST)
    if not form.is_valid():
        return _render_tables_page(request, tournament, form)
    data, chosen_tables = form.cleaned_data, form.get_chosen_tables()
    if not chosen_tables:
        form.add_error("first", _("Aucune table ne porte un de ces numéros."))
        return _render_tables_page(request, tournament, form)
    with saving(request, form):
        registration.assign_arbiter(
            tables=chosen_tables, user=data["arbiter"], by=get_signed_in_user(request), now=now()
        )
        message = _describe_assigned(chosen_tables, data["arbiter"])
        if is_htmx(request):
            return _render_tables_page(request, tournament, ArbiterRangeForm(tournament), message)
        messages.success(request, message)
        return redirect("office-tables", tournament.slug)
    return _render_tables_page(request, tournament, form)


@require_POST
@for_roles(Role.ORGANISER)
def share(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Share the tables between all arbiters, a range of neighbours each."""
    form = ArbiterRangeForm(tournament)
    try:
        people = seating.share_tables(
            tournament=tournament,
            with_double="double" in request.POST,
            by=get_signed_in_user(request),
            now=now(),
        )
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("office-tables", tournament.slug)
    message = ngettext(
        "Tout est confié à %(n)d arbitre.", "Tables réparties entre %(n)d arbitres.", people
    ) % {"n": people}
    if is_htmx(request):
        return _render_tables_page(request, tournament, form, message)
    messages.success(request, message)
    return redirect("office-tables", tournament.slug)


def _describe_assigned(chosen_tables: list[Table], arbiter: Any) -> str:
    """Return how many tables the arbiter has of those chosen, and which others lost some."""
    count = len(chosen_tables)
    if arbiter is None:
        sentence = ngettext("%(n)d table sans arbitre.", "%(n)d tables sans arbitre.", count)
    else:
        sentence = ngettext(
            "%(n)d table confiée à %(who)s.", "%(n)d tables confiées à %(who)s.", count
        )
    sentence %= {"n": count, "who": arbiter}
    former_arbiters = Counter(
        str(t.arbiter) for t in chosen_tables if t.arbiter and t.arbiter != arbiter
    )
    if not former_arbiters:
        return sentence
    states = describe_states(sorted(former_arbiters.items()))
    return f"{sentence} {_('Avant : %(states)s.') % {'states': states}}"


@require_POST
@for_roles(Role.ORGANISER)
def renew(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Renew links and codes of all tables; printed ones become invalid."""
    tournaments.renew_links(tournament=tournament, by=get_signed_in_user(request), now=now())
    messages.success(
        request, _("Tous les liens et codes sont neufs. Imprimez la feuille de nouveau.")
    )
    return redirect("office-tables", tournament.slug)
