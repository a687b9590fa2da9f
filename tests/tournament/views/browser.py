"""A client that sends the hidden version of a form, as a browser does."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit
from uuid import uuid4

from django.test import Client
from django.urls import resolve, reverse

from tests.tournament.views.addresses import CREATES, EDITS

_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
_ACTION = re.compile(r'\baction="([^"]*)"')
_VERSION = re.compile(r'name="version" value="([^"]*)"')
#: Parts of an address that the page of a form and the form have in common.
PARTS = ("slug", "number", "game_id")


class Browser(Client):
    """Without ``version`` in the data, it opens the page of the form first."""

    def post(self, path: Any, data: Any = None, *args: Any, **kwargs: Any) -> Any:
        if (data is None or isinstance(data, dict)) and "version" not in (data or {}):
            version = self.find_version(path)
            data = data or {} if version is None else {"version": version} | (data or {})
        return super().post(path, data, *args, **kwargs)

    def find_version(self, path: str) -> str | None:
        """Return the version of the form that is sent to ``path``; None if it has none."""
        match = resolve(urlsplit(path).path)
        if match.url_name in CREATES:
            return uuid4().hex
        if match.url_name not in EDITS:
            return None
        page, address = EDITS[match.url_name], path
        if page != match.url_name:
            parts = {name: match.kwargs[name] for name in PARTS if name in match.kwargs}
            address = reverse(page, kwargs=parts)
        if call := parse_qs(urlsplit(path).query).get("call"):
            address = reverse("call", args=[match.kwargs["slug"], call[0]])
        return find_version(self.get(address).content.decode(), address, path)


def find_version(html: str, address: str, path: str) -> str | None:
    """Return the version in the form of a page at ``address`` that is sent to ``path``."""
    for attributes, body in _FORM.findall(html):
        action = _ACTION.search(attributes)
        target = urljoin(address, unescape(action[1])) if action else address
        if 'method="post"' in attributes and urlsplit(target).path == urlsplit(path).path:
            version = _VERSION.search(body)
            return unescape(version[1]) if version else None
    return None
