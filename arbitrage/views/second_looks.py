"""The double arbiter's queue: bulletins as written, without any decision about them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from arbitrage.core.second_looks import LookState
from arbitrage.core.verdict import Reading
from arbitrage.models import Ruling, SecondLook
from arbitrage.presentation.paper_looks import build_second_look_sheet
from arbitrage.queries.blinding import is_double_arbiter
from arbitrage.queries.listing import BulletinRow, list_rows
from arbitrage.queries.second_looks import SecondLooks, TurnEntry, count_looks, get_current_plan
from arbitrage.queries.solutions import find_tops
from arbitrage.services import second_looks
from arbitrage.views.lists import ARBITER_ROLES
from arbitrage.views.look_forms import VerdictForm, sign_ruling
from arbitrage.views.requested_turn import get_requested_game
from engine.search.moves import Move
from tournament.core.errors import BadSetting, LostRace, RoomError
from tournament.core.states import Role
from tournament.models import Game, Tournament, Turn
from tournament.presentation.messages import explain
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.clock import now
from tournament.queries.people.table_scope import find_scope
from tournament.queries.position import load_position_before
from tournament.views.pdf import build_pdf_response
from tournament.views.shortcuts import (
    for_roles,
    get_first_error,
    get_http_status,
    get_signed_in_user,
    is_htmx,
)

#: Bulletins listed at once; the others follow as these are done.
PAGE_SIZE = 50
#: Readings that have a keyboard shortcut.
MAX_SHORTCUTS = 9


@dataclass(frozen=True)
class QueuedLook:
    """A bulletin of the queue."""

    turn: Turn
    row: BulletinRow

    @property
    def query_value(self) -> str:
        """The value of ``?at=`` for this bulletin."""
        return f"{self.turn.ordinal}.{self.row.entry.pk}"

    @property
    def ruling_token(self) -> str:
        return sign_ruling(self.row.ruling)

    @property
    def readings(self) -> Sequence[Reading]:
        """The readings that differ from the proposal in points or sanction, each once."""
        proposed = self.row.verdict.decision
        outcomes = {(proposed.points, proposed.sanction)}
        distinct = []
        for reading in self.row.verdict.readings:
            if (outcome := (reading.points, reading.sanction)) not in outcomes:
                outcomes.add(outcome)
                distinct.append(reading)
        return distinct[:MAX_SHORTCUTS]

    @cached_property
    def board(self) -> list[str]:
        return load_position_before(self.turn).board.rows()

    @cached_property
    def tops(self) -> list[Move]:
        return find_tops(self.turn)


@dataclass
class LookQueue:
    """The bulletins that wait for the second look of ``user`` in ``game``."""

    tournament: Tournament
    game: Game | None
    user: User
    requested: str = ""

    @cached_property
    def looks(self) -> SecondLooks:
        return SecondLooks(self.tournament)

    @cached_property
    def places_by_game(self) -> Mapping[Game, list[TurnEntry]]:
        """The bulletins that wait for the user, by game: by turn, then by table."""
        by_game: defaultdict[Game, list[TurnEntry]] = defaultdict(list)
        for place in self.looks.list_assignable(self.user):
            by_game[self.looks.turns[place[0]].game].append(place)
        return by_game

    @cached_property
    def places(self) -> list[TurnEntry]:
        return self.places_by_game.get(self.game, []) if self.game else []

    @cached_property
    def rows(self) -> list[QueuedLook]:
        """The bulletins on the page: by turn, then by table."""
        page_places = self.places[:PAGE_SIZE]
        rows = []
        for pk in dict.fromkeys(turn for turn, _entry in page_places):
            turn = self.looks.turns[pk]
            entries = [entry for turn_id, entry in page_places if turn_id == pk]
            rows += [QueuedLook(turn, row) for row in list_rows(turn=turn, entries=entries)]
        return rows

    @property
    def remaining_count(self) -> int:
        return len(self.places) - len(self.rows)

    @cached_property
    def focus(self) -> QueuedLook | None:
        """The requested bulletin, or else the first one."""
        by_address = {row.query_value: row for row in self.rows}
        return by_address.get(self.requested) or next(iter(self.rows), None)

    @property
    def other_games(self) -> list[tuple[Game, int]]:
        """The other games in which bulletins wait for the user, with their number."""
        return [
            (game, len(places)) for game, places in self.places_by_game.items() if game != self.game
        ]

    @property
    def turns(self) -> list[tuple[Turn, int]]:
        """The number of waiting bulletins of each turn."""
        counts = Counter(turn for turn, _entry in self.places)
        return [(self.looks.turns[pk], count) for pk, count in counts.items()]

    @property
    def seq(self) -> int:
        return int(self.game.heads.get(Audience.ARBITERS, 0)) if self.game else 0


def _get_queue(request: HttpRequest, tournament: Tournament) -> LookQueue:
    game = get_requested_game(tournament, request.GET.get("game", ""))
    return LookQueue(tournament, game, get_signed_in_user(request), request.GET.get("at", ""))


@require_safe
@for_roles(Role.DOUBLE_ARBITER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the page, or for htmx the part of it that is updated live."""
    return _render(request, _get_queue(request, tournament), VerdictForm())


def _render(
    request: HttpRequest,
    queue: LookQueue,
    form: VerdictForm,
    *,
    refusal: str = "",
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    tournament = queue.tournament
    context = {
        "tournament": tournament,
        "queue": queue,
        "form": form,
        "refusal": refusal,
        "message": message,
        "plan": get_current_plan(tournament),
        "counts": count_looks(tournament),
    }
    if is_htmx(request):
        return render(request, "arbitrage/second_looks_part.html", context, status=status)
    token = make_token(Ticket(tournament.pk, Audience.ARBITERS, user_id=queue.user.pk))
    context |= {"token": token}
    return render(request, "arbitrage/second_looks.html", context, status=status)


@require_POST
@for_roles(Role.DOUBLE_ARBITER)
def give(
    request: HttpRequest, tournament: Tournament, number: int, ordinal: int, entry_id: int
) -> HttpResponse:
    """Record a verdict on one bulletin; if it differs, go to the difference."""
    turns = Turn.objects.select_related("game__tournament")
    conditions = {"game__tournament": tournament, "game__number": number, "ordinal": ordinal}
    turn = get_object_or_404(turns, **conditions)
    entry = get_object_or_404(tournament.entries, pk=entry_id)
    form = VerdictForm(request.POST)
    queue = LookQueue(tournament, turn.game, get_signed_in_user(request), f"{ordinal}.{entry_id}")
    if not form.is_valid():
        return _render(request, queue, form, refusal=get_first_error(form), status=422)
    ruling = Ruling.objects.filter(turn=turn, entry=entry).order_by("-version").first()
    try:
        if ruling is None or not form.is_about(ruling):
            raise LostRace("second-look")
        look = second_looks.give_second_look(
            turn=turn,
            entry=entry,
            version=ruling.version,
            points=form.cleaned_data["points"],
            sanction=form.cleaned_data["sanction"],
            by=get_signed_in_user(request),
            now=now(),
        )
    except RoomError as error:
        refusal, status = explain(error), get_http_status(error)
        return _render(request, queue, VerdictForm(), refusal=refusal, status=status)
    return _answer_given(
        request, look, LookQueue(tournament, turn.game, get_signed_in_user(request))
    )


def _answer_given(request: HttpRequest, look: SecondLook, queue: LookQueue) -> HttpResponse:
    """Go on to the next bulletin, or to the difference if the verdicts differ."""
    slug = queue.tournament.slug
    if look.state != LookState.AGREED:
        url = f"{reverse('differences', args=[slug])}#look-{look.pk}"
        return HttpResponseClientRedirect(url) if is_htmx(request) else redirect(url)
    text = _("Même verdict : rien d’autre à faire pour ce bulletin.")
    if is_htmx(request):
        return _render(request, queue, VerdictForm(), message=text)
    messages.success(request, text)
    return redirect(f"{reverse('second-looks', args=[slug])}?game={look.turn.game.number}")


@require_safe
@for_roles(*ARBITER_ROLES)
def sheet(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """Return the bulletins as a PDF, by table or ``?by=answer``.

    A double arbiter gets those that they may look at, another arbiter those of their centre.
    Raise BadSetting if there are none.
    """
    turns = Turn.objects.select_related("game__tournament")
    conditions = {"game__tournament": tournament, "game__number": number, "ordinal": ordinal}
    turn = get_object_or_404(turns, **conditions)
    looks, user = SecondLooks.from_turn(turn), get_signed_in_user(request)
    if is_double_arbiter(user, tournament):
        places = looks.list_assignable(user)
    else:
        places = looks.list_due_in(find_scope(user, tournament.pk, ARBITER_ROLES))
    rows = list_rows(turn=turn, entries=[entry for _turn, entry in places])
    if not rows:
        raise BadSetting("nothing-to-look-at")
    document = build_second_look_sheet(turn, rows, by_answer=request.GET.get("by") == "answer")
    return build_pdf_response(
        document, f"double-arbitrage-{tournament.slug}-{number}-{turn.number}"
    )
