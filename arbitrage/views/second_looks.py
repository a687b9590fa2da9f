"""The double arbiter's queue: bulletins as written, and nothing of what was decided about them."""

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
from arbitrage.presentation.paper_looks import second_look_sheet
from arbitrage.queries.blinding import is_second
from arbitrage.queries.listing import BulletinRow, rows_for
from arbitrage.queries.second_looks import LookPlace, Looks, counts_of, plan_now
from arbitrage.queries.solutions import tops_of
from arbitrage.services import second_looks
from arbitrage.views.lists import ARBITERS
from arbitrage.views.look_forms import VerdictForm, seal_of
from arbitrage.views.requested_turn import chosen_game
from engine.search.moves import Move
from tournament.core.errors import BadSetting, LostRace, RoomError
from tournament.core.states import Role
from tournament.models import Game, Tournament, Turn
from tournament.presentation.messages import explain
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries.clock import now
from tournament.queries.position import position_before
from tournament.views.pdf import pdf
from tournament.views.staff import (
    first_error,
    for_roles,
    is_htmx,
    signed_in,
    status_of,
)

#: Bulletins listed at once; the others come as these are done.
PAGE = 50
#: Readings that have a key of their own.
KEYED = 9


@dataclass(frozen=True)
class QueuedLook:
    """A bulletin of the queue."""

    turn: Turn
    row: BulletinRow

    @property
    def at(self) -> str:
        """In an address: which one."""
        return f"{self.turn.ordinal}.{self.row.entry.pk}"

    @property
    def seal(self) -> str:
        return seal_of(self.row.ruling)

    @property
    def readings(self) -> Sequence[Reading]:
        """What it can mean beside what the software proposes: each points and sanction once."""
        proposed = self.row.verdict.decision
        seen = {(proposed.points, proposed.sanction)}
        found = []
        for reading in self.row.verdict.readings:
            if (said := (reading.points, reading.sanction)) not in seen:
                seen.add(said)
                found.append(reading)
        return found[:KEYED]

    @cached_property
    def board(self) -> list[str]:
        return position_before(self.turn).board.rows()

    @cached_property
    def tops(self) -> list[Move]:
        return tops_of(self.turn)


@dataclass
class Queue:
    """What waits for the second look of ``user`` in ``game``."""

    tournament: Tournament
    game: Game | None
    user: User
    asked: str = ""

    @cached_property
    def book(self) -> Looks:
        return Looks(self.tournament)

    @cached_property
    def everywhere(self) -> Mapping[Game, list[LookPlace]]:
        """By game, what waits for him: by turn, then by table."""
        found: defaultdict[Game, list[LookPlace]] = defaultdict(list)
        for place in self.book.pending_for(self.user):
            found[self.book.turns[place[0]].game].append(place)
        return found

    @cached_property
    def places(self) -> list[LookPlace]:
        return self.everywhere.get(self.game, []) if self.game else []

    @cached_property
    def rows(self) -> list[QueuedLook]:
        """Of the page: by turn, then by table."""
        wanted = self.places[:PAGE]
        found = []
        for pk in dict.fromkeys(turn for turn, _entry in wanted):
            turn = self.book.turns[pk]
            entries = [entry for at, entry in wanted if at == pk]
            found += [QueuedLook(turn, row) for row in rows_for(turn=turn, entries=entries)]
        return found

    @property
    def more(self) -> int:
        return len(self.places) - len(self.rows)

    @cached_property
    def focus(self) -> QueuedLook | None:
        """The one asked for, else the first one."""
        named = {one.at: one for one in self.rows}
        return named.get(self.asked) or next(iter(self.rows), None)

    @property
    def elsewhere(self) -> list[tuple[Game, int]]:
        """The other games in which something waits for him."""
        return [
            (game, len(places)) for game, places in self.everywhere.items() if game != self.game
        ]

    @property
    def turns(self) -> list[tuple[Turn, int]]:
        """Of each turn, how many wait for him."""
        counts = Counter(turn for turn, _entry in self.places)
        return [(self.book.turns[pk], count) for pk, count in counts.items()]

    @property
    def seq(self) -> int:
        return int(self.game.heads.get(Audience.ARBITERS, 0)) if self.game else 0


def _queue(request: HttpRequest, tournament: Tournament) -> Queue:
    game = chosen_game(tournament, request.GET.get("game", ""))
    return Queue(tournament, game, signed_in(request), request.GET.get("at", ""))


@require_safe
@for_roles(Role.DOUBLE_ARBITER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page, or for htmx the part of it that follows the room."""
    return _shown(request, _queue(request, tournament), VerdictForm())


def _shown(
    request: HttpRequest,
    queue: Queue,
    form: VerdictForm,
    *,
    refusal: str = "",
    said: str = "",
    status: int = 200,
) -> HttpResponse:
    tournament = queue.tournament
    context = {
        "tournament": tournament,
        "queue": queue,
        "form": form,
        "refusal": refusal,
        "said": said,
        "plan": plan_now(tournament),
        "counts": counts_of(tournament),
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
    """His verdict on one bulletin; where it differs, on to what the first one decided."""
    turns = Turn.objects.select_related("game__tournament")
    where = {"game__tournament": tournament, "game__number": number, "ordinal": ordinal}
    turn = get_object_or_404(turns, **where)
    entry = get_object_or_404(tournament.entries, pk=entry_id)
    form = VerdictForm(request.POST)
    queue = Queue(tournament, turn.game, signed_in(request), f"{ordinal}.{entry_id}")
    if not form.is_valid():
        return _shown(request, queue, form, refusal=first_error(form), status=422)
    held = Ruling.objects.filter(turn=turn, entry=entry).order_by("-version").first()
    try:
        if held is None or not form.is_about(held):
            raise LostRace("second-look")
        found = second_looks.look(
            turn=turn,
            entry=entry,
            version=held.version,
            points=form.cleaned_data["points"],
            sanction=form.cleaned_data["sanction"],
            by=signed_in(request),
            now=now(),
        )
    except RoomError as error:
        why, status = explain(error), status_of(error)
        return _shown(request, queue, VerdictForm(), refusal=why, status=status)
    return _after(request, found, Queue(tournament, turn.game, signed_in(request)))


def _after(request: HttpRequest, found: SecondLook, queue: Queue) -> HttpResponse:
    """On to the next one; where he differs, to what the first one decided."""
    slug = queue.tournament.slug
    if found.state != LookState.AGREED:
        way = f"{reverse('differences', args=[slug])}#look-{found.pk}"
        return HttpResponseClientRedirect(way) if is_htmx(request) else redirect(way)
    said = _("Même verdict : rien d’autre à faire pour ce bulletin.")
    if is_htmx(request):
        return _shown(request, queue, VerdictForm(), said=said)
    messages.success(request, said)
    return redirect(f"{reverse('second-looks', args=[slug])}?game={found.turn.game.number}")


@require_safe
@for_roles(*ARBITERS)
def sheet(request: HttpRequest, tournament: Tournament, number: int, ordinal: int) -> HttpResponse:
    """To look at them on paper: a PDF, by table or ``?by=answer``; for a double arbiter those that
    he may look at. Raises BadSetting where there is none."""
    turns = Turn.objects.select_related("game__tournament")
    where = {"game__tournament": tournament, "game__number": number, "ordinal": ordinal}
    turn = get_object_or_404(turns, **where)
    book, user = Looks.on_turn(turn), signed_in(request)
    places = book.pending_for(user) if is_second(user, tournament) else book.pending
    rows = rows_for(turn=turn, entries=[entry for _turn, entry in places])
    if not rows:
        raise BadSetting("nothing-to-look-at")
    document = second_look_sheet(turn, rows, by_answer=request.GET.get("by") == "answer")
    return pdf(document, f"double-arbitrage-{tournament.slug}-{number}-{turn.number}")
