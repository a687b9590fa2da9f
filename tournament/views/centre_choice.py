"""The choice of a centre: in the address of a page, or in a form."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotAllowed
from tournament.core.states import Role
from tournament.models import Centre, Table, Tournament
from tournament.queries.centres import list_run_centres
from tournament.queries.local import get_centre_zone
from tournament.views.shortcuts import get_signed_in_user, parse_number

#: Roles that check in and print; the judge of a centre for its own.
RUNNING_ROLES = (Role.ORGANISER, Role.CENTRE_JUDGE)


@dataclass(frozen=True)
class CentreChoice:
    """``centres`` are those offered; ``chosen``: the one that the page shows, None for the whole
    tournament, which it shows if ``offers_all``."""

    centres: list[Centre]
    chosen: Centre | None
    offers_all: bool = True

    @property
    def query(self) -> str:
        """The end of an address that chooses the same."""
        return f"?centre={self.chosen.pk}" if self.chosen else ""

    def covers(self, table: Table) -> bool:
        """Return True if the table is of a centre that is offered, chosen or not."""
        return self.offers_all or table.centre in self.centres


def choose_centre(request: HttpRequest, tournament: Tournament) -> CentreChoice:
    """Return the choice of a member of the staff: any centre and all of them for an organiser, its
    own for the judge of a centre.

    Raises Http404 if there is no such centre, NotAllowed for that of others.
    """
    centres = list_run_centres(get_signed_in_user(request), tournament)
    offers_all = Role.ORGANISER in getattr(request, "roles", ())
    if "centre" not in request.GET:
        return CentreChoice(centres, None if offers_all else centres[0], offers_all)
    chosen = get_requested_centre(request, tournament)
    if chosen is not None and chosen not in centres:
        raise NotAllowed("not-of-centre", name=chosen.name)
    return CentreChoice(centres, chosen, offers_all)


def choose_public_centre(request: HttpRequest, tournament: Tournament) -> CentreChoice:
    """Return the choice of anybody. Raises Http404 if there is no such centre."""
    return CentreChoice(list(tournament.centres.all()), get_requested_centre(request, tournament))


def use_centre_zone(centre: Centre | None) -> AbstractContextManager[None]:
    """Return a context in which hours are those of ``centre``."""
    return timezone.override(get_centre_zone(centre)) if centre else nullcontext()


def get_requested_centre(request: HttpRequest, tournament: Tournament) -> Centre | None:
    """Return the centre that the address names, None without one. Raises Http404."""
    if "centre" not in request.GET:
        return None
    return get_object_or_404(tournament.centres, pk=parse_number(request.GET["centre"]))


class CentreChoiceField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A centre of the tournament, or none."""

    def __init__(self, **kwargs: Any) -> None:
        defaults: dict[str, Any] = {"label": _("Centre"), "required": False}
        super().__init__(Centre.objects.none(), **defaults | kwargs)


def offer_centres(
    form: forms.Form, tournament: Tournament | None, *, is_required: bool = False
) -> None:
    """Offer the centres of ``tournament`` in the field ``centre``; without any, remove it."""
    centres = tournament.centres.all() if tournament else Centre.objects.none()
    field = form.fields["centre"]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = centres
    field.required = is_required
    if not centres:
        del form.fields["centre"]
