"""The bulletins of the turn at hand, as the judge sees them: who has none, how many are where."""

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
        """Of whom the turn awaits a bulletin."""
        return list_awaited_seats(self.turn)

    def _those(self, how: HandInStatus) -> list[AwaitedSeat]:
        return [seat for seat in self.seats if seat.status is how]

    @property
    def tablets(self) -> list[AwaitedSeat]:
        """Those of whom nothing is awaited on paper."""
        return [seat for seat in self.seats if seat.status is not HandInStatus.AWAITED]

    @property
    def held(self) -> int:
        return len(self._those(HandInStatus.IN_TIME))

    @property
    def missing(self) -> list[AwaitedSeat]:
        """Without a bulletin of any kind, on a tablet or said so by whoever types the paper."""
        return self._those(HandInStatus.NOT)

    @property
    def late(self) -> list[AwaitedSeat]:
        """Handed in after the bell: a zero (5.7)."""
        return self._those(HandInStatus.LATE)

    @property
    def to_type(self) -> list[AwaitedSeat]:
        return self._those(HandInStatus.AWAITED)

    @property
    def counts(self) -> BulletinCounts | None:
        """None before the bell."""
        collected = self.turn.state in COLLECTED_TURN_STATES
        return count_bulletins(self.turn) if collected else None
