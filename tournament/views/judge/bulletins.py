"""The bulletins of the turn at hand, as the judge sees them: who has none, how many are where."""

from functools import cached_property

from tournament.core.states import COLLECTED_TURN_STATES, Handed
from tournament.models import Turn
from tournament.queries.results.hand_ins import AwaitedSeat, BulletinCounts, counts_of, seats_of


class DeskBulletins:
    def __init__(self, turn: Turn) -> None:
        self.turn = turn

    @cached_property
    def seats(self) -> list[AwaitedSeat]:
        """Of whom the turn awaits a bulletin."""
        return seats_of(self.turn)

    def _those(self, how: Handed) -> list[AwaitedSeat]:
        return [seat for seat in self.seats if seat.how is how]

    @property
    def tablets(self) -> list[AwaitedSeat]:
        """Those of whom nothing is awaited on paper."""
        return [seat for seat in self.seats if seat.how is not Handed.AWAITED]

    @property
    def held(self) -> int:
        return len(self._those(Handed.IN_TIME))

    @property
    def missing(self) -> list[AwaitedSeat]:
        """Without a bulletin of any kind, on a tablet or said so by whoever types the paper."""
        return self._those(Handed.NOT)

    @property
    def late(self) -> list[AwaitedSeat]:
        """Handed in after the bell: a zero (5.7)."""
        return self._those(Handed.LATE)

    @property
    def to_type(self) -> list[AwaitedSeat]:
        return self._those(Handed.AWAITED)

    @property
    def counts(self) -> BulletinCounts | None:
        """None before the bell."""
        collected = self.turn.state in COLLECTED_TURN_STATES
        return counts_of(self.turn) if collected else None
