"""A room for one page, without servers: the real templates and modules in a real browser, and
a server of the live protocol that does what the test says."""

import json
import mimetypes
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, WebSocketRoute

from config.assets.static import Paths, bundle_files
from tests.browser.js.web import KEPT, TEST, Answer, build_proxy

STATIC = Path(__file__).resolve().parents[3] / "static"
ORIGIN = "http://duplicata.test"
TOKEN = "token-of-the-page"
SECOND_MS = 1000
#: Seconds by which the clocks are put forward at a time.
STEP_S = 2
type Message = dict[str, Any]

#: Django's catalogue without a translation: it counts as English does.
CATALOGUE = """
window.django = { catalog: {} };
window.gettext = (text) => text;
window.ngettext = (one, many, count) => (count === 1 ? one : many);
"""


class FakeRoom:
    """Plays the server to ``page``: pages, static files, socket, hand-in by request.

    ``answer_saves``, ``answer_pings`` and ``network`` say how good a day it is; ``refusal`` is the
    code with which a socket is closed that may not be opened; ``received`` holds every message of
    the page, by socket or request. The page's clock runs like any other and can be put forward
    (``pass_time``).
    """

    page: Page

    def __init__(self) -> None:
        self._test = 0
        self._begin()

    def attach(self, page: Page) -> None:
        """Play the server to a page whose context has ``answer`` behind its proxy."""
        self.page = page
        self._size = page.viewport_size
        page.set_extra_http_headers({TEST: str(self._test)})
        page.route_web_socket(re.compile(r".*/live/v1/.*"), self._open_socket)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)

    def _begin(self) -> None:
        self.ahead_ms = 0
        self.pages: dict[str, tuple[str, str]] = {}
        self.received: list[Message] = []
        self.sockets: list[WebSocketRoute] = []
        self.paths: list[str] = []
        self.posted: list[Message] = []
        self.snapshot: Message | None = None
        self.answer_saves = True
        self.answer_receipts = True
        self.answer_pings = True
        self.network = True
        self.sockets_open = True
        self.refusal = 1013
        self.token_status = 200
        self.errors: list[str] = []

    def begin_anew(self) -> None:
        """As before the first page: nothing open, kept, emulated or received.

        Only the page's clock stays ahead by what was passed; the room's is right again.
        """
        if self.page.url.startswith(ORIGIN):
            self.page.goto("about:blank")
        context = self.page.context
        context.clear_cookies()
        session = context.new_cdp_session(self.page)
        session.send("Storage.clearDataForOrigin", {"origin": ORIGIN, "storageTypes": "all"})
        session.detach()
        self.page.unroute_all()
        self._test += 1
        self.page.set_extra_http_headers({TEST: str(self._test)})
        self.page.emulate_media(
            media="null", color_scheme="null", reduced_motion="null", forced_colors="null"
        )
        if self._size and self.page.viewport_size != self._size:
            self.page.set_viewport_size(self._size)
        self._begin()

    def _console(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    # what the page asks for

    def answer(self, path: str, sent: bytes, test: str) -> Answer | None:
        """In a thread of its own, while the test waits or not."""
        if path.startswith("/static/"):
            return _static(path)
        if path == "/jsi18n/":
            return Answer(CATALOGUE.encode(), "text/javascript", headers=KEPT)
        if path in self.pages:
            body, policy = self.pages[path]
            headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
            return Answer(body.encode(), "text/html; charset=utf-8", headers=headers)
        is_reachable = self.network and test == str(self._test)
        return self._answer_request(path, sent) if is_reachable else None

    def _answer_request(self, path: str, sent: bytes) -> Answer:
        """By a script of the page."""
        if path.endswith("/token/"):
            return _json({"token": "fresh-token"}, self.token_status)
        if path in {"/table/bulletin/", "/table/slip/"}:
            return self._answer_post(json.loads(sent or b"{}"))
        return Answer(status=404)

    def _answer_post(self, message: Message) -> Answer:
        self.received.append(message)
        self.posted.append(message)
        is_receipt = message["type"] == "shown"
        return _json(self._answer_receipt(message) if is_receipt else self._answer_save(message))

    # the socket

    def _open_socket(self, socket: WebSocketRoute) -> None:
        if not (self.network and self.sockets_open):
            socket.close(code=self.refusal)
            return
        self.sockets.append(socket)
        self.paths.append(socket.url.split("/live/v1/")[1].strip("/"))
        socket.on_message(lambda text: self._read(socket, str(text)))
        if self.snapshot is not None:
            socket.send(json.dumps(self.snapshot | {"now": self.now()}))

    def _read(self, socket: WebSocketRoute, text: str) -> None:
        if not self.network:
            return
        message = json.loads(text)
        self.received.append(message)
        if message["type"] == "ping" and self.answer_pings:
            socket.send(json.dumps({"type": "pong", "t": message["t"], "now": self.now()}))
        if message["type"] == "sync" and self.snapshot is not None:
            socket.send(json.dumps(self.snapshot | {"now": self.now()}))
        if message["type"] == "save" and self.answer_saves:
            socket.send(json.dumps(self._answer_save(message)))
        if message["type"] == "shown" and self.answer_receipts:
            socket.send(json.dumps(self._answer_receipt(message)))

    @staticmethod
    def _answer_receipt(message: Message) -> Message:
        return {"type": "receipt", "uid": message["uid"], "known": True}

    @staticmethod
    def _answer_save(message: Message) -> Message:
        return {"type": "saved", "turn": message["turn"], "rev": message["rev"], "late": False}

    # what the test does

    def open(self, path: str, template: str, context: dict[str, Any], policy: str = "") -> None:
        self.pages[path] = (render_to_string(template, context), policy or strict_policy())
        self.page.goto(ORIGIN + path)

    def serve_blank(self) -> None:
        """An empty page from which the modules can be imported."""
        body = '<!doctype html><html lang="fr"><title>Modules</title><main></main>'
        self.pages["/blank/"] = (body, strict_policy())
        self.page.goto(f"{ORIGIN}/blank/")

    def set_snapshot(self, audience: str, state: Message | None, seq: int = 100) -> None:
        """The snapshot that whoever connects gets."""
        self.snapshot = {
            "type": "snapshot",
            "v": 1,
            "audience": audience,
            "seq": seq,
            "state": state,
        }

    def replace_state(self, audience: str, state: Message | None) -> None:
        """Show whoever is connected another moment, as after a break of the connection."""
        self.set_snapshot(audience, state, seq=self.snapshot["seq"] + 1 if self.snapshot else 100)
        assert self.snapshot
        self.send(self.snapshot | {"now": self.now()})

    def send(self, message: Message) -> None:
        self.sockets[-1].send(json.dumps(message))

    def event(self, kind: str, **parts: Any) -> None:
        """The next event of the game, one number after the last."""
        assert self.snapshot is not None
        prev = self.snapshot["seq"]
        self.snapshot["seq"] = prev + 1
        self.snapshot["state"] = {**(self.snapshot["state"] or {}), **parts}
        self.send(
            {
                "type": "event",
                "kind": kind,
                "game_id": self.snapshot["state"]["game"]["id"],
                "seq": prev + 1,
                "prev": prev,
                "now": self.now(),
                **parts,
            }
        )

    def drop(self, code: int = 1013) -> None:
        """The server closes the connection."""
        self.sockets[-1].close(code=code)

    def lose_network(self) -> None:
        """Drop all messages in silence."""
        self.network = False

    def find_network(self) -> None:
        self.network = True

    def now(self) -> int:
        """The server's clock, milliseconds since 1970."""
        return now() + self.ahead_ms

    def pass_time(self, seconds: int) -> None:
        """Put the clocks of page and server forward together.

        In steps shorter than the page's patience with a server that does not answer its ping.
        """
        for passed in range(0, seconds, STEP_S):
            step_ms = min(STEP_S, seconds - passed) * SECOND_MS
            self.ahead_ms += step_ms
            self.page.clock.fast_forward(step_ms)

    @property
    def saves(self) -> list[Message]:
        return [message for message in self.received if message["type"] == "save"]


def _json(answer: Message, status: int = 200) -> Answer:
    return Answer(json.dumps(answer).encode(), "application/json", status)


def _static(path: str) -> Answer:
    content = static_files().get(path.removeprefix("/static/"))
    if content is None:
        return Answer(status=404)
    return Answer(
        content, mimetypes.guess_type(path)[0] or "application/octet-stream", headers=KEPT
    )


@contextmanager
def open_fake_room(
    browser: Browser, *, room: FakeRoom | None = None, time: int | None = None, **context: Any
) -> Iterator[FakeRoom]:
    """A page of a new context and its room; its clock begins at ``time``, or now."""
    room = room or FakeRoom()
    with build_proxy(room.answer) as proxy, browser.new_context(proxy=proxy, **context) as opened:
        page = opened.new_page()
        page.clock.install(time=time)
        room.attach(page)
        yield room


@cache
def static_files() -> dict[str, bytes]:
    """By name; what a page imports joined, as an installation gives it: every file that a page
    asks for passes through this process."""
    disk = FileSystemStorage(STATIC)
    names = [str(file.relative_to(STATIC)) for file in STATIC.rglob("*") if file.is_file()]
    files: Paths = {name: (disk, name) for name in names}
    contents = {}
    for name, (storage, path) in {**files, **bundle_files(files)}.items():
        with storage.open(path) as opened:
            contents[name] = opened.read()
    return contents


def now() -> int:
    return round(time.time() * 1000)


def strict_policy() -> str:
    """The policy of the settings, for this origin."""
    from django.conf import settings

    parts = []
    policy: Any = settings.SECURE_CSP
    for name, values in policy.items():
        sources = [str(value) for value in values if "//" not in str(value)]
        if name == "connect-src":
            sources.append("ws://duplicata.test")
        parts.append(" ".join([name, *sources]))
    return "; ".join(parts)
