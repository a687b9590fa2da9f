"""Reading of archives: nothing in a file is used before it is checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

import msgspec

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import (
    ARCHIVE_FORMAT,
    ARCHIVE_VERSION,
    MANIFEST_FILE,
    Manifest,
    digest_content,
)
from arbitrage.archive.core.row import ArchiveRow, encode_line, encode_value
from arbitrage.archive.core.rows import CONTENT_MEMBERS, MEMBERS
from arbitrage.archive.core.unpacking import ErrorHandler, raise_error, unpack_members
from arbitrage.archive.core.versions import upgrade_lines, upgrade_manifest
from tournament.core import chain

#: Bytes of all members together, unpacked: about a hundred large tournaments.
MAX_SIZE = 2 * 1024**3
_MEMBER_SUFFIX = ".jsonl"


@dataclass(frozen=True)
class Archive:
    """The content of an archive: ``rows`` by member, in the order of the file."""

    manifest: Manifest
    rows: Mapping[str, list[Any]]

    def list_rows[R: ArchiveRow](self, kind: type[R], member: str | None = None) -> list[R]:
        """Return the rows of type ``kind``. ``member`` is required if several members have that
        type."""
        name = member or next(name for name, row in MEMBERS.items() if row is kind)
        return self.rows[name]

    def list_journal(self, game: int) -> list[dict[str, Any]]:
        """Return the journal rows of a game as dictionaries, as ``tournament.core.chain`` takes
        them."""
        return [to_dict(row) for row in self.rows["journal"] if row.game == game]

    @property
    def uid(self) -> str:
        """Return the uid of the tournament."""
        return str(self.rows["tournament"][0].uid)


def to_dict(row: ArchiveRow) -> dict[str, Any]:
    """Return ``row`` as plain data."""
    return cast(dict[str, Any], msgspec.to_builtins(row))


def read_archive(
    content: bytes, *, max_size: int = MAX_SIZE, on_error: ErrorHandler = raise_error
) -> Archive:
    """Return the archive in ``content``, of this or an older version.

    Raise BadArchive for a file that is no archive or has more than ``max_size`` bytes unpacked.
    Digests and line counts of the manifest are checked and the lines are parsed; ``check_chains``
    checks the journals. A member that differs from the manifest is given to ``on_error``, which may
    raise or accept it.
    """
    files = unpack_members(content, max_size, on_error, _MEMBER_SUFFIX)
    if MANIFEST_FILE not in files:
        raise BadArchive("no-manifest")
    manifest = _read_manifest(files[MANIFEST_FILE], on_error)
    members = {member.name: member for member in manifest.members}
    if {MANIFEST_FILE, *(f"{name}{_MEMBER_SUFFIX}" for name in members)} != files.keys():
        raise BadArchive("other-members")
    contents = {name: files[f"{name}{_MEMBER_SUFFIX}"] for name in members}
    for name, member in members.items():
        actual = sha256(contents[name]).hexdigest(), contents[name].count(b"\n")
        if actual != (member.sha256, member.lines):
            on_error(BadArchive("changed-member", member=name))
    if digest_content(manifest.members) != manifest.content:
        on_error(BadArchive("bad-manifest"))
    rows = _decode_members(contents, manifest.version, on_error)
    if len(rows["tournament"]) != 1 or len(rows["house"]) != 1:
        raise BadArchive("bad-manifest")
    return Archive(manifest, rows)


def _read_manifest(content: bytes, on_error: ErrorHandler) -> Manifest:
    """Return the manifest. Its version is checked first: a newer one may have any other form."""
    try:
        data = msgspec.json.decode(content)
        if not isinstance(data, dict) or data.get("format") != ARCHIVE_FORMAT:
            raise BadArchive("other-format")
        version = data.get("version")
        if not isinstance(version, int) or version < 1:
            raise BadArchive("bad-manifest")
        if version > ARCHIVE_VERSION:
            raise BadArchive("newer-version", version=version, known=ARCHIVE_VERSION)
        manifest = msgspec.convert(upgrade_manifest(data, version), Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadArchive("bad-manifest") from error
    content_flags = {member.name: member.is_content for member in manifest.members}
    if version == ARCHIVE_VERSION and content_flags != {
        name: name in CONTENT_MEMBERS for name in MEMBERS
    }:
        raise BadArchive("other-members")
    if encode_value(data) + b"\n" != content:
        on_error(BadArchive("bad-manifest"))
    return manifest


def _decode_members(
    contents: Mapping[str, bytes], version: int, on_error: ErrorHandler
) -> dict[str, list[Any]]:
    kinds = MEMBERS if version == ARCHIVE_VERSION else dict.fromkeys(contents, dict[str, Any])
    lines = {
        name: list(_decode_lines(name, content, kinds[name])) for name, content in contents.items()
    }
    for name, content in contents.items():
        _check_encoding(name, content, lines[name], on_error)
    if version == ARCHIVE_VERSION:
        return lines
    try:
        upgraded = upgrade_lines(lines, version)
        rows = {name: msgspec.convert(upgraded[name], list[kind]) for name, kind in MEMBERS.items()}  # type: ignore[valid-type]
    except (LookupError, TypeError, msgspec.MsgspecError) as error:
        raise BadArchive("bad-manifest") from error
    for name, converted in rows.items():
        _check_encoding(name, _encode_lines(converted), converted, on_error)
    return rows


def _decode_lines(name: str, content: bytes, kind: type[Any]) -> Iterator[Any]:
    decoder = msgspec.json.Decoder(kind)
    for number, line in enumerate(_split_lines(content), start=1):
        try:
            yield decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadArchive("bad-line", member=name, line=number) from error


def _encode_lines(rows: Sequence[ArchiveRow]) -> bytes:
    return b"".join(encode_value(msgspec.to_builtins(row)) + b"\n" for row in rows)


def _split_lines(content: bytes) -> list[bytes]:
    return content.removesuffix(b"\n").split(b"\n") if content else []


def _check_encoding(name: str, content: bytes, rows: Sequence[Any], on_error: ErrorHandler) -> None:
    """Check that each line is written as ``packing`` writes it: programs may understand another
    form (a repeated key, an escaped letter) differently."""
    lines = _split_lines(content)
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        try:
            canonical = encode_line(row) if isinstance(row, ArchiveRow) else encode_value(row)
        except (ValueError, RecursionError):
            on_error(BadArchive("bad-value", member=name, line=number))
        else:
            if canonical != line:
                on_error(BadArchive("other-writing", member=name, line=number))
    if content and not content.endswith(b"\n"):
        on_error(BadArchive("other-writing", member=name, line=len(lines)))


def check_chains(archive: Archive) -> None:
    """Raise BadArchive if the chain of a journal is broken or does not end as the manifest says."""
    heads = {head.game: head for head in archive.manifest.heads}
    for game in archive.rows["games"]:
        rows = archive.list_journal(game.number)
        start = chain.start_chain(archive.uid, game.uid)
        broken_seq = chain.find_first_break(start, rows)
        if broken_seq is not None:
            raise BadArchive("broken-chain", game=game.number, seq=broken_seq)
        head = heads.pop(game.number, None)
        last = rows[-1]["chain"] if rows else start
        if head is None or (head.uid, head.seq, head.head) != (game.uid, game.seq, last):
            raise BadArchive("other-head", game=game.number)
        if len(rows) != game.seq:
            raise BadArchive("broken-chain", game=game.number, seq=len(rows) + 1)
    if heads:
        raise BadArchive("other-head", game=min(heads))
