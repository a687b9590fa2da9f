"""Lines about what was looked at twice, told to players, and brought before the commission."""

from typing import Any

from arbitrage.archive.core.play import ErasableOfEntry, OfEntry
from arbitrage.archive.core.row import AccountKey, ActUid, ArchiveRow, CaseNumber, Moment, Uid


class NotifiedRow(OfEntry, frozen=True, kw_only=True):
    """What people wrote in ``content`` is that of rulings and acts, which the journal holds."""

    uid: Uid
    version: int
    content: dict[str, Any]
    word: str
    ref: str
    claimed: int | None
    rectifies: bool
    made_at: Moment
    shown_at: Moment | None
    wanted: bool
    printed_at: Moment | None
    handed_at: Moment | None
    handed_by: AccountKey | None


class LookPlanRow(ArchiveRow, frozen=True, kw_only=True):
    plan: dict[str, Any]
    by: AccountKey | None
    at: Moment


class LookRow(ErasableOfEntry, frozen=True, kw_only=True):
    """``version`` is that of the ruling looked at."""

    uid: Uid
    version: int
    ruled_by: AccountKey | None
    settled_version: int
    points: int
    sanction: str
    state: str
    motive: str
    reason: str
    by: AccountKey | None
    at: Moment
    settled_by: AccountKey | None
    settled_at: Moment | None


class CaseRow(ErasableOfEntry, frozen=True, kw_only=True):
    uid: Uid
    number: int
    subject: str
    act: ActUid | None
    origin: str
    by: AccountKey | None
    filed_at: Moment
    version: int
    grounds: str
    article: str
    state: str
    closed_at: Moment | None
    closed_by: AccountKey | None
    reason: str
    order: str
    order_done_at: Moment | None
    decision_version: int
    informed_at: Moment | None
    informed_by: AccountKey | None
    asked_at: Moment | None
    completed_at: Moment | None
    #: Number of the case whose answer from the federation this is; of before there were any, none.
    against: CaseNumber | None = None


class StatementRow(ArchiveRow, frozen=True, kw_only=True):
    """``case`` is a number."""

    case: CaseNumber
    speaker: str
    text: str
    by: AccountKey | None
    at: Moment
    salts: dict[str, str]
    erased: dict[str, str]


class SittingRow(ArchiveRow, frozen=True, kw_only=True):
    case: CaseNumber
    user: AccountKey | None
    name: str
    salts: dict[str, str]
    erased: dict[str, str]
