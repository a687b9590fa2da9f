"""What lies before the arbiter for each table, and whether the ruling in force is about it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.decided import NO_BULLETIN, handed, is_overtaken, key_of, typed
from arbitrage.core.journal_digests import digest_of_received
from arbitrage.models import Origin, PaperBulletin, Ruling
from arbitrage.queries.rulings import current_papers
from tournament.core.canonical import as_text
from tournament.core.states import PlaysOn
from tournament.models import Bulletin as HandedBulletin, Entry, LateBulletin, TookPart, Turn
from tournament.queries.people.seating import seated


@dataclass(frozen=True, slots=True)
class Received:
    """What one entry handed in; ``rev`` is the version of one typed in, 0 for none at all."""

    entry_id: int
    origin: Origin
    rev: int
    bulletin: Bulletin
    #: The row that it was read from.
    written: PaperBulletin | HandedBulletin | LateBulletin | None = field(
        default=None, compare=False
    )

    @property
    def late(self) -> bool:
        return self.bulletin.state == SheetState.LATE

    @property
    def in_time(self) -> "Received":
        """The same, had it been handed in in time."""
        return replace(self, bulletin=replace(self.bulletin, state=SheetState.OK))

    @property
    def key(self) -> str:
        """The same text for equal bulletins of a turn."""
        return key_of(self.bulletin)

    @property
    def digest(self) -> str:
        """Of what was handed in, to the character; empty for nothing."""
        written = self.written
        if written is None:
            return ""
        same = {name: getattr(written, name) for name in ("rows", "struck", "reference", "score")}
        if isinstance(written, PaperBulletin):
            return digest_of_received(same | {"state": written.state}, paper=True)
        return digest_of_received(same | {"at": as_text(written.arrived_at)}, paper=False)


NOTHING = Received(0, Origin.NOTHING, 0, NO_BULLETIN)


def received_for(turn: Turn, entries: Collection[int] | None = None) -> list[Received]:
    """One for every entry in play, or of ``entries``: its bulletin on paper, else the one in
    time, else the late one, else none.

    Of whom a bulletin on paper is awaited, or who was not there, there is nothing to judge (6.2).
    """
    plays_on = dict(TookPart.objects.filter(turn=turn).values_list("entry", "plays_on"))
    return [
        one
        for one in _all_received(turn, entries)
        if one.origin not in _NOT_YET[PlaysOn(plays_on.get(one.entry_id, PlaysOn.TABLET))]
    ]


#: By what an entry plays on, what is no bulletin of its yet: paper comes after the late bulletin of
#: a tablet that was given up.
_NOT_YET: dict[PlaysOn, frozenset[Origin]] = {
    PlaysOn.TABLET: frozenset(),
    PlaysOn.PAPER: frozenset({Origin.NOTHING, Origin.LATE}),
    PlaysOn.NOTHING: frozenset({Origin.NOTHING}),
    PlaysOn.WATCHES: frozenset({Origin.NOTHING}),
}


def _all_received(turn: Turn, entries: Collection[int] | None = None) -> list[Received]:
    if entries is None:
        playing = Entry.objects.filter(tournament=turn.game.tournament_id, withdrawn=False)
        there = seated(playing, turn.game_id).order_by("seat_number")
        entries = list(there.values_list("pk", flat=True))
    papers = current_papers(turn, entries)
    handed = {b.entry_id: b for b in HandedBulletin.objects.filter(turn=turn, entry__in=entries)}
    late = {b.entry_id: b for b in LateBulletin.objects.filter(turn=turn, entry__in=entries)}
    return [
        _received(entry, papers.get(entry), handed.get(entry), late.get(entry)) for entry in entries
    ]


def received_of(turn: Turn, entries: Collection[int]) -> list[Received]:
    """Those of ``entries``, in play or not, whatever is awaited of them."""
    return _all_received(turn, list(entries)) if entries else []


def received_from(turn: Turn, entry: Entry) -> Received:
    """That of one entry, in play or not."""
    return received_of(turn, [entry.pk])[0]


def _received(
    entry: int,
    paper: PaperBulletin | None,
    held: HandedBulletin | None,
    late: LateBulletin | None,
) -> Received:
    if paper is not None:
        return Received(entry, Origin.PAPER, paper.version, bulletin_of(paper), paper)
    written = held or late
    if written is None:
        return replace(NOTHING, entry_id=entry)
    origin = Origin.TABLET if held else Origin.LATE
    bulletin = handed(written, late=held is None)
    return Received(entry, origin, written.rev, bulletin, written)


def bulletin_of(paper: PaperBulletin) -> Bulletin:
    """What the correction reads of a bulletin typed in."""
    return typed(paper, paper.state)


def is_open(received: Received, ruling: Ruling | None) -> bool:
    """Whether ``received`` is still to be judged: ``ruling``, the one in force, is about another
    one, or there is none."""
    return ruling is None or is_overtaken(received.origin, received.rev, received.key, ruling)


def overtaken(turn: Turn, rulings: Iterable[Ruling]) -> set[int]:
    """The entries of ``rulings``, in force, whose bulletin came since they were made."""
    held = {ruling.entry_id: ruling for ruling in rulings}
    return {
        received.entry_id
        for received in received_for(turn, list(held))
        if is_open(received, held[received.entry_id])
    }
