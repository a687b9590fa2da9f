"""Fixtures of the tests that read the sources."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def _no_collector() -> Iterator[None]:
    """Syntax trees have no cycles, and the collector would look at each of their nodes."""
    gc.disable()
    yield
    gc.enable()
