"""The headers of every answer of an installation with https, and its cookies."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.config.test_env import PRODUCTION
from tests.rows import every_row

ROOT = Path(__file__).resolve().parents[2]
ANSWERS = """
import json, sys, django
django.setup()
from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.test import Client, RequestFactory
import config.celery
from config.asgi import build_413
from config.observation.exporter import start_observation
from tournament.views import device
browser = Client(SERVER_NAME="tournoi.example.org")
paths = ["/accounts/login/", "/nulle/part/ici/", "/sante/vie", "/manifest.webmanifest",
         "/shell.js", "/static/icons/logo.svg", "/static/css/site.css", "/static/js/i18n.js"]
pages = {path: browser.get(path, secure=True) for path in paths}
scope = {"type": "http", "method": "POST", "path": "/", "scheme": "https", "headers": [
    (b"host", b"tournoi.example.org")]}
pages["too long"] = build_413(scope)
form = CsrfViewMiddleware(lambda request: HttpResponse(get_token(request)))(
    RequestFactory().get("/", secure=True))
plain = browser.get("/accounts/login/")
start_observation()
print(json.dumps({
    "headers": {path: {name.lower(): value for name, value in page.headers.items()}
                for path, page in pages.items()},
    "statuses": {path: page.status_code for path, page in pages.items()},
    "set": {name: dict(cookie) for name, cookie in form.cookies.items()},
    "named": [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, device.TABLE_COOKIE,
              device.DESK_COOKIE, device.TRAINING_COOKIE, device.PrefixedCookieStorage.cookie_name],
    "session": [settings.SESSION_COOKIE_HTTPONLY, settings.SESSION_COOKIE_SECURE,
                settings.SESSION_COOKIE_SAMESITE],
    "plain": [plain.status_code, plain["Location"]],
    "loaded": [name for name in ("sentry_sdk", "opentelemetry") if name in sys.modules],
}))
"""


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    """Return the answers of an installation, from one process: settings are read once."""
    variables = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment = {**variables, **PRODUCTION, "STATIC_MANIFEST": "0", "SHELL_WORKER": "0"}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    done = subprocess.run(
        [sys.executable, "-c", ANSWERS],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_every_answer_has_the_headers_that_browsers_heed(answers: dict[str, Any]) -> None:
    assert answers["statuses"]["too long"] == 413
    with every_row() as row:
        for path, headers in answers["headers"].items():
            with row(path):
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "same-origin"
                policy = dict(
                    part.strip().split(" ", 1)
                    for part in headers["content-security-policy"].split(";")
                )
                closed = ("default-src", "object-src", "base-uri", "frame-ancestors")
                assert {policy[name] for name in closed} == {"'none'"}
                assert policy["script-src"] == policy["style-src"] == "'self'"
                transport = headers["strict-transport-security"]
                assert int(re.findall(r"max-age=(\d+)", transport)[0]) >= 365 * 24 * 3600
                assert "includeSubDomains" in transport


def test_every_text_says_in_which_letters_it_is_written(answers: dict[str, Any]) -> None:
    with every_row() as row:
        for path, headers in answers["headers"].items():
            with row(path):
                kind = headers["content-type"]
                assert re.match(r"application/(manifest\+)?json$", kind) or "utf-8" in kind


def test_every_cookie_is_for_this_host_alone_and_over_tls(answers: dict[str, Any]) -> None:
    assert all(name.startswith("__Host-") for name in answers["named"])
    assert answers["session"] == [True, True, "Lax"]
    assert answers["set"].keys() == {"__Host-csrftoken"}
    for cookie in answers["set"].values():
        assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")
        assert (cookie["path"], cookie["domain"]) == ("/", "")


def test_a_page_requested_over_http_is_redirected_to_https(answers: dict[str, Any]) -> None:
    assert answers["plain"] == [301, "https://tournoi.example.org/accounts/login/"]


def test_libraries_of_observation_are_not_loaded_where_it_is_off(answers: dict[str, Any]) -> None:
    assert answers["loaded"] == []
