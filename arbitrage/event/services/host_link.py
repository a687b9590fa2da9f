"""Requests of a centre to the server of its host: for a key, and with its archive.

The address comes from the package that the host signed. Nothing is sent anywhere else; nothing over
the network if this very server is the host's, which may have many clubs.
"""

import json
from datetime import datetime
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings

from arbitrage.event.core.envelope import EnvelopeHeader
from arbitrage.event.models import Centre, ImportedEvent
from arbitrage.event.services.arrivals import SentFile, announce_upload, receive_piece
from arbitrage.event.services.packing import find_key
from tournament.core.errors import Busy, WrongState

TIMEOUT_S = 10.0
#: Bytes of a piece of an archive.
PIECE_SIZE = 512 * 1024
#: Maximum size of an answer, in bytes.
MAX_ANSWER = 64 * 1024


class _NoRedirect(HTTPRedirectHandler):
    """Takes a redirect for a refusal: the token is for the address of the package alone."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


_opener = build_opener(_NoRedirect)


def find_hosted_centre(package: ImportedEvent) -> Centre | None:
    """Return the centre that the package is of, if this server hosts its event."""
    if package.host != settings.PUBLIC_URL:
        return None
    centres = Centre.objects.select_related("event")
    return centres.filter(uid=package.centre_uid, token=package.token).first()


def request_key(package: ImportedEvent, number: int, *, now: datetime) -> str:
    """Return the words of a key. Raise Busy, WrongState."""
    if centre := find_hosted_centre(package):
        return find_key(centre=centre, number=number, now=now)
    answer = _send(package, f"/event/key/{number}/", "GET")
    return str(answer.get("words", ""))


def send_archive(
    package: ImportedEvent, content: bytes, header: EnvelopeHeader, name: str, *, now: datetime
) -> None:
    """Send the archive in pieces; what the host has already is not sent again. Raise Busy,
    WrongState."""
    if centre := find_hosted_centre(package):
        _hand_over(centre, content, header, name, now)
        return
    announced = {
        "sha256": header.sha256, "size": len(content), "name": name, "signature": header.signature,
    }  # fmt: skip
    body = json.dumps(announced).encode()
    received = _read_received(_send(package, "/event/upload/", "POST", body))
    while received < len(content):
        piece = content[received : received + PIECE_SIZE]
        path, headers = f"/event/upload/{header.sha256}/", {"Upload-Offset": str(received)}
        before, received = received, _read_received(_send(package, path, "PUT", piece, headers))
        if received <= before:
            raise Busy("host-answers-badly")


def _check_address(host: str) -> None:
    """Raise Busy, WrongState if the operator does not allow to call it; ValueError if it is no
    address."""
    address = urlsplit(host)
    if address.scheme not in {"http", "https"}:
        raise Busy("host-unreachable")
    if settings.EVENT_HOSTS and address.hostname not in settings.EVENT_HOSTS:
        raise WrongState("host-not-allowed", host=address.hostname or host)


def _hand_over(
    centre: Centre, content: bytes, header: EnvelopeHeader, name: str, now: datetime
) -> None:
    """Give the archive to the host's event on this server."""
    digest, signature = header.sha256, bytes.fromhex(header.signature)
    file = SentFile(digest, len(content), name, signature)
    received = announce_upload(centre=centre, file=file, now=now)
    while received < len(content):
        piece = content[received : received + PIECE_SIZE]
        received, _is_whole = receive_piece(
            centre=centre, digest=digest, offset=received, piece=piece, now=now
        )


def _read_received(answer: dict[str, Any]) -> int:
    received = answer.get("received")
    if not isinstance(received, int) or received < 0:
        raise Busy("host-answers-badly")
    return received


def _send(
    package: ImportedEvent,
    path: str,
    method: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> dict[str, Any]:
    sent_headers = {"Authorization": f"Bearer {package.token}", "Content-Type": "application/json"}
    try:
        _check_address(package.host)
        request = Request(  # noqa: S310 - the scheme is checked
            package.host.rstrip("/") + path,
            data=body,
            method=method,
            headers=sent_headers | (headers or {}),
        )
        with _opener.open(request, timeout=TIMEOUT_S) as answer:
            content = answer.read(MAX_ANSWER + 1)
    except HTTPError as error:
        if error.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise Busy("host-unreachable") from error
        raise WrongState("host-refuses", sentence=_read_refusal(error)) from error
    except (OSError, HTTPException, ValueError) as error:
        raise Busy("host-unreachable") from error
    return _read_object(content)


def _read_object(content: bytes) -> dict[str, Any]:
    try:
        received = json.loads(content) if len(content) <= MAX_ANSWER else None
    except (ValueError, RecursionError) as error:
        raise Busy("host-answers-badly") from error
    if not isinstance(received, dict):
        raise Busy("host-answers-badly")
    return received


def _read_refusal(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read(10_000))["error"])[:300]
    except (ValueError, LookupError, TypeError, OSError, HTTPException, RecursionError):
        return str(error.code)
