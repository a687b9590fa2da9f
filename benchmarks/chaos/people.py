"""Judge, arbiters, typist and a visitor: the real pages, read and posted as a browser would."""

import contextlib
import json
import re
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from http.cookiejar import CookieJar
from random import Random
from urllib.parse import urlencode, urljoin, urlsplit

from benchmarks.chaos.room import Seat

TIMEOUT_S = 20.0
STEP_S = 0.3
#: Pages that a passer-by opens one after the other, and how long he looks at each at most.
PAGES_LEFT, LEAVES_WITHIN_S = 4, 0.03
SERVER_ERROR = 500
ROW = re.compile(r'<tr id="row-(\d+)"[^>]*data-url="([^"]+)" data-version="(\d+)"([^>]*)>')


type Form = tuple[str, dict[str, str]]


class FormReader(HTMLParser):
    """The forms of a page: address and what a browser would send of each."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self.forms.append((found.get("action") or "", {}))
        elif tag == "input" and self.forms:
            name, kind = found.get("name"), found.get("type") or "text"
            if name and (kind not in {"radio", "checkbox"} or "checked" in found):
                self.forms[-1][1][name] = found.get("value") or ""


@dataclass(frozen=True)
class Page:
    """What came; its forms are looked for where somebody asks for them."""

    text: str

    @cached_property
    def forms(self) -> list[Form]:
        reader = FormReader()
        reader.feed(self.text)
        return reader.forms

    def form(self, part: str) -> Form | None:
        """The first form whose address holds ``part``."""
        return next((form for form in self.forms if part in form[0]), None)


@dataclass(frozen=True)
class ListedSlip:
    """A line of the arbiter's list; ``url`` is that of the bulletin, ``waits`` for a decision."""

    entry: int
    url: str
    version: str
    waits: bool


def listed(page: Page) -> list[ListedSlip]:
    return [
        ListedSlip(int(row[1]), row[2], row[3], "data-open" in row[4])
        for row in ROW.finditer(page.text)
    ]


class Unreachable(Exception):  # noqa: N818 - it is what the browser says, not a fault of ours
    """No answer: the server is away."""


@dataclass
class Browser:
    """One signed-in browser; ``errors`` are answers of 500 and above, 503 left out."""

    url: str
    errors: list[str] = field(default_factory=list)
    unavailable: int = 0
    answers: int = 0

    def __post_init__(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Page:
        return self._open(path, None, {})[1]

    def sign_in(self, link: str) -> None:
        """Follow the link and press its button."""
        for _, fields in self.get(link).forms:
            self.post(link, fields)

    def post(
        self, path: str, fields: Mapping[str, object], headers: Mapping[str, str] | None = None
    ) -> tuple[int, Page]:
        """A field with a list is sent once for each of its values."""
        return self._open(path, urlencode(fields, doseq=True).encode(), headers or {})

    def post_json(self, path: str, content: object, token: str) -> tuple[int, str]:
        """``token`` is that of the page, against forged requests."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": token}
        status, page = self._open(path, json.dumps(content).encode(), headers)
        return status, page.text

    def _open(self, path: str, data: bytes | None, headers: Mapping[str, str]) -> tuple[int, Page]:
        """Raises Unreachable when there is no answer, or a 503."""
        address = urljoin(self.url, path)
        request = urllib.request.Request(address, data, dict(headers))  # noqa: S310 - our own http address
        try:
            status, text = self._answer(request)
        except (OSError, HTTPException) as error:
            raise Unreachable(str(error)) from error
        self.answers += 1
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            self.unavailable += 1
            raise Unreachable(text[:200])
        if status >= SERVER_ERROR:
            self.errors.append(f"{status} {path}")
            raise Unreachable(text[:200])
        return status, Page(text)

    def _answer(self, request: urllib.request.Request) -> tuple[int, str]:
        """Raises OSError or HTTPException where it breaks off, in an error's page too."""
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(errors="replace")


@dataclass
class Person(ABC):
    """Somebody who works until it is over."""

    browser: Browser
    slug: str
    chance: Random

    def work(self, is_over: Callable[[], bool], step_s: float = STEP_S) -> None:
        while not is_over():
            with contextlib.suppress(Unreachable):
                self.step()
            time.sleep(step_s)

    @abstractmethod
    def step(self) -> None:
        """One look at the page, and what follows from it."""


@dataclass
class Judge(Person):
    """Presses the one obvious button; ``last_turn`` keeps him from drawing another turn."""

    last_turn: Callable[[], bool] = lambda: False
    pressed: int = 0

    def step(self) -> None:
        form = self.browser.get(f"/judge/{self.slug}/desk/").form("/do/")
        if form is None:
            return
        address, fields = form
        if self.last_turn() and ("/do/draw/" in address or "/do/start/" in address):
            return
        # The word that a game may end while bulletins are open: no other command heeds it.
        status, _page = self.browser.post(address, fields | {"open_bulletins_stay": "on"})
        self.pressed += status == HTTPStatus.OK


@dataclass(frozen=True)
class Typed:
    """A slip that the page said was taken."""

    game: int  # number of the game
    turn: int
    table: int
    word: str
    reference: str
    score: str


@dataclass
class Typist(Person):
    """Types the slips of the tables without tablet, once per turn and table."""

    tables: list[Seat] = field(default_factory=list)
    promised: list[Typed] = field(default_factory=list)
    _tried: set[tuple[int, int, int]] = field(default_factory=set)

    def step(self) -> None:
        page = self.browser.get(f"/arbiter/{self.slug}/rows/")
        found = re.search(rf"/arbiter/{self.slug}/(\d+)/(\d+)/paper/", page.text)
        if found is None:
            return
        game, turn = int(found[1]), int(found[2])
        for seat in self.tables:
            if (game, turn, seat.number) not in self._tried:
                self._type(found[0], Typed(game, turn, seat.number, *self._slip()))

    def _slip(self) -> tuple[str, str, str]:
        word = "".join(self.chance.choices("AEINRSTLOU", k=self.chance.randint(2, 6)))
        return word, self.chance.choice(["H4", "8H", "H8"]), str(self.chance.randint(2, 60))

    def _type(self, path: str, typed: Typed) -> None:
        token = re.search(r'data-csrf="(\w+)"', self.browser.get(path).text)
        if token is None:
            return
        slip = {"table": typed.table, "rows": [typed.word]}
        slip |= {"reference": typed.reference, "score": typed.score}
        status, answer = self.browser.post_json(path, {"bulletins": [slip]}, token[1])
        self._tried.add((typed.game, typed.turn, typed.table))
        if status == HTTPStatus.OK and json.loads(answer)["bulletins"][0]["outcome"] == "stored":
            self.promised.append(typed)


@dataclass
class Visitor(Person):
    """Looks at what everybody may see, and opens the page of one table after the other."""

    seats: list[Seat] = field(default_factory=list)

    def step(self) -> None:
        key = self.chance.choice(self.seats).key
        for path in (f"/{self.slug}/live/", f"/{self.slug}/ranking/", f"/t/{key}/"):
            self.browser.get(path)


@dataclass
class PasserBy(Person):
    """Opens a page and is gone before it comes, like a telephone that is put away."""

    left: int = 0

    def step(self) -> None:
        with contextlib.suppress(OSError):
            for _ in range(PAGES_LEFT):
                self._leave(f"/{self.slug}/ranking/")

    def _leave(self, path: str) -> None:
        server = HTTPConnection(urlsplit(self.browser.url).netloc, timeout=TIMEOUT_S)
        with contextlib.closing(server):
            server.request("GET", path)
            time.sleep(LEAVES_WITHIN_S * self.chance.random())
        self.left += 1
