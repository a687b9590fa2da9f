"""Fixtures of the end-to-end tests; Django is set up when they run."""

from typing import TYPE_CHECKING

import pytest

from tests.stack import LiveStack

if TYPE_CHECKING:
    from tests.e2e.hall import BrowserHall


@pytest.fixture
def hall(live_stack: LiveStack) -> "BrowserHall":
    from tests.e2e.hall import open_hall

    return open_hall(live_stack.url)
