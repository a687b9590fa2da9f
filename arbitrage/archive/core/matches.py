"""Lines about matches of two (*match classique*)."""

from typing import Any

from arbitrage.archive.core.row import ArchiveRow


class RoundRow(ArchiveRow, frozen=True, kw_only=True):
    number: int
    uid: str
    state: str
    published_at: str | None
    started_at: str | None
    finished_at: str | None


class MatchRow(ArchiveRow, frozen=True, kw_only=True):
    """``round`` is a number, ``x`` and ``y`` are entries; ``y`` None is a bye."""

    uid: str
    round: int | None
    board_number: int | None
    x: str
    y: str | None
    terms: dict[str, Any]
    winner: str
    points_x: int | None
    points_y: int | None
    difference: int | None
    over_at: str | None


class MatchGameRow(ArchiveRow, frozen=True, kw_only=True):
    """``words``: checksum of its word list, and ``words_count`` how many they are."""

    uid: str
    match: str
    number: int
    seed: str
    terms: dict[str, Any]
    words: str | None
    words_count: int | None
    starter_given: str
    opened_at: str
    seq: int
    phase: str
    to_move: str
    score_x: int
    score_y: int
    winner: str
    waiting: int
    expires_at: str | None
    over_at: str | None


class CallRow(ArchiveRow, frozen=True, kw_only=True):
    """``proposed`` and ``otherwise`` are for officers alone."""

    uid: str
    number: int
    game: str
    kind: str
    side: str
    about: int
    said: str
    at: str
    state: str
    taken_by: str | None
    taken_at: str | None
    closed_by: str | None
    closed_at: str | None
    closed_seq: int
    proposed: dict[str, bool]
    otherwise: str
    salts: dict[str, str]
    erased: dict[str, str]


class MatchEventRow(ArchiveRow, frozen=True, kw_only=True):
    game: str
    seq: int
    command: str
    actor: str
    at: str
    data: dict[str, Any]
    key: str
    by: str | None
    signed: str
    reason: str
    salts: dict[str, str]
    erased: dict[str, str]


class MatchResultRow(ArchiveRow, frozen=True, kw_only=True):
    """What an officer wrote of a match; the last one counts."""

    uid: str
    match: str
    kind: str
    games: list[tuple[int, int]]
    winner: str
    by: str | None
    signed: str
    reason: str
    at: str
    salts: dict[str, str]
    erased: dict[str, str]
