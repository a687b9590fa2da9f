"""Opens an archive, and believes nothing in it before it is checked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

import msgspec

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import FORMAT, NAME, VERSION, Manifest, content_of
from arbitrage.archive.core.row import ArchiveRow
from arbitrage.archive.core.rows import CONTENT, MEMBERS
from arbitrage.archive.core.unpacking import Tell, refuse, unpacked
from arbitrage.archive.core.versions import upgraded, upgraded_manifest
from tournament.core import chain

#: All members together, in bytes, once they are unpacked: a hundred times a great tournament.
MAX_SIZE = 2 * 1024**3
_SUFFIX = ".jsonl"


@dataclass(frozen=True)
class Archive:
    """``rows`` by member, in the order of the file."""

    manifest: Manifest
    rows: Mapping[str, list[Any]]

    def of[R: ArchiveRow](self, kind: type[R], member: str | None = None) -> list[R]:
        """The rows of the member, which the kind of row says unless two share it."""
        name = member or next(name for name, row in MEMBERS.items() if row is kind)
        return self.rows[name]

    def journal_of(self, game: int) -> list[dict[str, Any]]:
        """The rows of the journal of a game, as ``tournament.core.chain`` reads them."""
        return [as_line(row) for row in self.rows["journal"] if row.game == game]

    @property
    def uid(self) -> str:
        """Of the tournament."""
        return str(self.rows["tournament"][0].uid)


def as_line(row: ArchiveRow) -> dict[str, Any]:
    """``row`` as plain data."""
    return cast(dict[str, Any], msgspec.to_builtins(row))


def read(content: bytes, *, most: int = MAX_SIZE, tell: Tell = refuse) -> Archive:
    """The archive in ``content``, of this or an older version, unpacked of at most ``most`` bytes.
    Raises BadArchive.

    What it says of itself is checked, and that its lines are lines; ``check_chains`` does the rest.
    ``tell`` is told of members that are not what the manifest says, and may let them pass.
    """
    files = unpacked(content, most, tell, _SUFFIX)
    if NAME not in files:
        raise BadArchive("no-manifest")
    manifest = _manifest(files[NAME])
    members = {one.name: one for one in manifest.members}
    if {NAME, *(f"{name}{_SUFFIX}" for name in members)} != files.keys():
        raise BadArchive("other-members")
    contents = {name: files[f"{name}{_SUFFIX}"] for name in members}
    for name, member in members.items():
        found = sha256(contents[name]).hexdigest(), contents[name].count(b"\n")
        if found != (member.sha256, member.lines):
            tell(BadArchive("changed-member", member=name))
    if content_of(manifest.members) != manifest.content:
        tell(BadArchive("bad-manifest"))
    rows = _rows(contents, manifest.version)
    if len(rows["tournament"]) != 1 or len(rows["house"]) != 1:
        raise BadArchive("bad-manifest")
    return Archive(manifest, rows)


def _manifest(content: bytes) -> Manifest:
    """Its version is looked at first: what a newer one says may be anything."""
    try:
        said = msgspec.json.decode(content)
        if not isinstance(said, dict) or said.get("format") != FORMAT:
            raise BadArchive("other-format")
        version = said.get("version")
        if not isinstance(version, int) or version < 1:
            raise BadArchive("bad-manifest")
        if version > VERSION:
            raise BadArchive("newer-version", version=version, known=VERSION)
        manifest = msgspec.convert(upgraded_manifest(said, version), Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadArchive("bad-manifest") from error
    of_content = {one.name: one.content for one in manifest.members}
    if version == VERSION and of_content != {name: name in CONTENT for name in MEMBERS}:
        raise BadArchive("other-members")
    return manifest


def _rows(contents: Mapping[str, bytes], version: int) -> dict[str, list[Any]]:
    if version == VERSION:
        return {name: list(_decoded(name, text, MEMBERS[name])) for name, text in contents.items()}
    plain = {name: list(_decoded(name, text, dict)) for name, text in contents.items()}
    try:
        lines = upgraded(plain, version)
        return {name: msgspec.convert(lines[name], list[kind]) for name, kind in MEMBERS.items()}  # type: ignore[valid-type]
    except (LookupError, TypeError, msgspec.MsgspecError) as error:
        raise BadArchive("bad-manifest") from error


def _decoded(name: str, text: bytes, kind: type[Any]) -> Iterator[Any]:
    decoder = msgspec.json.Decoder(kind)
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            yield decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadArchive("bad-line", member=name, line=number) from error


def check_chains(archive: Archive) -> None:
    """Raises BadArchive where a journal is not the one that the manifest names, row by row."""
    heads = {head.game: head for head in archive.manifest.heads}
    for game in archive.rows["games"]:
        rows = archive.journal_of(game.number)
        start = chain.start_chain(archive.uid, game.uid)
        broken = chain.find_first_break(start, rows)
        if broken is not None:
            raise BadArchive("broken-chain", game=game.number, seq=broken)
        head = heads.pop(game.number, None)
        last = rows[-1]["chain"] if rows else start
        if head is None or (head.uid, head.seq, head.head) != (game.uid, game.seq, last):
            raise BadArchive("other-head", game=game.number)
        if len(rows) != game.seq:
            raise BadArchive("broken-chain", game=game.number, seq=len(rows) + 1)
    if heads:
        raise BadArchive("other-head", game=min(heads))
