"""Requests of a centre to the server of its host: for a key, and with its archive.

The address comes from the package that the host signed. Nothing is sent anywhere else.
"""

import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from arbitrage.event.core.envelope import Letter
from arbitrage.event.models import ImportedEvent
from tournament.core.errors import Busy, WrongState

TIMEOUT_S = 10.0
#: Bytes of a piece of an archive.
PIECE = 512 * 1024


def ask_key(package: ImportedEvent, number: int) -> str:
    """Return the words of a key. Raises Busy, WrongState."""
    answer = _send(package, f"/event/key/{number}/", "GET")
    return str(answer.get("words", ""))


def send_archive(package: ImportedEvent, content: bytes, letter: Letter, name: str) -> None:
    """Send the archive in pieces; what the host has already is not sent again. Raises Busy,
    WrongState."""
    announced = {
        "sha256": letter.sha256, "size": len(content), "name": name, "signature": letter.signature,
    }  # fmt: skip
    body = json.dumps(announced).encode()
    received = int(_send(package, "/event/upload/", "POST", body)["received"])
    while received < len(content):
        piece = content[received : received + PIECE]
        path, headers = f"/event/upload/{letter.sha256}/", {"Upload-Offset": str(received)}
        received = int(_send(package, path, "PUT", piece, headers)["received"])


def _send(
    package: ImportedEvent,
    path: str,
    method: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> dict[str, Any]:
    if urlsplit(package.host).scheme not in {"http", "https"}:
        raise Busy("host-unreachable")
    sent = {"Authorization": f"Bearer {package.token}", "Content-Type": "application/json"}
    request = Request(  # noqa: S310 - the scheme is checked
        package.host.rstrip("/") + path, data=body, method=method, headers=sent | (headers or {})
    )
    try:
        with urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310 - the same
            received: dict[str, Any] = json.loads(answer.read())
            return received
    except HTTPError as error:
        raise WrongState("host-refuses", sentence=_read_refusal(error)) from error
    except (URLError, OSError, ValueError) as error:
        raise Busy("host-unreachable") from error


def _read_refusal(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read(10_000))["error"])[:300]
    except (ValueError, LookupError, TypeError, OSError):
        return str(error.code)
