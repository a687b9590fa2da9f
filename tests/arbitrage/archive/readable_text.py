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

#: Pages that would end the session.
_EXCLUDED = frozenset({"logout"})


def list_addresses(arguments: dict[str, tuple[Any, ...]]) -> Iterator[str]:
    """Yield every URL whose parameters are in ``arguments``, with each of their values."""
    for name, parameters in _list_patterns(get_resolver()):
        if name in _EXCLUDED or not set(parameters) <= arguments.keys():
            continue
        for values in product(*(arguments[parameter] for parameter in parameters)):
            yield reverse(name, kwargs=dict(zip(parameters, values, strict=True)))


def _list_patterns(
    resolver: URLResolver, namespace: str = "", outer: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each URL pattern, and its parameters."""
    for pattern in resolver.url_patterns:
        parameters = (*outer, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _list_patterns(pattern, inner, parameters)
        elif pattern.name:
            yield f"{namespace}{pattern.name}", parameters


def read_pages(browser: Client, arguments: dict[str, tuple[Any, ...]]) -> dict[str, str]:
    """Return the text of the pages that ``browser`` gets, by URL."""
    return {address: extract_text(browser.get(address)) for address in list_addresses(arguments)}


def extract_text(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if content.startswith(b"%PDF"):
        return Printed(content).text()
    if content.startswith(b"PK"):
        return unzip_text(content)
    return str(content.decode(errors="replace"))


def unzip_text(content: bytes) -> str:
    with ZipFile(io.BytesIO(content)) as file:
        return "\n".join(file.read(name).decode(errors="replace") for name in file.namelist())


def read_snapshots(room: Room) -> dict[str, str]:
    """Return the first message of each kind of socket."""
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
