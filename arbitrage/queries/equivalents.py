"""Which equal bulletins a decision can reach: those of the arbiter's tables, and the others'."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from arbitrage.models import Ruling
from tournament.models import Entry, Table, Turn
from tournament.queries.people.seating import seated


@dataclass(frozen=True, slots=True)
class EqualSeat:
    """A table with an equal bulletin."""

    entry: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ArbiterSeats:
    """Seats of one arbiter; ``who`` is empty where the tables are nobody's."""

    who: str
    seats: list[EqualSeat]

    @property
    def tables(self) -> list[int]:
        return [seat.number for seat in self.seats]

    @property
    def written(self) -> str:
        """The entries as a form sends them back."""
        return written(self.seats)


@dataclass(frozen=True)
class Alike:
    """``mine``: the arbiter's own tables; nobody's are his as long as he has none. ``others`` are
    reached only when he says so."""

    mine: ArbiterSeats
    others: list[ArbiterSeats]

    @property
    def elsewhere(self) -> int:
        return sum(len(group.seats) for group in self.others)

    @property
    def total(self) -> int:
        return len(self.mine.seats) + self.elsewhere

    @property
    def written_others(self) -> str:
        return written([seat for group in self.others for seat in group.seats])

    @property
    def written_all(self) -> str:
        return ".".join(filter(None, [self.mine.written, self.written_others]))


def written(seats: Sequence[EqualSeat]) -> str:
    return ".".join(str(seat.entry) for seat in seats)


def alike(turn: Turn, rulings: Sequence[Ruling], user: User) -> Alike:
    """The tables of ``rulings`` as ``user`` is to be asked about them."""
    tables = Table.objects.filter(tournament=turn.game.tournament_id, arbiter=user)
    own = user.pk if tables.exists() else None
    entries = Entry.objects.filter(pk__in=[ruling.entry_id for ruling in rulings])
    there = list(seated(entries, turn.game_id).order_by("seat_number"))
    arbiters = User.objects.in_bulk({entry.seat_arbiter for entry in there} - {None})
    mine: list[EqualSeat] = []
    others: dict[str, list[EqualSeat]] = {}
    for entry in there:
        seat = EqualSeat(entry.pk, entry.seat_number, entry.name)
        arbiter = arbiters.get(entry.seat_arbiter)
        if entry.seat_arbiter == own:
            mine.append(seat)
        else:
            others.setdefault(str(arbiter) if arbiter else "", []).append(seat)
    groups = [ArbiterSeats(who, seats) for who, seats in sorted(others.items())]
    return Alike(ArbiterSeats(user.get_username() if own else "", mine), groups)
