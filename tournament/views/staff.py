"""What the office pages share: who may enter, and how a refusal is told."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, cast

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from tournament.core.errors import (
    BadAccess,
    Busy,
    LostRace,
    NotAllowed,
    RoomError,
    WrongState,
)
from tournament.core.states import Role, TournamentState
from tournament.models import Organisation, Tournament
from tournament.presentation.messages import explain
from tournament.queries.access import list_managed_organisations, require_role
from tournament.views.fair_play import table_in_play
from tournament.views.local import local_to

type TournamentPage[**P] = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
type OrganisationPage[**P] = Callable[Concatenate[HttpRequest, Organisation, P], HttpResponse]
type RoutedToOrganisation[**P] = Callable[Concatenate[HttpRequest, int, P], HttpResponse]
type Routed[**P] = Callable[Concatenate[HttpRequest, str, P], HttpResponse]

MAX_DIGITS = 10
#: All that a page of ours may be asked for.
METHODS = ("GET", "HEAD", "POST")
#: Requests that change nothing.
READING = frozenset({"GET", "HEAD", "OPTIONS"})

_STATUS: dict[type[RoomError], HTTPStatus] = {
    NotAllowed: HTTPStatus.FORBIDDEN,
    BadAccess: HTTPStatus.FORBIDDEN,
    WrongState: HTTPStatus.CONFLICT,
    LostRace: HTTPStatus.CONFLICT,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
}


def signed_in(request: HttpRequest) -> User:
    """The account behind a request that ``for_roles`` or ``for_accounts`` let through."""
    return cast(User, request.user)


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
    name = "components/refused.html" + ("#alert" if is_htmx(request) else "")
    response = render(request, name, {"sentence": explain(error)}, status=status_of(error))
    if is_htmx(request):
        response["HX-Retarget"] = "#alerts"
        response["HX-Reswap"] = "innerHTML"
    return response


class telling:  # noqa: N801 - reads as the function it stands for
    """``with telling(form): …``: a refusal of the command inside becomes an error of the form."""

    def __init__(self, form: Form) -> None:
        self.form = form

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> bool:
        if not isinstance(error, RoomError):
            return False
        self.form.add_error(None, explain(error))
        return True


def whole_number(text: str) -> int | None:
    """A number in an address; None when it is none, or longer than any number that exists."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < MAX_DIGITS else None


def form_status(form: Form) -> int:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound and form.errors else HTTPStatus.OK


def first_error(form: Form) -> str:
    """One sentence for a form that shows no errors field by field."""
    return next((str(errors[0]) for errors in form.errors.values()), "")


def for_accounts[**P](
    page: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page for every account that is signed in."""

    @require_http_methods(METHODS)
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


def for_managers[**P](page: OrganisationPage[P]) -> RoutedToOrganisation[P]:
    """A page of one organisation for the accounts that manage it.

    For everybody else, 404: whether another organisation exists is nobody's business.
    """

    @for_accounts
    @wraps(page)
    def guarded(
        request: HttpRequest, organisation_id: int, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        organisation = get_object_or_404(
            list_managed_organisations(signed_in(request)), pk=organisation_id
        )
        with local_to(request, organisation):
            return page(request, organisation, *args, **kwargs)

    return cast(RoutedToOrganisation[P], guarded)


def _require_elsewhere_closed(request: HttpRequest, tournament: Tournament) -> None:
    """A device at a table in play has no office in another tournament, where letters can be drawn
    by hand and solved; that of its own shows its staff the solutions anyway. Raises NotAllowed."""
    table = table_in_play(request)
    if table is not None and table.tournament_id != tournament.pk:
        raise NotAllowed("seated", number=table.number)


def _require_not_archived(request: HttpRequest, tournament: Tournament) -> None:
    """Of an archived tournament everything is read and nothing changed. Raises WrongState."""
    if tournament.state == TournamentState.ARCHIVED and request.method not in READING:
        raise WrongState("archived")


def for_roles[**P](
    *roles: Role, archived: bool = False
) -> Callable[[TournamentPage[P]], Routed[P]]:
    """A page of one tournament for accounts with one of ``roles``; others get 403.

    The page is called with the tournament itself. A RoomError that it lets through becomes
    a sentence in French. ``archived``: its commands are for archived tournaments, too.
    """

    def decorate(page: TournamentPage[P]) -> Routed[P]:
        @for_accounts
        @wraps(page)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            known = Tournament.objects.select_related("organisation")
            tournament = get_object_or_404(known, slug=slug)
            held = require_role(signed_in(request), tournament, *roles)
            # for the navigation (``presentation.roles``)
            cast(Any, request).roles, cast(Any, request).discipline = held, tournament.discipline
            _require_elsewhere_closed(request, tournament)
            if not archived:
                _require_not_archived(request, tournament)
            with local_to(request, tournament):
                return page(request, tournament, *args, **kwargs)

        return cast(Routed[P], guarded)

    return decorate
