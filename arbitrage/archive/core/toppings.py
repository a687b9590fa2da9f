"""Rows of toppings (3.8.4): their games, their runs and the events of these."""

from typing import Any

from arbitrage.archive.core.row import (
    AccountKey,
    ArchiveRow,
    EntryUid,
    Moment,
    Name,
    RunUid,
    ToppingNumber,
    Uid,
)


class ToppingRow(ArchiveRow, frozen=True, kw_only=True):
    """A topping. ``word_list`` is a checksum, ``words`` the size of the list; ``tops`` has for each
    turn the solutions that count as the top: word, reference, score."""

    uid: Uid
    number: int
    title: Name
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
    """A run. ``topping`` is a number; ``held_ms`` are the milliseconds of the turn's time that had
    passed before an interruption."""

    uid: Uid
    topping: ToppingNumber
    entry: EntryUid | None
    position: int
    board: int | None
    state: str
    turn: int
    held_ms: int
    seq: int
    began_at: Moment | None
    expires_at: Moment | None
    started_at: Moment | None
    ended_at: Moment | None


class ToppingEventRow(ArchiveRow, frozen=True, kw_only=True):
    """An event. ``run`` is a uid; None if the event concerns the topping itself."""

    topping: ToppingNumber
    run: RunUid | None
    seq: int
    kind: str
    turn: int
    data: dict[str, Any]
    at: Moment
    by: AccountKey | None
