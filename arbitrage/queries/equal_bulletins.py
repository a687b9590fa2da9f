"""Finds the equal bulletins that a decision can apply to, at the arbiter's tables and others."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from arbitrage.models import Ruling
from tournament.models import Entry, Turn
from tournament.queries.people.seating import annotate_seats, has_tables


@dataclass(frozen=True, slots=True)
class EqualSeat:
    """A table with an equal bulletin."""

    entry: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ArbiterSeats:
    """Seats and their arbiter; ``arbiter`` is empty for tables without one."""

    arbiter: str
    seats: list[EqualSeat]

    @property
    def tables(self) -> list[int]:
        return [seat.number for seat in self.seats]

    @property
    def entries_text(self) -> str:
        """The entries as a form sends them back."""
        return format_entries(self.seats)


@dataclass(frozen=True)
class EqualTables:
    """Tables with equal bulletins.

    ``own_seats``: those that the arbiter is offered, their own and those without an arbiter; its
    ``arbiter`` is empty if they have none. ``other_groups`` are included only at the arbiter's
    request.
    """

    own_seats: ArbiterSeats
    other_groups: list[ArbiterSeats]

    @property
    def other_table_count(self) -> int:
        return sum(len(group.seats) for group in self.other_groups)

    @property
    def table_count(self) -> int:
        return len(self.own_seats.seats) + self.other_table_count

    @property
    def others_text(self) -> str:
        return format_entries([seat for group in self.other_groups for seat in group.seats])

    @property
    def all_text(self) -> str:
        return ".".join(filter(None, [self.own_seats.entries_text, self.others_text]))


def format_entries(seats: Sequence[EqualSeat]) -> str:
    return ".".join(str(seat.entry) for seat in seats)


def group_equal_tables(turn: Turn, rulings: Sequence[Ruling], user: User) -> EqualTables:
    """Return the tables of ``rulings``, grouped for the question to ``user``."""
    entries = Entry.objects.filter(pk__in=[ruling.entry_id for ruling in rulings])
    seated_entries = list(annotate_seats(entries, turn.game_id).order_by("seat_number"))
    arbiters = User.objects.in_bulk({entry.seat_arbiter for entry in seated_entries} - {None})
    own_seats: list[EqualSeat] = []
    others: dict[str, list[EqualSeat]] = {}
    for entry in seated_entries:
        seat = EqualSeat(entry.pk, entry.seat_number, entry.name)
        if entry.seat_arbiter in {user.pk, None}:
            own_seats.append(seat)
        else:
            others.setdefault(str(arbiters[entry.seat_arbiter]), []).append(seat)
    groups = [ArbiterSeats(name, seats) for name, seats in sorted(others.items())]
    own_name = user.get_username() if has_tables(turn.game.tournament_id, user) else ""
    return EqualTables(ArbiterSeats(own_name, own_seats), groups)
