"""The seal of a game whose letters and words are fixed before it is played."""

import hmac
from collections.abc import Mapping
from typing import Any

from engine.record.game_sheet import format_sheet
from engine.record.sheet_record import build_sheet_lines


def format_script_sheet(script: Mapping[str, Any]) -> str:
    """Return the text of the sheet of a scripted game."""
    return format_sheet(build_sheet_lines(script))


def compute_script_seal(seed: bytes, script: Mapping[str, Any]) -> str:
    """Compute the HMAC-SHA256 of the sheet, with the game's seed as key."""
    return hmac.digest(seed, format_script_sheet(script).encode(), "sha256").hex()
