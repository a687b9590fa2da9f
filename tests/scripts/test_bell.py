"""When a page rings."""

import pytest

from tests.scripts.scripts import Scripts

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


@pytest.mark.parametrize(("phases", "rings"), TURNS)
def test_a_page_rings_for_what_it_has_seen_of_the_turn(
    scripts: Scripts, phases: list[tuple[str | None, int]], rings: list[str]
) -> None:
    played = scripts.evaluate(
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
        phases,
    )
    assert played == rings
