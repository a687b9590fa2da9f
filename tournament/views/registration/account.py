"""The page of one's own account: name, password, tournaments."""

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
from tournament.presentation.roles import get_role_name, list_desks
from tournament.queries.clock import now
from tournament.queries.people.accounts import list_roles
from tournament.services.accounts import accounts
from tournament.views.shortcuts import for_accounts, get_signed_in_user, report_errors

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
    """A tournament with the user's roles, tables and desks."""

    tournament: Tournament
    roles: list[Promise]
    tables: list[int]
    desks: dict[str, Promise]


def _list_own_tournaments(user: User) -> list[OwnRoles]:
    tables: dict[int, list[int]] = {}
    for tournament, number in Table.objects.filter(arbiter=user).values_list(
        "tournament", "number"
    ):
        tables.setdefault(tournament, []).append(number)
    return [
        OwnRoles(
            row.tournament,
            [get_role_name(role, row.tournament.discipline) for role in row.roles],
            sorted(tables.get(row.tournament.pk, [])),
            list_desks(row.roles, row.tournament.discipline),
        )
        for row in list_roles([user]).get(user.pk, [])
    ]


def _build_password_form(user: User, data: Any = None) -> PasswordForm:
    """Return the form; only an account with a password must type the old one."""
    kind = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    form = cast(PasswordForm, kind(user, data))
    for field in form.fields.values():  # the form is not the first thing on the page
        field.widget.attrs.pop("autofocus", None)
    return form


@for_accounts
def page(request: HttpRequest) -> HttpResponse:
    user, data = get_signed_in_user(request), request.POST
    name_form = OwnNameForm(
        data if "rename" in data else None, initial={"name": user.get_full_name()}
    )
    password_form = _build_password_form(user, data if "change" in data else None)
    if name_form.is_bound and name_form.is_valid():
        with report_errors(name_form):
            accounts.change_displayed_name(user=user, **name_form.cleaned_data, by=user, now=now())
            messages.success(request, _("Votre nom affiché est changé."))
            return redirect("account")
    if password_form.is_bound and password_form.is_valid():
        is_first_password = not user.has_usable_password()
        password = password_form.cleaned_data["new_password1"]
        accounts.choose_password(user=user, password=password, by=user, now=now())
        update_session_auth_hash(request, user)  # only the other sessions end
        messages.success(
            request, _("Votre mot de passe est choisi. Vos autres sessions sont fermées.")
        )
        return redirect("office" if is_first_password else "account")
    context = {
        "names": name_form,
        "passwords": password_form,
        "first": not user.has_usable_password(),
        "memberships": Membership.objects.filter(user=user).select_related("organisation"),
        "tournaments": _list_own_tournaments(user),
    }
    has_errors = any(form.is_bound and form.errors for form in (name_form, password_form))
    return render(request, "registration/account.html", context, status=422 if has_errors else 200)
