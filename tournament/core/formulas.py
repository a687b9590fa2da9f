"""Original formulas (2023: 3.8; before: 7)."""

from engine.board.formats import get_format
from tournament.core.states import GameKind


def is_original(
    format: str,  # noqa: A002 - as on the game
    kind: str = GameKind.DUPLICATE,
) -> bool:
    """Return True if a game of this format and kind is an original one, as every *mort subite* is.

    Ask this of the game, not its format: it decides on warnings and on interruptions.
    """
    return get_format(format).original or kind != GameKind.DUPLICATE
