"""Who handed in for a turn, on a tablet or on paper, and how many have."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.core.states import COLLECTED_TURN_STATES, NOT_AWAITED, Handed, PlaysOn
from tournament.models import Bulletin, Entry, LateBulletin, TookPart, Turn
from tournament.queries.mort_subite import watching
from tournament.queries.people.seating import seated


class AwaitedSeat(NamedTuple):
    """An entry of whom a turn awaits a bulletin, and how it handed in."""

    entry: int
    number: int
    name: str
    #: Account of the arbiter who has the table.
    arbiter: int | None
    plays_on: PlaysOn
    how: Handed
    #: An arbiter has typed it in: that counts before the tablet, as in the correction.
    typed: bool


@dataclass(frozen=True, slots=True)
class BulletinCounts:
    """Bulletins of a turn: ``expected = collected + late + missing + to_type``.

    ``typed`` of them were typed in from paper; ``corrected`` are decided, ``to_decide`` wait for
    an arbiter.
    """

    expected: int
    collected: int
    typed: int
    to_type: int
    late: int
    missing: int
    corrected: int
    to_decide: int


#: Ways to play by their values, for thousands of rows.
_PLAYS_ON = {str(way): way for way in PlaysOn}


def seats_of(turn: Turn) -> list[AwaitedSeat]:
    """By table, everybody in play of whom ``turn`` awaits a bulletin or has one.

    Until the bell an entry takes part as it would at this moment.
    """
    in_time = set(Bulletin.objects.filter(turn=turn).values_list("entry", flat=True))
    late = set(LateBulletin.objects.filter(turn=turn).values_list("entry", flat=True))
    rows = TookPart.objects.filter(turn=turn).values_list("entry", "plays_on", "typed")
    took_part = {entry: (_PLAYS_ON[plays_on], typed) for entry, plays_on, typed in rows}
    collected = turn.state in COLLECTED_TURN_STATES
    for entry in watching(turn) or ():
        took_part.setdefault(entry, (PlaysOn.WATCHES, ""))
    playing = Entry.objects.filter(tournament=turn.game.tournament_id, withdrawn=False)
    entries = seated(playing, turn.game_id).order_by("seat_number")
    columns = ("pk", "seat_number", "name", "seat_arbiter", "plays_on")
    seats = []
    for pk, number, name, arbiter, plays_now in entries.values_list(*columns):
        now = PlaysOn.TABLET if collected else _PLAYS_ON[plays_now]
        plays_on, typed = took_part.get(pk, (now, ""))
        how = _how(plays_on, typed, in_time=pk in in_time, late=pk in late)
        if how is not None:
            seats.append(AwaitedSeat(pk, number, name, arbiter, plays_on, how, bool(typed)))
    return seats


def _how(plays_on: PlaysOn, typed: str, *, in_time: bool, late: bool) -> Handed | None:
    """None: nothing is awaited of one who was not there, or watched, and nothing came."""
    if typed:
        return Handed(typed)
    if in_time:
        return Handed.IN_TIME
    if plays_on is PlaysOn.PAPER:
        return Handed.AWAITED
    if late:
        return Handed.LATE
    return None if plays_on in NOT_AWAITED else Handed.NOT


def handed_in(asked: Q) -> set[tuple[int, int]]:
    """Game and entry of those who handed in a bulletin, in time or not, on tablet or paper; of the
    turns and entries ``asked`` for."""
    typed = TookPart.objects.filter(typed__in=[Handed.IN_TIME, Handed.LATE])
    slips = [
        Bulletin.objects.filter(asked),
        LateBulletin.objects.filter(asked),
        typed.filter(asked),
    ]
    pairs = (
        rows.filter(asked).order_by().values_list("turn__game", "entry").distinct()
        for rows in slips
    )
    return {pair for rows in pairs for pair in rows}


def awaited(turn: Turn | None = None) -> QuerySet[TookPart]:
    """Bulletins on paper that nobody has typed in yet, of ``turn`` or of any."""
    rows = TookPart.objects.filter(plays_on=PlaysOn.PAPER, typed="", entry__withdrawn=False)
    rows = rows if turn is None else rows.filter(turn=turn)
    on_tablet = Bulletin.objects.filter(turn=OuterRef("turn"), entry=OuterRef("entry"))
    return rows.exclude(Exists(on_tablet))


def away(turns: Collection[Turn]) -> set[tuple[int, int]]:
    """Turn and entry of those who were not there, and of whom nothing came (6.2): whatever line
    they have is no bulletin."""
    rows = TookPart.objects.filter(turn__in=turns, plays_on__in=NOT_AWAITED, typed="")
    its = {"turn": OuterRef("turn"), "entry": OuterRef("entry")}
    for slips in (Bulletin.objects, LateBulletin.objects):
        rows = rows.exclude(Exists(slips.filter(**its)))
    return set(rows.values_list("turn", "entry"))


def counts_of(turn: Turn) -> BulletinCounts:
    """The numbers of a turn collected."""
    return counted(seats_of(turn), corrected=turn.decided, to_decide=turn.to_decide)


def counted(seats: Iterable[AwaitedSeat], *, corrected: int, to_decide: int) -> BulletinCounts:
    """The numbers of ``seats``, of whose bulletins so many are decided and are not."""
    how = Counter[Handed]()
    typed = 0
    for seat in seats:
        how[seat.how] += 1
        typed += seat.typed and seat.how is not Handed.NOT
    return BulletinCounts(
        expected=how.total(),
        collected=how[Handed.IN_TIME],
        typed=typed,
        to_type=how[Handed.AWAITED],
        late=how[Handed.LATE],
        missing=how[Handed.NOT],
        corrected=corrected,
        to_decide=to_decide,
    )
