"""Rows of the journal of a tournament."""

from typing import Any

from arbitrage.archive.core.row import AccountKey, ArchiveRow, Moment, Uid


class TournamentJournalRow(ArchiveRow, frozen=True, kw_only=True):
    """A change of ``subject``, a round, match, call or topping (``core.tournament_journal``)."""

    seq: int
    kind: str
    subject: Uid
    by: AccountKey | None
    at: Moment
    signed: str
    data: dict[str, Any]
    salts: dict[str, str]
    erased: dict[str, str]
    chain: str
