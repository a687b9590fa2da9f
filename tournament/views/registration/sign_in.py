"""Signing in: by name and password, or by a link that the server made."""

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

from tournament.core.errors import BadAccess
from tournament.presentation.accounts import place_of
from tournament.presentation.messages import explain
from tournament.queries.access import AnyUser, find_only_correcting_tournament
from tournament.queries.clock import now
from tournament.services.accounts.accounts import MAX_USERNAME, close_sockets
from tournament.services.accounts.sign_in_links import find_link, use_link

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignInForm(AuthenticationForm):
    """Django's, which tells browsers how long a name may be, and here heeds it as well."""

    username = UsernameField(max_length=MAX_USERNAME)


def landing(user: AnyUser, others: str) -> str:
    """Where an account begins that asked for no page: who only corrects is at his slips."""
    tournament = find_only_correcting_tournament(user)
    return reverse("arbiter-list", args=[tournament.slug]) if tournament else others


class SignIn(LoginView):
    authentication_form = SignInForm

    def get_context_data(self, **given: Any) -> dict[str, Any]:
        ways = {"has_mail": settings.HAS_MAIL, "self_registration": settings.SELF_REGISTRATION}
        return super().get_context_data(**given) | ways

    def get_default_redirect_url(self) -> str:
        return landing(self.request.user, super().get_default_redirect_url())


class SignOut(LogoutView):
    """Django's, which leaves no page of the account following its room either."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user if request.user.is_authenticated else None
        response = super().post(request, *args, **kwargs)
        if user is not None:
            close_sockets(user=user, by=user, now=now())
        return response


def _way_on(user: User, target: str) -> str:
    general = {resolve_url(settings.LOGIN_REDIRECT_URL), reverse("office")}
    return landing(user, target) if target in general else target


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, then sign in: a program that looks at links in messages must not use this one up.

    Whoever is signed in with its account already goes on, as often as he likes.
    """
    try:
        link = find_link(token=token, now=now())
        if request.user.pk == link.user.pk:
            return redirect(_way_on(link.user, link.target))
        if link.used_at is not None:
            raise BadAccess("sign-in-link-used")
        if request.method == "POST":
            use_link(link=link, now=now())
            login(request, link.user, backend=BACKEND)
            return redirect(_way_on(link.user, link.target))
    except BadAccess as error:
        context = {"message": explain(error)}
        return render(request, "registration/link_refused.html", context, status=403)
    told = {"link": link, "place": place_of(link.target)}
    return render(request, "registration/link.html", told)
