"""The clock of a table for the scripts, and their commands."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from tournament.classic.core.commands import Command
from tournament.classic.core.rounds.countdown import CountdownState
from tournament.classic.core.sides import Actor, Side
from tournament.classic.queries.table_clocks import MatchClock
from tournament.classic.services.play import SenderFields
from tournament.classic.services.table_clocks import ClockRequest
from tournament.core.errors import ClassicRefused
from tournament.queries.clock import to_milliseconds

#: Maximum size of a request in bytes, and number of its commands: presses of half an hour without
#: network.
MAX_BYTES, MAX_COMMANDS = 32_768, 200
_KEY_LENGTHS = range(8, 37)
#: Commands of the device at the table. A press names its side; the others are by the player whose
#: table the device entered.
DEVICE_COMMANDS: Mapping[str, Command] = {
    str(command): command
    for command in (
        Command.PRESS, Command.HOLD, Command.RESUME, Command.STOP, Command.CALL_ARBITER,
        Command.REFER, Command.ANSWER,
    )
}  # fmt: skip


def build_clock_state(match_clock: MatchClock, now: datetime) -> dict[str, Any]:
    """Return the clock at ``now`` for ``static/js/classic/table_clock.js``; times in
    milliseconds."""
    state = match_clock.advance_to(now)
    countdown, at = match_clock.countdown, to_milliseconds(now)
    is_counting = countdown.find_state(at) is not CountdownState.NONE
    return {
        "game": match_clock.number,
        "is_open": match_clock.is_open,
        "is_timed": state.is_timed,
        "to_move": state.to_move,
        "is_stopped": state.is_stopped,
        "is_over": state.is_over,
        "call_command": state.call_command or "",
        "lost_turns": state.lost_turns,
        "at": state.clock.updated_at_ms,
        "player_clocks": {side.value: asdict(state.clock.get_player_clock(side)) for side in Side},
        "warn_ms": state.terms.warn_s * 1000,
        "common_remaining_ms": countdown.compute_remaining(at) if is_counting else None,
        "now": at,
    }


def read_requests(body: bytes, own_side: Side) -> tuple[int, list[ClockRequest]]:
    """Return the number of the game and the commands. Raise ClassicRefused for invalid ones."""
    try:
        data = json.loads(body) if len(body) <= MAX_BYTES else None
    except (ValueError, RecursionError):
        data = None
    rows = data.get("commands") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(rows, list) or len(rows) > MAX_COMMANDS:
        raise _build_refusal("commands")
    if type(data.get("game")) is not int:
        raise _build_refusal("game")
    return data["game"], list(_read_rows(rows, own_side))


def _read_rows(rows: list[Any], own_side: Side) -> Iterator[ClockRequest]:
    for row in rows:
        if not isinstance(row, dict) or row.get("do") not in DEVICE_COMMANDS:
            raise _build_refusal("do")
        key, delay_ms = row.get("key"), row.get("ago", 0)
        if not isinstance(key, str) or len(key) not in _KEY_LENGTHS or not key.isascii():
            raise _build_refusal("key")
        if not key.isprintable() or type(delay_ms) is not int:
            raise _build_refusal("ago")
        command = DEVICE_COMMANDS[row["do"]]
        side = row.get("side") if command is Command.PRESS else own_side
        if side not in list(Side):
            raise _build_refusal("side")
        yield ClockRequest(command, Actor(side), sender_fields=SenderFields(key), delay_ms=delay_ms)


def _build_refusal(name: str) -> ClassicRefused:
    return ClassicRefused("malformed", command="", field=name)
