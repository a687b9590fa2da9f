"""The accounts of a tournament and their roles."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import StaffMember, Tournament
from tournament.queries.access import roles_of
from tournament.queries.clock import now
from tournament.services import staff
from tournament.views.organiser.people_forms import StaffForm
from tournament.views.staff import for_roles, form_status, is_htmx, signed_in, telling
from tournament.words.messages import explain
from tournament.words.roles import ROLE_NAMES


@dataclass(frozen=True)
class StaffAccount:
    """One role of one account."""

    member: StaffMember
    role: Promise
    yours: bool


def _staff_page(
    request: HttpRequest, tournament: Tournament, form: StaffForm, **extra: Any
) -> HttpResponse:
    members = tournament.staff.select_related("user").order_by("user__username", "role")
    context = {
        "tournament": tournament,
        "accounts": [
            StaffAccount(member, ROLE_NAMES[Role(member.role)], member.user == request.user)
            for member in members
        ],
        "form": form,
        "alone": set(staff.ALL_ROLES) <= roles_of(request.user, tournament),
        "section": "staff",
    } | extra
    name = "organiser/staff.html" + ("#section" if is_htmx(request) else "")
    return render(request, name, context, status=form_status(form))


@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The accounts with their roles; a new account's password is in this one answer only."""
    form = StaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            member, password = staff.add_staff(
                tournament=tournament, **form.cleaned_data, by=signed_in(request), now=now()
            )
            return _staff_page(request, tournament, StaffForm(), added=member, password=password)
    return _staff_page(request, tournament, form)


@require_POST
@for_roles(Role.ORGANISER)
def alone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Hold all the roles of a club's game; ``end`` takes that back."""
    who_and_when: dict[str, Any] = {"by": signed_in(request), "now": now()}
    if "end" in request.POST:
        staff.organise_only(tournament=tournament, **who_and_when)
        messages.success(request, _("Vous gardez l’organisation seule."))
    else:
        staff.hold_all_roles(tournament=tournament, **who_and_when)
        messages.success(request, _("Vous tenez tous les rôles."))
    return redirect("office-staff", tournament.slug)


@require_POST
@for_roles(Role.ORGANISER)
def remove(request: HttpRequest, tournament: Tournament, member_id: int) -> HttpResponse:
    member = get_object_or_404(StaffMember, pk=member_id, tournament=tournament)
    try:
        staff.remove_staff(member=member, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        gone = {"who": member.user.get_username(), "role": ROLE_NAMES[Role(member.role)]}
        messages.success(request, _("%(who)s n’a plus le rôle « %(role)s ».") % gone)
    return redirect("office-staff", tournament.slug)
