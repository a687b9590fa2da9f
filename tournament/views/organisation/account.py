"""One account of an organisation, and the commands of its managers."""

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
from tournament.queries.people.accounts import list_connected_accounts
from tournament.services.accounts import accounts, staff
from tournament.views.organisation.accounts import list_accounts
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_managers, get_form_status, get_signed_in_user
from tournament.views.versions import EditForm


class NameForm(EditForm):
    name = forms.CharField(
        label=gettext_lazy("Nom affiché"), max_length=accounts.MAX_NAME, required=False
    )


def _render_page(
    request: HttpRequest, organisation: Organisation, user: User, form: NameForm, **extra: Any
) -> HttpResponse:
    [account] = list_accounts(organisation, [user])
    context = {
        "organisation": organisation,
        "account": account,
        "form": form,
        "section": "accounts",
    }
    status = get_form_status(form)
    return render(request, "organisation/account.html", context | extra, status=status)


@for_managers
@locks_owner
def page(request: HttpRequest, organisation: Organisation, user_id: int) -> HttpResponse:
    user = get_object_or_404(list_connected_accounts(organisation), pk=user_id)
    form = NameForm(request.POST or None, initial={"name": user.get_full_name()})
    if request.method == "POST" and form.is_valid():
        author_and_time: dict[str, Any] = {"by": get_signed_in_user(request), "now": now()}
        with saving(request, form):
            accounts.rename_account(
                organisation=organisation, user=user, **form.cleaned_data, **author_and_time
            )
            messages.success(request, _("Le nom affiché est changé."))
            return redirect("organisation-account", organisation.pk, user.pk)
    return _render_page(request, organisation, user, form)


@require_POST
@for_managers
def password(request: HttpRequest, organisation: Organisation, user_id: int) -> HttpResponse:
    """Set a new password, shown in this response only."""
    user = get_object_or_404(list_connected_accounts(organisation), pk=user_id)
    new_password = accounts.give_password(
        organisation=organisation, user=user, by=get_signed_in_user(request), now=now()
    )
    form = NameForm(initial={"name": user.get_full_name()})
    return _render_page(request, organisation, user, form, password=new_password)


#: Commands on an account: the service, its extra arguments, the message after it.
COMMANDS: dict[str, tuple[Any, dict[str, Any], Any]] = {
    "close": (accounts.close_account, {}, gettext_lazy("Le compte %(who)s est fermé.")),
    "reopen": (accounts.reopen_account, {}, gettext_lazy("Le compte %(who)s est rouvert.")),
    "manages": (
        accounts.change_manager,
        {"manages": True},
        gettext_lazy("%(who)s gère l’organisation."),
    ),
    "manages-not": (
        accounts.change_manager,
        {"manages": False},
        gettext_lazy("%(who)s ne gère plus l’organisation."),
    ),
    "leave": (staff.leave_organisation, {}, gettext_lazy("%(who)s n’est plus de l’organisation.")),
}


@require_POST
@for_managers
def command(
    request: HttpRequest, organisation: Organisation, user_id: int, name: str
) -> HttpResponse:
    user = get_object_or_404(list_connected_accounts(organisation), pk=user_id)
    service, arguments, message = COMMANDS[name]
    try:
        service(
            organisation=organisation,
            user=user,
            **arguments,
            by=get_signed_in_user(request),
            now=now(),
        )
    except RoomError as error:
        messages.error(request, explain(error))
        return redirect("organisation-account", organisation.pk, user.pk)
    messages.success(request, message % {"who": user.get_username()})
    if not list_connected_accounts(organisation).filter(pk=user.pk).exists():
        if user == request.user:
            return redirect("office")
        return redirect("organisation-accounts", organisation.pk)
    return redirect("organisation-account", organisation.pk, user.pk)
