"""The reducers in JavaScript and Python return the same states for the same samples."""

import json
from pathlib import Path
from typing import Any

import msgspec

from tests import reducer
from tests.rows import every_row
from tests.scripts.scripts import Scripts
from tournament import protocol
from tournament.protocol import EVENTS, MERGED_PARTS, STATES, Audience

SAMPLES_DIR = Path(__file__).resolve().parents[1] / "live_samples"
SAMPLES: list[dict[str, Any]] = [
    sample for file in sorted(SAMPLES_DIR.glob("*.json")) for sample in json.loads(file.read_text())
]
OTHER_MESSAGES = {
    "mine": protocol.TableResults,
    "told": protocol.NewsNotice,
    "holding": protocol.BulletinsHeld,
    "saved": protocol.Saved,
    "receipt": protocol.SlipReceived,
    "pong": protocol.Pong,
    "scene": protocol.SceneNotice,
}


def apply_in_script(scripts: Scripts, sample: dict[str, Any]) -> Any:
    """Return the script's state after the sample's message; None after a gap."""
    return scripts.evaluate(
        """async ({ before, event }) => {
          const { GapError, applyMessage } = await import("/static/js/live/state.js");
          const json = JSON.stringify(before);
          try {
            const after = applyMessage(before, event);
            if (JSON.stringify(before) !== json) return "changed its argument";
            return after;
          } catch (error) {
            if (error instanceof GapError) return null;
            throw error;
          }
        }""",
        {"before": sample["before"], "event": sample["event"]},
    )


def test_the_reducer_in_javascript_agrees_with_the_samples(scripts: Scripts) -> None:
    with every_row() as row:
        for sample in SAMPLES:
            with row(sample["name"]):
                assert apply_in_script(scripts, sample) == sample["after"]


def test_the_reducer_in_python_agrees_with_the_samples() -> None:
    with every_row() as row:
        for sample in SAMPLES:
            with row(sample["name"]):
                assert apply_in_python(sample) == sample["after"]


def apply_in_python(sample: dict[str, Any]) -> dict[str, Any] | None:
    """Return the state after the sample's message; None after a gap."""
    try:
        return reducer.apply(sample["before"], sample["event"])
    except reducer.GapError:
        return None


def test_the_samples_are_of_the_protocol() -> None:
    with every_row() as row:
        for sample in SAMPLES:
            with row(sample["name"]):
                convert(sample)


def convert(sample: dict[str, Any]) -> None:
    """Convert into the types of the protocol; raise msgspec.ValidationError."""
    audience = Audience(sample["audience"])
    message = sample["event"]
    kinds = OTHER_MESSAGES | {"event": EVENTS[audience]}
    states = [client["state"] for client in (sample["before"], sample["after"]) if client]

    if message["type"] == "snapshot":
        # msgspec cannot read its union of states; the audience tells them apart
        states.append(message["state"])
        fields = {"type", *protocol.Snapshot.__struct_fields__}
        # only the public gets the scene of its screen
        assert set(message) == fields - ({"scene"} if audience is not Audience.PUBLIC else set())
    else:
        msgspec.convert(message, kinds[message["type"]])
    for state in filter(None, states):
        msgspec.convert(state, STATES[audience])


def test_both_reducers_merge_the_parts_that_the_protocol_names() -> None:
    assert MERGED_PARTS == protocol.MERGED_PARTS
