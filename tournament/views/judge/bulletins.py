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

    def _seats_handed(self, how: HandInStatus) -> list[AwaitedSeat]:
        return [seat for seat in self.seats if seat.status is how]

    @property
    def tablets(self) -> list[AwaitedSeat]:
        """Return the seats from which no paper bulletin is expected."""
        return [seat for seat in self.seats if seat.status is not HandInStatus.AWAITED]

    @property
    def handed_in(self) -> int:
        return len(self._seats_handed(HandInStatus.IN_TIME))

    @property
    def missing(self) -> list[AwaitedSeat]:
        """Return the seats without any bulletin, on a tablet or stated so at the keying."""
        return self._seats_handed(HandInStatus.NOT)

    @property
    def late(self) -> list[AwaitedSeat]:
        """Return the seats whose bulletin came after the end of the turn: a zero (5.7)."""
        return self._seats_handed(HandInStatus.LATE)

    @property
    def to_type(self) -> list[AwaitedSeat]:
        return self._seats_handed(HandInStatus.AWAITED)

    @property
    def counts(self) -> BulletinCounts | None:
        """Return the counts, None before the end of the turn."""
        collected = self.turn.state in COLLECTED_TURN_STATES
        return count_bulletins(self.turn) if collected else None
