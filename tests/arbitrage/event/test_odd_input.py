"""Odd files, fields and answers: a sentence, never an error of the server."""

import json
from contextlib import nullcontext
from datetime import UTC, datetime
from hashlib import sha256
from http.client import BadStatusLine
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from arbitrage.archive.core.errors import BadArchive
from arbitrage.event.core.comparability import Objection, ObjectionCode
from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.core.envelope import EnvelopeHeader, read_envelope, write_envelope
from arbitrage.event.core.package import (
    PackageCentre,
    PackageContent,
    digest_games,
    encode_content,
    read_package,
    write_package,
)
from arbitrage.event.models import CentreArchive, CentreUpload
from arbitrage.event.presentation.objections import explain_objection
from arbitrage.event.services import host_link, verification
from arbitrage.event.services.events import decide
from tests.arbitrage.event.centres import make_event, prepare_short_game, receive
from tests.arbitrage.event.core.contributions import make_definition
from tests.room import make_room
from tests.rows import every_row
from tournament.core.errors import BadSetting, Busy, RoomError
from tournament.queries import clock

_UID = "00000000-0000-4000-8000-000000000000"
_KEY = "0" * 64


def _write(content: PackageContent) -> bytes:
    return write_package(encode_content(content), b"-", {1: b"sealed"})


def test_a_package_with_odd_values_is_damaged() -> None:
    definition = msgspec.structs.replace(make_definition(), uid=_UID)
    centre = PackageCentre(
        uid=_UID, name="Lomé", country="Togo", time_zone="Africa/Lome", token="t", signing_key=_KEY
    )
    good = PackageContent(
        format="duplicata-paquet", version=1, made_at=definition.ends_at, definition=definition,
        centre=centre, lexicon_name="ODS", host="", host_key=_KEY,
        ciphertexts=digest_games({1: b"sealed"}),
    )  # fmt: skip
    assert read_package(_write(good)).content == good
    replace = msgspec.structs.replace
    rows = [
        ("uid", replace(good, centre=replace(centre, uid="rien"))),
        ("key of the centre", replace(good, centre=replace(centre, signing_key="zz"))),
        ("key of the host", replace(good, host_key="00")),
        ("nul", replace(good, centre=replace(centre, name="Lo\0mé"))),
        ("name", replace(good, centre=replace(centre, name=" "))),
        ("moment", replace(good, made_at="hier")),
        ("no game", replace(good, definition=replace(definition, games=[]))),
    ]
    with every_row() as each:
        for name, content in rows:
            with each(name), pytest.raises(BadSetting) as refused:
                read_package(_write(content))
            assert refused.value.reason == "package-damaged"


def test_a_letter_with_odd_values_is_refused() -> None:
    digest = sha256(b"-").hexdigest()
    header = EnvelopeHeader(event=_UID, centre=_UID, sha256=digest, signature="00")
    for odd in ({"centre": "rien"}, {"signature": "zz"}):
        with pytest.raises(BadArchive):
            read_envelope(write_envelope(b"-", msgspec.structs.replace(header, **odd)))
    file = BytesIO()
    with ZipFile(file, "w") as envelope:
        envelope.writestr("archive.duplicata.zip", b"-")
        envelope.writestr("envoi.json", b"[]")
    with pytest.raises(BadArchive):
        read_envelope(file.getvalue())


def test_odd_requests_and_files_are_refused(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = make_room()
    event = make_event(room, prepare_short_game(room), "Nantes")
    headers = {"Authorization": f"Bearer {event.centres.get().token}"}
    announced: dict[str, Any] = {"sha256": "\0" * 64, "size": 1, "name": "a", "signature": ""}
    client = Client()
    answer = client.post(
        reverse("centre-upload"), json.dumps(announced), content_type="application/json",
        headers=headers,
    )  # fmt: skip
    assert answer.status_code == 422
    for signature in ("00", "11"):
        announced |= {"sha256": "a" * 64, "signature": signature}
        answer = client.post(
            reverse("centre-upload"), json.dumps(announced), content_type="application/json",
            headers=headers,
        )  # fmt: skip
        assert answer.json() == {"received": 0}
        assert bytes(CentreUpload.objects.get().signature).hex() == signature
    piece = reverse("centre-upload-piece", args=["d"]).replace("/d/", "/%00/")
    answer = client.put(piece, b"-", headers=headers | {"Upload-Offset": "0"})
    assert answer.status_code == 409
    with pytest.raises(BadSetting):
        decide(
            event=event, kind=EventDecisionKind.MISSING, subject="rien", reason="Fermé",
            by=room.user, now=clock.now(),
        )  # fmt: skip

    def fail(*_: Any, **__: Any) -> None:
        raise RecursionError

    monkeypatch.setattr(verification, "read_archive", fail)
    received = receive(event, "Nantes", b"-", name="a\0.zip")
    assert received.is_done
    objection = Objection.from_json(received.objections[0])
    assert objection.code is ObjectionCode.UNREADABLE
    assert "erreur imprévue" in explain_objection(objection)
    assert CentreArchive.objects.get().file_name == "a.zip"


def test_a_bad_answer_of_the_host_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    package: Any = SimpleNamespace(host="http://h", token="t")
    header = EnvelopeHeader(event=_UID, centre=_UID, sha256="0" * 64, signature="00")
    rows: list[tuple[str, bytes | Exception, str]] = [
        ("list", b"[]", "host-answers-badly"),
        ("page", b"<html>", "host-answers-badly"),
        ("long", b" " * (host_link.MAX_ANSWER + 1), "host-answers-badly"),
        ("nothing", b"{}", "host-answers-badly"),
        ("text", b'{"received": "x"}', "host-answers-badly"),
        ("not growing", b'{"received": 0}', "host-answers-badly"),
        ("status", BadStatusLine("?"), "host-unreachable"),
    ]
    with every_row() as each:
        for name, answer, reason in rows:

            def reply(*_: Any, sent: bytes | Exception = answer, **__: Any) -> Any:
                if isinstance(sent, Exception):
                    raise sent
                return nullcontext(BytesIO(sent))

            monkeypatch.setattr(host_link._opener, "open", reply)
            with each(name), pytest.raises(RoomError) as refused:
                host_link.send_archive(package, b"content", header, "a.zip", now=datetime.now(UTC))
            assert isinstance(refused.value, Busy)
            assert refused.value.reason == reason
