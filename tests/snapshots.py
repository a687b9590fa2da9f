"""The situations that many tests begin with: built once by the services, then restored, with every
timestamp shifted by the time since."""

import io
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from arbitrage.queries.paging import PAGE_SIZE
from tests.arbitrage.event.centres import RANKS, play_centre
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, play_sanctioned_turns
from tests.bulletins import add_tables_with_bulletins, collect, play_first_turn
from tests.order import SERVERS
from tests.room import Room, make_room
from tests.tournament.classic.services.tables import MatchTable
from tournament.models import Turn
from tournament.queries import clock


@dataclass
class Stage:
    """A room with its first turn, or with the two turns of its sanctioned_turns, if played."""

    room: Room
    turn: Turn | None = None
    sanctioned_turns: SanctionedTurns | None = None
    table: MatchTable | None = None
    #: Its timestamps stay as they were: digests of an archive contain them.
    keeps_times: bool = False


def make_empty_room() -> Stage:
    return Stage(make_room())


def play_first_slips() -> Stage:
    room = make_room()
    return Stage(room, play_first_turn(room))


def play_first_correction() -> Stage:
    played = play_first_slips()
    assert played.turn
    return Stage(played.room, collect(played.turn))


def play_two_turns() -> Stage:
    room = make_room()
    return Stage(room, sanctioned_turns=play_sanctioned_turns(room))


def play_two_turns_without_notice() -> Stage:
    room = make_room()
    return Stage(room, sanctioned_turns=play_sanctioned_turns(room, notified=False))


def play_first_centre() -> Stage:
    return Stage(play_centre(RANKS)[0], keeps_times=True)


def play_lasting_correction() -> Stage:
    return replace(play_first_correction(), keeps_times=True)


def correct_big_turn() -> Stage:
    """Three pages of the arbiter's list; the last two tables hand in what somebody must decide."""
    room = make_room()
    turn = play_first_turn(room)
    tables = 2 * PAGE_SIZE + 10
    add_tables_with_bulletins(room, turn, tables, undecided=[tables - 1, tables])
    return Stage(room, collect(turn))


#: Fixture → builder of the stage; the last one that a test requests counts.
STAGES: dict[str, Callable[[], Stage]] = {
    "room": make_empty_room,
    "first_turn": play_first_slips,
    "first_results": play_first_correction,
    "sanctioned_turns": play_two_turns,
    "unnotified_turns": play_two_turns_without_notice,
    "first_centre": play_first_centre,
    "lasting_results": play_lasting_correction,
    "big": correct_big_turn,
}


#: Tables that Django fills in migrations; no test reads them.
NOT_STORED = {"django_migrations", "django_content_type", "auth_permission"}


def restore_stage(fixtures: Iterable[str]) -> Stage:
    """Return the stage for a test with these fixtures; the tables must be empty."""
    names = set(fixtures)
    build = [build for name, build in STAGES.items() if name in names][-1]
    if names & SERVERS.keys():  # servers keep rooms in memory: ids must not repeat
        return build()
    if build not in _snapshots:
        _snapshots[build] = _Snapshot(build())
    else:
        _snapshots[build].restore_rows()
    return _snapshots[build].stage()


class _Writer(pickle.Pickler):
    """Pickles rows as model and key, and records the keys."""

    rows: dict[type[Model], set[Any]]

    def persistent_id(self, obj: Any) -> tuple[type[Model], Any] | None:
        if not isinstance(obj, Model):
            return None
        self.rows[type(obj)].add(obj.pk)
        return type(obj), obj.pk


class _Reader(pickle.Unpickler):
    """Unpickles rows by model and key."""

    rows: dict[type[Model], dict[Any, Model]]

    def persistent_load(self, pid: tuple[type[Model], Any]) -> Model:
        model, key = pid
        return self.rows[model][key]


class _Snapshot:
    """The rows of a stage, copied to tables of a schema, and the pickled stage without them."""

    def __init__(self, stage: Stage) -> None:
        self._taken_at, self._keeps_times = clock.now(), stage.keeps_times
        buffer = io.BytesIO()
        writer = _Writer(buffer)
        self._rows: dict[type[Model], set[Any]] = defaultdict(set)
        writer.rows = self._rows
        writer.dump(stage)
        self._stage = buffer.getvalue()
        schema = f"snapshot_{len(_snapshots)}"
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {schema}")
            copies = [
                _copy_table(cursor, schema, table)
                for table in connection.introspection.table_names(cursor)
                if table not in NOT_STORED
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
            stored_tables = {statement.split()[2] for statement, _ in self._statements}
            self._sequences = [pair for pair in cursor.fetchall() if pair[0] in stored_tables]

    def restore_rows(self) -> None:
        """Insert the rows again, without the triggers against manual changes."""
        shift: Any = timedelta() if self._keeps_times else clock.now() - self._taken_at
        timestamps = sum(timestamps for _, timestamps in self._statements)
        statements = ["SET LOCAL session_replication_role = replica"]
        statements += [statement for statement, _ in self._statements]
        for table, sequence in self._sequences:
            statements.append(
                f"SELECT setval('{sequence}', greatest(max(id), (SELECT last_value"  # noqa: S608 - ours
                f" FROM {sequence}))) FROM {table}"
            )
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("; ".join(statements), [shift] * timestamps)

    def stage(self) -> Stage:
        """Return the stage with its rows as they are in the tables now."""
        reader = _Reader(io.BytesIO(self._stage))
        reader.rows = {
            model: model._base_manager.in_bulk(keys) for model, keys in self._rows.items()
        }
        restored: Stage = reader.load()
        return restored


_snapshots: dict[Callable[[], Stage], _Snapshot] = {}


def _copy_table(cursor: Any, schema: str, table: str) -> tuple[str, int] | None:
    """Copy the table's rows; return the statement that inserts them and its number of timestamps.

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
    timestamps = sum(moment for _, moment in columns)
    insert = f"INSERT INTO {table} ({names}) SELECT {values} FROM {schema}.{table}"  # noqa: S608 - ours
    return insert, timestamps
