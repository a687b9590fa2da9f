"""One's own account: what one is called, one's password, where one works."""

from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tournament.models import Membership, Table, Tournament
from tournament.presentation.roles import desks_of, role_name
from tournament.queries.clock import now
from tournament.queries.people.accounts import list_roles
from tournament.services.accounts import accounts
from tournament.views.staff import for_accounts, signed_in, telling

type PasswordForm = SetPasswordForm[User]


class OwnNameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Nom affiché"),
        max_length=accounts.MAX_NAME,
        required=False,
        help_text=gettext_lazy("Prénom et nom, comme sur les pages de l’équipe."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


@dataclass(frozen=True)
class OwnRoles:
    """A tournament with one's roles, tables and desks there."""

    tournament: Tournament
    roles: list[Promise]
    tables: list[int]
    desks: dict[str, Promise]


def _own_tournaments(user: User) -> list[OwnRoles]:
    tables: dict[int, list[int]] = {}
    for tournament, number in Table.objects.filter(arbiter=user).values_list(
        "tournament", "number"
    ):
        tables.setdefault(tournament, []).append(number)
    return [
        OwnRoles(
            one.tournament,
            [role_name(role, one.tournament.discipline) for role in one.roles],
            sorted(tables.get(one.tournament.pk, [])),
            desks_of(one.roles, one.tournament.discipline),
        )
        for one in list_roles([user]).get(user.pk, [])
    ]


def _password_form(user: User, data: Any = None) -> PasswordForm:
    """Who has a password types it again; who came with a card has none yet."""
    kind = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    form = cast(PasswordForm, kind(user, data))
    for field in form.fields.values():  # the page has other things to read first
        field.widget.attrs.pop("autofocus", None)
    return form


@for_accounts
def page(request: HttpRequest) -> HttpResponse:
    user, asked = signed_in(request), request.POST
    names = OwnNameForm(
        asked if "rename" in asked else None, initial={"name": user.get_full_name()}
    )
    passwords = _password_form(user, asked if "change" in asked else None)
    if names.is_bound and names.is_valid():
        with telling(names):
            accounts.change_displayed_name(user=user, **names.cleaned_data, by=user, now=now())
            messages.success(request, _("Votre nom affiché est changé."))
            return redirect("account")
    if passwords.is_bound and passwords.is_valid():
        password = passwords.cleaned_data["new_password1"]
        accounts.choose_password(user=user, password=password, by=user, now=now())
        update_session_auth_hash(request, user)  # this browser stays, the others do not
        messages.success(
            request, _("Votre mot de passe est choisi. Vos autres sessions sont fermées.")
        )
        return redirect("account")
    context = {
        "names": names,
        "passwords": passwords,
        "first": not user.has_usable_password(),
        "memberships": Membership.objects.filter(user=user).select_related("organisation"),
        "tournaments": _own_tournaments(user),
    }
    wrong = any(form.is_bound and form.errors for form in (names, passwords))
    return render(request, "registration/account.html", context, status=422 if wrong else 200)
