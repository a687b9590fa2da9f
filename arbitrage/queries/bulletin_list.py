"""What the list of an arbiter is made of: the bulletins of one turn, of their tables or of all."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.contrib.auth.models import User

from arbitrage.queries.blinding import veiled_in
from arbitrage.queries.gestures import Gesture, last_gesture
from arbitrage.queries.lines import ListLine
from arbitrage.queries.listing import (
    BulletinRow,
    answer_line,
    lines_for,
    list_for,
    row_for,
    rows_for,
)
from arbitrage.queries.paging import ListPage, Look
from arbitrage.queries.second_looks import LookPlace
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Turn
from tournament.queries.results.hand_ins import AwaitedSeat, BulletinCounts, counted, seats_of
from tournament.queries.spoilers import awaited_table


@dataclass
class BulletinList:
    """Read when asked for. ``everybody``: the tables of the other arbiters are in it."""

    turn: Turn | None
    user: User
    has_tables: bool
    everybody: bool

    @cached_property
    def awaited_table(self) -> int | None:
        """Of a judge who plays, while their bulletin must come before all that is read here."""
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
    def veiled(self) -> frozenset[LookPlace]:
        return veiled_in(self.turn.game, self.user) if self.turn else frozenset()

    @cached_property
    def lines(self) -> list[ListLine]:
        if self.turn is None or not self.collected:
            return []
        return lines_for(turn=self.turn, user=self.whose, veiled=self.veiled)

    @property
    def waiting_for_second_look(self) -> int:
        """Bulletins that wait for the second look of this arbiter."""
        return sum((self.turn.pk, line.entry) in self.veiled for line in self.lines if self.turn)

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
        return [seat for seat in seats_of(self.turn) if own is None or seat.arbiter == own]

    @cached_property
    def counts(self) -> BulletinCounts:
        decided = len(self.lines) - self.waiting
        return counted(self.seats, corrected=decided, to_decide=self.waiting)

    @cached_property
    def gesture(self) -> Gesture | None:
        """The arbiter's last decision on the turn, if it can still be taken back."""
        if self.turn is None or not self.collected:
            return None
        return last_gesture(self.turn, self.user)

    def rows_of(self, page: ListPage) -> list[tuple[ListLine, BulletinRow]]:
        """The lines of ``page``, each with its bulletin, or the first of those with its answer."""
        if self.turn is None or not self.lines:
            return []
        lines = {line.entry: line for line in page.lines}
        rows = rows_for(turn=self.turn, entries=list(lines), veiled=self.veiled)
        return [(lines[row.entry.pk], row) for row in rows]

    def rows_to_print(self, look: Look) -> list[BulletinRow]:
        """Every bulletin that answers filter and search: by table unless sorted."""
        if self.turn is None or not self.collected:
            return []
        look = replace(look, sort=look.sort or "table", by="")
        return list_for(turn=self.turn, user=self.whose, look=look, veiled=self.veiled)

    def equals_of(self, row: BulletinRow) -> ListLine:
        """All the tables of the list with the answer of ``row``."""
        assert self.turn is not None
        return answer_line(turn=self.turn, row=row, user=self.whose, veiled=self.veiled)

    def find_row(self, entry_id: int) -> BulletinRow | None:
        """None when the bulletin is not in the list."""
        if self.turn is None or not self.collected:
            return None
        return row_for(turn=self.turn, entry_id=entry_id, user=self.whose, veiled=self.veiled)
