"""The situations that many tests begin with: built once by the services, then put back as they
were, with every moment in them moved along with the clock.
"""

import io
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from tests.arbitrage.services.books import Books, keep_books
from tests.bulletins import collect, play_first_turn
from tests.order import SERVERS
from tests.room import Room, make_room
from tournament.models import Turn
from tournament.queries import clock


@dataclass
class Stage:
    """A room and, where they were played, its first turn or the two of its books."""

    room: Room
    turn: Turn | None = None
    books: Books | None = None


def in_an_empty_room() -> Stage:
    return Stage(make_room())


def after_the_first_slips() -> Stage:
    room = make_room()
    return Stage(room, play_first_turn(room))


def after_the_first_correction() -> Stage:
    played = after_the_first_slips()
    assert played.turn
    return Stage(played.room, collect(played.turn))


def with_books() -> Stage:
    room = make_room()
    return Stage(room, books=keep_books(room))


#: What a test that asks for a fixture of this name begins with; the last one counts.
STAGES: dict[str, Callable[[], Stage]] = {
    "room": in_an_empty_room,
    "first_turn": after_the_first_slips,
    "first_results": after_the_first_correction,
    "books": with_books,
}


#: Tables that Django writes when it migrates; no test reads them.
NOT_KEPT = {"django_migrations", "django_content_type", "auth_permission"}


def enter(fixtures: Iterable[str]) -> Stage:
    """The stage for a test that asks for ``fixtures``; the tables must be empty."""
    asked = set(fixtures)
    build = [build for name, build in STAGES.items() if name in asked][-1]
    if asked & SERVERS.keys():  # they keep rooms in memory: no number of one may come twice
        return build()
    if build not in _kept:
        _kept[build] = _Kept(build())
    else:
        _kept[build].put_back()
    return _kept[build].stage()


class _Writer(pickle.Pickler):
    """Writes the names of rows in their place, and counts them up."""

    rows: dict[type[Model], set[Any]]

    def persistent_id(self, obj: Any) -> tuple[type[Model], Any] | None:
        if not isinstance(obj, Model):
            return None
        self.rows[type(obj)].add(obj.pk)
        return type(obj), obj.pk


class _Reader(pickle.Unpickler):
    """Reads rows of which it has the names."""

    rows: dict[type[Model], dict[Any, Model]]

    def persistent_load(self, pid: tuple[type[Model], Any]) -> Model:
        model, key = pid
        return self.rows[model][key]


class _Kept:
    """The rows of a stage, in tables of a schema of their own, and the stage without them."""

    def __init__(self, stage: Stage) -> None:
        self._at = clock.now()
        written = io.BytesIO()
        writer = _Writer(written)
        self._rows: dict[type[Model], set[Any]] = defaultdict(set)
        writer.rows = self._rows
        writer.dump(stage)
        self._stage = written.getvalue()
        schema = f"kept_{len(_kept)}"
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {schema}")
            copies = [
                _copy(cursor, schema, table)
                for table in connection.introspection.table_names(cursor)
                if table not in NOT_KEPT
            ]
            self._statements = [copy for copy in copies if copy]
            cursor.execute(
                "SELECT c.relname, s.relname FROM pg_class s"
                " JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')"
                " JOIN pg_class c ON c.oid = d.refobjid"
                " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid"
                " WHERE s.relkind = 'S' AND a.attname = 'id'"
                " AND c.relnamespace = 'public'::regnamespace"
            )
            held = {statement.split()[2] for statement, _ in self._statements}
            self._sequences = [pair for pair in cursor.fetchall() if pair[0] in held]

    def put_back(self) -> None:
        """Write the rows again, without the triggers that guard what is written by hand."""
        later: Any = clock.now() - self._at
        moments = sum(moments for _, moments in self._statements)
        statements = ["SET LOCAL session_replication_role = replica"]
        statements += [statement for statement, _ in self._statements]
        for table, sequence in self._sequences:
            statements.append(
                f"SELECT setval('{sequence}', greatest(max(id), (SELECT last_value"  # noqa: S608 - ours
                f" FROM {sequence}))) FROM {table}"
            )
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("; ".join(statements), [later] * moments)

    def stage(self) -> Stage:
        """The stage with its rows as they are in the tables now."""
        reader = _Reader(io.BytesIO(self._stage))
        reader.rows = {
            model: model._base_manager.in_bulk(keys) for model, keys in self._rows.items()
        }
        found: Stage = reader.load()
        return found


_kept: dict[Callable[[], Stage], _Kept] = {}


def _copy(cursor: Any, schema: str, table: str) -> tuple[str, int] | None:
    """Keep the table's rows; the statement that writes them again and how many moments it moves.

    None for an empty table.
    """
    cursor.execute(f"CREATE TABLE {schema}.{table} AS TABLE {table}")
    if not cursor.rowcount:
        return None
    cursor.execute(
        "SELECT attname, format_type(atttypid, atttypmod) = 'timestamp with time zone'"
        " FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped"
        " AND attgenerated = ''",
        [table],
    )
    columns = cursor.fetchall()
    names = ", ".join(f'"{name}"' for name, _ in columns)
    values = ", ".join(f'"{name}" + %s' if moment else f'"{name}"' for name, moment in columns)
    moments = sum(moment for _, moment in columns)
    insert = f"INSERT INTO {table} ({names}) SELECT {values} FROM {schema}.{table}"  # noqa: S608 - ours
    return insert, moments
