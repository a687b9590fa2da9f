"""A centre that has played, and caches of what every verification computes."""

from typing import TYPE_CHECKING

import pytest

from tests.arbitrage.archive.conftest import (
    _cache_lexicon,
    _cache_solutions,
    _cache_verdicts,
)

if TYPE_CHECKING:
    from tests.arbitrage.event.centres import PlayedRoom
    from tests.snapshots import Stage

__all__ = ["_cache_lexicon", "_cache_solutions", "_cache_verdicts"]


@pytest.fixture
def first_centre(_stage: "Stage") -> "PlayedRoom":
    """A centre that has played the game of an event."""
    return _stage.room, _stage.room.tournament.games.get()
