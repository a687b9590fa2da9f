"""The seating: a plan with preview, tables typed by hand, undo."""

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
from tournament.core.people.names import fold_name, split_query
from tournament.core.people.seating import (
    RANDOM_KINDS,
    SeatingEntry,
    SeatingKind,
    SeatingPlan,
    SeatingRequest,
    make_seating_plan,
)
from tournament.core.states import Role
from tournament.models import Entry, SeatingChange, Tournament
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.queries.people.centres import has_centres
from tournament.queries.people.seating import can_tables_change
from tournament.queries.seating_plan import list_seating_entries
from tournament.services.people import seating
from tournament.views.organiser.seating_forms import PlanForm, SeatsForm, SwapForm
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import (
    for_roles,
    get_form_status,
    get_http_status,
    get_signed_in_user,
    parse_number,
)

#: Entries per page of the form, and maximum number of moves in the preview.
ENTRIES_PER_PAGE, MAX_SHOWN_MOVES = 100, 500
#: Name of the box that confirms a move to a table of another centre.
_CHANGE_CENTRE = "across"
#: Number of past changes on the page.
SHOWN_CHANGES = 10


@dataclass(frozen=True)
class SeatingPreview:
    """A plan before it is applied."""

    seating_request: SeatingRequest
    entries: list[SeatingEntry]
    plan: SeatingPlan
    #: Numbers of the existing tables.
    existing_numbers: frozenset[int]

    @classmethod
    def for_form(cls, tournament: Tournament, form: PlanForm) -> "SeatingPreview":
        seating_request = form.seating_request
        entries = list_seating_entries(tournament, seating_request.kind, form.chosen_centre)
        existing = frozenset(tournament.tables.values_list("number", flat=True))
        return cls(seating_request, entries, make_seating_plan(entries, seating_request), existing)

    @property
    def moves(self) -> list[tuple[SeatingEntry, int]]:
        """Return the players who change tables, with their new table."""
        pairs = [(entry, self.plan.seats[entry.key]) for entry in self.entries]
        return sorted(
            (pair for pair in pairs if pair[0].table != pair[1]), key=lambda move: move[1]
        )

    @property
    def shown_moves(self) -> list[tuple[SeatingEntry, int]]:
        return self.moves[:MAX_SHOWN_MOVES]

    @property
    def new_table_count(self) -> int:
        """Return how many tables will be created, with new cards."""
        return len(set(self.plan.seats.values()) - self.existing_numbers)

    @property
    def unseparated_neighbours(self) -> list[tuple[str, int, str, int]]:
        """Return the neighbours that could not be separated: name and table of both."""
        names = {sitter.key: sitter.name for sitter in self.entries}
        seats = self.plan.seats
        pairs = self.plan.conflicts
        return [(names[a], seats[a], names[b], seats[b]) for a, b in pairs]

    @property
    def is_random(self) -> bool:
        return self.seating_request.kind in RANDOM_KINDS

    @property
    def fingerprint(self) -> str:
        """Return a hash of the plan and of the current seats, to detect any change since the
        preview."""
        lines = [
            f"{sitter.key}:{sitter.table}:{self.plan.seats[sitter.key]}" for sitter in self.entries
        ]
        return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def _render_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = HTTPStatus.OK,
    seats_form: SeatsForm | None = None,
    **forms: Form,
) -> HttpResponse:
    plan_form = forms.get("form") or PlanForm(
        tournament, request.GET if "kind" in request.GET else None
    )
    preview = None
    if plan_form.is_bound and plan_form.is_valid():
        assert isinstance(plan_form, PlanForm)
        preview = SeatingPreview.for_form(tournament, plan_form)
    entry_page = _paginate_entries(request, tournament)
    changes = list(
        tournament.seating_changes.select_related("by").order_by("-at", "-pk")[:SHOWN_CHANGES]
    )
    context = {
        "tournament": tournament,
        "form": plan_form,
        "preview": preview,
        "swap": forms.get("swap") or SwapForm(tournament),
        "page": entry_page,
        "seats": seats_form or SeatsForm(entry_page),
        "rows": _build_rows(entry_page, seats_form or SeatsForm(entry_page)),
        "q": request.GET.get("q", ""),
        "changes": changes,
        "may_move": can_tables_change(tournament.pk),
        "section": "tables",
        "has_centres": has_centres(tournament.pk),
    }
    return render(request, "organiser/seating.html", context, status=status)


def _paginate_entries(request: HttpRequest, tournament: Tournament) -> Any:
    """Return a page of entries whose tables can be typed; ``?q=`` searches a name or a number."""
    entries = list(tournament.entries.select_related("table").order_by("table__number"))
    words = split_query(request.GET.get("q", "")[:100])
    matches = [
        entry
        for entry in entries
        if all(word in fold_name(entry.name) or word == str(entry.table.number) for word in words)
    ]
    return Paginator(matches, ENTRIES_PER_PAGE).get_page(
        parse_number(request.GET.get("page", "")) or 1
    )


def _build_rows(page: Any, form: SeatsForm) -> list[tuple[Entry, Any]]:
    names = {entry: f"seat-{entry.pk}" for entry in page}
    return [(entry, form[name]) for entry, name in names.items() if name in form.fields]


@require_safe
@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the page; a plan in the query string is previewed."""
    query = request.GET.copy()
    form = PlanForm(tournament, query) if "kind" in query else None
    if form is not None and form.is_valid() and not query.get("seed", "").strip():
        query["seed"] = form.cleaned_data["seed"]  # reloading shows the same plan
        return redirect(f"{request.path}?{query.urlencode()}#plan")
    return _render_page(request, tournament)


def _redirect_back(
    tournament: Tournament, query: QueryDict | dict[str, str] | None = None
) -> HttpResponse:
    address = reverse("office-seating", args=[tournament.slug])
    return redirect(f"{address}?{urlencode(query, doseq=True)}" if query else address)


@require_POST
@for_roles(Role.ORGANISER)
def apply(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Apply the previewed plan; if the preview is outdated, show it again."""
    form = PlanForm(tournament, request.POST)
    if not form.is_valid():
        return _render_page(request, tournament, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    preview = SeatingPreview.for_form(tournament, form)
    try:
        if preview.fingerprint != request.POST.get("fingerprint"):
            raise LostRace("seating")
        seating.apply_plan(
            tournament=tournament,
            seats=preview.plan.seats,
            before={sitter.key: sitter.table for sitter in preview.entries},
            kind=form.seating_request.kind,
            seed=form.seating_request.seed if preview.is_random else "",
            by=get_signed_in_user(request),
            now=now(),
        )
    except RoomError as error:
        messages.error(request, explain(error))
        return _render_page(request, tournament, form=form, status=get_http_status(error))
    messages.success(request, _("Les places sont changées. Imprimez le plan."))
    return _redirect_back(tournament)


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def swap(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Exchange the players of two tables, or move a player to a free one."""
    form = SwapForm(tournament, request.POST)
    if form.is_valid():
        with saving(request, form):
            _swap_tables(tournament, form, request)
            messages.success(request, _("C’est fait."))
            return _redirect_back(tournament)
    return _render_page(request, tournament, swap=form, status=get_form_status(form))


def _swap_tables(tournament: Tournament, form: SwapForm, request: HttpRequest) -> None:
    numbers = (form.cleaned_data["one"], form.cleaned_data["other"])
    entries = tournament.entries.filter(table__number__in=numbers).select_related("table")
    entry_by_number = {entry.table.number: entry for entry in entries}
    first, second = entry_by_number.get(numbers[0]), entry_by_number.get(numbers[1])
    author_and_time: dict[str, Any] = {"by": get_signed_in_user(request), "now": now()}
    author_and_time["may_change_centre"] = _CHANGE_CENTRE in request.POST
    if first and second:
        seating.swap_entries(first=first, second=second, **author_and_time)
    elif first or second:
        free = numbers[1] if first else numbers[0]
        seating.move_entry(
            entry=first or entry_by_number[numbers[1]], number=free, **author_and_time
        )
    else:
        raise BadSetting("no-such-table", number=numbers[0])


@require_POST
@for_roles(Role.ORGANISER)
@locks_owner
def assign_tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Apply all numbers typed by hand at once, so that two players can exchange tables."""
    ids = [parse_number(name.removeprefix("seat-")) for name in request.POST if "seat-" in name]
    entries = tournament.entries.filter(
        pk__in=[pk for pk in ids if pk is not None][:ENTRIES_PER_PAGE]
    )
    form = SeatsForm(entries.select_related("table"), request.POST)
    if form.is_valid():
        with saving(request, form):
            change = seating.apply_plan(
                tournament=tournament,
                seats=form.seats,
                kind=SeatingKind.HAND,
                may_change_centre=_CHANGE_CENTRE in request.POST,
                by=get_signed_in_user(request),
                now=now(),
            )
            count = len(change.moves) if change else 0
            sentence = ngettext(
                "%(n)d joueur a changé de table.", "%(n)d joueurs ont changé de table.", count
            )
            messages.success(request, sentence % {"n": count})
            return _redirect_back(tournament)
    return _render_page(request, tournament, seats_form=form, status=get_form_status(form))


@require_POST
@for_roles(Role.ORGANISER)
def undo(request: HttpRequest, tournament: Tournament, change_id: int) -> HttpResponse:
    """Restore the seats before the last change."""
    change = get_object_or_404(SeatingChange, pk=change_id, tournament=tournament)
    seating.undo_seating(change=change, by=get_signed_in_user(request), now=now())
    messages.success(request, _("Les places d’avant sont rétablies."))
    return _redirect_back(tournament)
