"""The accounts of a tournament and their roles."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.errors import RoomError
from tournament.core.states import ROLES_BY_POWER, Role
from tournament.models import StaffMember, Tournament
from tournament.presentation.messages import explain
from tournament.presentation.roles import get_role_name
from tournament.queries.access import get_roles
from tournament.queries.clock import now
from tournament.queries.people.accounts import list_people
from tournament.services.accounts import invitations, staff
from tournament.services.accounts.accounts import CARD_LIFETIME
from tournament.views.cards import SignInCard
from tournament.views.organiser.people_forms import StaffForm
from tournament.views.saving import saving
from tournament.views.staff import for_roles, form_status, is_htmx, signed_in


@dataclass(frozen=True)
class StaffAccount:
    """An account with its roles and the rows that give them."""

    user: User
    roles: list[tuple[StaffMember, Promise]]
    is_self: bool


def _list_staff_accounts(tournament: Tournament, user: User) -> list[StaffAccount]:
    members_by_account: dict[User, dict[str, StaffMember]] = {}
    for member in tournament.staff.select_related("user").order_by("user__username"):
        members_by_account.setdefault(member.user, {})[member.role] = member
    return [
        StaffAccount(
            account,
            [
                (members[role], get_role_name(role, tournament.discipline))
                for role in ROLES_BY_POWER
                if role in members
            ],
            account == user,
        )
        for account, members in members_by_account.items()
    ]


def _render_staff_page(
    request: HttpRequest, tournament: Tournament, form: StaffForm, **extra: Any
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "colleagues": _list_staff_accounts(tournament, signed_in(request)),
        "people": list_people(tournament.organisation).filter(is_active=True),
        "form": form,
        "alone": set(staff.ALL_ROLES) <= get_roles(request.user, tournament),
        "days": CARD_LIFETIME.days,
        "section": "staff",
    } | extra
    name = "organiser/staff.html" + ("#section" if is_htmx(request) else "")
    return render(request, name, context, status=form_status(form))


@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List accounts and add one; a new account's card is in this response only."""
    form = StaffForm(tournament.discipline, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            user, card = staff.add_staff(
                tournament=tournament, **form.settings(), by=signed_in(request), now=now()
            )
            extra = {"added": user, "card": SignInCard.for_url(user, card) if card else None}
            return _render_staff_page(
                request, tournament, StaffForm(tournament.discipline), **extra
            )
    return _render_staff_page(request, tournament, form)


@require_POST
@for_roles(Role.ORGANISER)
def invite(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Create a link that gives the ticked roles to an account from elsewhere."""
    form = StaffForm(tournament.discipline, request.POST)
    roles = form.only_roles()
    if roles is None:
        return _render_staff_page(request, tournament, form)
    url = invitations.invite(
        organisation=tournament.organisation,
        tournament=tournament,
        roles=roles,
        by=signed_in(request),
        now=now(),
    )
    return _render_staff_page(request, tournament, StaffForm(tournament.discipline), invitation=url)


@require_POST
@for_roles(Role.ORGANISER)
def alone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take all roles, or with ``end`` keep only the organiser's."""
    author_and_time: dict[str, Any] = {"by": signed_in(request), "now": now()}
    if "end" in request.POST:
        staff.give_up_other_roles(tournament=tournament, **author_and_time)
        messages.success(request, _("Vous gardez l’organisation seule."))
    else:
        staff.take_all_roles(tournament=tournament, **author_and_time)
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
        name = get_role_name(member.role, tournament.discipline)
        data = {"who": member.user.get_username(), "role": name}
        messages.success(request, _("%(who)s n’a plus le rôle « %(role)s ».") % data)
    return redirect("office-staff", tournament.slug)
