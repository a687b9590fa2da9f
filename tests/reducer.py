"""The reducer of a client's state from a snapshot and events, as ``state.js``.

Works on the decoded JSON objects of ``tournament.protocol``.
"""

from collections.abc import Mapping
from typing import Any

from tournament.protocol import MERGED_PARTS

#: Fields of a message that are not parts of the state.
ENVELOPE_FIELDS = frozenset({"type", "kind", "game_id", "seq", "prev", "now"})


class GapError(Exception):
    """Events were missed: a new snapshot is needed."""


def merge(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two maps; drop the keys whose new value is None."""
    joined = {**old, **new}
    return {key: value for key, value in joined.items() if value is not None}


def fold(state: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    """Replace or merge the parts that ``message`` carries into ``state``."""
    parts = {key: value for key, value in message.items() if key not in ENVELOPE_FIELDS}
    return {
        **state,
        **{
            key: merge(state.get(key) or {}, value) if key in MERGED_PARTS else value
            for key, value in parts.items()
        },
    }


def apply(current: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the next ``{"seq", "state"}`` of a client with ``current`` that reads ``message``.

    A message of another game, or an old one, changes nothing: a ``resync`` announces another game.
    Raise GapError if events were missed.
    """
    kind, seq, state = message["type"], current["seq"], current["state"]
    if kind == "snapshot":
        return {"seq": message["seq"], "state": message["state"]}
    if state is None or not _concerns(state, message):
        return dict(current)
    if kind == "told":
        return {"seq": seq, "state": {**state, "news": max(state.get("news", 0), message["news"])}}
    if kind in {"holding", "receipt"}:
        take = _add_holding_tables if kind == "holding" else _mark_slip_shown
        return {"seq": seq, "state": take(state, message)}
    if kind == "mine":
        return {"seq": seq, "state": fold(state, message) if message["seq"] >= seq else state}
    return _follow(seq, state, message)


def _concerns(state: Mapping[str, Any], message: Mapping[str, Any]) -> bool:
    kind = message["type"]
    of_a_game = kind in {"event", "mine", "holding"}
    return kind in {"receipt", "told"} or (of_a_game and message["game_id"] == state["game"]["id"])


def _follow(seq: int, state: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    if message["seq"] <= seq:
        return {"seq": seq, "state": state}
    if message["prev"] != seq:
        raise GapError
    return {"seq": message["seq"], "state": fold(state, message)}


def _mark_slip_shown(state: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    if not message["known"]:
        return dict(state)
    slips = {
        turn: {**slip, "shown": True} if slip["uid"] == message["uid"] else slip
        for turn, slip in (state.get("slips") or {}).items()
    }
    return {**state, "slips": slips}


def _add_holding_tables(state: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    turn = state.get("turn")
    if turn is None or turn["ordinal"] != message["turn"]:
        return dict(state)
    return {**state, "holding": sorted({*state["holding"], *message["tables"]})}
