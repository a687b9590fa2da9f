"""The archive of an event: what was to be played, the centres' archives by their digest, the
decisions of the host and the joint ranking. A stranger computes the ranking again from it."""

import io
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import msgspec

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.unpacking import raise_error, unpack_members
from arbitrage.event.core.definition import EventDefinition
from arbitrage.event.core.ranking import JointRow
from tournament.core.canonical import to_canonical

FORMAT, VERSION = "duplicata-epreuve", 1
EVENT_FILE, ARCHIVE_FOLDER, ARCHIVE_SUFFIX = "event.json", "archives/", ".duplicata.zip"
#: Maximum size of all members, unpacked, in bytes.
MAX_EVENT_ARCHIVE = 2 * 1024**3


class CentreLine(msgspec.Struct, frozen=True, kw_only=True):
    """``archives``: digests of all that came and was not refused, ``counted``: the one that
    counts, None without one."""

    uid: str
    name: str
    country: str
    archives: list[str]
    counted: str | None


class HostDecisionLine(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    subject: str
    name: str
    reason: str
    signed: str
    at: str


class RankLine(msgspec.Struct, frozen=True, kw_only=True):
    rank: int
    entry: str
    name: str
    centre: str
    total: int
    points: int
    solos: int
    bonus: int
    warnings: int
    deduction: int
    games: list[int | None]
    ranks: dict[str, int]


class EventContent(msgspec.Struct, frozen=True, kw_only=True):
    format: str
    version: int
    definition: EventDefinition
    centres: list[CentreLine]
    decisions: list[HostDecisionLine]
    ranking: list[RankLine]


def build_rank_lines(rows: list[JointRow]) -> list[RankLine]:
    return [
        RankLine(
            rank=row.rank,
            entry=row.uid,
            name=row.joint.entry.name,
            centre=row.joint.centre.uid,
            total=row.ranked_entry.totals.total,
            points=row.ranked_entry.totals.points,
            solos=row.ranked_entry.totals.solos,
            bonus=row.ranked_entry.totals.bonus,
            warnings=row.ranked_entry.totals.warnings,
            deduction=row.ranked_entry.totals.deduction,
            games=list(row.ranked_entry.games),
            ranks={part.value: rank for part, rank in row.ranks.items()},
        )
        for row in rows
    ]


def write_event_archive(content: EventContent, archives: dict[str, bytes]) -> bytes:
    """Return the file; ``archives`` by digest."""
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_STORED) as zipped:
        text = to_canonical(msgspec.to_builtins(content))
        zipped.writestr(EVENT_FILE, f"{text}\n".encode(), compress_type=ZIP_DEFLATED)
        for digest in sorted(archives):
            zipped.writestr(f"{ARCHIVE_FOLDER}{digest}{ARCHIVE_SUFFIX}", archives[digest])
    return file.getvalue()


def read_event_archive(content: bytes) -> tuple[EventContent, dict[str, bytes]]:
    """Return what the file says, and its archives by the digest that it gives them.

    Raise BadArchive.
    """
    members = unpack_members(content, MAX_EVENT_ARCHIVE, raise_error, ARCHIVE_SUFFIX)
    if EVENT_FILE not in members:
        raise BadArchive("no-manifest")
    try:
        stored: Any = msgspec.json.decode(members.pop(EVENT_FILE))
        if not isinstance(stored, dict) or stored.get("format") != FORMAT:
            raise BadArchive("other-format")
        if stored.get("version") != VERSION:
            raise BadArchive("newer-version", version=stored.get("version"), known=VERSION)
        event = msgspec.convert(stored, EventContent)
    except msgspec.MsgspecError as error:
        raise BadArchive("bad-manifest") from error
    prefix = len(ARCHIVE_FOLDER)
    return event, {
        name[prefix : -len(ARCHIVE_SUFFIX)]: archive for name, archive in members.items()
    }
