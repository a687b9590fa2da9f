"""The recorded games of the repository, as sheets."""

import json
from pathlib import Path
from typing import Any

from engine.record.game_sheet import print_sheet
from engine.record.sheet_record import lines_of

GAMES = Path(__file__).parents[1] / "games"
RECORDS = ["hiersac-2018-07-07", "hiersac-2022-01-21-joker"]
#: What of a turn a sheet tells.
TOLD = ("turn", "kept", "drawn", "rejected", "word", "ref", "score")


def script(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    return found


def printed(game: dict[str, Any]) -> str:
    return print_sheet(lines_of(game))


def told(game: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {name: turn[name] for name in TOLD} | {"stays": bool(turn.get("joker_stays_on_board"))}
        for turn in game["turns"]
    ]


def spoilt(number: int, old: str, new: str, name: str = RECORDS[0]) -> str:
    """A sheet with one line changed."""
    lines = printed(script(name)).split("\n")
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return "\n".join(lines)
