"""The accounts of an organisation's people: the list, new ones, cards, invitations."""

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
from tournament.presentation.accounts import said_of
from tournament.presentation.paper.cards import sign_in_cards
from tournament.presentation.roles import role_name
from tournament.queries.clock import now
from tournament.queries.local import get_organisation_paper
from tournament.queries.people.accounts import list_own_accounts, list_people, list_roles
from tournament.services.accounts import accounts, invitations
from tournament.views.cards import SignInCard
from tournament.views.pdf import pdf
from tournament.views.staff import for_managers, form_status, signed_in, telling


class NewAccountForm(forms.Form):
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
class ListedAccount:
    """An account with its roles, one line for each tournament."""

    user: User
    manages: bool
    #: Whether the organisation may give it a way in.
    looked_after: bool
    roles: list[tuple[Tournament, list[Promise]]]


def listed(organisation: Organisation, users: list[User]) -> list[ListedAccount]:
    """With what they are in the organisation."""
    held = list_roles(users, organisation)
    own = set(list_own_accounts(organisation).values_list("pk", flat=True))
    memberships = Membership.objects.filter(organisation=organisation, manages=True)
    managers = set(memberships.values_list("user", flat=True))
    return [
        ListedAccount(
            user,
            user.pk in managers,
            user.pk in own,
            [
                (one.tournament, [role_name(r, one.tournament.discipline) for r in one.roles])
                for one in held.get(user.pk, [])
            ],
        )
        for user in users
    ]


def _page(
    request: HttpRequest, organisation: Organisation, form: NewAccountForm, **extra: Any
) -> HttpResponse:
    context = {
        "organisation": organisation,
        "people": listed(organisation, list(list_people(organisation))),
        "form": form,
        "days": accounts.CARD_VALID.days,
        "section": "accounts",
    } | extra
    return render(request, "organisation/accounts.html", context, status=form_status(form))


@for_managers
def page(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The list, and the form of a new account, whose card is in this one answer only."""
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        who_and_when: dict[str, Any] = {"by": signed_in(request), "now": now()}
        with telling(form):
            user, url = accounts.make_account_with_card(
                organisation=organisation, **form.cleaned_data, **who_and_when
            )
            card = SignInCard.of(user, url)
            return _page(request, organisation, NewAccountForm(), card=card)
    return _page(request, organisation, form)


@require_POST
@for_managers
def cards(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """Cards for the accounts that were ticked, on a page or with ``pdf`` on paper; raises
    BadSetting for none."""
    ticked = set(request.POST.getlist("accounts"))
    users = [user for user in list_people(organisation) if str(user.pk) in ticked]
    if not users:
        raise BadSetting("nobody-ticked")
    urls = accounts.give_cards(
        organisation=organisation, users=users, by=signed_in(request), now=now()
    )
    until = now() + accounts.CARD_VALID
    if "pdf" in request.POST:
        paper = get_organisation_paper(organisation)
        people = list(zip(users, urls, strict=True))
        return pdf(sign_in_cards(organisation, people, until, paper, small=False), "cartes")
    context = {
        "organisation": organisation,
        "cards": [SignInCard.of(user, url) for user, url in zip(users, urls, strict=True)],
        "until": until,
    }
    return render(request, "organisation/cards.html", context)


@require_POST
@for_managers
def invite(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The link for somebody whose account is elsewhere, in this one answer only."""
    url = invitations.invite(organisation=organisation, by=signed_in(request), now=now())
    return _page(request, organisation, NewAccountForm(), invitation=url)


@dataclass(frozen=True)
class Done:
    """A line of what staff did to staff."""

    change: AccountChange | RoleChange
    who: str
    what: str

    @classmethod
    def of(cls, change: AccountChange | RoleChange) -> Self:
        known = change.user.get_username() if change.user else ""
        who = change.username if isinstance(change, AccountChange) else known
        return cls(change, who, said_of(change))


@require_safe
@for_managers
def changes(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """What was done to whom, the last first: accounts, and roles in the tournaments."""
    done = AccountChange.objects.filter(organisation=organisation).select_related("by", "user")
    roles = RoleChange.objects.filter(tournament__organisation=organisation)
    rows: list[AccountChange | RoleChange] = [*done]
    rows += roles.select_related("by", "user", "tournament")
    rows.sort(key=lambda row: (row.at, row.pk), reverse=True)
    context = {
        "organisation": organisation,
        "rows": [Done.of(row) for row in rows],
        "section": "accounts",
    }
    return render(request, "organisation/changes.html", context)
