"""The seal of a game whose letters and words are fixed before it is played."""

import hmac
from collections.abc import Mapping
from typing import Any

from engine.record.game_sheet import print_sheet
from engine.record.sheet_record import lines_of


def sheet_of_script(script: Mapping[str, Any]) -> str:
    """Print the sheet of a scripted game."""
    return print_sheet(lines_of(script))


def seal_of_script(seed: bytes, script: Mapping[str, Any]) -> str:
    """Compute the HMAC-SHA256 of the sheet, with the game's seed as key."""
    return hmac.digest(seed, sheet_of_script(script).encode(), "sha256").hex()
