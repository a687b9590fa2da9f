"""The sounds: gong, warning, tick, bell."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

SECONDS = 3


@pytest.fixture
def volumes_by_sound(modules: Page) -> dict[str, list[float]]:
    """Return the loudness (root mean square) of each sound, per tenth of a second."""
    volumes: dict[str, list[float]] = modules.evaluate(
        """async (seconds) => {
          const { SOUNDS } = await import("/static/js/live/sounds.js");
          const loudness = {};
          for (const [name, play] of Object.entries(SOUNDS)) {
            const rate = 22050;
            const context = new OfflineAudioContext(1, seconds * rate, rate);
            play(context, 0);
            const samples = (await context.startRendering()).getChannelData(0);
            const tenth = rate / 10;
            loudness[name] = Array.from({ length: seconds * 10 }, (_, i) => {
              const part = samples.slice(i * tenth, (i + 1) * tenth);
              return Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / part.length);
            });
            loudness[name].push(samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0));
          }
          return loudness;
        }""",
        SECONDS,
    )
    return volumes


def test_the_warning_is_over_when_the_bell_still_rings(volumes_by_sound: dict[str, Any]) -> None:
    peaks = {name: volumes_by_sound[name].pop() for name in ("gong", "warning", "bell")}
    assert all(0.2 < peak <= 1 for peak in peaks.values()), peaks  # loud, and not distorted
    warning, bell = volumes_by_sound["warning"], volumes_by_sound["bell"]
    assert max(warning[:5]) > 0.05
    assert max(warning[6:]) < 0.001
    assert bell[5] > 1.5 * bell[4]  # struck again
    assert bell[7] > bell[12] > bell[20] > 0.001  # and dies away
    gong = volumes_by_sound["gong"]
    assert all(louder >= other for louder, other in pairwise(gong[1:]))  # struck once
    assert gong[15] > 0.001
    assert 0.05 < volumes_by_sound["tick"].pop() < 0.4  # well below the others
    assert max(volumes_by_sound["tick"][2:]) < 0.001
