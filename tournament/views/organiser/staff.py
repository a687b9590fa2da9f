"""The accounts of a tournament and their roles."""

from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from tournament.core.errors import RoomError
from tournament.core.states import ROLES_BY_POWER, Role
from tournament.models import StaffMember, Tournament
from tournament.presentation.messages import explain
from tournament.presentation.roles import get_role_name
from tournament.queries.access import get_roles, list_managed_organisations
from tournament.queries.clock import now
from tournament.queries.people.accounts import (
    list_connected_accounts,
    list_own_accounts,
    list_staff_sources,
)
from tournament.services.accounts import invitations, staff
from tournament.services.accounts.accounts import CARD_LIFETIME
from tournament.views.cards import SignInCard
from tournament.views.centre_choice import CentreChoiceField, offer_centres
from tournament.views.organiser.people_forms import (
    StaffForm,
    list_offered_roles,
)
from tournament.views.saving import saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user, is_htmx
from tournament.views.versions import CreationForm


@dataclass(frozen=True)
class RoleBox:
    """The box by which an account gets a role; ``is_held``: they have it."""

    value: str
    label: Promise
    is_held: bool
    typed: set[str]

    @property
    def is_ticked(self) -> bool:
        return self.is_held or self.value in self.typed


@dataclass(frozen=True)
class StaffAccount:
    """An account with its roles and the rows that give them."""

    user: User
    roles: list[tuple[StaffMember, Promise]]
    is_self: bool
    #: True if ``user``, a manager of the organisation, may give it a card.
    may_have_card: bool


class GivenRolesForm(CreationForm):
    """Gives roles to accounts of the organisation; a value is an account and a role: ``12:judge``.
    Roles that are given already stay."""

    given = forms.MultipleChoiceField(
        error_messages={"required": gettext_lazy("Cochez au moins un rôle.")}
    )
    centre = CentreChoiceField(empty_label=gettext_lazy("partout"))

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data)
        self.people = list(list_connected_accounts(tournament.organisation).filter(is_active=True))
        self.roles = [
            (role, get_role_name(role, tournament.discipline))
            for role in list_offered_roles(tournament)
        ]
        offer_centres(self, tournament)
        self._members = set(tournament.staff.values_list("user", "role"))
        cast(forms.MultipleChoiceField, self.fields["given"]).choices = [
            (f"{user.pk}:{role}", user) for user in self.people for role, _name in self.roles
        ]

    @property
    def rows(self) -> list[tuple[User, list[RoleBox]]]:
        """Return the boxes of each account."""
        typed = set(self.data.getlist("given")) if isinstance(self.data, QueryDict) else set()
        return [
            (
                user,
                [
                    RoleBox(f"{user.pk}:{role}", name, (user.pk, role) in self._members, typed)
                    for role, name in self.roles
                ],
            )
            for user in self.people
        ]

    def pairs(self) -> list[tuple[int, str]]:
        """Return account and role of the ticked boxes."""
        values = (value.split(":") for value in self.cleaned_data["given"])
        return [(int(pk), role) for pk, role in values]


class CopyStaffForm(CreationForm):
    original = forms.ModelChoiceField(
        label=gettext_lazy("Tournoi"), queryset=Tournament.objects.none(), empty_label=None
    )

    def __init__(self, tournament: Tournament, user: User, data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["original"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = list_staff_sources(tournament, user)


def _list_staff_accounts(tournament: Tournament, user: User) -> list[StaffAccount]:
    members_by_account: dict[User, dict[str, StaffMember]] = {}
    for member in tournament.staff.select_related("user", "centre").order_by("user__username"):
        members_by_account.setdefault(member.user, {})[member.role] = member
    organisation = tournament.organisation
    is_manager = list_managed_organisations(user).filter(pk=organisation.pk).exists()
    own = set(list_own_accounts(organisation).values_list("pk", flat=True)) if is_manager else set()
    return [
        StaffAccount(
            account,
            [
                (members[role], get_role_name(role, tournament.discipline))
                for role in ROLES_BY_POWER
                if role in members
            ],
            account == user,
            account.pk in own and account.is_active and account != user,
        )
        for account, members in members_by_account.items()
    ]


def _render_staff_page(
    request: HttpRequest, tournament: Tournament, form: StaffForm, **extra: Any
) -> HttpResponse:
    user = get_signed_in_user(request)
    colleagues, roles_form = _list_staff_accounts(tournament, user), GivenRolesForm(tournament)
    copy_form = CopyStaffForm(tournament, user)
    context = {
        "tournament": tournament,
        "colleagues": colleagues,
        "cards": any(row.may_have_card for row in colleagues),
        "people": roles_form.people,
        "team": roles_form,
        "copies": copy_form,
        "sources": list_staff_sources(tournament, user).exists(),
        "form": form,
        "alone": set(staff.list_roles_to_run_alone(tournament.discipline))
        <= get_roles(request.user, tournament),
        "days": CARD_LIFETIME.days,
        "section": "staff",
    } | extra
    name = "organiser/staff.html" + ("#section" if is_htmx(request) else "")
    return render(request, name, context, status=get_form_status(form))


@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List accounts and add one; a new account's card is in this response only."""
    form = StaffForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            user, card = staff.add_staff(
                tournament=tournament,
                **form.get_service_arguments(),
                by=get_signed_in_user(request),
                now=now(),
            )
            extra = {"added": user, "card": SignInCard.for_url(user, card) if card else None}
            return _render_staff_page(request, tournament, StaffForm(tournament), **extra)
    return _render_staff_page(request, tournament, form)


@require_POST
@for_roles(Role.ORGANISER)
def give(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give the roles that are ticked in the list of the organisation."""
    form = GivenRolesForm(tournament, request.POST)
    if form.is_valid():
        with saving(request, form) as saved:
            count = staff.give_roles(
                tournament=tournament,
                roles=form.pairs(),
                centre=form.cleaned_data.get("centre"),
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _describe_given(count))
            return saved.redirect("office-staff", tournament.slug)
    return _render_staff_page(request, tournament, StaffForm(tournament), team=form)


@require_POST
@for_roles(Role.ORGANISER)
def copy(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give the accounts of another tournament the roles that they have there."""
    form = CopyStaffForm(tournament, get_signed_in_user(request), request.POST)
    if form.is_valid():
        with saving(request, form) as saved:
            original = form.cleaned_data["original"]
            count = staff.copy_staff(
                original=original, tournament=tournament, by=get_signed_in_user(request), now=now()
            )
            messages.success(request, _describe_given(count))
            return saved.redirect("office-staff", tournament.slug)
    return _render_staff_page(request, tournament, StaffForm(tournament), copies=form)


def _describe_given(count: int) -> str:
    if not count:
        return _("Ces rôles étaient déjà donnés.")
    return ngettext("%(n)d rôle donné.", "%(n)d rôles donnés.", count) % {"n": count}


@require_POST
@for_roles(Role.ORGANISER)
def invite(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Create a link that gives the ticked roles to an account from elsewhere."""
    form = StaffForm(tournament, request.POST)
    roles = form.get_invitation_roles()
    if roles is None:
        return _render_staff_page(request, tournament, form)
    url = invitations.create_invitation(
        organisation=tournament.organisation,
        tournament=tournament,
        roles=roles,
        by=get_signed_in_user(request),
        now=now(),
    )
    return _render_staff_page(request, tournament, StaffForm(tournament), invitation=url)


@require_POST
@for_roles(Role.ORGANISER)
def take_all_roles(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take all roles, or with ``end`` keep only the organiser's."""
    author_and_time: dict[str, Any] = {"by": get_signed_in_user(request), "now": now()}
    if "end" in request.POST:
        staff.give_up_other_roles(tournament=tournament, **author_and_time)
        messages.success(request, _("Vous restez organisateur, sans autre rôle."))
    else:
        staff.take_roles_to_run_alone(tournament=tournament, **author_and_time)
        messages.success(request, _("Vous tenez tous les rôles."))
    return redirect("office-staff", tournament.slug)


@require_POST
@for_roles(Role.ORGANISER)
def remove(request: HttpRequest, tournament: Tournament, member_id: int) -> HttpResponse:
    member = get_object_or_404(StaffMember, pk=member_id, tournament=tournament)
    try:
        staff.remove_staff(member=member, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        name = get_role_name(member.role, tournament.discipline)
        data = {"who": member.user.get_username(), "role": name}
        messages.success(request, _("%(who)s n’a plus le rôle « %(role)s ».") % data)
    return redirect("office-staff", tournament.slug)
