"""Rows of second looks, slips and cases of the commission."""

from typing import Any

from arbitrage.archive.core.play import ErasableEntryRow, PerEntryRow
from arbitrage.archive.core.row import AccountKey, ActUid, ArchiveRow, CaseNumber, Moment, Name, Uid


class CorrectionSlipRow(PerEntryRow, frozen=True, kw_only=True):
    """A slip as it was shown to a player.

    Texts written by people are not salted here: those in ``content`` are copies of texts of rulings
    and acts, whose digests are in the journal.
    """

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


class SecondLookRow(ErasableEntryRow, frozen=True, kw_only=True):
    """A second look at a ruling; ``version`` is the version of the ruling that was looked at."""

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


class CaseRow(ErasableEntryRow, frozen=True, kw_only=True):
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
    #: Number of the case that this answer of the federation decides; missing in older archives.
    against: CaseNumber | None = None


class StatementRow(ArchiveRow, frozen=True, kw_only=True):
    """A statement made in the case with the number ``case``."""

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
    name: Name
    salts: dict[str, str]
    erased: dict[str, str]
