"""The position that the bulletins of a turn are judged against."""

from arbitrage.core.sheets.position import JudgedPosition
from tournament.models import Turn
from tournament.queries.lexica import load_game_lexicon
from tournament.queries.position import load_position_before


def load_judged_position(turn: Turn) -> JudgedPosition:
    """Return grid, letters and admitted words of ``turn``."""
    before, lexicon = load_position_before(turn), load_game_lexicon(turn.game)
    return JudgedPosition(before.board, turn.rack, turn.number, lexicon, before.fmt)
