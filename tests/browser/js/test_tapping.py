"""A finger that misses by 2 mm loses no bulletin and changes none without a sign.

The whole measure is ``make bench-tapping``.
"""

from typing import Any

import pytest

from benchmarks.tapping.game import write_bulletins
from benchmarks.tapping.hand import DEVICES
from tests.browser.js.room import FakeRoom

BULLETINS, SEED = 1, 11


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"has_touch": True}


def test_bulletins_of_a_trembling_hand_arrive(room: FakeRoom) -> None:
    for device in DEVICES:
        tapping = write_bulletins(room, device, BULLETINS, SEED)

        assert sum(tapping.misses.values()) > 0
        assert (tapping.lost, tapping.changed_unseen) == ([], [])
