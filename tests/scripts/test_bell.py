"""The sounds that a page plays during a turn."""

from tests.rows import every_row
from tests.scripts.scripts import Scripts

#: Phases of the clock with the seconds left, and the sounds that are played.
TURNS = [
    ([("idle", 0), ("running", 180), ("running", 179)], ["gong"]),
    ([("running", 120), ("warning", 30), ("warning", 29)], ["warning"]),
    ([("warning", 11), ("warning", 10), ("warning", 10), ("warning", 9)], ["tick", "tick"]),
    ([("running", 10), ("over", 0), ("over", 0)], ["bell"]),
    ([("warning", 2), ("warning", 1), ("over", 0)], ["tick", "bell"]),
    ([("over", 0), ("over", 0), ("idle", 0)], []),
    ([("running", 90), (None, 0), ("over", 0)], []),  # another turn, whose time is over
]


def test_sounds_are_played_when_the_phase_changes(scripts: Scripts) -> None:
    with every_row() as row:
        for phases, sounds in TURNS:
            with row((phases, sounds)):
                played = scripts.evaluate(
                    """async (phases) => {
                      const { TurnSounds } = await import("/static/js/live/bell.js");
                      const sounds = [];
                      const turnSounds = new TurnSounds((name) => sounds.push(name));
                      for (const [phase, left] of phases) {
                        if (phase) turnSounds.update(phase, left * 1000);
                        else turnSounds.reset();
                      }
                      return sounds;
                    }""",
                    phases,
                )
                assert played == sounds
