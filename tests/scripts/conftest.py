"""The site's modules without a browser: one process of Node for all of these tests."""

from collections.abc import Iterator

import pytest

from tests.scripts.hand_in_driver import HandInDriver
from tests.scripts.scripts import Scripts


@pytest.fixture(scope="session")
def _node() -> Iterator[Scripts]:
    node = Scripts()
    yield node
    node.stop()


@pytest.fixture
def scripts(_node: Scripts) -> Iterator[Scripts]:
    """Return the modules of the site; a clock that the test has stopped is started again."""
    yield _node
    _node.start_time()


@pytest.fixture
def driver(scripts: Scripts) -> HandInDriver:
    scripts.stop_time(1000)
    return HandInDriver(scripts)
