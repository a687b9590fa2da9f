"""Whatever is sent to whatever address or field: a page that says so, never a failure of ours.

What an address reads is found out by asking it, so that a new one is tried as well.
"""

import re
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.urls import (
    Resolver404,
    ResolverMatch,
    URLPattern,
    URLResolver,
    get_resolver,
    resolve,
    reverse,
)
from django.utils.encoding import repercent_broken_unicode

from tests.roles import give_role
from tests.room import Room
from tests.tournament.services.lists import bring
from tests.tournament.services.prepared.prepared_game import search
from tests.tournament.views.addresses import ACCESS_RULES, list_methods
from tests.tournament.views.office import HTMX, is_sentence
from tournament.core.states import Role
from tournament.models import StaffMember, Turn
from tournament.services.hand_in import receiver
from tournament.views import device
from tournament.views.judge.commands import COMMANDS

#: As a person could send them; lone surrogates get as far as this through the escapes of JSON.
HOSTILE = {
    "NUL": "a\0b",
    "endless digits": "9" * 5000,
    "a number that no column holds": "9" * 30,
    "a number below": "-" + "9" * 12,
    "digits of another script": "１٢²",
    "letters without end": "É" * 10_000,
    "letters of which many become": "ﷺ" * 150,
    "compatibility letters": "ＡＤＭＩＮ",
    "nested without end": "[" * 12_000,  # Python's readers of JSON give up at 10,000
    "objects nested without end": '{"rows":' * 12_000,
    "lone surrogates": '{"rows": ["\\ud800"], "struck": ["\\udfff"]}',
    "nothing of JSON": "null",
    "marks of formats": "%s %(name)s {0} {{ x }} %",
    "an address": "https://example.org//../../etc",
    "lines": "\r\nX-Header: 1\r\n\u2028",
}
#: The reading of a file ends with these otherwise than with any other text.
IN_FILES = (
    *("NUL", "endless digits", "letters without end", "nested without end"),
    *("objects nested without end", "lone surrogates", "nothing of JSON"),
)
#: What somebody types in place of a part of an address.
LONGEST_PART = "x" * 2000
PARTS = ["9" * 40, "%00", "%ED%A0%80", "%FF", "%EF%BC%91", LONGEST_PART, "%0A", "-1"]
TOURNAMENT, KEY = "<slug:slug>", "<str:key>"
#: No server lets a longer address through.
LONGEST_QUERY = 20_000
PART = re.compile(r"<(\w+:)?(\w+)>")


def list_routes(resolver: Any, prefix: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from list_routes(pattern, route)
        elif isinstance(pattern, URLPattern):
            yield route


ROUTES = sorted(set(list_routes(get_resolver())))


class HostileHall:
    """A room in which every address leads somewhere, and who may open them all."""

    def __init__(self, room: Room, turn: Turn) -> None:
        user = room.user
        for role in Role:
            give_role(room.tournament, user, role)
        type(user).objects.filter(pk=user.pk).update(is_superuser=True)
        entry, job = room.entries[0], bring(room, "Liste", "AS\nÉTÉ\n12\n")
        self.failed: list[str] = []
        self.parts = {
            "slug": room.tournament.slug,
            "number": turn.game.number,
            "ordinal": turn.ordinal,
            "entry_id": entry.pk,
            "member_id": StaffMember.objects.filter(user=user)[0].pk,
            "key": entry.table.key,
            "token": "jeton",
        }
        self.lexicon, self.search = job.pk, search(room).pk
        self.client = Client(raise_request_exception=False)
        self.client.force_login(user)
        self.client.cookies[device.TABLE_COOKIE] = self._make_cookie(entry.table)

    @staticmethod
    def _make_cookie(table: Any) -> str:
        from django.http import HttpResponse

        response = HttpResponse()
        device.set_table_cookie(response, table)
        return response.cookies[device.TABLE_COOKIE].value

    def build_addresses(self, route: str) -> list[str]:
        """Fill a route with existing values; those of the judge once for every command."""
        job = self.lexicon if "lexica" in route else self.search
        parts = {"job_id": job} | self.parts
        filled = PART.sub(lambda part: str(parts.get(part[2], part[0])), route)
        return ["/" + filled.replace("<slug:name>", name) for name in self._list_names(filled)]

    @staticmethod
    def _list_names(route: str) -> list[str]:
        return list(COMMANDS) if "<slug:name>" in route else [""]

    def send(self, method: str, address: str, data: Any, place: str) -> None:
        """Send one request and roll back its changes."""
        with transaction.atomic():
            if method == "GET":
                response = self.client.get(f"{address}?{urlencode(data)}"[:LONGEST_QUERY])
            else:
                response = self.client.post(address, data, headers=HTMX)
            is_answered = method == "GET" or is_sentence(response)
            if response.status_code >= 500 or not is_answered:
                self.failed.append(f"{method} {address[:80]} {list(data)}: {place}")
            transaction.set_rollback(True)


@pytest.fixture
def hall(room: Room, corrected: Turn, monkeypatch: pytest.MonkeyPatch) -> HostileHall:
    monkeypatch.setattr(
        receiver, "open_receiver", lambda: pytest.fail("nothing of this is a bulletin")
    )
    return HostileHall(room, corrected)


class ParameterRecorder:
    """Record the names of the parameters that a page reads, and which code reads them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: set[str] = set()
        self.readers: set[tuple[str, str, str]] = set()
        for method in ("get", "getlist", "__getitem__", "__contains__"):
            monkeypatch.setattr(QueryDict, method, self._record(getattr(QueryDict, method)))

    def _record(self, method: Any) -> Any:
        def record(query: QueryDict, name: str, *rest: Any) -> Any:
            self.names.add(name)
            code = sys._getframe(1).f_code
            self.readers.add((name, code.co_filename, code.co_name))
            return method(query, name, *rest)

        return record

    def list_fields(self, hall: HostileHall, method: str, address: str) -> set[str]:
        self.names.clear()
        self.readers.clear()
        hall.send(method, address, {}, "nothing")
        return {name for name in self.names if name.isidentifier() and name.islower()}


def find_match(address: str) -> ResolverMatch | None:
    path = repercent_broken_unicode(unquote_to_bytes(address)).decode()  # as a request has it
    try:
        return resolve(path)
    except Resolver404:
        return None


def test_no_part_of_an_address_makes_the_server_fail(hall: HostileHall) -> None:
    """Send once what has the same answer everywhere: an address without page, the key of nothing,
    and the name of no tournament, unless it is the longest and its pages are public."""
    sent: set[tuple[str, str]] = set()
    for route in ROUTES:
        for part in PART.finditer(route):
            for typed in PARTS:
                (address, *_) = hall.build_addresses(route.replace(part[0], typed))
                match = find_match(address)
                if match and "GET" not in list_methods(match.func):
                    continue
                is_alike = part[0] == KEY or (
                    part[0] == TOURNAMENT
                    and (typed != LONGEST_PART or (match and match.url_name in ACCESS_RULES))
                )
                if is_alike or match is None:
                    kind = part[0] if match else ""
                    if (kind, typed) in sent:
                        continue
                    sent.add((kind, typed))
                hall.send("GET", address, {}, typed[:20])
    assert hall.failed == []


def test_no_input_makes_the_server_fail(hall: HostileHall, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error is a sentence for HTMX too; what the same code reads is sent to one address."""
    asked_ = ParameterRecorder(monkeypatch)
    tried: set[tuple[str, frozenset[tuple[str, str, str]]]] = set()
    hall.send("POST", "/nothing/there/", {}, "no such address")
    for route in ROUTES:
        for address in filter(find_match, hall.build_addresses(route)):
            for method in ("GET", "POST"):
                names = asked_.list_fields(hall, method, address)
                readers = method, frozenset(asked_.readers)
                if not names or readers in tried:
                    continue
                tried.add(readers)
                for name_, value in HOSTILE.items():
                    hall.send(method, address, dict.fromkeys(names, value), name_)
    assert hall.failed == []


def test_no_file_that_is_sent_makes_the_server_fail(hall: HostileHall) -> None:
    contents = {kind: HOSTILE[kind].encode() for kind in IN_FILES} | {
        "nothing": b"",
        "half a letter of UTF-16": "nom\n".encode("utf-16") + b"\x00\xd8",
        "no text": bytes(range(256)),
        "a game of endless numbers": b'{"turns": [' + b"9" * 5000 + b"]}",
        "names of every kind": "nom;table;licence\n\u202e\u2028;٣;\x0b\n".encode(),
        "a heading without end": b"nom" + b",x" * 50_000 + b"\nA\n",
        "half an archive": b"PK\x03\x04" + bytes(range(256)),
    }
    for name in ("office-import-send", "office-game-import", "office-lexica"):
        address = reverse(name, args=[hall.parts["slug"]] if name != "office-lexica" else [])
        for kind, content in contents.items():
            upload = SimpleUploadedFile("liste.csv", content)
            hall.send("POST", address, {"file": upload, "name": "Une", "format": "normal"}, kind)
    assert hall.failed == []
