"""Bulletins on paper, typed in by arbiters after the bell."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import User
from django.db.models import Max

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.decided import handed_as
from arbitrage.models import PaperBulletin
from arbitrage.queries.received_bulletins import bulletin_of
from arbitrage.services.deciding import deciding, require_collected
from arbitrage.services.journal_digests import bound_papers
from tournament.core.errors import BadSetting, BadSheet, RoomError, WrongState
from tournament.core.states import Handed, PlaysOn, Role
from tournament.models import Bulletin as HandedBulletin, Entry, LateBulletin, TookPart, Turn
from tournament.queries.access import require_role
from tournament.queries.mort_subite import watching
from tournament.queries.people.seating import entries_at
from tournament.services.play.closing import ask_for_correction, forget_correction
from tournament.services.play.participation import record_typed

#: Slips on which nothing is written, or that are not there at all (5.7).
EMPTY = frozenset({SheetState.BLANK, SheetState.MISSING})


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed in for table ``number``.

    ``seen`` is the version that whoever typed had before him, 0 for none; ``over_tablet`` says
    that it counts before what the table's tablet handed in.
    """

    number: int
    bulletin: Bulletin
    seen: int = 0
    over_tablet: bool = False


class Outcome(StrEnum):
    STORED = "stored"
    #: The same is there already: sent again, or typed by somebody else as well.
    SAME = "same"
    #: Somebody else typed something else meanwhile, which stands; this is kept beside it.
    DIFFERS = "differs"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of one that was typed: the bulletin that stands, or why it was refused."""

    number: int
    outcome: Outcome
    paper: PaperBulletin | None = None
    error: RoomError | None = None


def enter_papers(*, turn: Turn, typed: Sequence[Typed], by: User, now: datetime) -> list[Receipt]:
    """Type in bulletins and have them corrected; one that is refused keeps back no other.

    What was typed before stays as history. Sending the same again is harmless.

    Raises:
        NotAllowed: no arbiter.
        WrongState: before the bell, or a cancelled turn.
    """
    require_role(by, turn.game.tournament, Role.ARBITER, Role.DOUBLE_ARBITER)
    # The state cannot change under the entries, and one is typed in after the other.
    with deciding(turn) as fresh:
        require_collected(fresh)
        desk = _Desk(fresh, typed, by, now)
        answers = [desk.take(one) for one in typed]
        _correct(fresh, desk, by=by, now=now)
    return answers


def _correct(turn: Turn, desk: "_Desk", *, by: User, now: datetime) -> None:
    if not desk.written:
        return
    # Whatever becomes of the task: the turn is not corrected any more, and the sweep sees it.
    forget_correction(turn.pk)
    turn.corrected_at = None  # as the staff hears of it
    slips = [[desk.number[one.entry_id], one.version, one.state] for one in desk.written]
    data = {"slips": slips, **bound_papers(desk.written)}
    record_typed(turn=turn, typed=desk.handed, data=data, by=by, now=now)
    ask_for_correction(turn.pk, [paper.entry_id for paper in desk.written])


class _Desk:
    """The bulletins of some tables of a turn, while one after the other is typed in."""

    def __init__(self, turn: Turn, typed: Sequence[Typed], by: User, now: datetime) -> None:
        self.turn, self.by, self.now = turn, by, now
        at = entries_at(turn.game, {one.number for one in typed})
        self.entries = {number: entry for number, entry in at.items() if not entry.withdrawn}
        self.number = {entry.pk: number for number, entry in self.entries.items()}
        here = {"turn": turn, "entry__in": list(self.number)}
        papers = PaperBulletin.objects.filter(**here, contests=None).select_related("by")
        self.standing = {paper.entry_id: paper for paper in papers.order_by("version")}
        versions = PaperBulletin.objects.filter(**here).values_list("entry")
        self.last = dict(versions.annotate(Max("version")).order_by())
        self.in_time, self.late = (
            set(kind.objects.filter(**here).values_list("entry", flat=True))
            for kind in (HandedBulletin, LateBulletin)
        )
        on_paper = TookPart.objects.filter(**here, plays_on=PlaysOn.PAPER)
        self.on_paper = set(on_paper.values_list("entry", flat=True))
        self.watching = watching(turn) or set()
        self.written: list[PaperBulletin] = []
        self.handed: dict[Entry, Handed] = {}

    def take(self, typed: Typed) -> Receipt:
        try:
            return self._take(typed)
        except RoomError as error:
            return Receipt(typed.number, Outcome.REFUSED, error=error)

    def _take(self, typed: Typed) -> Receipt:
        entry = self.entries.get(typed.number)
        if entry is None:
            raise BadSetting("no-such-table", number=typed.number)
        if entry.pk in self.watching:
            raise WrongState("watches", number=typed.number)
        _check(typed.bulletin)
        standing = self.standing.get(entry.pk)
        if standing is None:
            if self._tablet(entry) and not typed.over_tablet:
                raise WrongState("tablet-bulletin", number=typed.number)
        else:
            rivals = list(standing.contested_by.all())
            seen = typed.seen == standing.version
            # Typing once more what stands settles a difference; else there is nothing to write.
            if bulletin_of(standing) == typed.bulletin and not (seen and rivals):
                return Receipt(typed.number, Outcome.SAME, standing)
            if bulletin_of(standing) != typed.bulletin and not seen and standing.by != self.by:
                if not any(self._sent_again(one, typed) for one in rivals):
                    self._append(entry, typed.bulletin, contests=standing)
                return Receipt(typed.number, Outcome.DIFFERS, standing)
        paper = self.standing[entry.pk] = self._append(entry, typed.bulletin)
        self.handed[entry] = handed_as(typed.bulletin.state)
        return Receipt(typed.number, Outcome.STORED, paper)

    def _sent_again(self, rival: PaperBulletin, typed: Typed) -> bool:
        return rival.by_id == self.by.pk and bulletin_of(rival) == typed.bulletin

    def _tablet(self, entry: Entry) -> bool:
        """Whether its tablet handed in something that the paper would take the place of."""
        late = entry.pk in self.late and entry.pk not in self.on_paper
        return entry.pk in self.in_time or late

    def _append(
        self, entry: Entry, bulletin: Bulletin, contests: PaperBulletin | None = None
    ) -> PaperBulletin:
        version = self.last[entry.pk] = self.last.get(entry.pk, 0) + 1
        paper = PaperBulletin.objects.create(
            turn=self.turn,
            entry=entry,
            version=version,
            rows=list(bulletin.sheet.rows),
            struck=list(bulletin.sheet.struck),
            reference=bulletin.reference,
            score=bulletin.score,
            state=bulletin.state,
            contests=contests,
            by=self.by,
            at=self.now,
        )
        self.written.append(paper)
        return paper


def _check(bulletin: Bulletin) -> None:
    written = not bulletin.sheet.is_blank or bulletin.has_reference or bulletin.has_score
    if bulletin.state in EMPTY and written:
        raise BadSheet("blank-but-written")
    if bulletin.state == SheetState.OK and not written:
        raise BadSheet("nothing-written")
