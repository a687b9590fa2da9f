"""Writing of archives: equal lines give equal bytes."""

import io
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import batched
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import to_builtins

from arbitrage.archive.core.manifest import (
    ARCHIVE_FORMAT,
    ARCHIVE_VERSION,
    MANIFEST_FILE,
    JournalHead,
    Member,
    Scope,
    TournamentHead,
    UnfinishedGames,
    digest_content,
)
from arbitrage.archive.core.rows import CONTENT_MEMBERS, MEMBERS
from tournament.core.canonical import to_canonical

#: Date of every file in the zip: a real one would make the bytes of equal archives differ.
_EPOCH = (1980, 1, 1, 0, 0, 0)
#: Permissions of a member, in the upper half of the attributes in the zip.
_FILE_MODE = 0o644 << 16
_COMPRESSION_LEVEL = 6
#: Number of lines that are compressed in one write.
_BATCH_SIZE = 500


def pack_archive(
    lines: Mapping[str, Iterable[Mapping[str, Any]]],
    *,
    scope: Scope,
    heads: Iterable[JournalHead],
    tournament_head: TournamentHead | None,
    unfinished_games: UnfinishedGames,
    software: str,
    made_at: str,
) -> bytes:
    """Return the archive with ``lines`` by member.

    Members are consumed one after the other in the order given, so that only one is in memory; a
    member that is missing from ``lines`` is written without lines.
    """
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=_COMPRESSION_LEVEL) as archive:
        names = (*lines, *sorted(MEMBERS.keys() - lines.keys()))
        written = [_write_member(archive, name, lines.get(name, ())) for name in names]
        members = sorted(written, key=lambda member: member.name)
        manifest = {
            "format": ARCHIVE_FORMAT,
            "version": ARCHIVE_VERSION,
            "scope": scope.to_dict(),
            "members": [to_builtins(member) for member in members],
            "content": digest_content(members),
            "heads": [to_builtins(head) for head in heads],
            "tournament_head": to_builtins(tournament_head) if tournament_head else None,
            "secret": to_builtins(unfinished_games),
            "origin": {"software": software, "made_at": made_at},
        }
        archive.writestr(_build_info(MANIFEST_FILE), f"{to_canonical(manifest)}\n".encode())
    return file.getvalue()


def _write_member(archive: ZipFile, name: str, lines: Iterable[Mapping[str, Any]]) -> Member:
    checksum, count = sha256(), 0
    with archive.open(_build_info(f"{name}.jsonl"), "w", force_zip64=True) as member:
        for batch in batched(lines, _BATCH_SIZE, strict=False):
            content = "".join(f"{to_canonical(line)}\n" for line in batch).encode()
            checksum.update(content)
            member.write(content)
            count += len(batch)
    return Member(
        name=name, sha256=checksum.hexdigest(), lines=count, is_content=name in CONTENT_MEMBERS
    )


def _build_info(name: str) -> ZipInfo:
    info = ZipInfo(name, _EPOCH)
    info.compress_type = ZIP_DEFLATED
    info.external_attr = _FILE_MODE
    return info
