"""Warnings of a game, counted and paid for (2023: 5.8, 5.9; before: 5.5, 5.7).

A game is where they are counted: the next one begins with none.
"""

from engine.board.formats import Pace, find_pace, get_format
from engine.regulation.edition import Edition
from tournament.core.states import GameKind


def of_turn(
    *, warned: bool, sanctioned: bool = False, removed: bool = False, disciplinary: int = 0
) -> int:
    """Warnings that one turn counts for.

    ``warned``: the bulletin deserves a warning, for however many reasons: one at most. It gives
    way to a penalty or a zero (``sanctioned``), and may be ``removed`` afterwards. Those for
    conduct come on top of everything.
    """
    return int(warned and not sanctioned and not removed) + disciplinary


def free(
    edition: Edition,
    *,
    format: str,  # noqa: A002 - as on the game
    time_s: int,
    kind: str = GameKind.DUPLICATE,
) -> int:
    """Warnings that cost nothing in a game of this kind, format and time for a turn, in seconds:
    whatever 3.8 has is original, *mort subite* too."""
    sanctions = edition.sanctions
    original = get_format(format).original or kind != GameKind.DUPLICATE
    if find_pace(time_s) is Pace.BLITZ or original:
        return sanctions.free_warnings_short.value
    return sanctions.free_warnings.value


def deduction(edition: Edition, warnings: int, free_warnings: int) -> int:
    """Points lost at the end of a game for ``warnings`` warnings, as a positive number."""
    return edition.sanctions.penalty.value * max(0, warnings - free_warnings)
