"""Lines about what was looked at twice, told to players, and brought before the commission."""

from typing import Any

from arbitrage.archive.core.play import ErasableOfEntry, OfEntry
from arbitrage.archive.core.row import ArchiveRow


class NotifiedRow(OfEntry, frozen=True, kw_only=True):
    """What people wrote in ``content`` is that of rulings and acts, which the journal holds."""

    uid: str
    version: int
    content: dict[str, Any]
    word: str
    ref: str
    claimed: int | None
    rectifies: bool
    made_at: str
    shown_at: str | None
    wanted: bool
    printed_at: str | None
    handed_at: str | None
    handed_by: str | None


class LookPlanRow(ArchiveRow, frozen=True, kw_only=True):
    plan: dict[str, Any]
    by: str | None
    at: str


class LookRow(ErasableOfEntry, frozen=True, kw_only=True):
    """``version`` is that of the ruling looked at."""

    uid: str
    version: int
    ruled_by: str | None
    settled_version: int
    points: int
    sanction: str
    state: str
    motive: str
    reason: str
    by: str | None
    at: str
    settled_by: str | None
    settled_at: str | None


class CaseRow(ErasableOfEntry, frozen=True, kw_only=True):
    uid: str
    number: int
    subject: str
    act: str | None
    origin: str
    by: str | None
    filed_at: str
    version: int
    grounds: str
    article: str
    state: str
    closed_at: str | None
    closed_by: str | None
    reason: str
    order: str
    order_done_at: str | None
    decision_version: int
    informed_at: str | None
    informed_by: str | None
    asked_at: str | None
    completed_at: str | None
    #: Number of the case whose answer from the federation this is; of before there were any, none.
    against: int | None = None


class StatementRow(ArchiveRow, frozen=True, kw_only=True):
    """``case`` is a number."""

    case: int
    speaker: str
    text: str
    by: str | None
    at: str
    salts: dict[str, str]
    erased: dict[str, str]


class SittingRow(ArchiveRow, frozen=True, kw_only=True):
    case: int
    user: str | None
    name: str
    salts: dict[str, str]
    erased: dict[str, str]
