"""What is heard: a deep gong, a short dry warning, a tick, a bell that is struck twice."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

SECONDS = 3


@pytest.fixture
def heard(modules: Page) -> dict[str, list[float]]:
    """How loud each sound is, tenth of a second by tenth of a second (root mean square)."""
    found: dict[str, list[float]] = modules.evaluate(
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
    return found


def test_the_warning_is_over_when_the_bell_still_rings(heard: dict[str, Any]) -> None:
    peaks = {name: heard[name].pop() for name in ("gong", "warning", "bell")}
    assert all(0.2 < peak <= 1 for peak in peaks.values()), peaks  # loud, and not distorted
    warning, bell = heard["warning"], heard["bell"]
    assert max(warning[:5]) > 0.05
    assert max(warning[6:]) < 0.001
    assert bell[5] > 1.5 * bell[4]  # struck again
    assert bell[7] > bell[12] > bell[20] > 0.001  # and dies away
    gong = heard["gong"]
    assert all(one >= other for one, other in pairwise(gong[1:]))  # struck once
    assert gong[15] > 0.001
    assert 0.05 < heard["tick"].pop() < 0.4  # well below the others
    assert max(heard["tick"][2:]) < 0.001


#: What a page hears of the clock, second by second, and what it rings.
TURNS = [
    ([("idle", 0), ("running", 180), ("running", 179)], ["gong"]),
    ([("running", 120), ("warning", 30), ("warning", 29)], ["warning"]),
    ([("warning", 11), ("warning", 10), ("warning", 10), ("warning", 9)], ["tick", "tick"]),
    ([("running", 10), ("over", 0), ("over", 0)], ["bell"]),
    ([("warning", 2), ("warning", 1), ("over", 0)], ["tick", "bell"]),
    ([("over", 0), ("over", 0), ("idle", 0)], []),
    ([("running", 90), (None, 0), ("over", 0)], []),  # another turn, that is over already
]


@pytest.mark.parametrize(("seen", "rings"), TURNS)
def test_a_page_rings_for_what_it_has_seen_of_the_turn(
    modules: Page, seen: list[tuple[str | None, int]], rings: list[str]
) -> None:
    heard = modules.evaluate(
        """async (seen) => {
          const { Ringer } = await import("/static/js/live/bell.js");
          const heard = [];
          const ringer = new Ringer((name) => heard.push(name));
          for (const [phase, left] of seen) {
            if (phase) ringer.hear(phase, left * 1000);
            else ringer.forget();
          }
          return heard;
        }""",
        seen,
    )
    assert heard == rings
