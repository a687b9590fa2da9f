"""Who sits where: a plan that is looked at first, tables typed by hand, and the way back."""

import hashlib
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import BadSetting, LostRace, RoomError
from tournament.core.people.names import fold_name
from tournament.core.people.seating import (
    SEEDED,
    Plan,
    SeatingEntry,
    SeatingKind,
    SeatingRequest,
    make_plan,
)
from tournament.core.states import Role
from tournament.models import Entry, SeatingChange, Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.queries.people.seating import may_move
from tournament.queries.seating_plan import list_seating_entries
from tournament.services.people import seating
from tournament.views.organiser.seating_forms import PlanForm, SeatsForm, SwapForm
from tournament.views.staff import (
    first_error,
    for_roles,
    signed_in,
    status_of,
    telling,
    whole_number,
)

#: Names on a page to be typed beside, and lines of a plan that is looked at.
PAGE, SHOWN = 100, 500
#: Changes of the past that are told.
TOLD = 10


@dataclass(frozen=True)
class Preview:
    """A plan before it is applied."""

    wish: SeatingRequest
    sitters: list[SeatingEntry]
    plan: Plan
    #: Tables that there are.
    known: frozenset[int]

    @classmethod
    def of(cls, tournament: Tournament, wish: SeatingRequest) -> "Preview":
        sitters = list_seating_entries(tournament, wish.kind)
        known = frozenset(tournament.tables.values_list("number", flat=True))
        return cls(wish, sitters, make_plan(sitters, wish), known)

    @property
    def moves(self) -> list[tuple[SeatingEntry, int]]:
        """Who moves, and to which table, by that."""
        pairs = [(one, self.plan.seats[one.key]) for one in self.sitters]
        return sorted((pair for pair in pairs if pair[0].table != pair[1]), key=lambda p: p[1])

    @property
    def shown(self) -> list[tuple[SeatingEntry, int]]:
        return self.moves[:SHOWN]

    @property
    def new(self) -> int:
        """Tables that are to be made, with cards of their own."""
        return len(set(self.plan.seats.values()) - self.known)

    @property
    def together(self) -> list[tuple[str, int, str, int]]:
        """Who still sit side by side: name and table of both."""
        names = {one.key: one.name for one in self.sitters}
        seats = self.plan.seats
        pairs = self.plan.together
        return [(names[a], seats[a], names[b], seats[b]) for a, b in pairs]

    @property
    def seeded(self) -> bool:
        return self.wish.kind in SEEDED

    @property
    def fingerprint(self) -> str:
        """Of what was looked at: another plan, or other places to begin with, has another."""
        lines = [f"{one.key}:{one.table}:{self.plan.seats[one.key]}" for one in self.sitters]
        return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = HTTPStatus.OK,
    typed: SeatsForm | None = None,
    **forms: Form,
) -> HttpResponse:
    asked = forms.get("form") or PlanForm(request.GET if "kind" in request.GET else None)
    preview = None
    if asked.is_bound and asked.is_valid():
        assert isinstance(asked, PlanForm)
        preview = Preview.of(tournament, asked.wish)
    here = _entries(request, tournament)
    changes = list(tournament.seating_changes.select_related("by").order_by("-at", "-pk")[:TOLD])
    context = {
        "tournament": tournament,
        "form": asked,
        "preview": preview,
        "swap": forms.get("swap") or SwapForm(),
        "page": here,
        "rows": _rows(here, typed),
        "typed": typed,
        "q": request.GET.get("q", ""),
        "changes": changes,
        "may_move": may_move(tournament.pk),
        "section": "tables",
    }
    return render(request, "organiser/seating.html", context, status=status)


def _entries(request: HttpRequest, tournament: Tournament) -> Any:
    """The page of entries whose tables can be typed; ``?q=`` looks for a name or a number."""
    entries = list(tournament.entries.select_related("table").order_by("table__number"))
    words = fold_name(request.GET.get("q", "")[:100]).split()
    found = [
        entry
        for entry in entries
        if all(word in fold_name(entry.name) or word == str(entry.table.number) for word in words)
    ]
    return Paginator(found, PAGE).get_page(whole_number(request.GET.get("page", "")) or 1)


def _rows(page: Any, typed: SeatsForm | None) -> list[tuple[Entry, Any]]:
    form = typed or SeatsForm({entry.pk: entry.table.number for entry in page})
    names = {entry: f"seat-{entry.pk}" for entry in page}
    return [(entry, form[name]) for entry, name in names.items() if name in form.fields]


@require_safe
@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page; with the fields of a plan in its address, that plan to be looked at."""
    asked = request.GET.copy()
    form = PlanForm(asked) if "kind" in asked else None
    if form is not None and form.is_valid() and not asked.get("seed", "").strip():
        asked["seed"] = form.cleaned_data["seed"]  # reloading shows the same plan
        return redirect(f"{request.path}?{asked.urlencode()}#plan")
    return _page(request, tournament)


def _back(tournament: Tournament, query: QueryDict | dict[str, str] | None = None) -> HttpResponse:
    address = reverse("office-seating", args=[tournament.slug])
    return redirect(f"{address}?{urlencode(query, doseq=True)}" if query else address)


@require_POST
@for_roles(Role.ORGANISER)
def apply(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Seat everybody as the plan that was looked at; another one is shown again first."""
    form = PlanForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    preview = Preview.of(tournament, form.wish)
    try:
        if preview.fingerprint != request.POST.get("fingerprint"):
            raise LostRace("seating")
        seating.apply_plan(
            tournament=tournament,
            seats=preview.plan.seats,
            before={one.key: one.table for one in preview.sitters},
            kind=form.wish.kind,
            seed=form.wish.seed if preview.seeded else "",
            by=signed_in(request),
            now=now(),
        )
    except RoomError as error:
        messages.error(request, explain(error))
        return _page(request, tournament, form=form, status=status_of(error))
    messages.success(request, _("Les places sont changées. Imprimez le plan."))
    return _back(tournament)


@require_POST
@for_roles(Role.ORGANISER)
def swap(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Exchange the players of two tables; a free one gets the player of the other."""
    form = SwapForm(request.POST)
    if form.is_valid():
        with telling(form):
            _exchange(tournament, form, request)
            messages.success(request, _("C’est fait."))
            return _back(tournament)
    return _page(request, tournament, swap=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _exchange(tournament: Tournament, form: SwapForm, request: HttpRequest) -> None:
    numbers = (form.cleaned_data["one"], form.cleaned_data["other"])
    entries = tournament.entries.filter(table__number__in=numbers).select_related("table")
    at = {entry.table.number: entry for entry in entries}
    one, other = at.get(numbers[0]), at.get(numbers[1])
    by: dict[str, Any] = {"by": signed_in(request), "now": now()}
    if one and other:
        seating.swap_entries(first=one, second=other, **by)
    elif one or other:
        free = numbers[1] if one else numbers[0]
        seating.move_entry(entry=one or at[numbers[1]], number=free, **by)
    else:
        raise BadSetting("no-such-table", number=numbers[0])


@require_POST
@for_roles(Role.ORGANISER)
def by_hand(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the numbers typed beside the names, all at once: two may exchange their places."""
    ids = [whole_number(name.removeprefix("seat-")) for name in request.POST if "seat-" in name]
    entries = tournament.entries.filter(pk__in=[pk for pk in ids if pk is not None][:PAGE])
    form = SeatsForm(dict(entries.values_list("pk", "table__number")), request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return _page(request, tournament, typed=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        change = seating.apply_plan(
            tournament=tournament,
            seats=form.seats,
            before=form.before,
            kind=SeatingKind.HAND,
            by=signed_in(request),
            now=now(),
        )
    except RoomError as error:
        messages.error(request, explain(error))
        typed = None if isinstance(error, LostRace) else form
        return _page(request, tournament, typed=typed, status=status_of(error))
    count = len(change.moves) if change else 0
    said = ngettext("%(n)d joueur a changé de table.", "%(n)d joueurs ont changé de table.", count)
    messages.success(request, said % {"n": count})
    return _back(tournament)


@require_POST
@for_roles(Role.ORGANISER)
def undo(request: HttpRequest, tournament: Tournament, change_id: int) -> HttpResponse:
    """Seat everybody as before the last change."""
    change = get_object_or_404(SeatingChange, pk=change_id, tournament=tournament)
    seating.undo_seating(change=change, by=signed_in(request), now=now())
    messages.success(request, _("Les places d’avant sont rétablies."))
    return _back(tournament)
