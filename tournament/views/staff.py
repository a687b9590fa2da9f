"""What the office pages share: who may enter, and how a refusal is told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, cast

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect

from tournament.access import require_role
from tournament.core.errors import (
    BadAccess,
    Busy,
    LostRace,
    NotAllowed,
    RoomError,
    WrongState,
)
from tournament.core.states import Role
from tournament.messages import explain
from tournament.models import Tournament

type Page[**P] = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
type Routed[**P] = Callable[Concatenate[HttpRequest, str, P], HttpResponse]

_STATUS: dict[type[RoomError], HTTPStatus] = {
    NotAllowed: HTTPStatus.FORBIDDEN,
    BadAccess: HTTPStatus.FORBIDDEN,
    WrongState: HTTPStatus.CONFLICT,
    LostRace: HTTPStatus.CONFLICT,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
}


def signed_in(request: HttpRequest) -> AbstractUser:
    """The account behind a request that ``for_roles`` or ``for_accounts`` let through."""
    return cast(AbstractUser, request.user)


def is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def status_of(error: RoomError) -> int:
    """The HTTP status that says what kind of refusal ``error`` is."""
    return _STATUS.get(type(error), HTTPStatus.UNPROCESSABLE_ENTITY)


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send a stranger to the sign-in page, and back to where he wanted to go."""
    if is_htmx(request):
        return HttpResponseClientRedirect(reverse("login"))
    return redirect_to_login(request.get_full_path())


def refused(request: HttpRequest, error: RoomError) -> HttpResponse:
    """The page, or for htmx the alert, that says why nothing was done."""
    name = "organiser/refused.html" + ("#alert" if is_htmx(request) else "")
    response = render(request, name, {"sentence": explain(error)}, status=status_of(error))
    if is_htmx(request):
        response["HX-Retarget"] = "#alerts"
        response["HX-Reswap"] = "innerHTML"
    return response


@contextmanager
def telling(form: Form) -> Iterator[None]:
    """A refusal of the command inside becomes an error of ``form``."""
    try:
        yield
    except RoomError as error:
        form.add_error(None, explain(error))


def form_status(form: Form) -> int:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound and form.errors else HTTPStatus.OK


def for_accounts[**P](
    page: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page for every account that is signed in."""

    @never_cache
    @wraps(page)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return to_sign_in(request)
        try:
            return page(request, *args, **kwargs)
        except RoomError as error:
            return refused(request, error)

    return guarded


def for_roles[**P](*roles: Role) -> Callable[[Page[P]], Routed[P]]:
    """A page of one tournament for accounts with one of ``roles``; others get 403.

    The page is called with the tournament itself. A RoomError that it lets through becomes
    a sentence in French.
    """

    def decorate(page: Page[P]) -> Routed[P]:
        @for_accounts
        @wraps(page)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            tournament = get_object_or_404(Tournament, slug=slug)
            require_role(signed_in(request), tournament, *roles)
            return page(request, tournament, *args, **kwargs)

        return cast(Routed[P], guarded)

    return decorate
