"""Makes the file: the same lines are the same bytes."""

import io
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import batched
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from arbitrage.archive.core.manifest import (
    FORMAT,
    NAME,
    VERSION,
    Head,
    Member,
    Scope,
    Secret,
    content_of,
)
from arbitrage.archive.core.rows import CONTENT, MEMBERS
from tournament.core.canonical import to_canonical

#: Of every file in the zip: what it is made of says when, and equal content is equal bytes.
_EPOCH = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644 << 16
_LEVEL = 6
#: Lines that are compressed in one go.
_AT_ONCE = 500


def pack(
    lines: Mapping[str, Iterable[Mapping[str, Any]]],
    *,
    scope: Scope,
    heads: Iterable[Head],
    secret: Secret,
    software: str,
    made_at: str,
) -> bytes:
    """The archive with ``lines`` by member, which are read one after the other in this order and
    never held all at once; a member that is not given is there without a line."""
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        names = (*lines, *sorted(MEMBERS.keys() - lines.keys()))
        written = [_member(archive, name, lines.get(name, ())) for name in names]
        members = sorted(written, key=lambda member: member.name)
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "scope": scope.to_dict(),
            "members": [_plain(member) for member in members],
            "content": content_of(members),
            "heads": [_plain(head) for head in heads],
            "secret": _plain(secret),
            "origin": {"software": software, "made_at": made_at},
        }
        archive.writestr(_info(NAME), f"{to_canonical(manifest)}\n".encode())
    return file.getvalue()


def _member(archive: ZipFile, name: str, lines: Iterable[Mapping[str, Any]]) -> Member:
    whole, count = sha256(), 0
    with archive.open(_info(f"{name}.jsonl"), "w", force_zip64=True) as member:
        for some in batched(lines, _AT_ONCE, strict=False):
            content = "".join(f"{to_canonical(line)}\n" for line in some).encode()
            whole.update(content)
            member.write(content)
            count += len(some)
    return Member(name=name, sha256=whole.hexdigest(), lines=count, content=name in CONTENT)


def _plain(row: Member | Head | Secret) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


def _info(name: str) -> ZipInfo:
    info = ZipInfo(name, _EPOCH)
    info.compress_type = ZIP_DEFLATED
    info.external_attr = _READABLE
    return info
