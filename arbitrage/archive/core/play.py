"""Rows of games, turns, bulletins and decisions.

Instants, dates and uids are texts, as they are written. A text written by a person has a salt in
``salts``, or is in ``erased`` (``tournament.core.chain``).
"""

from typing import Any

import msgspec

from arbitrage.archive.core.row import (
    AccountKey,
    ActUid,
    ArchiveRow,
    CentreUid,
    EntryUid,
    ExplanationDigest,
    GameNumber,
    Moment,
    Name,
    PerTurnRow,
    TableNumber,
    TurnOrdinal,
    Uid,
)
from tournament.core.canonical import compute_digest

_DIGEST_LENGTH = 32
#: Fields of a ranked entry that are sums of its turns.
RANKED_SUMS = ("total", "points", "solos", "bonus", "warnings", "deduction", "averages")


class PerEntryRow(PerTurnRow, frozen=True, kw_only=True):
    entry: EntryUid


class ErasableEntryRow(PerEntryRow, frozen=True, kw_only=True):
    salts: dict[str, str]
    erased: dict[str, str]


class WordListRow(ArchiveRow, frozen=True, kw_only=True):
    checksum: str
    count: int


class GameRow(ArchiveRow, frozen=True, kw_only=True):
    uid: Uid
    number: int
    kind: str
    settles: dict[str, Any] | None
    state: str
    format: str
    time_s: int
    turn_time_s: int | None
    warn_s: int
    source: str
    seed: str | None
    commitment: str | None
    seal: str | None
    script: dict[str, Any] | None
    extra_words: list[str]
    word_list: WordListRow | None
    judge_plays: EntryUid | None
    refused: list[dict[str, Any]]
    starts_at: Moment | None
    started_at: Moment | None
    interrupted_at: Moment | None
    resumes_at: Moment | None
    finished_at: Moment | None
    end_reason: str
    end_article: str
    seq: int
    heads: dict[str, int]
    dirty_turns: list[int]


class SeatRow(ArchiveRow, frozen=True, kw_only=True):
    game: GameNumber
    entry: EntryUid
    table: TableNumber
    centre: CentreUid | None


class ContenderRow(ArchiveRow, frozen=True, kw_only=True):
    """A player of a *mort subite*; ``eliminated_in_turn`` (``fell`` in the file) is the
    ordinal of the turn that eliminated them."""

    game: GameNumber
    entry: EntryUid
    eliminated_in_turn: int | None = msgspec.field(name="fell")


class TurnRow(ArchiveRow, frozen=True, kw_only=True):
    game: GameNumber
    ordinal: int
    number: int
    state: str
    set_aside: bool
    kept: str
    drawn: str
    rejected: list[list[str]]
    may_reject: bool
    time_s: int | None
    opened_at: Moment | None
    closes_at: Moment | None
    collects_at: Moment | None
    closed_at: Moment | None
    solved_at: Moment | None
    corrected_at: Moment | None
    to_decide: int
    decided: int
    word: str
    ref: str
    score: int


class SolutionsRow(PerTurnRow, frozen=True, kw_only=True):
    count: int
    checksum: str
    proposed: list[str] | None
    final: list[list[str]]
    nothing_playable: bool
    lexicon: str


class SentBulletinRow(PerEntryRow, frozen=True, kw_only=True):
    """A bulletin sent from a tablet, in time or late."""

    rev: int
    device: str
    rows: list[str]
    struck: list[str]
    reference: str
    score: str
    at: Moment


class PaperBulletinRow(PerEntryRow, frozen=True, kw_only=True):
    version: int
    rows: list[str]
    struck: list[str]
    reference: str
    score: str
    state: str
    contests: int | None
    by: AccountKey | None
    at: Moment


class TookPartRow(PerEntryRow, frozen=True, kw_only=True):
    plays_on: str
    typed: str


class RulingRow(ErasableEntryRow, frozen=True, kw_only=True):
    version: int
    gesture: Uid | None
    status: str
    origin: str
    rev: int
    key: str
    received: str
    verdict: dict[str, Any]
    points: int
    gross: int
    sanction: str
    motives: list[str]
    article: str
    reason: str
    in_time: str
    in_time_article: str
    came_since: bool
    by: AccountKey | None
    at: Moment


class ActRow(ErasableEntryRow, frozen=True, kw_only=True):
    uid: Uid
    kind: str
    data: dict[str, Any]
    takes_back: ActUid | None
    automatic: bool
    article: str
    reason: str
    by: AccountKey | None
    at: Moment


class ExplanationRow(PerTurnRow, frozen=True, kw_only=True):
    ref: ExplanationDigest
    parts: list[dict[str, Any]]


def digest_explanation(parts: list[dict[str, Any]]) -> str:
    """Return the name of an explanation in the lines of the scoreboard."""
    return compute_digest(parts)[:_DIGEST_LENGTH]


class ScoreRow(PerEntryRow, frozen=True, kw_only=True):
    points: int
    gross: int
    sanction: str
    average: bool
    warnings: int
    word: str
    ref: str
    article: str
    explanation: ExplanationDigest | None


class RankedEntryRow(ArchiveRow, frozen=True, kw_only=True):
    """A rank; ``game`` is None in the general ranking."""

    game: int | None
    rank: int
    entry: str
    total: int
    points: int
    solos: int
    bonus: int
    warnings: int
    deduction: int
    averages: int
    games: list[int | None]


class JournalRow(ArchiveRow, frozen=True, kw_only=True):
    game: GameNumber
    seq: int
    kind: str
    turn: TurnOrdinal | None
    by: AccountKey | None
    at: Moment
    signed: Name
    data: dict[str, Any]
    salts: dict[str, str]
    erased: dict[str, str]
    chain: str
