"""What pairing must know of the rounds before, from the lines of each entry."""

from collections import Counter
from collections.abc import Sequence

from tournament.classic.core.rounds.lines import Cards, Ended, How, RoundLine
from tournament.classic.core.rounds.pairing import Float, PairingPlayer


def contenders(cards: Cards, ranked: Sequence[int]) -> list[PairingPlayer]:
    """Those of ``ranked``, in that order, with what their rounds so far say."""
    before = {key: _points_before(lines) for key, lines in cards.items()}
    return [_contender(key, cards, before) for key in ranked]


def _contender(key: int, cards: Cards, before: dict[int, dict[int, int]]) -> PairingPlayer:
    lines = cards.get(key, ())
    return PairingPlayer(
        key,
        points=sum(line.points for line in lines),
        met=Counter(line.met for line in lines if line.met is not None),
        unplayed=sum(_gave_points_unplayed(line) for line in lines),
        floats=tuple(_float(key, line, before) for line in lines),
    )


def _points_before(lines: Sequence[RoundLine]) -> dict[int, int]:
    """Match points before each round, by its number."""
    found, points = {}, 0
    for line in lines:
        found[line.number] = points
        points += line.points
    return found


def _gave_points_unplayed(line: RoundLine) -> bool:
    """Who had a bye or won without playing has no bye any more (FIDE C.04.1)."""
    return line.how is How.BYE or (line.how is How.FORFEIT and line.ended is Ended.WON)


def _float(key: int, line: RoundLine, before: dict[int, dict[int, int]]) -> Float:
    if line.opponent is None:
        return Float.DOWN if line.how is How.BYE else Float.LEVEL
    gap = before[line.opponent][line.number] - before[key][line.number]
    return Float.UP if gap > 0 else Float.DOWN if gap < 0 else Float.LEVEL
