"""Rows of classic matches (*match classique*)."""

from typing import Any

from arbitrage.archive.core.row import (
    AccountKey,
    ArchiveRow,
    EntryUid,
    MatchGameUid,
    MatchUid,
    Moment,
    Name,
    RoundNumber,
    TableClockUid,
    Uid,
)

#: Fields of a standing that count matches.
STANDING_COUNTS = ("played", "won", "drawn", "lost", "byes")


class RoundRow(ArchiveRow, frozen=True, kw_only=True):
    number: int
    uid: Uid
    state: str
    published_at: Moment | None
    started_at: Moment | None
    finished_at: Moment | None
    clock_left_ms: int | None
    clock_ends_at: Moment | None


class MatchRow(ArchiveRow, frozen=True, kw_only=True):
    """A match. ``round`` is a number, ``x`` and ``y`` are entries; ``y`` is None for a bye."""

    uid: Uid
    round: RoundNumber | None
    board_number: int | None
    x: EntryUid
    y: EntryUid | None
    terms: dict[str, Any]
    winner: str
    points_x: int | None
    points_y: int | None
    difference: int | None
    over_at: Moment | None


class MatchGameRow(ArchiveRow, frozen=True, kw_only=True):
    """A game of a match. ``words`` is the checksum of its word list, ``words_count`` its size."""

    uid: Uid
    match: MatchUid
    number: int
    seed: str
    terms: dict[str, Any]
    words: str | None
    words_count: int | None
    starter_given: str
    opened_at: Moment
    seq: int
    phase: str
    to_move: str
    score_x: int
    score_y: int
    winner: str
    waiting: int
    expires_at: Moment | None
    over_at: Moment | None


class CallRow(ArchiveRow, frozen=True, kw_only=True):
    """A call for an arbiter. ``proposed`` and ``otherwise`` are visible to officers only."""

    uid: Uid
    number: int
    game: MatchGameUid
    kind: str
    side: str
    about: int
    said: str
    at: Moment
    state: str
    taken_by: AccountKey | None
    taken_at: Moment | None
    closed_by: AccountKey | None
    closed_at: Moment | None
    closed_seq: int
    proposed: dict[str, bool]
    otherwise: str
    salts: dict[str, str]
    erased: dict[str, str]


class TableClockRow(ArchiveRow, frozen=True, kw_only=True):
    """The clock of a game on paper."""

    uid: Uid
    match: MatchUid
    number: int
    terms: dict[str, Any]
    opened_at: Moment
    seq: int
    phase: str
    called: str
    expires_at: Moment | None


class EventRow(ArchiveRow, frozen=True, kw_only=True):
    """The columns of the events of games and clocks."""

    seq: int
    command: str
    actor: str
    at: Moment
    data: dict[str, Any]
    key: str
    by: AccountKey | None
    signed: Name
    reason: str
    salts: dict[str, str]
    erased: dict[str, str]


class MatchEventRow(EventRow, frozen=True, kw_only=True):
    game: MatchGameUid


class ClockEventRow(EventRow, frozen=True, kw_only=True):
    clock: TableClockUid


class MatchResultRow(ArchiveRow, frozen=True, kw_only=True):
    """A result that an officer recorded for a match; the last one of a match counts."""

    uid: Uid
    match: MatchUid
    kind: str
    games: list[tuple[int, int]]
    winner: str
    by: AccountKey | None
    signed: Name
    reason: str
    at: Moment
    salts: dict[str, str]
    erased: dict[str, str]


class MatchStandingRow(ArchiveRow, frozen=True, kw_only=True):
    """A row of the standings after the finished rounds; ``values`` by measure, of which ``points``
    are the match points (PM)."""

    rank: int
    entry: EntryUid
    values: dict[str, int]
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
