"""The writer of a process, as bulletins reach it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tournament.services.hand_in.writer import Writer


@pytest.fixture
def writer(transactional_db: None) -> "Iterator[Writer]":
    """Not started: what is submitted first will be one batch."""
    from tournament.services.hand_in.writer import Writer

    writer = Writer()
    yield writer
    if writer._thread.is_alive():
        assert writer.stop(30)
