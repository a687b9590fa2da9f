"""Bulletins handed in for a turn, on a tablet or on paper, and their counts."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.core.states import (
    COLLECTED_TURN_STATES,
    NOT_EXPECTED_MEDIA,
    HandInStatus,
    PlayMedium,
)
from tournament.models import Bulletin, Entry, LateBulletin, Turn, TurnParticipation
from tournament.queries.mort_subite import find_watchers
from tournament.queries.people.seating import annotate_seats
from tournament.queries.people.table_scope import TableScope


class AwaitedSeat(NamedTuple):
    """An entry whose bulletin is expected for a turn, and how it handed in."""

    entry: int
    number: int
    name: str
    #: Account of the arbiter of the table.
    arbiter: int | None
    plays_on: PlayMedium
    status: HandInStatus
    #: An arbiter has typed it in, which takes precedence over the tablet, as in the correction.
    is_typed: bool
    #: Key of the centre of the table.
    centre: int | None = None

    def is_in(self, scope: TableScope) -> bool:
        """Return True if its table is in ``scope``."""
        return scope.includes(self.arbiter, self.centre)


@dataclass(frozen=True, slots=True)
class BulletinCounts:
    """Bulletins of a turn: ``expected = collected + late + missing + to_type``.

    ``collected`` came in time, on a tablet or on paper; ``typed``: all that were typed in from
    paper. ``corrected`` are decided, ``to_decide`` wait for an arbiter. The names are those of the
    protocol (``StaffTurnPart.bulletins``).
    """

    expected: int
    collected: int
    typed: int
    to_type: int
    late: int
    missing: int
    corrected: int
    to_decide: int


#: Media by their values, for thousands of rows.
_PLAYS_ON = {str(medium): medium for medium in PlayMedium}


def list_awaited_seats(turn: Turn, *, centre: int | None = None) -> list[AwaitedSeat]:
    """List by table the entries in play whose bulletin is expected for ``turn`` or was handed in;
    with ``centre`` those of this centre only.

    Until the end of the turn, an entry is counted by its current state.
    """
    in_time = set(Bulletin.objects.filter(turn=turn).values_list("entry", flat=True))
    late = set(LateBulletin.objects.filter(turn=turn).values_list("entry", flat=True))
    rows = TurnParticipation.objects.filter(turn=turn).values_list("entry", "plays_on", "typed")
    took_part = {entry: (_PLAYS_ON[plays_on], typed) for entry, plays_on, typed in rows}
    is_collected = turn.state in COLLECTED_TURN_STATES
    for entry in find_watchers(turn) or ():
        took_part.setdefault(entry, (PlayMedium.WATCHING, ""))
    playing = Entry.objects.filter(tournament=turn.game.tournament_id, withdrawn=False)
    entries = annotate_seats(playing, turn.game_id).order_by("seat_number")
    if centre is not None:
        entries = entries.filter(seat_centre=centre)
    columns = ("pk", "seat_number", "name", "seat_arbiter", "plays_on", "seat_centre")
    seats = []
    for pk, number, name, arbiter, plays_now, own_centre in entries.values_list(*columns):
        present_medium = PlayMedium.TABLET if is_collected else _PLAYS_ON[plays_now]
        plays_on, typed = took_part.get(pk, (present_medium, ""))
        status = _get_status(plays_on, typed, in_time=pk in in_time, late=pk in late)
        if status is not None:
            seat = AwaitedSeat(pk, number, name, arbiter, plays_on, status, bool(typed), own_centre)
            seats.append(seat)
    return seats


def _get_status(
    plays_on: PlayMedium, typed: str, *, in_time: bool, late: bool
) -> HandInStatus | None:
    """Return None if no bulletin is expected (absent, or watching) and none arrived."""
    if typed:
        return HandInStatus(typed)
    if in_time:
        return HandInStatus.IN_TIME
    if plays_on is PlayMedium.PAPER:
        return HandInStatus.AWAITED
    if late:
        return HandInStatus.LATE
    return None if plays_on in NOT_EXPECTED_MEDIA else HandInStatus.MISSING


def find_handed_in(condition: Q) -> set[tuple[int, int]]:
    """Return game and entry of bulletins handed in, in time or not, on tablet or paper, that meet
    ``condition``."""
    typed = TurnParticipation.objects.filter(typed__in=[HandInStatus.IN_TIME, HandInStatus.LATE])
    bulletins = [
        Bulletin.objects.filter(condition),
        LateBulletin.objects.filter(condition),
        typed.filter(condition),
    ]
    pairs = (
        rows.filter(condition).order_by().values_list("turn__game", "entry").distinct()
        for rows in bulletins
    )
    return {pair for rows in pairs for pair in rows}


def list_awaited_paper_bulletins(turn: Turn | None = None) -> QuerySet[TurnParticipation]:
    """Return the bulletins on paper not typed in yet, of ``turn`` or of any."""
    rows = TurnParticipation.objects.filter(
        plays_on=PlayMedium.PAPER, typed="", entry__withdrawn=False
    )
    rows = rows if turn is None else rows.filter(turn=turn)
    on_tablet = Bulletin.objects.filter(turn=OuterRef("turn"), entry=OuterRef("entry"))
    return rows.exclude(Exists(on_tablet))


def find_absent(turns: Collection[Turn]) -> set[tuple[int, int]]:
    """Return turn and entry of those absent without any bulletin (6.2), whose score line is no
    result of a bulletin."""
    rows = TurnParticipation.objects.filter(
        turn__in=turns, plays_on__in=NOT_EXPECTED_MEDIA, typed=""
    )
    same_bulletin = {"turn": OuterRef("turn"), "entry": OuterRef("entry")}
    for bulletins in (Bulletin.objects, LateBulletin.objects):
        rows = rows.exclude(Exists(bulletins.filter(**same_bulletin)))
    return set(rows.values_list("turn", "entry"))


#: Entries in play by medium, status typed in, and existence of a bulletin in time, or late.
_COUNT_QUERY = """
SELECT took.plays_on, took.typed, b.id IS NOT NULL, l.id IS NOT NULL, count(*)
FROM tournament_entry e
LEFT JOIN tournament_tookpart took ON took.turn_id = %s AND took.entry_id = e.id
LEFT JOIN tournament_bulletin b ON b.turn_id = %s AND b.entry_id = e.id
LEFT JOIN tournament_latebulletin l ON l.turn_id = %s AND l.entry_id = e.id
WHERE e.tournament_id = %s AND NOT e.withdrawn
GROUP BY 1, 2, 3, 4
"""


def count_bulletins(turn: Turn) -> BulletinCounts:
    """Count the bulletins of a closed turn, as ``count_seats``; the database counts equal seats."""
    watchers = find_watchers(turn)
    if watchers:
        seats = list_awaited_seats(turn)
        return count_seats(seats, corrected=turn.decided, to_decide=turn.to_decide)
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_QUERY, [turn.pk, turn.pk, turn.pk, turn.game.tournament_id])
        groups = cursor.fetchall()
    statuses = Counter[tuple[HandInStatus, bool]]()
    for medium, typed, in_time, late, count in groups:
        plays_on = _PLAYS_ON[medium or PlayMedium.TABLET]
        status = _get_status(plays_on, typed or "", in_time=in_time, late=late)
        if status is not None:
            statuses[status, bool(typed)] += count
    return _build_counts(statuses, corrected=turn.decided, to_decide=turn.to_decide)


def count_seats(seats: Iterable[AwaitedSeat], *, corrected: int, to_decide: int) -> BulletinCounts:
    """Count the bulletins of ``seats``, of which these numbers are decided and undecided."""
    statuses = Counter((seat.status, seat.is_typed) for seat in seats)
    return _build_counts(statuses, corrected=corrected, to_decide=to_decide)


def _build_counts(
    seats: Counter[tuple[HandInStatus, bool]], *, corrected: int, to_decide: int
) -> BulletinCounts:
    """``seats``: how many there are of each status, typed in or not."""
    statuses = Counter[HandInStatus]()
    for (status, _), count in seats.items():
        statuses[status] += count
    typed = sum(
        count
        for (status, is_typed), count in seats.items()
        if is_typed and status is not HandInStatus.MISSING
    )
    return BulletinCounts(
        expected=statuses.total(),
        collected=statuses[HandInStatus.IN_TIME],
        typed=typed,
        to_type=statuses[HandInStatus.AWAITED],
        late=statuses[HandInStatus.LATE],
        missing=statuses[HandInStatus.MISSING],
        corrected=corrected,
        to_decide=to_decide,
    )
