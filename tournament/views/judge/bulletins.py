"""The bulletins of the turn at hand for the judge: who has none, and the counts."""

from functools import cached_property

from tournament.core.states import COLLECTED_TURN_STATES, Handed
from tournament.models import Turn
from tournament.queries.results.hand_ins import AwaitedSeat, BulletinCounts, counts_of, seats_of


class DeskBulletins:
    def __init__(self, turn: Turn) -> None:
        self.turn = turn

    @cached_property
    def seats(self) -> list[AwaitedSeat]:
        """Return the seats from which the turn expects a bulletin."""
        return seats_of(self.turn)

    def _seats_handed(self, how: Handed) -> list[AwaitedSeat]:
        return [seat for seat in self.seats if seat.how is how]

    @property
    def tablets(self) -> list[AwaitedSeat]:
        """Return the seats from which no paper bulletin is expected."""
        return [seat for seat in self.seats if seat.how is not Handed.AWAITED]

    @property
    def handed_in(self) -> int:
        return len(self._seats_handed(Handed.IN_TIME))

    @property
    def missing(self) -> list[AwaitedSeat]:
        """Return the seats without any bulletin, on a tablet or stated so at the keying."""
        return self._seats_handed(Handed.NOT)

    @property
    def late(self) -> list[AwaitedSeat]:
        """Return the seats whose bulletin came after the end of the turn: a zero (5.7)."""
        return self._seats_handed(Handed.LATE)

    @property
    def to_type(self) -> list[AwaitedSeat]:
        return self._seats_handed(Handed.AWAITED)

    @property
    def counts(self) -> BulletinCounts | None:
        """Return the counts, None before the end of the turn."""
        collected = self.turn.state in COLLECTED_TURN_STATES
        return counts_of(self.turn) if collected else None
