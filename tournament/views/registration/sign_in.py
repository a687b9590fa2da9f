"""Signing in by name and password, or by a link."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.core.errors import BadAccess, Busy
from tournament.presentation.accounts import get_link_target_name
from tournament.presentation.messages import explain
from tournament.queries.access import AnyUser, find_only_correcting_tournament
from tournament.queries.clock import now
from tournament.services.accounts.accounts import MAX_USERNAME, close_sockets
from tournament.services.accounts.sign_in_links import find_link, use_link
from tournament.views.shortcuts import refusal_response

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignInForm(AuthenticationForm):
    """The form of Django with the maximum length of a username also enforced."""

    username = UsernameField(max_length=MAX_USERNAME)


def get_first_page(user: AnyUser, default: str) -> str:
    """Return the first page of an account: its bulletins for one that only corrects."""
    tournament = find_only_correcting_tournament(user)
    return reverse("arbiter-list", args=[tournament.slug]) if tournament else default


class SignIn(LoginView):
    authentication_form = SignInForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(request, *args, **kwargs)
        except Busy as error:
            return refusal_response(request, error)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        options = {"has_mail": settings.HAS_MAIL, "self_registration": settings.SELF_REGISTRATION}
        options["is_first"] = not User.objects.exists()
        return super().get_context_data(**kwargs) | options

    def get_default_redirect_url(self) -> str:
        return get_first_page(self.request.user, super().get_default_redirect_url())


class SignOut(LogoutView):
    """The view of Django, which also closes the live sockets of the account."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user if request.user.is_authenticated else None
        response = super().post(request, *args, **kwargs)
        if user is not None:
            close_sockets(user=user, by=user, now=now())
        return response


def _get_next_page(user: User, target: str) -> str:
    default_pages = {resolve_url(settings.LOGIN_REDIRECT_URL), reverse("office")}
    return get_first_page(user, target) if target in default_pages else target


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for confirmation, then sign in: a program that previews links must not use this one up.

    A user who is already signed in with its account continues, any number of times.
    """
    try:
        link = find_link(token=token, now=now())
        if request.user.pk == link.user.pk:
            return redirect(_get_next_page(link.user, link.target))
        if link.used_at is not None:
            raise BadAccess("sign-in-link-used")
        if request.method == "POST":
            use_link(link=link, now=now())
            login(request, link.user, backend=BACKEND)
            return redirect(_get_next_page(link.user, link.target))
    except BadAccess as error:
        refusal = {"message": explain(error)}
        return render(request, "registration/link_refused.html", refusal, status=403)
    context = {"link": link, "place": get_link_target_name(link.target)}
    return render(request, "registration/link.html", context)
