"""The list of an arbiter: the bulletins of one turn, at their tables or at all tables."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.contrib.auth.models import User

from arbitrage.models import Ruling
from arbitrage.queries.blinding import list_blinded_in_game
from arbitrage.queries.lines import ListLine
from arbitrage.queries.listing import (
    BulletinRow,
    get_answer_line,
    get_row,
    list_lines,
    list_rows,
    list_sorted_rows,
)
from arbitrage.queries.paging import ListOptions, ListPage
from arbitrage.queries.second_looks import TurnEntry
from arbitrage.queries.undoable_decisions import UndoableDecision, find_undoable_decision
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Entry, Turn
from tournament.queries.people.seating import annotate_seats
from tournament.queries.people.table_scope import ALL_TABLES, TableScope
from tournament.queries.results.hand_ins import (
    AwaitedSeat,
    BulletinCounts,
    count_seats,
    list_awaited_seats,
)
from tournament.queries.spoilers import find_awaited_table


@dataclass
class BulletinList:
    """The bulletins of a turn, read on access. ``all_tables``: not only the user's, but all of
    ``reach``: those of their centre, or of the whole room."""

    turn: Turn | None
    user: User
    has_tables: bool
    all_tables: bool
    reach: TableScope = ALL_TABLES

    @cached_property
    def awaited_table(self) -> int | None:
        """The table of a judge who plays, while everything here stays hidden until they hand in."""
        turn = self.turn
        if turn is None or turn.state not in COLLECTED_TURN_STATES:
            return None
        return find_awaited_table(turn)

    @property
    def is_collected(self) -> bool:
        """True once the turn is collected; bulletins are hidden before."""
        collected = self.turn is not None and self.turn.state in COLLECTED_TURN_STATES
        return collected and self.awaited_table is None

    @property
    def scope(self) -> TableScope:
        """The tables of the list; those without an arbiter are among the user's."""
        return self.reach if self.all_tables else self.reach.narrow_to(self.user.pk)

    @cached_property
    def blinded(self) -> frozenset[TurnEntry]:
        return list_blinded_in_game(self.turn.game, self.user) if self.turn else frozenset()

    @cached_property
    def lines(self) -> list[ListLine]:
        if self.turn is None or not self.is_collected:
            return []
        return list_lines(turn=self.turn, scope=self.scope, blinded=self.blinded)

    @property
    def second_look_count(self) -> int:
        """The number of bulletins that wait for the second look of this arbiter."""
        return sum((self.turn.pk, line.entry) in self.blinded for line in self.lines if self.turn)

    @cached_property
    def waiting_count(self) -> int:
        """The number of bulletins of the list that wait for a decision."""
        return sum(line.is_open for line in self.lines)

    @cached_property
    def seats(self) -> list[AwaitedSeat]:
        """The seats of which the turn awaits, or has, a bulletin."""
        if self.turn is None:
            return []
        scope = self.scope
        return [seat for seat in list_awaited_seats(self.turn) if seat.is_in(scope)]

    @cached_property
    def counts(self) -> BulletinCounts:
        decided = len(self.lines) - self.waiting_count
        return count_seats(self.seats, corrected=decided, to_decide=self.waiting_count)

    @cached_property
    def undoable_decision(self) -> UndoableDecision | None:
        """The arbiter's last decision on the turn, if it can still be taken back."""
        if self.turn is None or not self.is_collected:
            return None
        return find_undoable_decision(self.turn, self.user)

    def load_rows(self, page: ListPage) -> list[tuple[ListLine, BulletinRow]]:
        """Return the lines of ``page``, each with its bulletin or the first one of its answer."""
        if self.turn is None or not self.lines:
            return []
        lines = {line.entry: line for line in page.lines}
        rows = list_rows(turn=self.turn, entries=list(lines), blinded=self.blinded)
        return [(lines[row.entry.pk], row) for row in rows]

    def list_rows_to_print(self, options: ListOptions) -> list[BulletinRow]:
        """Return every bulletin that matches filter and search, by table unless sorted."""
        if self.turn is None or not self.is_collected:
            return []
        options = replace(options, sort=options.sort or "table", grouping="")
        return list_sorted_rows(
            turn=self.turn, scope=self.scope, options=options, blinded=self.blinded
        )

    def get_answer_line(self, row: BulletinRow) -> ListLine:
        """Return the line of all tables of the list with the answer of ``row``."""
        assert self.turn is not None
        return get_answer_line(turn=self.turn, row=row, scope=self.scope, blinded=self.blinded)

    def filter_reachable(self, rulings: list[Ruling]) -> list[Ruling]:
        """Return those of ``rulings``, of the turn, on which the user may decide."""
        if self.turn is None or self.reach == ALL_TABLES:
            return rulings
        entries = Entry.objects.filter(pk__in=[ruling.entry_id for ruling in rulings])
        rows = annotate_seats(entries, self.turn.game_id).filter(self.reach.build_filter())
        reachable = set(rows.values_list("pk", flat=True))
        return [ruling for ruling in rulings if ruling.entry_id in reachable]

    def find_row(self, entry_id: int) -> BulletinRow | None:
        """Return the row of an entry; None when the bulletin is not in the list."""
        if self.turn is None or not self.is_collected:
            return None
        return get_row(turn=self.turn, entry_id=entry_id, scope=self.scope, blinded=self.blinded)
