"""Storing a batch of bulletins with one SQL statement.

Whether a bulletin is in time is decided in that statement, by its arrival stamp and the turn's
deadline in the database. For a turn that is closed already the statement also adds a
``Straggler``, so that ``services.play.closing.rescue_stuck_turns`` has it corrected again even if
this process ends. It waits for no correction in progress. ``bulk_create(update_conflicts=True)``
cannot be used because it can neither decide this nor keep an older revision from overwriting a
newer one (docs/decisions/).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import psycopg

from tournament.protocol import BulletinPart, Save

_COLUMNS = "turn_id, entry_id, rev, device, rows, struck, reference, score, arrived_at"
_UPDATED_COLUMNS = ("rev", "device", "rows", "struck", "reference", "score", "arrived_at")


def _build_upsert(table: str, verdict: str) -> str:
    """Build the SQL that stores the rows of one verdict, never over a newer revision."""
    changes = ", ".join(f"{column} = excluded.{column}" for column in _UPDATED_COLUMNS)
    # Only names from this module are inserted into the text, never user input.
    return f"""
        INSERT INTO {table} AS existing ({_COLUMNS})
        SELECT {_COLUMNS} FROM judged
        WHERE verdict = '{verdict}' AND n NOT IN (SELECT n FROM newer_revision)
        ON CONFLICT (turn_id, entry_id) DO UPDATE SET {changes}
        WHERE existing.rev < excluded.rev
        RETURNING turn_id, entry_id, existing.xmax = 0 AS first
    """  # noqa: S608 - see above


STORE_QUERY = f"""
WITH sent AS (
    SELECT s.*, to_timestamp(arrived) AS arrived_at
    FROM ROWS FROM (
        jsonb_to_recordset($1::jsonb) AS (
            tournament_id bigint, game_id bigint, ordinal int, entry_id bigint, rev int,
            device text, rows jsonb, struck jsonb, reference text, score text, arrived float8,
            link int, table_id bigint
        )
    ) WITH ORDINALITY AS s (
        tournament_id, game_id, ordinal, entry_id, rev, device, rows, struck, reference, score,
        arrived, link, table_id, n
    )
), judged AS (
    SELECT s.*, t.id AS turn_id, t.collects_at, game_table.number AS table_number,
        CASE
            WHEN e.id IS NULL OR e.withdrawn OR tournament.state = 'archived' THEN 'not-allowed'
            -- Where it sits now it writes for any game, where it sat in a game for that one only.
            WHEN current_table.id IS NULL OR current_table.id NOT IN (game_table.id, e.table_id)
                THEN 'moved'
            WHEN s.link <> current_table.renewals THEN 'renewed'
            WHEN t.id IS NULL OR t.state = 'cancelled' THEN 'no-such-turn'
            WHEN t.state IN ('drawn', 'announced') THEN 'not-open'
            WHEN watcher.id IS NOT NULL THEN 'watches'
            WHEN s.arrived_at > t.collects_at OR t.shut THEN 'late'
            ELSE 'in-time'
        END AS verdict
    FROM sent s
    LEFT JOIN tournament_entry e ON e.id = s.entry_id AND e.tournament_id = s.tournament_id
    LEFT JOIN tournament_tournament tournament ON tournament.id = s.tournament_id
    LEFT JOIN tournament_game g ON g.id = s.game_id AND g.tournament_id = s.tournament_id
    LEFT JOIN tournament_seat seat ON seat.game_id = g.id AND seat.entry_id = e.id
    LEFT JOIN tournament_table game_table
        ON game_table.id = coalesce(seat.table_id, e.table_id)
    LEFT JOIN tournament_table current_table ON current_table.id = s.table_id
    LEFT JOIN tournament_turn t ON t.game_id = g.id AND t.ordinal = s.ordinal
    LEFT JOIN tournament_tookpart watcher
        ON watcher.turn_id = t.id AND watcher.entry_id = e.id AND watcher.plays_on = 'watches'
), newer_revision AS (
    SELECT j.n, h.*
    FROM judged j
    CROSS JOIN LATERAL (
        SELECT false AS late, {_COLUMNS} FROM tournament_bulletin b
        WHERE b.turn_id = j.turn_id AND b.entry_id = j.entry_id AND b.rev >= j.rev
        UNION ALL
        SELECT true, {_COLUMNS} FROM tournament_latebulletin l
        WHERE l.turn_id = j.turn_id AND l.entry_id = j.entry_id AND l.rev >= j.rev
          AND j.verdict = 'late'
        ORDER BY late
        LIMIT 1
    ) h
    WHERE j.verdict IN ('in-time', 'late')
), stored AS ({_build_upsert("tournament_bulletin", "in-time")}
), evidence AS ({_build_upsert("tournament_latebulletin", "late")}
), straggling AS (
    INSERT INTO tournament_straggler (turn_id)
    SELECT id FROM tournament_turn
    WHERE state IN ('closed', 'revealed', 'done')
      AND id IN (SELECT turn_id FROM stored UNION SELECT turn_id FROM evidence WHERE first)
)
SELECT j.verdict, j.turn_id, j.table_number, coalesce(s.first, l.first) IS NOT NULL,
       coalesce(s.first, l.first, false), extract(epoch FROM j.collects_at)::float8,
       b.late, b.rev, b.device, b.rows::text, b.struck::text, b.reference, b.score
FROM judged j
LEFT JOIN newer_revision b ON b.n = j.n
LEFT JOIN stored s ON s.turn_id = j.turn_id AND s.entry_id = j.entry_id
LEFT JOIN evidence l ON l.turn_id = j.turn_id AND l.entry_id = j.entry_id
ORDER BY j.n
"""  # noqa: S608 - only names of this module

#: A bulletin that arrived so long before the end is stored before it, in seconds.
EARLY_S = 2.0

_encode = msgspec.json.encode


@dataclass(frozen=True, slots=True)
class Submission:
    """A bulletin to be stored. ``arrived_at_s``: seconds since 1970 by the database's clock."""

    save: Save
    tournament_id: int
    entry_id: int
    arrived_at_s: float
    #: From the ticket: number of renewals of the table's link.
    link: int = 0
    #: From the ticket: id of the table.
    table_id: int | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        """Return the game, turn and entry, which can have only one row."""
        return self.save.game_id, self.save.turn, self.entry_id


class IntakeOutcome(NamedTuple):
    """The result for one bulletin.

    ``stored``: this revision is committed, now or before. ``stale``: ``stored_bulletin`` is at
    least as new. ``again``: another process stored something at the same moment; try once more.
    Any other code is the reason of a refusal.
    """

    code: str
    is_late: bool = False
    #: Number of the table, if this is its first bulletin for the turn.
    first_bulletin_table: int | None = None
    stored_bulletin: BulletinPart | None = None
    #: The turn, if its correction has to include this bulletin.
    turn_to_correct: int | None = None
    #: It arrived long before the end of the turn, whose correction will include it.
    is_early: bool = False


class StoredRow(NamedTuple):
    """A row of ``STORE_QUERY``; from ``is_stored_late`` on, the newer revision that is stored, if
    any."""

    verdict: str
    turn_id: int | None
    table: int | None
    is_stored: bool
    is_first: bool
    collects_at_s: float | None
    is_stored_late: bool | None
    rev: int
    device: str
    rows: str
    struck: str
    reference: str
    score: str


def store_submissions(
    connection: psycopg.Connection[Any], batch: Sequence[Submission]
) -> list[IntakeOutcome]:
    """Store at most one bulletin per entry and turn; return one outcome for each, in order.

    What is reported as stored is committed when this returns (in autocommit mode).
    """
    # A raw cursor and one text: half the time of arrays for the usual batch of a few rows.
    with psycopg.RawCursor(connection) as cursor:
        rows = cursor.execute(STORE_QUERY, [_encode_batch(batch)]).fetchall()
    return [
        _build_outcome(submission, StoredRow(*row))
        for submission, row in zip(batch, rows, strict=True)
    ]


def _encode_batch(batch: Sequence[Submission]) -> str:
    """Encode what ``STORE_QUERY`` reads."""
    return _encode(
        [
            {
                "tournament_id": submission.tournament_id,
                "game_id": submission.save.game_id,
                "ordinal": submission.save.turn,
                "entry_id": submission.entry_id,
                "rev": submission.save.rev,
                "device": submission.save.device,
                "rows": submission.save.rows,
                "struck": submission.save.struck,
                "reference": submission.save.reference,
                "score": submission.save.score,
                "arrived": submission.arrived_at_s,
                "link": submission.link,
                "table_id": submission.table_id,
            }
            for submission in batch
        ]
    ).decode()


def _build_outcome(submission: Submission, row: StoredRow) -> IntakeOutcome:
    if row.verdict not in {"in-time", "late"}:
        return IntakeOutcome(row.verdict)
    if row.is_stored_late is not None:
        stored_bulletin = _build_stored_part(submission.save.turn, row)
        if stored_bulletin != _to_bulletin_part(submission.save):
            return IntakeOutcome("stale", stored_bulletin=stored_bulletin)
        # The process that stored it may have ended before it could ask for the correction.
        return IntakeOutcome("stored", is_late=row.is_stored_late, turn_to_correct=row.turn_id)
    if not row.is_stored:
        return IntakeOutcome("again")
    is_early = submission.arrived_at_s + EARLY_S < (row.collects_at_s or 0.0)
    if row.verdict == "late":
        # Once only: what a tablet sends later changes nothing but the evidence.
        return IntakeOutcome(
            "stored", is_late=True, turn_to_correct=row.turn_id if row.is_first else None
        )
    return IntakeOutcome(
        "stored",
        first_bulletin_table=row.table if row.is_first else None,
        turn_to_correct=row.turn_id,
        is_early=is_early,
    )


def _build_stored_part(turn: int, row: StoredRow) -> BulletinPart:
    return BulletinPart(
        turn=turn,
        rev=row.rev,
        device=row.device,
        rows=msgspec.json.decode(row.rows),
        struck=msgspec.json.decode(row.struck),
        reference=row.reference,
        score=row.score,
    )


def _to_bulletin_part(save: Save) -> BulletinPart:
    return BulletinPart(
        turn=save.turn,
        rev=save.rev,
        device=save.device,
        rows=save.rows,
        struck=save.struck,
        reference=save.reference,
        score=save.score,
    )
