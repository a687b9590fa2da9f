"""The bulletins of the turn at hand for the judge: who has none, and the counts."""

from functools import cached_property

from tournament.core.states import COLLECTED_TURN_STATES, HandInStatus
from tournament.models import Turn
from tournament.queries.results.hand_ins import (
    AwaitedSeat,
    BulletinCounts,
    count_bulletins,
    list_awaited_seats,
)


class DeskBulletins:
    def __init__(self, turn: Turn) -> None:
        self.turn = turn

    @cached_property
    def seats(self) -> list[AwaitedSeat]:
        """Return the seats from which the turn expects a bulletin."""
        return list_awaited_seats(self.turn)

    def _list_seats(self, status: HandInStatus) -> list[AwaitedSeat]:
        return [seat for seat in self.seats if seat.status is status]

    @property
    def tablet_seats(self) -> list[AwaitedSeat]:
        """Return the seats from which no paper bulletin is expected."""
        return [seat for seat in self.seats if seat.status is not HandInStatus.AWAITED]

    @property
    def handed_in_count(self) -> int:
        return len(self._list_seats(HandInStatus.IN_TIME))

    @property
    def missing(self) -> list[AwaitedSeat]:
        """Return the seats without any bulletin, on a tablet or stated so at the keying."""
        return self._list_seats(HandInStatus.MISSING)

    @property
    def late(self) -> list[AwaitedSeat]:
        """Return the seats whose bulletin came after the end of the turn: a zero (5.7)."""
        return self._list_seats(HandInStatus.LATE)

    @property
    def to_type(self) -> list[AwaitedSeat]:
        return self._list_seats(HandInStatus.AWAITED)

    @property
    def counts(self) -> BulletinCounts | None:
        """Return the counts, None before the end of the turn."""
        is_collected = self.turn.state in COLLECTED_TURN_STATES
        return count_bulletins(self.turn) if is_collected else None
