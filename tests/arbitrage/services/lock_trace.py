"""The order in which this connection locks rows, as another connection sees it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection, models

from arbitrage.models import Slip
from tournament.models import Entry, Game, Organisation, Tournament, Turn

#: The order of the locks (``tournament/services/locks.py``), and of the rows of each table.
ORDER: tuple[tuple[type[models.Model], str], ...] = (
    (Organisation, "id"),
    (Tournament, "id"),
    (Turn, "game_id, ordinal"),
    (Entry, "id"),
    (Slip, "id"),
    (Game, "id"),
)
_LOCKING = re.compile(r"\b(UPDATE|DELETE)\b")
#: Locks the rows that it chooses one by one, in this order.
_SORTED = re.compile(r"ORDER BY [^()]+?\sFOR (NO KEY )?UPDATE", re.DOTALL)

_FREE = "free_{table} AS (SELECT id FROM {table} FOR NO KEY UPDATE SKIP LOCKED)"
_LOCKED = (
    "SELECT {place}, ARRAY[{key}]::bigint[] FROM {table}"
    " WHERE id NOT IN (SELECT id FROM free_{table})"
)
_TABLES = [
    {"place": place, "table": model._meta.db_table, "key": key}
    for place, (model, key) in enumerate(ORDER)
]
_LIST_LOCKED = (
    "WITH "
    + ", ".join(_FREE.format(**names) for names in _TABLES)
    + " UNION ALL ".join(_LOCKED.format(**names) for names in _TABLES)
)

type Row = tuple[int, tuple[int, ...]]
"""The table's place in ``ORDER``, and the row's place in its table."""


def is_locking(sql: str) -> bool:
    """Return True if the statement may lock rows that are stored."""
    return bool(_LOCKING.search(sql))


class LockTrace:
    """Lists the statements that lock a row after one that comes later in ``ORDER``."""

    def __init__(self, observer: psycopg.Connection[Any]) -> None:
        self._observer = observer
        self._locked_rows: set[Row] = set()
        self.violations: list[str] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if is_locking(sql):
            self._compare(sql)
        return result

    def _compare(self, sql: str) -> None:
        locked_rows = self._list_locked()
        before, new = self._locked_rows & locked_rows, locked_rows - self._locked_rows
        self._locked_rows = locked_rows
        if not new:
            return
        if before and min(new) < max(before):
            self.violations.append(
                f"{_format_row(min(new))} after {_format_row(max(before))}: {sql}"
            )
        if len(new) > 1 and not _SORTED.search(sql):
            self.violations.append(f"{len(new)} rows in no order: {sql}")

    def _list_locked(self) -> set[Row]:
        """Return the rows that nobody else could lock now; not those that are inserted."""
        return {(place, tuple(key)) for place, key in self._observer.execute(_LIST_LOCKED)}


def _format_row(row: Row) -> str:
    place, key = row
    return f"{ORDER[place][0].__name__} {key}"


@contextmanager
def trace_locks() -> Iterator[LockTrace]:
    settings = connection.settings_dict
    with psycopg.connect(
        host=settings["HOST"],
        port=settings["PORT"],
        user=settings["USER"],
        password=settings["PASSWORD"],
        dbname=settings["NAME"],
        autocommit=True,
    ) as observer:
        trace = LockTrace(observer)
        with connection.execute_wrapper(trace):
            yield trace
