"""Sign-up of organisations, and forgotten passwords."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import SetPasswordForm, SetPasswordMixin
from django.contrib.auth.models import User
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordResetConfirmView
from django.core.validators import RegexValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.core.errors import BadAccess, Busy
from tournament.core.states import MailKind
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.services.accounts import accounts, organisations, sign_up
from tournament.views.registration.sign_in import BACKEND
from tournament.views.shortcuts import (
    PAGE_METHODS,
    get_form_status,
    refusal_response,
    report_errors,
)

type Page = Callable[..., HttpResponse]


def _require_setting(setting: str) -> Callable[[Page], Page]:
    """Decorate a page that exists only if ``setting`` is true."""

    def decorate(page: Page) -> Page:
        @require_http_methods(PAGE_METHODS)
        @never_cache
        @wraps(page)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not getattr(settings, setting):
                raise Http404
            try:
                return page(request, *args, **kwargs)
            except Busy as error:
                return refusal_response(request, error)

        return guarded

    return decorate


class AddressForm(forms.Form):
    address = forms.EmailField(
        label=gettext_lazy("Adresse électronique"),
        max_length=254,
        validators=[
            RegexValidator(
                r"\A[\x00-\x7f]*@",
                gettext_lazy(
                    "Avant l’arobase, une lettre n’est pas de celles que le courrier transporte : "
                    "écrivez l’adresse sans accent."
                ),
            )
        ],
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class SignUpForm(AddressForm):
    club = forms.CharField(label=gettext_lazy("Votre club"), max_length=organisations.MAX_NAME)
    name = forms.CharField(
        label=gettext_lazy("Votre nom"),
        max_length=accounts.MAX_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("club", "name", "address")


class OwnAccountForm(SetPasswordMixin[User], forms.Form):
    """Name and password of a person who makes their account."""

    username = forms.CharField(
        label=gettext_lazy("Nom du compte"),
        max_length=accounts.MAX_USERNAME,
        help_text=gettext_lazy("Sans espace, par exemple jean.dupont."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password1, password2 = SetPasswordMixin.create_password_fields()

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        data = super().clean() or {}
        self.validate_password_for_user(User(username=data.get("username", "")), "password2")
        return data


def _request_mail(
    request: HttpRequest, form: AddressForm, kind: MailKind, template: str
) -> HttpResponse:
    """Render the form, or the same answer for every address."""
    if request.method == "POST" and form.is_valid():
        device = request.META.get("REMOTE_ADDR", "")
        try:
            sign_up.request_mail(kind=kind, **form.cleaned_data, device=device, by=None, now=now())
        except BadAccess as error:
            form.add_error(None, explain(error))
            status = HTTPStatus.TOO_MANY_REQUESTS
            return render(request, template, {"form": form}, status=status)
        context = {"address": form.cleaned_data["address"]}
        return render(request, "registration/mail_sent.html", context)
    return render(request, template, {"form": form}, status=get_form_status(form))


@_require_setting("SELF_REGISTRATION")
def request_sign_up(request: HttpRequest) -> HttpResponse:
    form = SignUpForm(request.POST or None)
    return _request_mail(request, form, MailKind.SIGN_UP, "registration/sign_up.html")


@_require_setting("HAS_MAIL")
def forgotten(request: HttpRequest) -> HttpResponse:
    form = AddressForm(request.POST or None)
    return _request_mail(request, form, MailKind.RESET, "registration/forgotten.html")


@_require_setting("SELF_REGISTRATION")
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Create the account and its organisation after the address is confirmed."""
    try:
        mail_request = sign_up.find_request(token=token, now=now())
        form = OwnAccountForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            with report_errors(form):
                user = sign_up.register_account(
                    request=mail_request,
                    username=form.cleaned_data["username"],
                    password=form.cleaned_data["password1"],
                    by=None,
                    now=now(),
                )
                login(request, user, backend=BACKEND)
                return redirect("office")
    except BadAccess as error:
        refusal = {"message": explain(error)}
        return render(request, "registration/link_refused.html", refusal, status=403)
    context = {"form": form, "mail_request": mail_request}
    return render(
        request, "registration/sign_up_confirm.html", context, status=get_form_status(form)
    )


class NewPassword(PasswordResetConfirmView):
    """The view of Django, which saves the password by our service."""

    template_name = "registration/new_password.html"

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        user = cast(User, self.user)
        password = form.cleaned_data["new_password1"]
        accounts.choose_password(user=user, password=password, by=user, now=now())
        del self.request.session[INTERNAL_RESET_SESSION_TOKEN]
        messages.success(self.request, _("Votre mot de passe est choisi : connectez-vous."))
        return redirect("login")


new_password = _require_setting("HAS_MAIL")(cast(Page, NewPassword.as_view()))
