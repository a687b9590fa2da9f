"""The site's modules without a browser: one process of Node for all of these tests."""

from collections.abc import Iterator

import pytest

from tests.scripts.handin_desk import Desk
from tests.scripts.scripts import Scripts


@pytest.fixture(scope="session")
def _node() -> Iterator[Scripts]:
    node = Scripts()
    yield node
    node.stop()


@pytest.fixture
def scripts(_node: Scripts) -> Iterator[Scripts]:
    """The modules of the site; a time that the test has stopped runs again after it."""
    yield _node
    _node.start_time()


@pytest.fixture
def desk(scripts: Scripts) -> Desk:
    scripts.stop_time(1000)
    return Desk(scripts)
