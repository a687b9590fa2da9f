"""The writer of a process, for tests."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tournament.services.hand_in.writer import BulletinWriter


@pytest.fixture
def writer(transactional_db: None) -> "Iterator[BulletinWriter]":
    """Return a writer that is not started: all bulletins submitted before are one batch."""
    from tournament.services.hand_in.writer import BulletinWriter

    writer = BulletinWriter()
    yield writer
    if writer._thread.is_alive():
        assert writer.stop(30)
