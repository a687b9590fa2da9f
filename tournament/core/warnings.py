"""The warnings of a game, and the points they cost (2023: 5.8, 5.9; before: 5.5, 5.7).

They are counted per game: the next one begins without any.
"""

from engine.board.formats import Pace, find_pace
from engine.regulation.edition import Edition
from tournament.core.formulas import is_original
from tournament.core.states import GameKind


def count_turn_warnings(
    *, warned: bool, sanctioned: bool = False, removed: bool = False, disciplinary: int = 0
) -> int:
    """Count the warnings of one turn.

    ``warned``: the bulletin deserves a warning, at most one whatever the number of reasons. A
    penalty or a zero (``sanctioned``) replaces it, and it may be ``removed`` later. Disciplinary
    warnings are added in any case.
    """
    return int(warned and not sanctioned and not removed) + disciplinary


def get_free_warnings(
    edition: Edition,
    *,
    format: str,  # noqa: A002 - as on the game
    time_s: int,
    kind: str = GameKind.DUPLICATE,
) -> int:
    """Return the number of free warnings in a game of this kind, format and time for a turn, in
    seconds."""
    sanctions = edition.sanctions
    if find_pace(time_s) is Pace.BLITZ or is_original(format, kind):
        return sanctions.free_warnings_short.value
    return sanctions.free_warnings.value


def compute_deduction(edition: Edition, warnings: int, free_warnings: int) -> int:
    """Return the points lost at the end of a game for its warnings, as a positive number."""
    return edition.sanctions.penalty.value * max(0, warnings - free_warnings)
