"""The bulletins of one turn as one arbiter sees them: which turn, whose, which page."""

from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest

from arbitrage.queries.gestures import Gesture, last_gesture
from arbitrage.queries.left_open import LeftOpen, left_by_turn
from arbitrage.queries.lines import ListLine
from arbitrage.queries.listing import (
    BulletinRow,
    answer_line,
    lines_for,
    list_for,
    row_for,
    rows_for,
)
from arbitrage.queries.paging import FILTERS, VIEWS, ListPage, Look, page_of
from arbitrage.queries.second_looks import LookPlace
from arbitrage.queries.solutions import tops_of
from arbitrage.queries.veil import veiled_in
from arbitrage.views.chosen import chosen_game, chosen_turn
from engine.search.moves import Move
from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES, TurnState
from tournament.models import Game, Table, Tournament, Turn
from tournament.protocol import Audience
from tournament.protocol.view import current_game
from tournament.queries.position import position_before
from tournament.queries.results.handed import AwaitedSeat, BulletinCounts, counted, seats_of
from tournament.queries.spoilers import awaited_table
from tournament.views.staff import signed_in


@dataclass
class Sheaf:
    """The bulletins of one turn as one arbiter sees them; rows are read when asked for.

    ``everybody`` is whether the tables of the other arbiters are in it.
    """

    tournament: Tournament
    game: Game | None
    turn: Turn | None
    user: User
    has_tables: bool
    everybody: bool
    look: Look

    @property
    def seq(self) -> int:
        return int(self.game.heads.get(Audience.ARBITERS, 0)) if self.game else 0

    @cached_property
    def awaited_table(self) -> int | None:
        """Of a judge who plays, while his bulletin must come before all that is read here."""
        turn = self.turn
        if turn is None or turn.state not in COLLECTED_TURN_STATES:
            return None
        return awaited_table(turn)

    @property
    def collected(self) -> bool:
        """Until the bell nobody sees what is on a bulletin."""
        there = self.turn is not None and self.turn.state in COLLECTED_TURN_STATES
        return there and self.awaited_table is None

    @property
    def whose(self) -> User | None:
        """The arbiter of the tables in the list; None for all tables."""
        return None if self.everybody else self.user

    @cached_property
    def lines(self) -> list[ListLine]:
        if self.turn is None or not self.collected:
            return []
        return lines_for(turn=self.turn, user=self.whose, veiled=self.veiled)

    @cached_property
    def veiled(self) -> frozenset[LookPlace]:
        return veiled_in(self.game, self.user) if self.game else frozenset()

    @property
    def waiting_for_him(self) -> int:
        return sum((self.turn.pk, line.entry) in self.veiled for line in self.lines if self.turn)

    @cached_property
    def page(self) -> ListPage:
        return page_of(self.lines, self.look)

    @cached_property
    def rows(self) -> list[tuple[ListLine, BulletinRow]]:
        """The lines of the page, each with its bulletin, or the first of those with its answer."""
        if self.turn is None or not self.lines:
            return []
        lines = {line.entry: line for line in self.page.lines}
        found = rows_for(turn=self.turn, entries=list(lines), veiled=self.veiled)
        return [(lines[row.entry.pk], row) for row in found]

    @property
    def by_answer(self) -> bool:
        return self.look.by == "answer"

    @cached_property
    def detail(self) -> "InFocus | None":
        """The bulletin in focus, else the first one."""
        rows = {row.entry.pk: row for _, row in self.rows}
        row = rows.get(self.look.at or 0) or next(iter(rows.values()), None)
        return self.detail_of(row) if row else None

    def detail_of(self, row: BulletinRow) -> "InFocus":
        assert self.turn is not None
        same = answer_line(turn=self.turn, row=row, user=self.whose, veiled=self.veiled)
        return InFocus(row, same)

    @cached_property
    def filters(self) -> list[tuple[str, int]]:
        """Name of each filter, and how many bulletins answer it."""
        return [(name, sum(map(answers, self.lines))) for name, answers in FILTERS.items()]

    @property
    def views(self) -> list[str]:
        return list(VIEWS)

    @cached_property
    def all_rows(self) -> list[BulletinRow]:
        """Every bulletin that answers filter and search, as printed: by table unless sorted."""
        if self.turn is None or not self.collected:
            return []
        look = replace(self.look, sort=self.look.sort or "table", by="")
        return list_for(turn=self.turn, user=self.whose, look=look, veiled=self.veiled)

    @cached_property
    def waiting(self) -> int:
        """Bulletins of the list on which somebody still has to decide."""
        return sum(line.open for line in self.lines)

    @cached_property
    def seats(self) -> list[AwaitedSeat]:
        """Of whom the turn awaits a bulletin, or has one."""
        if self.turn is None:
            return []
        own = self.whose.pk if self.whose else None
        return [one for one in seats_of(self.turn) if own is None or one.arbiter == own]

    @cached_property
    def counts(self) -> BulletinCounts:
        decided = len(self.lines) - self.waiting
        return counted(self.seats, corrected=decided, to_decide=self.waiting)

    @property
    def waiting_elsewhere(self) -> int:
        """Bulletins to decide that are not on the page."""
        return self.waiting - sum(line.waiting for line in self.page.lines)

    @cached_property
    def left_elsewhere(self) -> list[tuple[Turn, LeftOpen]]:
        """Other turns of the game on which something is left open."""
        collected = [turn for turn in self.turns if turn.state in COLLECTED_TURN_STATES]
        left = left_by_turn([turn for turn in collected if turn != self.turn], self.whose)
        return [(turn, left[turn.pk]) for turn in collected if turn.pk in left]

    @cached_property
    def gesture(self) -> Gesture | None:
        """His last decision on the turn, if he can still take it back."""
        if self.turn is None or not self.collected:
            return None
        return last_gesture(self.turn, self.user)

    def row_of(self, entry_id: int) -> BulletinRow:
        """To decide about it. Raises Http404 when the bulletin is not in the list, WrongState while
        it waits for his own second look."""
        row = self.found(entry_id)
        if row.veiled:
            raise WrongState("second-look-first", number=row.table)
        return row

    def found(self, entry_id: int) -> BulletinRow:
        """Raises Http404 when the bulletin is not in the list."""
        row = None
        if self.turn is not None and self.collected:
            row = row_for(turn=self.turn, entry_id=entry_id, user=self.whose, veiled=self.veiled)
        if row is None:
            raise Http404
        return row

    @cached_property
    def scope(self) -> dict[str, str | int]:
        """In an address: whose tables."""
        return {"all": 1} if self.everybody and self.has_tables else {}

    @cached_property
    def place(self) -> dict[str, str | int]:
        """In an address: which bulletins."""
        if self.game is None or self.turn is None:
            return self.scope
        return {"game": self.game.number, "turn": self.turn.ordinal, **self.scope}

    @cached_property
    def view(self) -> dict[str, str | int]:
        """In an address: which of them are looked for, and in which order."""
        asked = {
            "by": self.look.by,
            "only": self.look.only,
            "sort": self.look.sort,
            "q": self.look.search,
        }
        return self.place | {name: value for name, value in asked.items() if value}

    @property
    def query(self) -> str:
        """All that the page before him was asked with."""
        past = {"past": self.page.past} if self.page.past else {}
        return "?" + urlencode(self.view | {"page": self.page.number} | past)

    @cached_property
    def turns(self) -> list[Turn]:
        """Turns that can be looked at, the last one first."""
        if self.game is None:
            return []
        shown = self.game.turns.exclude(state__in=[TurnState.DRAWN, TurnState.CANCELLED])
        return list(shown.select_related("game__tournament").order_by("-ordinal"))

    @property
    def turn_before(self) -> Turn | None:
        """The one played before the one looked at."""
        earlier = (turn for turn in self.turns if self.turn and turn.ordinal < self.turn.ordinal)
        return next(earlier, None)

    @property
    def turn_after(self) -> Turn | None:
        later = [turn for turn in self.turns if self.turn and turn.ordinal > self.turn.ordinal]
        return next((turn for turn in reversed(later) if turn.state in COLLECTED_TURN_STATES), None)

    @property
    def elsewhere(self) -> Game | None:
        """The game of the room, when another one is looked at."""
        room = current_game(self.tournament.pk)
        return room if room != self.game else None

    @property
    def newer(self) -> Turn | None:
        """The last turn collected, if it is not the one looked at."""
        last = next((turn for turn in self.turns if turn.state in COLLECTED_TURN_STATES), None)
        return last if last and self.turn and last.ordinal > self.turn.ordinal else None

    @property
    def under_way(self) -> Turn | None:
        """The turn whose bulletins are still being written."""
        writing = {TurnState.ANNOUNCED, TurnState.OPEN}
        return next((turn for turn in self.turns if turn.state in writing), None)

    @property
    def board(self) -> list[str]:
        """The grid on which the turn is played."""
        assert self.turn is not None
        return position_before(self.turn).board.rows()

    @cached_property
    def tops(self) -> list[Move]:
        """The word retained; before the reveal every solution of the best score."""
        return tops_of(self.turn) if self.turn else []


@dataclass(frozen=True)
class InFocus:
    """What stands beside the list about the bulletin in focus; ``same`` has all the tables of the
    list with its answer."""

    row: BulletinRow
    same: ListLine


def sheaf_of(
    request: HttpRequest,
    tournament: Tournament,
    number: int | None = None,
    ordinal: int | None = None,
) -> Sheaf:
    """``number`` (or ``?game=``) and ``ordinal`` (or ``?turn=``, counting all turns drawn) say
    which bulletins; the last ones collected by default.

    Raises Http404 for a game or turn that does not exist.
    """
    user = signed_in(request)
    game = chosen_game(tournament, request.GET.get("game", "") if number is None else str(number))
    asked = request.GET.get("turn", "") if ordinal is None else str(ordinal)
    has_tables = Table.objects.filter(tournament=tournament, arbiter=user).exists()
    return Sheaf(
        tournament=tournament,
        game=game,
        turn=chosen_turn(game, asked),
        user=user,
        has_tables=has_tables,
        everybody=not has_tables or request.GET.get("all") == "1",
        look=Look.of(request.GET.dict()),
    )
