"""Bulletins on paper, typed in by arbiters after the turn has closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import User
from django.db.models import Max

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.ruling_codes import get_hand_in_status
from arbitrage.models import PaperBulletin
from arbitrage.queries.bulletins.received import read_paper
from arbitrage.services.journal_digests import digest_papers
from arbitrage.services.turn_lock import lock_turn, require_collected
from tournament.core.errors import BadSetting, BadSheet, RoomError, WrongState
from tournament.core.states import CORRECTING_ROLES, HandInStatus, PlayMedium, Role
from tournament.models import (
    Bulletin as HandedBulletin,
    Entry,
    LateBulletin,
    Turn,
    TurnParticipation,
)
from tournament.queries.access import require_role
from tournament.queries.mort_subite import find_watchers
from tournament.queries.people.seating import annotate_seats, find_entries_at
from tournament.queries.people.table_scope import find_own_centres, require_own_centre
from tournament.services.play.closing import mark_uncorrected, request_correction
from tournament.services.play.participation import record_typed

#: States of bulletins without any writing, or that are missing (5.7).
EMPTY_STATES = frozenset({SheetState.BLANK, SheetState.MISSING})


@dataclass(frozen=True, slots=True)
class TypedBulletin:
    """The bulletin typed in for table ``number``.

    ``seen_version`` is the version on the screen of whoever typed, 0 for none; ``over_tablet``
    makes it count before the bulletin of the table's tablet.
    """

    number: int
    bulletin: Bulletin
    seen_version: int = 0
    over_tablet: bool = False


class TypingOutcome(StrEnum):
    STORED = "stored"
    #: The same is stored already: sent again, or typed by somebody else as well.
    SAME = "same"
    #: Somebody else typed a different one meanwhile, which stands; this one is stored beside it.
    DIFFERS = "differs"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class TypingReceipt:
    """The result for one typed bulletin: the one that stands, or the reason for the refusal."""

    number: int
    outcome: TypingOutcome
    paper: PaperBulletin | None = None
    error: RoomError | None = None


def enter_papers(
    *, turn: Turn, typed_bulletins: Sequence[TypedBulletin], by: User, now: datetime
) -> list[TypingReceipt]:
    """Store typed bulletins and have them corrected; a refused one does not stop the others.

    Earlier versions stay as history. Sending the same again changes nothing. Raise NotAllowed for
    other roles than arbiters, WrongState before the bulletins are collected and for a cancelled
    turn.
    """
    require_role(by, turn.game.tournament, Role.ARBITER, Role.DOUBLE_ARBITER)
    # The state cannot change under the lock, and bulletins are typed in one after the other.
    with lock_turn(turn) as locked_turn:
        require_collected(locked_turn)
        typing = _Typing(locked_turn, typed_bulletins, by, now)
        answers = [typing.store(bulletin) for bulletin in typed_bulletins]
        _request_correction(locked_turn, typing, by=by, now=now)
    return answers


def _request_correction(turn: Turn, typing: "_Typing", *, by: User, now: datetime) -> None:
    if not typing.stored_papers:
        return
    # If the task is lost, the turn is marked as not corrected and the sweep finds it.
    mark_uncorrected(turn.pk)
    turn.corrected_at = None  # the value sent to the staff
    slips = [
        [typing.number_by_entry[paper.entry_id], paper.version, paper.state]
        for paper in typing.stored_papers
    ]
    data = {"slips": slips, **digest_papers(typing.stored_papers)}
    record_typed(turn=turn, hand_in_statuses=typing.statuses, data=data, by=by, now=now)
    request_correction(turn.pk, [paper.entry_id for paper in typing.stored_papers])


class _Typing:
    """The bulletins of some tables of a turn, while they are typed in one after the other."""

    def __init__(
        self, turn: Turn, typed_bulletins: Sequence[TypedBulletin], by: User, now: datetime
    ) -> None:
        self.turn, self.by, self.now = turn, by, now
        centres = find_own_centres(by, turn.game.tournament_id, CORRECTING_ROLES)
        entry_by_number = find_entries_at(
            turn.game, {bulletin.number for bulletin in typed_bulletins}
        )
        self.entries = {
            number: entry for number, entry in entry_by_number.items() if not entry.withdrawn
        }
        self.number_by_entry = {entry.pk: number for number, entry in self.entries.items()}
        self.elsewhere = set[int]()
        if centres is not None:
            seats = annotate_seats(Entry.objects.filter(pk__in=self.number_by_entry), turn.game_id)
            own = seats.filter(seat_centre__in=centres).values_list("pk", flat=True)
            self.elsewhere = self.number_by_entry.keys() - set(own)
        conditions = {"turn": turn, "entry__in": list(self.number_by_entry)}
        papers = PaperBulletin.objects.filter(**conditions, contests=None).select_related("by")
        self.current_papers = {paper.entry_id: paper for paper in papers.order_by("version")}
        versions = PaperBulletin.objects.filter(**conditions).values_list("entry")
        self.last_version = dict(versions.annotate(Max("version")).order_by())
        self.in_time, self.late = (
            set(kind.objects.filter(**conditions).values_list("entry", flat=True))
            for kind in (HandedBulletin, LateBulletin)
        )
        on_paper = TurnParticipation.objects.filter(**conditions, plays_on=PlayMedium.PAPER)
        self.on_paper = set(on_paper.values_list("entry", flat=True))
        self.watching = find_watchers(turn) or set()
        self.stored_papers: list[PaperBulletin] = []
        self.statuses: dict[Entry, HandInStatus] = {}

    def store(self, typed_bulletin: TypedBulletin) -> TypingReceipt:
        try:
            return self._store_or_raise(typed_bulletin)
        except RoomError as error:
            return TypingReceipt(typed_bulletin.number, TypingOutcome.REFUSED, error=error)

    def _store_or_raise(self, typed_bulletin: TypedBulletin) -> TypingReceipt:
        entry = self.entries.get(typed_bulletin.number)
        if entry is None:
            raise BadSetting("no-such-table", number=typed_bulletin.number)
        if entry.pk in self.elsewhere:
            require_own_centre(self.by, self.turn.game, [entry.pk])
        if entry.pk in self.watching:
            raise WrongState("watches", number=typed_bulletin.number)
        _check_writing(typed_bulletin.bulletin)
        current = self.current_papers.get(entry.pk)
        if current is None:
            if self._has_tablet_bulletin(entry) and not typed_bulletin.over_tablet:
                raise WrongState("tablet-bulletin", number=typed_bulletin.number)
        else:
            rivals = list(current.contested_by.all())
            seen_current = typed_bulletin.seen_version == current.version
            # Typing the current version again settles a difference; otherwise there is nothing to
            # write.
            if read_paper(current) == typed_bulletin.bulletin and not (seen_current and rivals):
                return TypingReceipt(typed_bulletin.number, TypingOutcome.SAME, current)
            if (
                read_paper(current) != typed_bulletin.bulletin
                and not seen_current
                and current.by != self.by
            ):
                if not any(self._is_sent_again(rival, typed_bulletin) for rival in rivals):
                    self._append(entry, typed_bulletin.bulletin, contests=current)
                return TypingReceipt(typed_bulletin.number, TypingOutcome.DIFFERS, current)
        paper = self.current_papers[entry.pk] = self._append(entry, typed_bulletin.bulletin)
        self.statuses[entry] = get_hand_in_status(typed_bulletin.bulletin.state)
        return TypingReceipt(typed_bulletin.number, TypingOutcome.STORED, paper)

    def _is_sent_again(self, rival: PaperBulletin, typed_bulletin: TypedBulletin) -> bool:
        return rival.by_id == self.by.pk and read_paper(rival) == typed_bulletin.bulletin

    def _has_tablet_bulletin(self, entry: Entry) -> bool:
        """Return True if the tablet handed in a bulletin that the paper would replace."""
        is_late = entry.pk in self.late and entry.pk not in self.on_paper
        return entry.pk in self.in_time or is_late

    def _append(
        self, entry: Entry, bulletin: Bulletin, contests: PaperBulletin | None = None
    ) -> PaperBulletin:
        version = self.last_version[entry.pk] = self.last_version.get(entry.pk, 0) + 1
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
        self.stored_papers.append(paper)
        return paper


def _check_writing(bulletin: Bulletin) -> None:
    has_writing = not bulletin.sheet.is_blank or bulletin.has_reference or bulletin.has_score
    if bulletin.state in EMPTY_STATES and has_writing:
        raise BadSheet("blank-but-written")
    if bulletin.state == SheetState.OK and not has_writing:
        raise BadSheet("nothing-written")
