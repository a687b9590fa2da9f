"""The recorded games of the repository, as sheets."""

import json
from pathlib import Path
from typing import Any

from engine.record.game_sheet import format_sheet
from engine.record.sheet_record import build_sheet_lines

GAMES = Path(__file__).parents[1] / "games"
RECORDS = ["hiersac-2018-07-07", "hiersac-2022-01-21-joker"]
#: The fields of a turn that a sheet has.
SHEET_FIELDS = ("turn", "kept", "drawn", "rejected", "word", "ref", "score")


def load_script(name: str) -> dict[str, Any]:
    script: dict[str, Any] = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    return script


def print_game(game: dict[str, Any]) -> str:
    return format_sheet(build_sheet_lines(game))


def select_sheet_fields(game: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {name: turn[name] for name in SHEET_FIELDS}
        | {"stays": bool(turn.get("joker_stays_on_board"))}
        for turn in game["turns"]
    ]


def change_line(number: int, old: str, new: str, name: str = RECORDS[0]) -> str:
    """Return the sheet of a recorded game with one line changed."""
    lines = print_game(load_script(name)).split("\n")
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return "\n".join(lines)
