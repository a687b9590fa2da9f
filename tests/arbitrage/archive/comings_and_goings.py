"""Tournaments that go away in an archive and come back from it."""

import io
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any
from zipfile import ZipFile

from django.db import connection

from arbitrage.archive.core.manifest import NAME
from arbitrage.archive.core.reading import read
from arbitrage.archive.queries.archive import archive_of
from arbitrage.archive.services.restoring import restore
from tournament.core.canonical import canonical, digest
from tournament.models import Game, Journal, Tournament
from tournament.queries import clock
from tournament.services.journal import _chain, _start
from tournament.services.lifecycle import _remove

type Lines = list[dict[str, Any]]


def chain_again() -> None:
    """A stage that is put back has its moments moved, which its chain does not know."""
    for game in Game.objects.all():
        rows = Journal.objects.filter(game=game).select_related("turn").order_by("seq")
        game.head = _start(game, str(game.uid))
        for row in rows:
            game.head = _chain(row, game.head)
        Journal.objects.bulk_update(rows, ["salts", "chain"])
        game.save(update_fields=["head"])


def archived(tournament: Tournament) -> bytes:
    return archive_of(tournament, now=clock.now())


def remove(tournament: Tournament) -> None:
    """Everything of it; whoever holds ``tournament`` still does."""
    _remove(Tournament.objects.get(pk=tournament.pk))


def gone_and_come(tournament: Tournament, **how: Any) -> tuple[bytes, Tournament]:
    """Its archive, and what comes back from that once everything of it was removed here."""
    content = archived(tournament)
    remove(tournament)
    made = restore(content=content, by=None, now=clock.now(), **how)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    return content, made


def members_of(content: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def of_content(content: bytes) -> dict[str, bytes]:
    """The bytes of each member that was played, not made by a server."""
    held = members_of(content)
    return {
        one.name: held[f"{one.name}.jsonl"] for one in read(content).manifest.members if one.content
    }


def written(members: dict[str, bytes]) -> bytes:
    """A zip of ``members``, whatever they are."""
    file = io.BytesIO()
    with ZipFile(file, "w") as zipped:
        for name, content in members.items():
            zipped.writestr(name, content)
    return file.getvalue()


def forged(content: bytes, member: str, change: Callable[[Lines], Lines]) -> bytes:
    """``content`` with other lines of a member, and a manifest that agrees with them."""
    members = members_of(content)
    name = f"{member}.jsonl"
    lines = [json.loads(line) for line in members[name].splitlines()]
    changed = change(lines)
    members[name] = "".join(f"{canonical(line)}\n" for line in changed).encode()
    manifest = json.loads(members[NAME])
    for one in manifest["members"]:
        if one["name"] == member:
            one |= {"sha256": sha256(members[name]).hexdigest(), "lines": len(changed)}
    pairs = sorted([one["name"], one["sha256"]] for one in manifest["members"] if one["content"])
    manifest["content"] = digest(pairs)
    members[NAME] = canonical(manifest).encode()
    return written(members)
