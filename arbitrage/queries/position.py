"""The position before which the bulletins of a turn are judged."""

from arbitrage.core.position import JudgedPosition
from tournament.models import Turn
from tournament.queries.lexica import lexicon_of
from tournament.queries.position import board_before, format_of


def position_of(turn: Turn) -> JudgedPosition:
    lexicon, fmt = lexicon_of(turn.game), format_of(turn.game)
    return JudgedPosition(board_before(turn), turn.rack, turn.number, lexicon, fmt)
