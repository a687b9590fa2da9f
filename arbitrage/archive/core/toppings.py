"""Lines about toppings (3.8.4): their games, who played them, what happened."""

from typing import Any

from arbitrage.archive.core.row import (
    AccountKey,
    ArchiveRow,
    EntryUid,
    Moment,
    RunUid,
    ToppingNumber,
    Uid,
)


class ToppingRow(ArchiveRow, frozen=True, kw_only=True):
    """``word_list`` is a checksum, ``words`` how many the list has; ``tops`` for each turn all that
    is taken for the top: word, reference, score."""

    uid: Uid
    number: int
    title: str
    mode: str
    state: str
    limit_s: int
    penalty_s: int
    pause_s: int
    script: dict[str, Any]
    tops: list[list[tuple[str, str, int]]]
    seed: str
    word_list: str
    words: int
    extra_words: list[str]
    made_at: Moment
    opened_at: Moment | None
    closed_at: Moment | None


class ToppingRunRow(ArchiveRow, frozen=True, kw_only=True):
    """``topping`` is a number; milliseconds of the turn's time before an interruption in
    ``held_ms``."""

    uid: Uid
    topping: ToppingNumber
    entry: EntryUid | None
    position: int
    state: str
    turn: int
    held_ms: int
    seq: int
    began_at: Moment | None
    expires_at: Moment | None
    started_at: Moment | None
    ended_at: Moment | None


class ToppingEventRow(ArchiveRow, frozen=True, kw_only=True):
    """``run`` is a uid; None: it happened to the topping."""

    topping: ToppingNumber
    run: RunUid | None
    seq: int
    kind: str
    turn: int
    data: dict[str, Any]
    at: Moment
    by: AccountKey | None
