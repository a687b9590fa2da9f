"""What is decided of a bulletin, and of a player beside it: the codes, and what follows from the
software's verdict."""

import json
from enum import StrEnum
from hashlib import sha256
from typing import Any, Protocol

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.core.slip import refused_in
from arbitrage.core.verdict import Verdict
from tournament.core.states import HandInStatus


class Status(StrEnum):
    #: The software decides; nobody needs to look unless the tournament wants it.
    PROPOSED = "proposed"
    #: The software leaves it to an arbiter.
    UNDECIDED = "undecided"
    CONFIRMED = "confirmed"
    CHANGED = "changed"


#: Somebody has decided; the software's word alone is not a decision.
DECIDED = frozenset({Status.CONFIRMED, Status.CHANGED})


#: As the decision of a row of the journal: an arbiter took his last one back.
UNDONE = "undone"


class Origin(StrEnum):
    """Which way a bulletin came: with its revision it says which one a ruling judged."""

    PAPER = "paper"
    TABLET = "tablet"
    LATE = "late"
    NOTHING = "nothing"


class ActKind(StrEnum):
    #: A warning for conduct, on top of whatever the bulletin brings (5.8).
    WARNING = "warning"
    #: A zero for grave misconduct, whatever is on the bulletin.
    ZERO = "zero"
    #: A zero because the player cheated, then or at another turn (6.1).
    CHEATING = "cheating"
    #: The warning of the bulletin no longer counts.
    REMOVAL = "removal"
    #: An average in place of a zero for a word that was refused before (5.9).
    AVERAGE = "average"
    #: Takes back another act.
    WITHDRAWAL = "withdrawal"


class RulingLike(Protocol):
    """A ruling as the database or an archive has it."""

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


class AsWritten(Protocol):
    """A bulletin as it was handed in or typed in."""

    @property
    def rows(self) -> Any: ...
    @property
    def struck(self) -> Any: ...
    @property
    def reference(self) -> Any: ...
    @property
    def score(self) -> Any: ...


def handed(written: AsWritten, *, late: bool) -> Bulletin:
    """What the correction reads of a bulletin that a tablet sent."""
    sheet = Sheet.from_text("\n".join(written.rows), "\n".join(written.struck))
    state = SheetState.LATE if late else SheetState.OK
    return Bulletin(sheet, written.reference, written.score, state)


def typed(written: AsWritten, state: str) -> Bulletin:
    """What the correction reads of a bulletin typed in."""
    sheet = Sheet(tuple(written.rows), tuple(written.struck))
    return Bulletin(sheet, written.reference, written.score, SheetState(state))


def handed_as(state: str) -> HandInStatus:
    """What a bulletin typed in says of how its table handed in (5.7)."""
    return _HANDED.get(state, HandInStatus.IN_TIME)


_HANDED: dict[str, HandInStatus] = {
    SheetState.LATE: HandInStatus.LATE,
    SheetState.MISSING: HandInStatus.NOT,
}
NO_BULLETIN = Bulletin(Sheet.from_text(""), "", "", SheetState.MISSING)


def key_of(bulletin: Bulletin) -> str:
    """The same text for equal bulletins of a turn."""
    return sha256(json.dumps(bulletin.key(), ensure_ascii=False).encode()).hexdigest()


def is_overtaken(origin: str, rev: int, key: str, ruling: RulingLike) -> bool:
    """Whether a bulletin, the one that counts, is still to be judged: ``ruling``, the one in force,
    is about another.

    No clock is asked: a ruling names the version that was judged, and what was decided about one
    version says nothing of the next, whichever was written first. An arbiter's decision stands for
    whatever says the same, and what a tablet adds to a late bulletin changes no decision (5.7), not
    even that it counts as in time.
    """
    judged = (ruling.origin, ruling.rev) == (origin, rev)
    still_late = ruling.origin == origin == Origin.LATE
    if ruling.in_time and (judged or still_late):
        return False
    if ruling.status not in DECIDED:
        return not judged or ruling.key != key
    return not (judged or still_late or ruling.key == key or origin == Origin.NOTHING)


def proposed_status(verdict: Verdict, *, came_since: bool) -> Status:
    """Of a ruling that is the software's: whether somebody has to look at it."""
    eye = verdict.needs_eye or not verdict.decided or came_since
    return Status.UNDECIDED if eye else Status.PROPOSED


def proposed_fields(verdict: Verdict) -> dict[str, Any]:
    """The fields of a ruling that follow from the software's verdict, or from its proposal."""
    decision = verdict.decision
    return {
        "points": decision.points,
        "gross": decision.gross,
        "sanction": str(decision.sanction),
        "motives": [str(motive) for motive in decision.motives],
        "article": decision.article,
    }


def paid_move(ruling: RulingLike) -> tuple[str, str]:
    """Word and place that the points are for; after a change by an arbiter those of the reading
    that he took over, if all with those points are of one word at one place."""
    verdict = Verdict.from_dict(ruling.verdict)
    decision = verdict.decision
    if ruling.status == Status.CHANGED and decision.points != ruling.points:
        readings = (one for one in verdict.readings if one.points == ruling.points)
        like = {(one.word, one.placement) for one in readings}
        return like.pop() if len(like) == 1 else ("", "")
    return decision.word or "", decision.placement or ""


def refused_words(ruling: RulingLike) -> frozenset[str]:
    """Words for which a zero was given; none when it was given for anything else."""
    if ruling.sanction != Sanction.ZERO or Motive.NOT_ADMITTED not in ruling.motives:
        return frozenset()
    return frozenset(refused_in(Verdict.from_dict(ruling.verdict).findings))
