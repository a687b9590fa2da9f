"""The seal of a game whose letters and words are written down before it is played."""

import hmac
from collections.abc import Mapping
from typing import Any

from engine.record.game_sheet import format_sheet
from engine.record.sheet_record import build_sheet_lines


def sheet_of_script(script: Mapping[str, Any]) -> str:
    """The sheet of a scripted game, as printed."""
    return format_sheet(build_sheet_lines(script))


def seal_of_script(seed: bytes, script: Mapping[str, Any]) -> str:
    """HMAC-SHA256 of the sheet with the game's seed as key."""
    return hmac.digest(seed, sheet_of_script(script).encode(), "sha256").hex()
