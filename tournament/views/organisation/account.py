"""One account of an organisation, and what its managers may do to it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from tournament.core.errors import RoomError
from tournament.models import Organisation
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.queries.people.accounts import list_people
from tournament.services.accounts import accounts, staff
from tournament.views.organisation.accounts import listed
from tournament.views.staff import for_managers, form_status, signed_in, telling


class NameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Nom affiché"), max_length=accounts.MAX_NAME, required=False
    )


def _page(
    request: HttpRequest, organisation: Organisation, user: User, form: NameForm, **extra: Any
) -> HttpResponse:
    [one] = listed(organisation, [user])
    context = {"organisation": organisation, "one": one, "form": form, "section": "accounts"}
    status = form_status(form)
    return render(request, "organisation/account.html", context | extra, status=status)


@for_managers
def page(request: HttpRequest, organisation: Organisation, user_id: int) -> HttpResponse:
    user = get_object_or_404(list_people(organisation), pk=user_id)
    form = NameForm(request.POST or None, initial={"name": user.get_full_name()})
    if request.method == "POST" and form.is_valid():
        who_and_when: dict[str, Any] = {"by": signed_in(request), "now": now()}
        with telling(form):
            accounts.rename_account(
                organisation=organisation, user=user, **form.cleaned_data, **who_and_when
            )
            messages.success(request, _("Le nom affiché est changé."))
            return redirect("organisation-account", organisation.pk, user.pk)
    return _page(request, organisation, user, form)


@require_POST
@for_managers
def password(request: HttpRequest, organisation: Organisation, user_id: int) -> HttpResponse:
    """A new password, in this one answer only."""
    user = get_object_or_404(list_people(organisation), pk=user_id)
    given = accounts.give_password(
        organisation=organisation, user=user, by=signed_in(request), now=now()
    )
    form = NameForm(initial={"name": user.get_full_name()})
    return _page(request, organisation, user, form, password=given)


#: What a manager does to an account: the service with what it is told, and what is said then.
COMMANDS: dict[str, tuple[Any, dict[str, Any], Any]] = {
    "close": (accounts.close_account, {}, gettext_lazy("Le compte %(who)s est fermé.")),
    "reopen": (accounts.reopen_account, {}, gettext_lazy("Le compte %(who)s est rouvert.")),
    "manages": (
        accounts.let_manage,
        {"manages": True},
        gettext_lazy("%(who)s gère l’organisation."),
    ),
    "manages-not": (
        accounts.let_manage,
        {"manages": False},
        gettext_lazy("%(who)s ne gère plus l’organisation."),
    ),
    "leave": (staff.leave, {}, gettext_lazy("%(who)s n’est plus de l’organisation.")),
}


@require_POST
@for_managers
def command(
    request: HttpRequest, organisation: Organisation, user_id: int, name: str
) -> HttpResponse:
    user = get_object_or_404(list_people(organisation), pk=user_id)
    act, told, said = COMMANDS[name]
    try:
        act(organisation=organisation, user=user, **told, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("organisation-account", organisation.pk, user.pk)
    messages.success(request, said % {"who": user.get_username()})
    if not list_people(organisation).filter(pk=user.pk).exists():
        here = user == request.user
        return redirect("office") if here else redirect("organisation-accounts", organisation.pk)
    return redirect("organisation-account", organisation.pk, user.pk)
