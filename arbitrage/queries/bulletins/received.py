"""The bulletin to judge for each table, and whether the ruling in force is about it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.journal_digests import compute_bulletin_digest
from arbitrage.core.ruling_codes import (
    NO_BULLETIN,
    compute_key,
    is_ruling_outdated,
    read_handed_in_bulletin,
    read_typed_bulletin,
)
from arbitrage.models import BulletinOrigin, PaperBulletin, Ruling
from arbitrage.queries.rulings import get_current_papers
from tournament.core.canonical import to_utc_text
from tournament.core.states import PlayMedium
from tournament.models import (
    Bulletin as HandedBulletin,
    Entry,
    LateBulletin,
    Turn,
    TurnParticipation,
)
from tournament.queries.people.seating import annotate_seats


@dataclass(frozen=True, slots=True)
class ReceivedBulletin:
    """The bulletin of one entry; ``rev`` is the version of one typed in, 0 if there is none."""

    entry_id: int
    origin: BulletinOrigin
    rev: int
    bulletin: Bulletin
    #: The row that it was read from.
    row: PaperBulletin | HandedBulletin | LateBulletin | None = field(default=None, compare=False)

    @property
    def is_late(self) -> bool:
        return self.bulletin.state == SheetState.LATE

    @property
    def as_in_time(self) -> "ReceivedBulletin":
        """The same bulletin as if handed in in time."""
        return replace(self, bulletin=replace(self.bulletin, state=SheetState.OK))

    @property
    def key(self) -> str:
        """A hash that is the same for equal bulletins of a turn."""
        return compute_key(self.bulletin)

    @property
    def digest(self) -> str:
        """The digest of what was handed in, to the character; empty if there is nothing."""
        row = self.row
        if row is None:
            return ""
        fields = {name: getattr(row, name) for name in ("rows", "struck", "reference", "score")}
        if isinstance(row, PaperBulletin):
            return compute_bulletin_digest(fields | {"state": row.state}, is_paper=True)
        return compute_bulletin_digest(fields | {"at": to_utc_text(row.arrived_at)}, is_paper=False)


NO_RECEIVED_BULLETIN = ReceivedBulletin(0, BulletinOrigin.NOTHING, 0, NO_BULLETIN)


def list_received(turn: Turn, entries: Collection[int] | None = None) -> list[ReceivedBulletin]:
    """Return one bulletin for every entry in play, or of ``entries``.

    The one on paper, else the one in time, else the late one, else none. There is nothing to judge
    (6.2) of entries whose paper is awaited or that were absent.
    """
    plays_on = dict(TurnParticipation.objects.filter(turn=turn).values_list("entry", "plays_on"))
    return [
        received_bulletin
        for received_bulletin in _list_all_received(turn, entries)
        if received_bulletin.origin
        not in _IGNORED_ORIGINS[
            PlayMedium(plays_on.get(received_bulletin.entry_id, PlayMedium.TABLET))
        ]
    ]


#: Origins that are not the bulletin of an entry yet, by what it plays on: paper replaces the late
#: bulletin of a tablet that was given up.
_IGNORED_ORIGINS: dict[PlayMedium, frozenset[BulletinOrigin]] = {
    PlayMedium.TABLET: frozenset(),
    PlayMedium.PAPER: frozenset({BulletinOrigin.NOTHING, BulletinOrigin.LATE}),
    PlayMedium.ABSENT: frozenset({BulletinOrigin.NOTHING}),
    PlayMedium.WATCHING: frozenset({BulletinOrigin.NOTHING}),
}


def _list_all_received(
    turn: Turn, entries: Collection[int] | None = None
) -> list[ReceivedBulletin]:
    if entries is None:
        playing = Entry.objects.filter(tournament=turn.game.tournament_id, withdrawn=False)
        seated_entries = annotate_seats(playing, turn.game_id).order_by("seat_number")
        entries = list(seated_entries.values_list("pk", flat=True))
    papers = get_current_papers(turn, entries)
    in_time = {
        bulletin.entry_id: bulletin
        for bulletin in HandedBulletin.objects.filter(turn=turn, entry__in=entries)
    }
    late_bulletin = {
        bulletin.entry_id: bulletin
        for bulletin in LateBulletin.objects.filter(turn=turn, entry__in=entries)
    }
    return [
        _build_received(entry, papers.get(entry), in_time.get(entry), late_bulletin.get(entry))
        for entry in entries
    ]


def list_received_from(turn: Turn, entries: Collection[int]) -> list[ReceivedBulletin]:
    """Return the bulletins of ``entries``, in play or not."""
    return _list_all_received(turn, list(entries)) if entries else []


def get_received(turn: Turn, entry: Entry) -> ReceivedBulletin:
    """Return the bulletin of one entry, in play or not."""
    return list_received_from(turn, [entry.pk])[0]


def _build_received(
    entry: int,
    paper: PaperBulletin | None,
    in_time: HandedBulletin | None,
    late_bulletin: LateBulletin | None,
) -> ReceivedBulletin:
    if paper is not None:
        return ReceivedBulletin(
            entry, BulletinOrigin.PAPER, paper.version, read_paper(paper), paper
        )
    row = in_time or late_bulletin
    if row is None:
        return replace(NO_RECEIVED_BULLETIN, entry_id=entry)
    origin = BulletinOrigin.TABLET if in_time else BulletinOrigin.LATE
    bulletin = read_handed_in_bulletin(row, is_late=in_time is None)
    return ReceivedBulletin(entry, origin, row.rev, bulletin, row)


def read_paper(paper: PaperBulletin) -> Bulletin:
    """Return a bulletin typed in, as the correction reads it."""
    return read_typed_bulletin(paper, paper.state)


def is_to_be_judged(received_bulletin: ReceivedBulletin, ruling: Ruling | None) -> bool:
    """Return True if ``received_bulletin`` is still to be judged.

    There is no ruling in force, or ``ruling`` is about another bulletin.
    """
    return ruling is None or is_ruling_outdated(
        received_bulletin.origin, received_bulletin.rev, received_bulletin.key, ruling
    )


def find_outdated_entries(turn: Turn, rulings: Iterable[Ruling]) -> set[int]:
    """Return the entries of ``rulings``, in force, whose bulletin arrived after they were made."""
    by_entry = {ruling.entry_id: ruling for ruling in rulings}
    return {
        received_bulletin.entry_id
        for received_bulletin in list_received(turn, list(by_entry))
        if is_to_be_judged(received_bulletin, by_entry[received_bulletin.entry_id])
    }
