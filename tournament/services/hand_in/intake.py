"""One batch of bulletins, judged and stored by one statement.

Whether a bulletin is in time is decided where it is stored: its arrival stamp against the
turn's deadline as both stand in that statement, which also leaves a ``Straggler`` where the turn
was closed already: ``services.play.closing.rescue_stuck`` has it corrected again, whatever becomes
of this process. It waits for no correction that is being written, and is written out because
``bulk_create(update_conflicts=True)`` can neither judge nor keep an older revision from
overwriting a newer one (docs/decisions/).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import psycopg

from tournament.protocol import BulletinPart, Save

_COLUMNS = "turn_id, entry_id, rev, device, rows, struck, reference, score, arrived_at"
_WRITTEN = ("rev", "device", "rows", "struck", "reference", "score", "arrived_at")


def _upsert(table: str, verdict: str) -> str:
    """Store the rows of one verdict, never over a newer revision."""
    changes = ", ".join(f"{column} = excluded.{column}" for column in _WRITTEN)
    # Only names of this module go into the text, never anything that was sent.
    return f"""
        INSERT INTO {table} AS held ({_COLUMNS})
        SELECT {_COLUMNS} FROM judged
        WHERE verdict = '{verdict}' AND n NOT IN (SELECT n FROM barred)
        ON CONFLICT (turn_id, entry_id) DO UPDATE SET {changes}
        WHERE held.rev < excluded.rev
        RETURNING turn_id, entry_id, held.xmax = 0 AS first
    """  # noqa: S608 - see above


STORE = f"""
WITH sent AS (
    SELECT n, tournament_id, game_id, ordinal, entry_id, rev, device, rows::jsonb AS rows,
           struck::jsonb AS struck, reference, score, link, table_id,
           to_timestamp(arrived) AS arrived_at
    FROM unnest(
        %(tournament)s::bigint[], %(game)s::bigint[], %(ordinal)s::int[], %(entry)s::bigint[],
        %(rev)s::int[], %(device)s::text[], %(rows)s::text[], %(struck)s::text[],
        %(reference)s::text[], %(score)s::text[], %(arrived)s::float8[], %(link)s::int[],
        %(table)s::bigint[]
    ) WITH ORDINALITY AS s (
        tournament_id, game_id, ordinal, entry_id, rev, device, rows, struck, reference, score,
        arrived, link, table_id, n
    )
), judged AS (
    SELECT s.*, t.id AS turn_id, p.number AS table_number,
        CASE
            WHEN e.id IS NULL OR e.withdrawn OR r.state = 'archived' THEN 'not-allowed'
            -- Where it sits now it writes for any game, where it sat in a game for that one only.
            WHEN o.id IS NULL OR o.id NOT IN (p.id, e.table_id) THEN 'moved'
            WHEN s.link <> o.renewals THEN 'renewed'
            WHEN t.id IS NULL OR t.state = 'cancelled' THEN 'no-such-turn'
            WHEN t.state IN ('drawn', 'announced') THEN 'not-open'
            WHEN w.id IS NOT NULL THEN 'watches'
            WHEN s.arrived_at > t.collects_at OR t.shut THEN 'late'
            ELSE 'in-time'
        END AS verdict
    FROM sent s
    LEFT JOIN tournament_entry e ON e.id = s.entry_id AND e.tournament_id = s.tournament_id
    LEFT JOIN tournament_tournament r ON r.id = s.tournament_id
    LEFT JOIN tournament_game g ON g.id = s.game_id AND g.tournament_id = s.tournament_id
    LEFT JOIN tournament_seat k ON k.game_id = g.id AND k.entry_id = e.id
    LEFT JOIN tournament_table p ON p.id = coalesce(k.table_id, e.table_id)
    LEFT JOIN tournament_table o ON o.id = s.table_id
    LEFT JOIN tournament_turn t ON t.game_id = g.id AND t.ordinal = s.ordinal
    LEFT JOIN tournament_tookpart w
        ON w.turn_id = t.id AND w.entry_id = e.id AND w.plays_on = 'watches'
), barred AS (
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
), stored AS ({_upsert("tournament_bulletin", "in-time")}
), evidence AS ({_upsert("tournament_latebulletin", "late")}
), straggling AS (
    INSERT INTO tournament_straggler (turn_id)
    SELECT id FROM tournament_turn
    WHERE state IN ('closed', 'revealed', 'done')
      AND id IN (SELECT turn_id FROM stored UNION SELECT turn_id FROM evidence WHERE first)
)
SELECT j.verdict, j.turn_id, j.table_number, coalesce(s.first, l.first) IS NOT NULL,
       coalesce(s.first, l.first, false),
       b.late, b.rev, b.device, b.rows::text, b.struck::text, b.reference, b.score
FROM judged j
LEFT JOIN barred b ON b.n = j.n
LEFT JOIN stored s ON s.turn_id = j.turn_id AND s.entry_id = j.entry_id
LEFT JOIN evidence l ON l.turn_id = j.turn_id AND l.entry_id = j.entry_id
ORDER BY j.n
"""  # noqa: S608 - only names of this module

_encode = msgspec.json.encode


@dataclass(frozen=True, slots=True)
class Sent:
    """A bulletin on its way in. ``arrived`` is in seconds since 1970 by the database's clock."""

    save: Save
    tournament_id: int
    entry_id: int
    arrived: float
    #: As in the ticket: the renewals of the table's link when it was taken.
    link: int = 0
    #: As in the ticket: the table at which it was taken.
    table_id: int | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        """What there can be only one row of."""
        return self.save.game_id, self.save.turn, self.entry_id


class IntakeOutcome(NamedTuple):
    """What became of one bulletin.

    ``stored``: this or, after a resend, the same revision is committed. ``stale``: a revision
    at least as new bars the way, ``held``. ``again``: another process stored something in the
    very same moment; ask once more. Else the reason for the refusal.
    """

    code: str
    late: bool = False
    #: Number of the table of which this is the first bulletin for the turn.
    first_of_table: int | None = None
    held: BulletinPart | None = None
    #: The turn, if it must be made sure that its correction sees this bulletin.
    review: int | None = None


class StoredRow(NamedTuple):
    """A row of ``STORE``; from ``late`` on, the revision that bars the way, if any."""

    verdict: str
    turn_id: int | None
    table: int | None
    stored: bool
    first: bool
    late: bool | None
    rev: int
    device: str
    rows: str
    struck: str
    reference: str
    score: str


def store(connection: psycopg.Connection[Any], batch: Sequence[Sent]) -> list[IntakeOutcome]:
    """Store at most one bulletin per entry and turn; one outcome for each, in order.

    What is reported as stored is committed when this returns (in autocommit mode).
    """
    with psycopg.Cursor(connection) as cursor:
        found = cursor.execute(STORE, _parameters(batch)).fetchall()
    return [_outcome(sent, StoredRow(*row)) for sent, row in zip(batch, found, strict=True)]


def _parameters(batch: Sequence[Sent]) -> dict[str, list[Any]]:
    saves = [sent.save for sent in batch]
    return {
        "tournament": [sent.tournament_id for sent in batch],
        "game": [save.game_id for save in saves],
        "ordinal": [save.turn for save in saves],
        "entry": [sent.entry_id for sent in batch],
        "rev": [save.rev for save in saves],
        "device": [save.device for save in saves],
        "rows": [_encode(save.rows).decode() for save in saves],
        "struck": [_encode(save.struck).decode() for save in saves],
        "reference": [save.reference for save in saves],
        "score": [save.score for save in saves],
        "arrived": [sent.arrived for sent in batch],
        "link": [sent.link for sent in batch],
        "table": [sent.table_id for sent in batch],
    }


def _outcome(sent: Sent, row: StoredRow) -> IntakeOutcome:
    if row.verdict not in {"in-time", "late"}:
        return IntakeOutcome(row.verdict)
    if row.late is not None:
        held = _part(sent.save.turn, row)
        if held != _written(sent.save):
            return IntakeOutcome("stale", held=held)
        # Whoever stored it may have been cut off before he could tell the correction.
        return IntakeOutcome("stored", late=row.late, review=row.turn_id)
    if not row.stored:
        return IntakeOutcome("again")
    if row.verdict == "late":
        # Once: what a tablet sends after that changes nothing but the evidence.
        return IntakeOutcome("stored", late=True, review=row.turn_id if row.first else None)
    return IntakeOutcome(
        "stored", first_of_table=row.table if row.first else None, review=row.turn_id
    )


def _part(turn: int, row: StoredRow) -> BulletinPart:
    return BulletinPart(
        turn=turn,
        rev=row.rev,
        device=row.device,
        rows=msgspec.json.decode(row.rows),
        struck=msgspec.json.decode(row.struck),
        reference=row.reference,
        score=row.score,
    )


def _written(save: Save) -> BulletinPart:
    return BulletinPart(
        turn=save.turn,
        rev=save.rev,
        device=save.device,
        rows=save.rows,
        struck=save.struck,
        reference=save.reference,
        score=save.score,
    )
