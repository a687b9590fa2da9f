"""Fixtures of the live room; what they build is imported once Django is set up."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.tournament.live.hall import Hall
    from tests.tournament.live.web import Web
    from tournament.live.writer import Writer

PROCESSES = 3


@pytest.fixture
def hall(transactional_db: None) -> "Hall":
    from tests.tournament.live.hall import make_hall

    return make_hall()


@pytest.fixture
def writer(transactional_db: None) -> "Iterator[Writer]":
    """Not started: what is submitted first will be one batch."""
    from tournament.live.writer import Writer

    made = Writer()
    yield made
    if made._thread.is_alive():
        assert made.stop(30)


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
    """One server process."""
    _servers[0].ensure()
    return _servers[0]


@pytest.fixture
def webs(_servers: "list[Web]", transactional_db: None) -> "list[Web]":
    """Several server processes on one database and bus."""
    for server in _servers:
        server.ensure()
    return _servers
