"""Fixtures of the live room; what they build is imported once Django is set up."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.order import register_server

if TYPE_CHECKING:
    from tests.tournament.live.web import Web

PROCESSES = 2


@pytest.fixture(scope="session")
def _servers(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> "Iterator[list[Web]]":
    from tests.tournament.live.web import Web

    folder = tmp_path_factory.mktemp("web")
    servers = [Web(folder / f"{number}.log") for number in range(PROCESSES)]
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture
def web(_servers: "list[Web]", transactional_db: None) -> "Web":
    """Start one server process."""
    _start(_servers[0])
    return _servers[0]


@pytest.fixture
def webs(_servers: "list[Web]", transactional_db: None) -> "list[Web]":
    """Start several server processes on one database and bus."""
    for server in _servers:
        _start(server)
    return _servers


def _start(server: "Web") -> None:
    server.ensure()
    register_server("webs", server.stop)
