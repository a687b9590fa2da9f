"""A client of the site: real pages, read and posted as a browser would, signed in or not."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from http import HTTPStatus
from http.client import HTTPException
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin

TIMEOUT_S = 20.0
SERVER_ERROR = 500
#: Against forged requests: a page says it in a form, for its script, or in a header of htmx.
TOKEN = re.compile(r'(?:name="csrfmiddlewaretoken" value="|data-csrf="|"X-CSRFToken": ")(\w+)"')
ALERT = re.compile(r'role="alert".*?<p>(.*?)</p>|class="alert bad.*?<p>(.*?)</p>')

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

    @property
    def token(self) -> str:
        """Against forged requests; "" where the page has none."""
        found = TOKEN.search(self.text)
        return found[1] if found else ""

    @property
    def alert(self) -> str:
        """What it refuses, or nothing."""
        found = ALERT.search(self.text)
        return (found[1] or found[2]) if found else ""


class Unreachable(Exception):  # noqa: N818 - it is what the browser says, not a fault of ours
    """No answer: the server is away."""


class SurpriseError(Exception):
    """A page answered otherwise than foreseen."""


@dataclass
class Client:
    """``errors`` are answers of 500 and above, 503 left out."""

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
        """``token`` is that of the page."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": token}
        status, page = self._open(path, json.dumps(content).encode(), headers)
        return status, page.text

    def submit(self, page: Page, part: str, fields: Mapping[str, object]) -> Page:
        """The form of ``page`` whose address holds ``part``, filled in and sent; raises
        SurpriseError."""
        form = page.form(part)
        if form is None:
            raise SurpriseError(f"pas de formulaire {part}")
        return self.post_well(form[0], {**form[1], **fields})

    def submit_here(self, path: str, fields: Mapping[str, object]) -> Page:
        """The form of a page that goes to its own address; raises SurpriseError."""
        own = next(found for _, found in self.get(path).forms if "csrfmiddlewaretoken" in found)
        token = own["csrfmiddlewaretoken"]
        return self.post_well(path, {"csrfmiddlewaretoken": token, **fields})

    def post_well(
        self, path: str, fields: Mapping[str, object], headers: Mapping[str, str] | None = None
    ) -> Page:
        """Raises SurpriseError for what is refused."""
        status, answer = self.post(path, fields, headers)
        if status != HTTPStatus.OK or "errorlist" in answer.text:
            raise SurpriseError(f"{path} : {status} {answer.alert}")
        return answer

    def _open(self, path: str, data: bytes | None, headers: Mapping[str, str]) -> tuple[int, Page]:
        """Raises Unreachable when there is no answer, or one of 500 and above."""
        address = urljoin(self.url, path)
        request = urllib.request.Request(address, data, dict(headers))  # noqa: S310 - our own http address
        try:
            status, text = self._answer(request)
        except (OSError, HTTPException) as error:
            raise Unreachable(str(error)) from error
        self.answers += 1
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            self.unavailable += 1
        elif status >= SERVER_ERROR:
            self.errors.append(f"{status} {path}")
        if status >= SERVER_ERROR:
            raise Unreachable(text[:200])
        return status, Page(text)

    def _answer(self, request: urllib.request.Request) -> tuple[int, str]:
        """Raises OSError or HTTPException where it breaks off, in an error's page too."""
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(errors="replace")
