"""The arbiter types bulletins on paper in, table after table."""

from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from arbitrage.core.bulletin import ILLEGIBLE
from arbitrage.models import PaperBulletin
from arbitrage.queries.rulings import current_papers
from arbitrage.services.paper import enter_paper, entry_at, require_table
from arbitrage.services.posting import require_collected
from arbitrage.views.lists import ARBITERS
from arbitrage.views.paper_forms import PaperForm, TableForm
from tournament.core.errors import RoomError
from tournament.models import Bulletin, Entry, LateBulletin, Tournament, Turn
from tournament.queries.clock import now
from tournament.queries.position import position_before
from tournament.views.staff import first_error, for_roles, is_htmx, signed_in, status_of
from tournament.words.messages import explain

SHOWN = 6
#: Tables without a bulletin that are named; in a big room the others are counted.
NAMED = 60


@dataclass
class Stack:
    """The bulletins of one turn that an arbiter may type in."""

    turn: Turn
    user: User
    papers: dict[int, PaperBulletin] = field(init=False)
    #: What tablets handed in; ``late`` those of whom nothing else came.
    handed: dict[int, Bulletin | LateBulletin] = field(init=False)
    late: set[int] = field(init=False)
    entries: list[Entry] = field(init=False)

    def __post_init__(self) -> None:
        self.papers = current_papers(self.turn)
        in_time = {b.entry_id: b for b in Bulletin.objects.filter(turn=self.turn)}
        late = {b.entry_id: b for b in LateBulletin.objects.filter(turn=self.turn)}
        self.handed = late | in_time
        self.late = late.keys() - in_time.keys()
        entries = Entry.objects.filter(tournament=self.turn.game.tournament, withdrawn=False)
        theirs = entries.select_related("table").order_by("table__number")
        mine = [e for e in theirs if e.table.arbiter_id == self.user.pk]
        self.entries = mine or [e for e in theirs if e.table.arbiter_id is None]

    @cached_property
    def missing(self) -> list[int]:
        """Tables without a bulletin of any kind."""
        without = (e for e in self.entries if e.pk not in self.papers and e.pk not in self.handed)
        return [entry.table.number for entry in without]

    @property
    def named(self) -> list[int]:
        """The first of them."""
        return self.missing[:NAMED]

    @property
    def others(self) -> int:
        """How many more there are."""
        return len(self.missing) - len(self.named)

    def after(self, number: int) -> int | None:
        """The next table without a bulletin, round and round."""
        later = [other for other in self.missing if other > number]
        return next(iter(later or self.missing), None)

    @property
    def typed(self) -> list[tuple[Entry, PaperBulletin]]:
        """The last ones typed in, the newest first."""
        by_entry = {entry.pk: entry for entry in self.entries}
        mine = [paper for paper in self.papers.values() if paper.entry_id in by_entry]
        newest = sorted(mine, key=lambda paper: paper.at, reverse=True)[:SHOWN]
        return [(by_entry[paper.entry_id], paper) for paper in newest]


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ARBITERS)
def page(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """Ask for a table, show its bulletin to be typed in, take it, ask for the next table."""
    turns = Turn.objects.select_related("game__tournament")
    turn = get_object_or_404(
        turns, game__tournament=tournament, game__number=number, ordinal=ordinal
    )
    if request.method == "POST":
        return _enter(request, turn)
    require_collected(turn)
    if "table" in request.GET:
        return _table(request, turn)
    stack = Stack(turn, signed_in(request))
    return _answer(request, turn, _ask(stack, stack.after(0)), HTTPStatus.OK)


def _ask(stack: Stack, number: int | None) -> dict[str, Any]:
    """Which table comes next."""
    return {"stack": stack, "tables": TableForm(initial={"table": number})}


def _table(request: HttpRequest, turn: Turn) -> HttpResponse:
    user = signed_in(request)
    tables = TableForm(request.GET)
    stack = Stack(turn, user)
    context: dict[str, Any] = {"stack": stack, "tables": tables}
    if not tables.is_valid():
        context["refusal"] = first_error(tables)
        return _answer(request, turn, context, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        entry = entry_at(turn.game.tournament, tables.cleaned_data["table"])
        require_table(entry, user)
    except RoomError as error:
        context["refusal"] = explain(error)
        return _answer(request, turn, context, status_of(error))
    return _answer(request, turn, context | _sheet(stack, entry), HTTPStatus.OK)


def _sheet(stack: Stack, entry: Entry, form: PaperForm | None = None) -> dict[str, Any]:
    """The form of one bulletin, with what was typed in before; after a refusal ``form``."""
    paper = stack.papers.get(entry.pk)
    handed = None if paper else stack.handed.get(entry.pk)
    if form is None:
        form = PaperForm(initial=_initial(entry, paper))
    return {
        "entry": entry,
        "form": form,
        "paper": paper,
        "handed": handed,
        "late": entry.pk in stack.late,
        "seen": paper.version if paper else 0,
    }


def _initial(entry: Entry, paper: PaperBulletin | None) -> dict[str, Any]:
    initial: dict[str, Any] = {"table": entry.table.number}
    if paper is not None:
        initial |= {
            "sheet": {"rows": paper.rows, "struck": paper.struck},
            "reference": "" if paper.reference == ILLEGIBLE else paper.reference,
            "score": "" if paper.score == ILLEGIBLE else paper.score,
            "reference_illegible": paper.reference == ILLEGIBLE,
            "score_illegible": paper.score == ILLEGIBLE,
            "state": paper.state,
        }
    return initial


def _enter(request: HttpRequest, turn: Turn) -> HttpResponse:
    user = signed_in(request)
    form = PaperForm(request.POST)
    if not form.is_valid():
        return _again(request, turn, form, first_error(form), HTTPStatus.UNPROCESSABLE_ENTITY)
    data = form.cleaned_data
    try:
        paper = enter_paper(
            turn=turn,
            number=data["table"],
            bulletin=form.bulletin(),
            seen=data["seen"],
            over_tablet=data["over_tablet"],
            by=user,
            now=now(),
        )
    except RoomError as error:
        return _again(request, turn, form, explain(error), status_of(error), error)
    stack = Stack(turn, user)
    context = _ask(stack, stack.after(data["table"])) | {"done": paper, "entry_done": paper.entry}
    return _answer(request, turn, context, HTTPStatus.OK)


def _again(
    request: HttpRequest,
    turn: Turn,
    form: PaperForm,
    refusal: str,
    status: int,
    error: RoomError | None = None,
) -> HttpResponse:
    """The same bulletin with what was typed, and why it was not taken."""
    stack = Stack(turn, signed_in(request))
    number = form.cleaned_data.get("table")
    context = _ask(stack, number) | {"refusal": refusal}
    if number is not None and not (error and error.reason in _FINAL):
        context |= _sheet(stack, entry_at(turn.game.tournament, number), form)
    return _answer(request, turn, context, status)


#: Refusals after which there is nothing to type in any more.
_FINAL = frozenset({"not-collected", "turn-cancelled", "no-such-table", "paper-table", "role"})


def _answer(request: HttpRequest, turn: Turn, context: dict[str, Any], status: int) -> HttpResponse:
    context |= {"tournament": turn.game.tournament, "turn": turn, "game": turn.game}
    if is_htmx(request):
        return render(request, "arbitrage/paper_form.html", context, status=status)
    context["board"] = position_before(turn).board.rows()
    return render(request, "arbitrage/paper.html", context, status=status)
