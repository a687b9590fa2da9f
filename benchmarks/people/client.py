"""A client of the site: real pages, read and posted as a browser does, signed in or not."""

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
#: The CSRF token: in a form, in an attribute for the script, or in a header of htmx.
TOKEN = re.compile(r'(?:name="csrfmiddlewaretoken" value="|data-csrf="|"X-CSRFToken": ")(\w+)"')
ALERT = re.compile(r'role="alert".*?<p>(.*?)</p>|class="alert bad.*?<p>(.*?)</p>')

type Form = tuple[str, dict[str, str]]


class FormReader(HTMLParser):
    """The forms of a page: address and the fields that a browser sends."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self.forms.append((attributes.get("action") or "", {}))
        elif tag == "input" and self.forms:
            name, kind = attributes.get("name"), attributes.get("type") or "text"
            if name and (kind not in {"radio", "checkbox"} or "checked" in attributes):
                self.forms[-1][1][name] = attributes.get("value") or ""


@dataclass(frozen=True)
class Page:
    """The text of a page; forms are parsed on first use."""

    text: str

    @cached_property
    def forms(self) -> list[Form]:
        reader = FormReader()
        reader.feed(self.text)
        return reader.forms

    def find_form(self, part: str) -> Form | None:
        """Return the first form whose address contains ``part``."""
        return next((form for form in self.forms if part in form[0]), None)

    @property
    def token(self) -> str:
        """The CSRF token, "" if the page has none."""
        match = TOKEN.search(self.text)
        return match[1] if match else ""

    @property
    def alert(self) -> str:
        """The text of its alert, "" without one."""
        match = ALERT.search(self.text)
        return (match[1] or match[2]) if match else ""


class Unreachable(Exception):  # noqa: N818 - a state of the server, not a fault of the client
    """No answer, or an error of the server."""


class UnexpectedAnswerError(Exception):
    """An unexpected answer."""


@dataclass
class Client:
    """``errors``: answers of 500 and above, except 503."""

    url: str
    errors: list[str] = field(default_factory=list)
    unavailable_count: int = 0
    answer_count: int = 0

    def __post_init__(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def make_other(self) -> "Client":
        """Return another browser, whose errors count with these."""
        return Client(self.url, self.errors)

    def get(self, path: str) -> Page:
        return self._request_page(path, None, {})[1]

    def sign_in(self, link: str) -> None:
        """Follow the link and press its button."""
        for _, fields in self.get(link).forms:
            self.post(link, fields)

    def post(
        self, path: str, fields: Mapping[str, object], headers: Mapping[str, str] | None = None
    ) -> tuple[int, Page]:
        """Post a form; a field with a list is sent once per value."""
        return self._request_page(path, urlencode(fields, doseq=True).encode(), headers or {})

    def post_json(self, path: str, content: object, token: str) -> tuple[int, str]:
        """Post JSON with the page's CSRF token; return status and text."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": token}
        status, page = self._request_page(path, json.dumps(content).encode(), headers)
        return status, page.text

    def submit(self, page: Page, part: str, fields: Mapping[str, object]) -> Page:
        """Post the form of ``page`` with ``part`` in its address. Raise UnexpectedAnswerError."""
        form = page.find_form(part)
        if form is None:
            raise UnexpectedAnswerError(f"pas de formulaire {part}")
        return self.post_or_raise(form[0], {**form[1], **fields})

    def submit_own_form(self, path: str, fields: Mapping[str, object]) -> Page:
        """Post the form of a page, which carries a version, to its own address.

        Raise UnexpectedAnswerError.
        """
        values = next(fields for _, fields in self.get(path).forms if "version" in fields)
        hidden = {name: values[name] for name in ("csrfmiddlewaretoken", "version")}
        return self.post_or_raise(path, {**hidden, **fields})

    def post_or_raise(
        self, path: str, fields: Mapping[str, object], headers: Mapping[str, str] | None = None
    ) -> Page:
        """Post a form. Raise UnexpectedAnswerError if it is refused."""
        status, answer = self.post(path, fields, headers)
        if status != HTTPStatus.OK or "errorlist" in answer.text:
            raise UnexpectedAnswerError(f"{path} : {status} {answer.alert}")
        return answer

    def _request_page(
        self, path: str, data: bytes | None, headers: Mapping[str, str]
    ) -> tuple[int, Page]:
        """Return status and page. Raise Unreachable without answer, or with 500 and above."""
        address = urljoin(self.url, path)
        request = urllib.request.Request(address, data, dict(headers))  # noqa: S310 - our own http address
        try:
            status, text = self._request(request)
        except (OSError, HTTPException) as error:
            raise Unreachable(str(error)) from error
        self.answer_count += 1
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            self.unavailable_count += 1
        elif status >= SERVER_ERROR:
            self.errors.append(f"{status} {path}")
        if status >= SERVER_ERROR:
            raise Unreachable(text[:200])
        return status, Page(text)

    def _request(self, request: urllib.request.Request) -> tuple[int, str]:
        """Return status and text. Raise OSError or HTTPException if the connection breaks."""
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:  # else its socket stays open
                return error.code, error.read().decode(errors="replace")
