"""Every error that htmx receives is a sentence on the page, never JSON or a page in a page."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.converters import IntConverter, UUIDConverter

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.addresses import ACCESS_RULES, list_patterns
from tests.tournament.views.office import HTMX, SignIn, read_text
from tournament.core.states import Role

#: Values of the arguments of addresses, by converter: of nothing that exists.
UNKNOWN: dict[type[Any], Any] = {IntConverter: 999_999, UUIDConverter: UUID(int=0)}


def list_paths(room: Room) -> list[tuple[str, str]]:
    """Return name and path of every address."""
    paths = []
    for pattern in list_patterns(get_resolver()):
        arguments: dict[str, Any] = {}
        for name, converter in pattern.pattern.converters.items():
            arguments[name] = UNKNOWN.get(type(converter), "inconnu")
        if "slug" in arguments:
            arguments["slug"] = room.tournament.slug
        namespaced = "api-v1:" if str(pattern.name).startswith(("api-", "openapi")) else ""
        paths.append((str(pattern.name), reverse(f"{namespaced}{pattern.name}", kwargs=arguments)))
    return paths


def list_pages() -> Iterator[str]:
    """Yield the names of the addresses that open a page of the room of these tests."""
    for pattern in list_patterns(get_resolver()):
        rule = ACCESS_RULES.get(str(pattern.name))
        if rule and rule.read and pattern.pattern.converters.keys() == {"slug"}:
            yield str(pattern.name)


def check_answer(response: Any) -> None:
    """Require a sentence in the alerts, or a part of the page, in answer to an error."""
    if response.status_code < 400:
        return
    if response.get("HX-Reswap") == "none":  # a script of the page reads and shows it
        assert response.json()["sentence"]
        return
    content = read_text(response)
    assert response["Content-Type"].startswith("text/html"), response["Content-Type"]
    assert "<!doctype" not in content.lower(), content[:200]
    assert 'role="alert"' in content or "errorlist" in content, content[:200]


def test_every_error_for_htmx_is_a_sentence(room: Room, sign_in: SignIn) -> None:
    pages = set(list_pages())
    officer, stranger = sign_in(*Role), Client(raise_request_exception=False)
    with every_row() as row:
        for name, path in list_paths(room):
            client = officer if name in ACCESS_RULES else stranger
            for method in ("get", "post"):
                if method == "get" and name in pages:
                    continue
                with row(f"{method} {path}"):
                    check_answer(getattr(client, method)(path, headers=HTMX))
