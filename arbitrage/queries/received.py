"""What lies before the arbiter for each table, and whether the ruling in force is about it."""

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheet import Sheet
from arbitrage.models import DECIDED, Origin, PaperBulletin, Ruling
from arbitrage.queries.rulings import current_papers
from tournament.core.states import PlaysOn
from tournament.models import Bulletin as HandedBulletin
from tournament.models import Entry, LateBulletin, TookPart, Turn
from tournament.queries.seating import seated


@dataclass(frozen=True, slots=True)
class Received:
    """What one entry handed in; ``rev`` is the version of one typed in, 0 for none at all."""

    entry_id: int
    origin: Origin
    rev: int
    bulletin: Bulletin

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
        text = json.dumps(self.bulletin.key(), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


NOTHING = Received(0, Origin.NOTHING, 0, Bulletin(Sheet.from_text(""), "", "", SheetState.MISSING))


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


def received_from(turn: Turn, entry: Entry) -> Received:
    """That of one entry, in play or not."""
    return _all_received(turn, [entry.pk])[0]


def _received(
    entry: int,
    paper: PaperBulletin | None,
    held: HandedBulletin | None,
    late: LateBulletin | None,
) -> Received:
    if paper is not None:
        return Received(entry, Origin.PAPER, paper.version, bulletin_of(paper))
    written = held or late
    if written is None:
        return replace(NOTHING, entry_id=entry)
    sheet = Sheet.from_text("\n".join(written.rows), "\n".join(written.struck))
    origin, state = (Origin.TABLET, SheetState.OK) if held else (Origin.LATE, SheetState.LATE)
    bulletin = Bulletin(sheet, written.reference, written.score, state)
    return Received(entry, origin, written.rev, bulletin)


def bulletin_of(paper: PaperBulletin) -> Bulletin:
    """What the correction reads of a bulletin typed in."""
    sheet = Sheet(tuple(paper.rows), tuple(paper.struck))
    return Bulletin(sheet, paper.reference, paper.score, SheetState(paper.state))


def is_open(received: Received, ruling: Ruling | None) -> bool:
    """Whether ``received`` is still to be judged: ``ruling``, the one in force, is about another.

    No clock is asked: a ruling names the version that was judged, and what was decided about one
    version says nothing of the next, whichever was written first. An arbiter's decision stands for
    whatever says the same, and what a tablet adds to a late bulletin changes no decision (5.7), not
    even that it counts as in time.
    """
    if ruling is None:
        return True
    judged = (ruling.origin, ruling.rev) == (received.origin, received.rev)
    still_late = ruling.origin == received.origin == Origin.LATE
    if ruling.in_time and (judged or still_late):
        return False
    if ruling.status not in DECIDED:
        return not judged or ruling.key != received.key
    return not (
        judged or still_late or ruling.key == received.key or received.origin == Origin.NOTHING
    )


def overtaken(turn: Turn, rulings: Iterable[Ruling]) -> set[int]:
    """The entries of ``rulings``, in force, whose bulletin came since they were made."""
    held = {ruling.entry_id: ruling for ruling in rulings}
    return {
        received.entry_id
        for received in received_for(turn, list(held))
        if is_open(received, held[received.entry_id])
    }
