"""Decorators and responses shared by the pages of the office."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
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
from tournament.services.submissions import AlreadySent
from tournament.views.fair_play import find_table_in_play
from tournament.views.zone_and_paper import use_zone_and_paper

type TournamentPage[**P] = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
type OrganisationPage[**P] = Callable[Concatenate[HttpRequest, Organisation, P], HttpResponse]
type RoutedToOrganisation[**P] = Callable[Concatenate[HttpRequest, int, P], HttpResponse]
type Routed[**P] = Callable[Concatenate[HttpRequest, str, P], HttpResponse]

MAX_DIGITS = 10
#: HTTP methods of a page.
PAGE_METHODS = ("GET", "HEAD", "POST")
#: HTTP methods that change nothing.
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

_STATUS_BY_ERROR: dict[type[RoomError], HTTPStatus] = {
    NotAllowed: HTTPStatus.FORBIDDEN,
    BadAccess: HTTPStatus.FORBIDDEN,
    WrongState: HTTPStatus.CONFLICT,
    LostRace: HTTPStatus.CONFLICT,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
}


def get_signed_in_user(request: HttpRequest) -> User:
    """Return the user of a request accepted by ``for_roles`` or ``for_accounts``."""
    return cast(User, request.user)


def is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def get_http_status(error: RoomError) -> int:
    return _STATUS_BY_ERROR.get(type(error), HTTPStatus.UNPROCESSABLE_ENTITY)


def redirect_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page, and back afterwards."""
    if is_htmx(request):
        return HttpResponseClientRedirect(reverse("login"))
    return redirect_to_login(request.get_full_path())


def refusal_response(request: HttpRequest, error: RoomError) -> HttpResponse:
    """Render the page, or the alert for htmx, that explains why nothing was done."""
    name = "components/refused.html" + ("#alert" if is_htmx(request) else "")
    response = render(request, name, {"sentence": explain(error)}, status=get_http_status(error))
    if is_htmx(request):
        response["HX-Retarget"] = "#alerts"
        response["HX-Reswap"] = "innerHTML"
    return response


class report_errors:  # noqa: N801 - reads as the function it stands for
    """Context manager: a RoomError inside ``with report_errors(form):`` becomes an error of the
    form."""

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


def parse_number(text: str) -> int | None:
    """Return a number from a URL; None if it is invalid or too long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < MAX_DIGITS else None


def get_form_status(form: Form) -> int:
    if getattr(form, "is_conflict", False):
        return HTTPStatus.CONFLICT
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound and form.errors else HTTPStatus.OK


def get_first_error(form: Form) -> str:
    """Return one error, for a form that shows none at its fields."""
    return next((str(errors[0]) for errors in form.errors.values()), "")


def for_accounts[**P](
    page: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a page for every signed-in account."""

    @require_http_methods(PAGE_METHODS)
    @never_cache
    @wraps(page)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_sign_in(request)
        try:
            return page(request, *args, **kwargs)
        except RoomError as error:
            return refusal_response(request, error)
        except AlreadySent as sent:
            return _redirect_already_sent(request, sent)

    return guarded


def _redirect_already_sent(request: HttpRequest, sent: AlreadySent) -> HttpResponse:
    """Show the page that followed the first time."""
    messages.info(request, _("Ce formulaire était déjà envoyé : rien n’est fait une seconde fois."))
    if is_htmx(request):
        return HttpResponseClientRedirect(sent.target)
    return redirect(sent.target)


def for_managers[**P](page: OrganisationPage[P]) -> RoutedToOrganisation[P]:
    """Decorate a page of an organisation for the accounts that manage it.

    404 for everybody else: whether an organisation exists is not public.
    """

    @for_accounts
    @wraps(page)
    def guarded(
        request: HttpRequest, organisation_id: int, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        organisation = get_object_or_404(
            list_managed_organisations(get_signed_in_user(request)), pk=organisation_id
        )
        with use_zone_and_paper(request, organisation):
            return page(request, organisation, *args, **kwargs)

    return cast(RoutedToOrganisation[P], guarded)


def _require_no_table_in_play_elsewhere(request: HttpRequest, tournament: Tournament) -> None:
    """Raise NotAllowed for a device at a table in play in another tournament.

    In the office letters could be drawn by hand and solved; the staff of the table's own tournament
    sees the solutions anyway.
    """
    table = find_table_in_play(request)
    if table is not None and table.tournament_id != tournament.pk:
        raise NotAllowed("seated", number=table.number)


def _require_not_archived(request: HttpRequest, tournament: Tournament) -> None:
    """Raise WrongState for a request that would change an archived tournament."""
    if tournament.state == TournamentState.ARCHIVED and request.method not in SAFE_METHODS:
        raise WrongState("archived")


def for_roles[**P](
    *roles: Role, archived: bool = False
) -> Callable[[TournamentPage[P]], Routed[P]]:
    """Decorate a page of a tournament for accounts with one of ``roles``; 403 for others.

    The page is called with the tournament. A RoomError becomes a French sentence. ``archived``: the
    page also accepts commands for archived tournaments.
    """

    def decorate(page: TournamentPage[P]) -> Routed[P]:
        @for_accounts
        @wraps(page)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            tournaments = Tournament.objects.select_related("organisation")
            tournament = get_object_or_404(tournaments, slug=slug)
            user_roles = require_role(get_signed_in_user(request), tournament, *roles)
            # for the navigation (``presentation.roles``)
            cast(Any, request).roles, cast(Any, request).discipline = (
                user_roles,
                tournament.discipline,
            )
            _require_no_table_in_play_elsewhere(request, tournament)
            if not archived:
                _require_not_archived(request, tournament)
            with use_zone_and_paper(request, tournament):
                return page(request, tournament, *args, **kwargs)

        return cast(Routed[P], guarded)

    return decorate
