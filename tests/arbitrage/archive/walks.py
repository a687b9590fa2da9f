"""Everything that browsers and programs can read of a tournament, as text."""

import io
import json
from collections.abc import Iterator
from itertools import product
from typing import Any
from zipfile import ZipFile

from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from tests.documents.pdfs import Printed
from tests.room import Room
from tournament.protocol import Audience, encode, parts

#: Pages that would end the walk.
_NOT = frozenset({"logout"})


def addresses(known: dict[str, tuple[Any, ...]]) -> Iterator[str]:
    """Every address whose parts are ``known``, with each of their values."""
    for name, wanted in _patterns(get_resolver()):
        if name in _NOT or not set(wanted) <= known.keys():
            continue
        for values in product(*(known[part] for part in wanted)):
            yield reverse(name, kwargs=dict(zip(wanted, values, strict=True)))


def _patterns(
    resolver: URLResolver, space: str = "", before: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of each address, and those of its parts."""
    for one in resolver.url_patterns:
        found = (*before, *one.pattern.converters)
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from _patterns(one, inner, found)
        elif one.name:
            yield f"{space}{one.name}", found


def read_by(browser: Client, known: dict[str, tuple[Any, ...]]) -> dict[str, str]:
    """What ``browser`` is answered, by address."""
    return {address: as_text(browser.get(address)) for address in addresses(known)}


def as_text(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if content.startswith(b"%PDF"):
        return Printed(content).text()
    if content.startswith(b"PK"):
        return unzipped(content)
    return str(content.decode(errors="replace"))


def unzipped(content: bytes) -> str:
    with ZipFile(io.BytesIO(content)) as file:
        return "\n".join(file.read(name).decode(errors="replace") for name in file.namelist())


def snapshots(room: Room) -> dict[str, str]:
    """What sockets begin with, by audience."""
    seats: list[tuple[Audience, int | None]] = [
        (Audience.PUBLIC, None),
        (Audience.ARBITERS, None),
        (Audience.JUDGE, None),
        *((Audience.ENTRY, entry.pk) for entry in room.entries),
    ]
    return {
        f"{audience} {entry}": json.dumps(
            json.loads(encode(parts.build_snapshot(room.tournament.pk, audience, entry))),
            ensure_ascii=False,
        )
        for audience, entry in seats
    }
