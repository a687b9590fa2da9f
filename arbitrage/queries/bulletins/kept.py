"""Late bulletins that a centre kept without network, and that do not count yet."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from arbitrage.models import DECIDED_STATUSES, Ruling
from arbitrage.queries.appeals import find_entries_decided_by_commission
from arbitrage.queries.bulletins.received import find_outdated_entries, list_received_from
from arbitrage.queries.rulings import get_current_rulings
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Centre, Entry, LateBulletin, Tournament, Turn
from tournament.queries.people.seating import annotate_seats


@dataclass(frozen=True, slots=True)
class KeptBulletin:
    """A late bulletin that does not count; ``ruling``: the decision in force on it."""

    entry: Entry
    table: int
    centre: int
    arrived_at: datetime
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class KeptBulletins:
    """The late bulletins of a centre on a turn, by table."""

    turn: Turn
    centre: Centre
    bulletins: list[KeptBulletin]

    @property
    def arrivals(self) -> list[datetime]:
        return sorted(bulletin.arrived_at for bulletin in self.bulletins)


def list_kept_bulletins(tournament: Tournament) -> list[KeptBulletins]:
    """List the late bulletins that do not count, by turn and centre, the last turn first."""
    centres = list(tournament.centres.all())
    if not centres:
        return []
    places = _list_undecided_places(tournament)
    turns = Turn.objects.filter(pk__in=places).select_related("game__tournament")
    kept = []
    for turn in turns.order_by("game__number", "ordinal"):
        by_centre = defaultdict[int, list[KeptBulletin]](list)
        for bulletin in list_kept_on_turn(turn, places[turn.pk]):
            by_centre[bulletin.centre].append(bulletin)
        kept += [
            KeptBulletins(turn, centre, by_centre[centre.pk])
            for centre in centres
            if centre.pk in by_centre
        ]
    return kept[::-1]


def _list_undecided_places(tournament: Tournament) -> Mapping[int, set[int]]:
    """Return the entries whose late bulletin nobody has decided on, by turn."""
    late = LateBulletin.objects.filter(
        turn__game__tournament=tournament, turn__state__in=list(COLLECTED_TURN_STATES)
    )
    late_places = set(late.values_list("turn", "entry"))
    rulings = Ruling.objects.filter(
        turn__in={turn for turn, _ in late_places}, entry__in={entry for _, entry in late_places}
    )
    in_force = rulings.order_by("turn_id", "entry_id", "-version").distinct("turn_id", "entry_id")
    places = defaultdict[int, set[int]](set)
    for ruling in in_force.defer("verdict"):
        place = (ruling.turn_id, ruling.entry_id)
        if place in late_places and not _is_decided(ruling):
            places[ruling.turn_id].add(ruling.entry_id)
    return places


def _is_decided(ruling: Ruling) -> bool:
    """Return True if the bulletin counts as in time, or a person decided on it."""
    is_of_person = ruling.by_id is not None and ruling.status in DECIDED_STATUSES
    return bool(ruling.in_time) or is_of_person


def list_kept_on_turn(turn: Turn, entries: Collection[int]) -> list[KeptBulletin]:
    """List the late bulletins of ``entries`` in a centre that do not count and that nobody has
    decided on, by table."""
    rulings = get_current_rulings(turn, entries)
    closed = find_entries_decided_by_commission(turn, rulings.values())
    closed |= find_outdated_entries(turn, list(rulings.values()))
    closed |= {entry for entry, ruling in rulings.items() if _is_decided(ruling)}
    received = list_received_from(turn, rulings.keys() - closed)
    late = {row.entry_id for row in received if row.is_late}
    arrivals = dict(
        LateBulletin.objects.filter(turn=turn, entry__in=late).values_list("entry", "arrived_at")
    )
    seated = annotate_seats(Entry.objects.filter(pk__in=arrivals), turn.game_id)
    bulletins = [
        KeptBulletin(
            entry, entry.seat_number, entry.seat_centre, arrivals[entry.pk], rulings[entry.pk]
        )
        for entry in seated.filter(seat_centre__isnull=False)
    ]
    return sorted(bulletins, key=attrgetter("table"))
