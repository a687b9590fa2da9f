"""The position that the bulletins of a turn are judged against."""

from arbitrage.core.sheets.position import JudgedPosition
from tournament.models import Turn
from tournament.queries.lexica import lexicon_of
from tournament.queries.position import position_before


def load_judged_position(turn: Turn) -> JudgedPosition:
    """Return grid, letters and admitted words of ``turn``."""
    before, lexicon = position_before(turn), lexicon_of(turn.game)
    return JudgedPosition(before.board, turn.rack, turn.number, lexicon, before.fmt)
