"""The browser's reducer and the server's read the same samples and agree."""

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


def in_browser(scripts: Scripts, sample: dict[str, Any]) -> Any:
    """Return the browser's state after the sample's message; None after a gap."""
    return scripts.evaluate(
        """async ({ before, event }) => {
          const { Gap, apply } = await import("/static/js/live/state.js");
          const frozen = JSON.stringify(before);
          try {
            const after = apply(before, event);
            if (JSON.stringify(before) !== frozen) return "changed what was held";
            return after;
          } catch (error) {
            if (error instanceof Gap) return null;
            throw error;
          }
        }""",
        {"before": sample["before"], "event": sample["event"]},
    )


def test_the_browser_holds_what_the_sample_says(scripts: Scripts) -> None:
    with every_row() as row:
        for sample in SAMPLES:
            with row(sample["name"]):
                assert in_browser(scripts, sample) == sample["after"]


def test_the_server_s_reducer_agrees() -> None:
    with every_row() as row:
        for sample in SAMPLES:
            with row(sample["name"]):
                assert on_server(sample) == sample["after"]


def on_server(sample: dict[str, Any]) -> dict[str, Any] | None:
    """Return the server reducer's state; None after a gap."""
    try:
        return reducer.apply(sample["before"], sample["event"])
    except reducer.GapError:
        return None


def test_the_sample_is_of_the_protocol() -> None:
    with every_row() as row:
        for sample in SAMPLES:
            with row(sample["name"]):
                convert(sample)


def convert(sample: dict[str, Any]) -> None:
    """Into the protocol's types; raises msgspec.ValidationError."""
    audience = Audience(sample["audience"])
    message = sample["event"]
    kinds = OTHER_MESSAGES | {"event": EVENTS[audience]}
    states = [client["state"] for client in (sample["before"], sample["after"]) if client]

    if message["type"] == "snapshot":
        # msgspec cannot read its union of states; the audience tells them apart
        states.append(message["state"])
        fields = {"type", *protocol.Snapshot.__struct_fields__}
        # what the judge wants on the big screen is the public's only
        assert set(message) == fields - ({"scene"} if audience is not Audience.PUBLIC else set())
    else:
        msgspec.convert(message, kinds[message["type"]])
    for state in filter(None, states):
        msgspec.convert(state, STATES[audience])


def test_both_reducers_merge_the_parts_that_the_protocol_names() -> None:
    assert MERGED_PARTS == protocol.MERGED_PARTS
