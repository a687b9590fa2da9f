"""The health addresses: up, ready, and not ready when a server is away."""

from typing import Any

import pytest
from django.template import engines
from django.test import Client
from pytest_django import Settings

from config.loading import load_pages

pytestmark = pytest.mark.django_db


def test_a_process_that_is_up_says_so_without_any_server(client: Client) -> None:
    answer = client.get("/sante/vie")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer["Cache-Control"]


def test_a_process_that_reaches_database_and_broker_is_ready(client: Client) -> None:
    answer = client.get("/sante/pret")
    assert answer.status_code == 200
    assert answer.json()["parts"] == {"database": True, "broker": True}


def test_a_room_s_first_pages_find_their_templates_loaded() -> None:
    loader: Any = engines["django"].engine.template_loaders[0]  # type: ignore[attr-defined]
    loader.reset()
    load_pages()
    loaded = loader.get_template_cache.keys()
    assert {"base.html", "judge/desk.html", "public/ranking.html"} <= loaded


def test_without_broker_the_site_is_not_ready_and_says_so(
    client: Client, settings: Settings
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/sante/pret")
    assert answer.status_code == 503
    assert answer.json()["parts"] == {"database": True, "broker": False}


def test_health_answers_over_http_where_pages_redirect_to_https(
    client: Client, settings: Settings
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/sante/vie").status_code == 200
    assert client.get("/accounts/login/").status_code == 301


def test_every_page_carries_the_strict_content_policy(client: Client) -> None:
    policy = client.get("/sante/vie")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "connect-src 'self' ws://localhost" in policy
    assert "unsafe" not in policy
