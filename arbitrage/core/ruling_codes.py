"""Decisions on bulletins and players: codes, and what follows from the software's verdict."""

import json
from enum import StrEnum
from hashlib import sha256
from typing import Any, Protocol

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.core.slip import list_refused_words
from arbitrage.core.verdict import Verdict
from tournament.core.states import HandInStatus


class RulingStatus(StrEnum):
    #: Decided by the software; an arbiter looks only if the tournament wants it.
    PROPOSED = "proposed"
    #: The software leaves the decision to an arbiter.
    UNDECIDED = "undecided"
    CONFIRMED = "confirmed"
    CHANGED = "changed"


#: Decided by a person; a proposal of the software alone is not a decision.
DECIDED_STATUSES = frozenset({RulingStatus.CONFIRMED, RulingStatus.CHANGED})


#: The decision of a journal row when an arbiter takes their last one back.
UNDONE_DECISION = "undone"


class BulletinOrigin(StrEnum):
    """The channel by which a bulletin came.

    With its revision it identifies the bulletin that a ruling judged.
    """

    PAPER = "paper"
    TABLET = "tablet"
    LATE = "late"
    NOTHING = "nothing"


class ActKind(StrEnum):
    #: A warning for conduct, in addition to the result of the bulletin (5.8).
    WARNING = "warning"
    #: A zero for grave misconduct, whatever is on the bulletin.
    ZERO = "zero"
    #: A zero because the player cheated, on this or another turn (6.1).
    CHEATING = "cheating"
    #: The warning of the bulletin no longer counts.
    REMOVAL = "removal"
    #: An average instead of a zero for a word that was refused before (5.9).
    AVERAGE = "average"
    #: Takes back another act.
    WITHDRAWAL = "withdrawal"


class RulingLike(Protocol):
    """A ruling as stored in the database or an archive."""

    @property
    def origin(self) -> Any: ...
    @property
    def rev(self) -> Any: ...
    @property
    def key(self) -> Any: ...
    @property
    def status(self) -> Any: ...
    @property
    def points(self) -> Any: ...
    @property
    def gross(self) -> Any: ...
    @property
    def sanction(self) -> Any: ...
    @property
    def motives(self) -> Any: ...
    @property
    def article(self) -> Any: ...
    @property
    def reason(self) -> Any: ...
    @property
    def in_time(self) -> Any: ...
    @property
    def in_time_article(self) -> Any: ...
    @property
    def verdict(self) -> Any: ...


class BulletinFields(Protocol):
    """A bulletin as handed in or typed in."""

    @property
    def rows(self) -> Any: ...
    @property
    def struck(self) -> Any: ...
    @property
    def reference(self) -> Any: ...
    @property
    def score(self) -> Any: ...


def read_handed_in_bulletin(fields: BulletinFields, *, is_late: bool) -> Bulletin:
    """Return the bulletin that a tablet sent, as the correction reads it."""
    sheet = Sheet.from_text("\n".join(fields.rows), "\n".join(fields.struck))
    state = SheetState.LATE if is_late else SheetState.OK
    return Bulletin(sheet, fields.reference, fields.score, state)


def read_typed_bulletin(fields: BulletinFields, state: str) -> Bulletin:
    """Return a bulletin that was typed in, as the correction reads it."""
    sheet = Sheet(tuple(fields.rows), tuple(fields.struck))
    return Bulletin(sheet, fields.reference, fields.score, SheetState(state))


def get_hand_in_status(state: str) -> HandInStatus:
    """Return how a table handed in (5.7), from the state of its typed bulletin."""
    return _HAND_IN_STATUSES.get(state, HandInStatus.IN_TIME)


_HAND_IN_STATUSES: dict[str, HandInStatus] = {
    SheetState.LATE: HandInStatus.LATE,
    SheetState.MISSING: HandInStatus.MISSING,
}
NO_BULLETIN = Bulletin(Sheet.from_text(""), "", "", SheetState.MISSING)


def compute_key(bulletin: Bulletin) -> str:
    """Return a hash that is the same for equal bulletins of a turn."""
    return sha256(json.dumps(bulletin.to_key(), ensure_ascii=False).encode()).hexdigest()


def is_ruling_outdated(origin: str, rev: int, key: str, ruling: RulingLike) -> bool:
    """Return True if the bulletin that counts is still to be judged: ``ruling`` is about another.

    Times are not compared: a ruling names the version that was judged, and a decision on one
    version does not apply to the next, whichever was written first. An arbiter's decision stands
    for any bulletin with equal content, and additions of a tablet to a late bulletin change no
    decision (5.7), not even that it counts as in time.
    """
    is_same_version = (ruling.origin, ruling.rev) == (origin, rev)
    still_late = ruling.origin == origin == BulletinOrigin.LATE
    if ruling.in_time and (is_same_version or still_late):
        return False
    if ruling.status not in DECIDED_STATUSES:
        return not is_same_version or ruling.key != key
    return not (
        is_same_version or still_late or ruling.key == key or origin == BulletinOrigin.NOTHING
    )


def propose_status(verdict: Verdict, *, came_since: bool) -> RulingStatus:
    """Return UNDECIDED if an arbiter has to look at the verdict, otherwise PROPOSED."""
    needs_arbiter = verdict.needs_arbiter or not verdict.decided or came_since
    return RulingStatus.UNDECIDED if needs_arbiter else RulingStatus.PROPOSED


def propose_fields(verdict: Verdict) -> dict[str, Any]:
    """Return the fields of a ruling that follow from the software's verdict or proposal."""
    decision = verdict.decision
    return {
        "points": decision.points,
        "gross": decision.gross,
        "sanction": str(decision.sanction),
        "motives": [str(motive) for motive in decision.motives],
        "article": decision.article,
    }


def find_awarded_move(ruling: RulingLike) -> tuple[str, str]:
    """Return the word and place that the points are for.

    After a change by an arbiter they are those of the readings with these points, if those agree on
    one word and place; otherwise both are empty.
    """
    verdict = Verdict.from_dict(ruling.verdict)
    decision = verdict.decision
    if ruling.status == RulingStatus.CHANGED and decision.points != ruling.points:
        readings = (reading for reading in verdict.readings if reading.points == ruling.points)
        candidates = {(reading.word, reading.placement) for reading in readings}
        return candidates.pop() if len(candidates) == 1 else ("", "")
    return decision.word or "", decision.placement or ""


def list_words_refused_by(ruling: RulingLike) -> frozenset[str]:
    """Return the words for which a zero was given; none if it has another motive."""
    if ruling.sanction != Sanction.ZERO or Motive.NOT_ADMITTED not in ruling.motives:
        return frozenset()
    return frozenset(list_refused_words(Verdict.from_dict(ruling.verdict).findings))
