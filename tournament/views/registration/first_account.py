"""The page that makes the first account of an installation."""

from http import HTTPStatus

from django import forms
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.core.errors import BadAccess
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.services.accounts.accounts import find_first_page
from tournament.services.accounts.first_account import create_first_account, require_no_account
from tournament.views.registration.sign_in import BACKEND
from tournament.views.registration.sign_up import OwnAccountForm
from tournament.views.shortcuts import PAGE_METHODS, get_form_status, report_errors


class FirstAccountForm(OwnAccountForm):
    code = forms.CharField(
        label=_("Code de l’installation"),
        max_length=40,
        help_text=_("Le terminal de « make club » l’affiche sous l’adresse."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ("code", "username", "password1", "password2")


@require_http_methods(PAGE_METHODS)
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Make the account and sign it in; refused once an account exists."""
    try:
        require_no_account()
    except BadAccess as error:
        context = {"message": explain(error)}
        status = HTTPStatus.FORBIDDEN
        return render(request, "registration/link_refused.html", context, status=status)
    form = FirstAccountForm(request.POST or None)
    if form.is_bound and form.is_valid():
        with report_errors(form):
            user = create_first_account(
                code=form.cleaned_data["code"],
                username=form.cleaned_data["username"],
                password=form.cleaned_data["password1"],
                by=None,
                now=now(),
            )
            login(request, user, backend=BACKEND)
            return redirect(find_first_page(user))
    return render(
        request, "registration/first_account.html", {"form": form}, status=get_form_status(form)
    )
