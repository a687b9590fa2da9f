"""The accounts of an organisation: list, new accounts, cards, invitations."""

from dataclasses import dataclass
from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import BadSetting
from tournament.models import AccountChange, Membership, Organisation, RoleChange, Tournament
from tournament.presentation.accounts import describe_change
from tournament.presentation.paper.cards import build_sign_in_cards
from tournament.presentation.roles import get_role_name
from tournament.queries.clock import now
from tournament.queries.local import get_organisation_paper
from tournament.queries.people.accounts import (
    list_connected_accounts,
    list_own_accounts,
    list_roles,
)
from tournament.services.accounts import accounts, invitations
from tournament.views.cards import SignInCard
from tournament.views.pdf import build_pdf_response
from tournament.views.saving import saving
from tournament.views.shortcuts import for_managers, get_form_status, get_signed_in_user
from tournament.views.ticked import list_ticked
from tournament.views.versions import CreationForm


class NewAccountForm(CreationForm):
    name = forms.CharField(
        label=_("Nom affiché"),
        max_length=accounts.MAX_NAME,
        required=False,
        help_text=_("Prénom et nom, comme sur les pages de l’équipe."),
    )
    username = forms.CharField(
        label=_("Nom du compte"),
        max_length=accounts.MAX_USERNAME,
        validators=[UnicodeUsernameValidator()],
        help_text=_("Sans espace, par exemple jean.dupont."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


@dataclass(frozen=True)
class AccountWithRoles:
    """An account with its roles, a list per tournament."""

    user: User
    manages: bool
    #: True if the organisation may give it a password or a card.
    is_managed: bool
    roles: list[tuple[Tournament, list[Promise]]]


def list_accounts(organisation: Organisation, users: list[User]) -> list[AccountWithRoles]:
    """Return the users with their roles in the organisation."""
    roles_by_user = list_roles(users, organisation)
    managed_ids = set(list_own_accounts(organisation).values_list("pk", flat=True))
    memberships = Membership.objects.filter(organisation=organisation, manages=True)
    managers = set(memberships.values_list("user", flat=True))
    return [
        AccountWithRoles(
            user,
            user.pk in managers,
            user.pk in managed_ids,
            [
                (
                    row.tournament,
                    [get_role_name(role, row.tournament.discipline) for role in row.roles],
                )
                for row in roles_by_user.get(user.pk, [])
            ],
        )
        for user in users
    ]


def _render_page(
    request: HttpRequest, organisation: Organisation, form: NewAccountForm, **extra: Any
) -> HttpResponse:
    context = {
        "organisation": organisation,
        "people": list_accounts(organisation, list(list_connected_accounts(organisation))),
        "form": form,
        "days": accounts.CARD_LIFETIME.days,
        "section": "accounts",
    } | extra
    return render(request, "organisation/accounts.html", context, status=get_form_status(form))


@for_managers
def page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Show the list and create accounts; a new card is in this response only."""
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        author_and_time: dict[str, Any] = {"by": get_signed_in_user(request), "now": now()}
        with saving(request, form):
            user, url = accounts.create_member_with_card(
                organisation=organisation, **form.cleaned_data, **author_and_time
            )
            card = SignInCard.for_url(user, url)
            return _render_page(request, organisation, NewAccountForm(), card=card)
    return _render_page(request, organisation, form)


@require_POST
@for_managers
def cards(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Give cards to the ticked accounts, as a page or, with ``pdf``, as a PDF.

    Raise BadSetting if none is ticked.
    """
    ticked = set(list_ticked(request.POST, "accounts"))
    users = [user for user in list_connected_accounts(organisation) if str(user.pk) in ticked]
    if not users:
        raise BadSetting("nobody-ticked")
    urls = accounts.give_cards(
        organisation=organisation, users=users, by=get_signed_in_user(request), now=now()
    )
    until = now() + accounts.CARD_LIFETIME
    if "pdf" in request.POST:
        paper = get_organisation_paper(organisation)
        people = list(zip(users, urls, strict=True))
        return build_pdf_response(
            build_sign_in_cards(organisation, people, until, paper, small=False), "cartes"
        )
    context = {
        "organisation": organisation,
        "cards": [SignInCard.for_url(user, url) for user, url in zip(users, urls, strict=True)],
        "until": until,
    }
    return render(request, "organisation/cards.html", context)


@require_POST
@for_managers
def invite(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Create an invitation link for an account from elsewhere, shown in this response only."""
    url = invitations.create_invitation(
        organisation=organisation, by=get_signed_in_user(request), now=now()
    )
    return _render_page(request, organisation, NewAccountForm(), invitation=url)


@dataclass(frozen=True)
class AccountChangeLine:
    """A line of the record: a change by staff of an account or a role."""

    change: AccountChange | RoleChange
    username: str
    description: str

    @classmethod
    def from_change(cls, change: AccountChange | RoleChange) -> Self:
        current_name = change.user.get_username() if change.user else ""
        username = change.username if isinstance(change, AccountChange) else current_name
        return cls(change, username, describe_change(change))


@require_safe
@for_managers
def changes(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """List the changes of accounts and roles, the newest first."""
    account_changes = AccountChange.objects.filter(organisation=organisation).select_related(
        "by", "user"
    )
    role_changes = RoleChange.objects.filter(tournament__organisation=organisation)
    rows: list[AccountChange | RoleChange] = [*account_changes]
    rows += role_changes.select_related("by", "user", "tournament")
    rows.sort(key=lambda row: (row.at, row.pk), reverse=True)
    context = {
        "organisation": organisation,
        "rows": [AccountChangeLine.from_change(row) for row in rows],
        "section": "accounts",
    }
    return render(request, "organisation/changes.html", context)
