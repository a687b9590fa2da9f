"""Everything that browsers and programs can read of a tournament, as text."""

import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, product
from typing import Any
from zipfile import ZipFile

from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from tests.documents.pdfs import Printed
from tests.room import Room
from tests.tournament.views.addresses import ACCESS_RULES, PUBLIC_ADDRESSES
from tournament.protocol import Audience, encode, parts

#: What would end the session, and pages of rules, of the software and for programs: of no player.
_EXCLUDED = frozenset({"logout", "regulation", "regulation-classic", "api-v1:openapi"})


type Arguments = dict[str, tuple[Any, ...]]


def list_addresses(arguments: Arguments, is_wanted: Callable[[str], bool]) -> Iterator[str]:
    """Yield every URL whose parameters are in ``arguments``, with each of their values, of the
    patterns that are wanted by their names."""
    for name, parameters in _list_patterns(get_resolver()):
        if name in _EXCLUDED or not set(parameters) <= arguments.keys():
            continue
        if not is_wanted(name.rpartition(":")[2]):
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


def is_public(name: str) -> bool:
    """Return True for a page that is the same for everybody."""
    return name in PUBLIC_ADDRESSES


def is_personal(name: str) -> bool:
    """Return True for a page that is neither public nor of the staff."""
    return name not in PUBLIC_ADDRESSES | ACCESS_RULES.keys()


def read_pages(
    browser: Client, choices: Iterable[Arguments], is_wanted: Callable[[str], bool]
) -> dict[str, str]:
    """Return the text of the pages that ``browser`` gets, by URL."""
    lists = (list_addresses(arguments, is_wanted) for arguments in choices)
    addresses = dict.fromkeys(chain.from_iterable(lists))
    return {address: extract_text(browser.get(address)) for address in addresses}


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
