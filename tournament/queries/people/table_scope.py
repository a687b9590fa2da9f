"""The tables whose bulletins a member of the staff sees and decides on."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.core.errors import NotAllowed
from tournament.core.states import CORRECTING_ROLES, Role
from tournament.models import Centre, Entry, Game, Seat, StaffMember
from tournament.queries.people.seating import annotate_seats


@dataclass(frozen=True, slots=True)
class TableScope:
    """``arbiter``: only the tables that this account is offered, its own and those without an
    arbiter; ``centres``: only those in these centres. None: all."""

    arbiter: int | None = None
    centres: frozenset[int] | None = None

    def build_filter(self, prefix: str = "seat_") -> Q:
        """Return a filter for rows; ``prefix`` of their fields with arbiter and centre."""
        return self._build_filter(f"{prefix}arbiter", f"{prefix}centre")

    def _build_filter(self, arbiter: str, centre: str) -> Q:
        condition = Q()
        if self.arbiter is not None:
            condition &= Q(**{arbiter: self.arbiter}) | Q(**{f"{arbiter}__isnull": True})
        if self.centres is not None:
            condition &= Q(**{f"{centre}__in": self.centres})
        return condition

    def includes(self, arbiter: int | None, centre: int | None) -> bool:
        """Return True if a table with this arbiter and in this centre is in it."""
        is_offered = self.arbiter is None or arbiter in {self.arbiter, None}
        return is_offered and (self.centres is None or centre in self.centres)

    def filter_by_turn(self, rows: QuerySet[Any]) -> QuerySet[Any, Any]:
        """Filter ``rows``, each of an entry and a turn of any game."""
        if self == ALL_TABLES:
            return rows
        seats = Seat.objects.filter(game=OuterRef("turn__game"), entry=OuterRef("entry"))
        is_seated = Exists(seats.filter(self._build_filter("table__arbiter", "centre")))
        is_unseated = self.build_filter("entry__table__") & ~Exists(seats)
        return rows.filter(is_seated | is_unseated)

    def list_uids_elsewhere(self, tournament_id: int) -> dict[int, list[str]]:
        """Return the uids of the entries that sat in other centres, by game."""
        uids = defaultdict[int, list[str]](list)
        if self.centres is not None:
            seats = Seat.objects.filter(game__tournament=tournament_id)
            seats = seats.exclude(centre__in=self.centres)
            for game, uid in seats.values_list("game", "entry__uid"):
                uids[game].append(str(uid))
        return uids

    def narrow_to(self, arbiter: int) -> "TableScope":
        """Return the tables of it that ``arbiter`` is offered."""
        return replace(self, arbiter=arbiter)


ALL_TABLES = TableScope()


def find_own_centres(
    user: User | None, tournament_id: int, roles: Collection[Role]
) -> frozenset[int] | None:
    """Return the centres to which ``roles`` of the account are confined; None: to none.

    The commission is one for all: a member's centre says where they are and confines nothing.
    """
    if user is None:
        return None
    members = StaffMember.objects.filter(tournament=tournament_id, user=user, role__in=roles)
    places = set(members.values_list("role", "centre"))
    centres = {None if role == Role.COMMISSION else centre for role, centre in places}
    return None if None in centres or not centres else frozenset(filter(None, centres))


def find_scope(
    user: User, tournament_id: int, roles: Collection[Role] = CORRECTING_ROLES
) -> TableScope:
    """Return the tables that the account may see with ``roles``."""
    return TableScope(centres=find_own_centres(user, tournament_id, roles))


def find_reading_scope(user: User, tournament_id: int) -> TableScope:
    """Return the tables whose cases, accounts and journal the account reads: all of them unless
    every role that it has is confined to a centre."""
    return find_scope(user, tournament_id, tuple(Role))


def require_own_centre(
    user: User | None,
    game: Game | None,
    entries: Collection[int],
    roles: Collection[Role] = CORRECTING_ROLES,
) -> None:
    """Raise NotAllowed if one of ``entries`` sat in ``game`` (None: sits now) in a centre where
    ``roles`` of the account do not count."""
    rows = Entry.objects.filter(pk__in=entries)
    tournament_id = game.tournament_id if game else None
    if tournament_id is None:
        tournament_id = rows.values_list("tournament", flat=True).first()
    centres = None if tournament_id is None else find_own_centres(user, tournament_id, roles)
    if centres is None:
        return
    seats = annotate_seats(rows, game.pk if game else None).order_by("seat_number")
    for number, centre in seats.values_list("seat_number", "seat_centre"):
        if centre not in centres:
            names = Centre.objects.filter(pk__in=centres).values_list("name", flat=True)
            raise NotAllowed("other-centre", number=number, centres=", ".join(names))
