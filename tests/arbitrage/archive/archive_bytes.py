"""Archives of tournaments: written, restored, forged."""

import io
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import connection

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import MANIFEST_FILE
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.queries.archive import build_archive
from arbitrage.archive.services.restoring import restore_tournament
from tests.rows import every_row
from tournament.core.canonical import compute_digest, to_canonical
from tournament.models import Game, Journal, Tournament
from tournament.queries import clock
from tournament.services.journal import _compute_chain_start, _link_to_chain
from tournament.services.lifecycle import _delete_rows

type Lines = list[dict[str, Any]]


def rebuild_chains() -> None:
    """Compute the chains of all journals again: a stage that is restored shifts its times."""
    for game in Game.objects.all():
        rows = Journal.objects.filter(game=game).select_related("turn").order_by("seq")
        game.head = _compute_chain_start(game, str(game.uid))
        for row in rows:
            game.head = _link_to_chain(row, game.head)
        Journal.objects.bulk_update(rows, ["salts", "chain"])
        game.save(update_fields=["head"])


def archive_now(tournament: Tournament) -> bytes:
    return build_archive(tournament, now=clock.now())


def remove_tournament(tournament: Tournament) -> None:
    """Remove everything of it from the database; the object in memory stays."""
    _delete_rows(Tournament.objects.get(pk=tournament.pk))


def archive_and_restore(
    tournament: Tournament, *, is_verified: bool = False, **options: Any
) -> tuple[bytes, Tournament]:
    """Archive the tournament, remove it and restore it. Return the archive and the restored
    tournament.

    Unless ``is_verified``, what the verification refuses is restored, without a mark: the times of
    a stage that is restored are shifted, and its digests contradict them.
    """
    content = archive_now(tournament)
    remove_tournament(tournament)
    options |= {"accept_unverified": not is_verified}
    restored = restore_tournament(content=content, by=None, now=clock.now(), **options)
    if is_verified:
        assert restored.unverified is None
    Tournament.objects.filter(pk=restored.pk).update(unverified=None)
    restored.refresh_from_db()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    return content, restored


def read_members(content: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def read_content_members(content: bytes) -> dict[str, bytes]:
    """Return the bytes of the members that are content, not facts about the server."""
    members = read_members(content)
    return {
        member.name: members[f"{member.name}.jsonl"]
        for member in read_archive(content).manifest.members
        if member.is_content
    }


def write_zip(members: dict[str, bytes]) -> bytes:
    """Return a zip of ``members``."""
    file = io.BytesIO()
    with ZipFile(file, "w") as zipped:
        for name, content in members.items():
            zipped.writestr(name, content)
    return file.getvalue()


def write_archive(members: dict[str, bytes], manifest: dict[str, Any]) -> bytes:
    """Return the archive of ``members`` with another manifest."""
    return write_zip(members | {MANIFEST_FILE: f"{to_canonical(manifest)}\n".encode()})


def forge(content: bytes, member: str, change: Callable[[Lines], Lines]) -> bytes:
    """Return ``content`` with changed lines of a member, and a manifest that agrees with them."""
    text = read_members(content)[f"{member}.jsonl"]
    changed = change([json.loads(line) for line in text.splitlines()])
    lines = "".join(f"{to_canonical(line)}\n" for line in changed)
    return replace_member(content, member, lines.encode())


def replace_member(content: bytes, member: str, text: bytes) -> bytes:
    """Return ``content`` with other bytes of a member, and a manifest that agrees with them."""
    members = read_members(content) | {f"{member}.jsonl": text}
    manifest = json.loads(members[MANIFEST_FILE])
    for entry in manifest["members"]:
        if entry["name"] == member:
            entry |= {"sha256": sha256(text).hexdigest(), "lines": text.count(b"\n")}
    pairs = sorted(
        [entry["name"], entry["sha256"]] for entry in manifest["members"] if entry["content"]
    )
    manifest["content"] = compute_digest(pairs)
    return write_archive(members, manifest)


def expect_bad_values(content: bytes, rows: list[tuple[str, dict[str, Any]]]) -> None:
    """Check that the archive is refused with these values in the first line of a member, even if
    the organiser restores what the verification refuses."""
    with every_row() as row:
        for member, values in rows:
            with row(f"{member}: {values}"):
                forged = _change_first_line(content, member, values)
                with pytest.raises(BadArchive) as refused:
                    restore_tournament(
                        content=forged, accept_unverified=True, by=None, now=clock.now()
                    )
                place = {"member": member, "line": 1}
                assert (refused.value.reason, refused.value.data) == ("bad-value", place)
    assert not Tournament.objects.exists()


def _change_first_line(content: bytes, member: str, values: dict[str, Any]) -> bytes:
    return forge(content, member, lambda lines: [lines[0] | values, *lines[1:]])
