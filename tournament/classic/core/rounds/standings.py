"""Standings of a classic tournament: match points, then what separates equal ones (C-31)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.classic.core.rounds.lines import Cards, Ended, How, RoundLine
from tournament.classic.core.rounds.terms import RoundMeasure
from tournament.core.ranking.ranks import compute_ranks


@dataclass(frozen=True, slots=True)
class RoundStanding:
    """A row: its rank, shared by those whom nothing separates, and what it ranks by."""

    key: int
    rank: int
    values: dict[RoundMeasure, int]
    played: int
    won: int
    drawn: int
    lost: int
    byes: int


@dataclass(frozen=True, slots=True)
class _Field:
    """All cards, and what is reckoned once for all."""

    cards: Cards
    points: dict[int, int]

    def opponents(self, key: int) -> list[int]:
        """Match points of the opponents, ascending; a round without one is as if against oneself
        (FIDE C.07, 16.4)."""
        return sorted(self._of(key, line) for line in self.cards[key] if line.how is not How.OPEN)

    def _of(self, key: int, line: RoundLine) -> int:
        return self.points[line.opponent if _met(line) and line.opponent is not None else key]

    def sonneborn(self, key: int) -> int:
        """Points of beaten opponents, twice, and of those drawn with, once."""
        weight = {Ended.WON: 2, Ended.DRAWN: 1, Ended.LOST: 0, None: 0}
        return sum(
            self._of(key, line) * weight[line.ended]
            for line in self.cards[key]
            if line.how is not How.OPEN
        )


def _met(line: RoundLine) -> bool:
    return line.how is How.PLAYED


#: What a measure is of one card; ``DIRECT`` depends on who is equal, and is reckoned among them.
_VALUES: dict[RoundMeasure, Callable[[_Field, int], int]] = {
    RoundMeasure.POINTS: lambda field, key: field.points[key],
    RoundMeasure.TIE_BREAK: lambda field, key: sum(line.tie_break for line in field.cards[key]),
    RoundMeasure.SPREAD: lambda field, key: sum(line.spread for line in field.cards[key]),
    RoundMeasure.SCORED: lambda field, key: sum(line.scored for line in field.cards[key]),
    RoundMeasure.WINS: lambda field, key: sum(_won(line) for line in field.cards[key]),
    RoundMeasure.BUCHHOLZ: lambda field, key: sum(field.opponents(key)),
    RoundMeasure.MEDIAN: lambda field, key: sum(field.opponents(key)[1:]),
    RoundMeasure.SONNEBORN: lambda field, key: field.sonneborn(key),
}


def _won(line: RoundLine) -> bool:
    """A match won over the board (FIDE C.07, 7.2)."""
    return _met(line) and line.ended is Ended.WON


def standings(cards: Cards, order: Sequence[RoundMeasure]) -> list[RoundStanding]:
    """Rows in the order of their ranks; of equal ones in that of ``cards``."""
    points = {key: sum(line.points for line in lines) for key, lines in cards.items()}
    field = _Field(cards, points)
    values = {key: {name: reckon(field, key) for name, reckon in _VALUES.items()} for key in cards}
    keys: dict[int, tuple[int, ...]] = dict.fromkeys(cards, ())
    for measure in order:
        if measure is RoundMeasure.DIRECT:
            for key, met in _direct(cards, keys).items():
                values[key][measure] = met
        keys = {key: (*so_far, values[key][measure]) for key, so_far in keys.items()}
    ranks = dict(zip(keys, compute_ranks(list(keys.values())), strict=True))
    rows = [_row(key, ranks[key], values[key], cards[key]) for key in cards]
    return sorted(rows, key=lambda row: row.rank)


def _direct(cards: Cards, keys: dict[int, tuple[int, ...]]) -> dict[int, int]:
    """Match points of each against those equal to it so far, if all of these have met all of them;
    otherwise it separates nobody (FIDE C.07, 6)."""
    equal: dict[tuple[int, ...], set[int]] = {}
    for key, so_far in keys.items():
        equal.setdefault(so_far, set()).add(key)
    found = {}
    for group in equal.values():
        among = {key: [one for one in cards[key] if one.opponent in group] for key in group}
        complete = all(
            {line.opponent for line in lines if _met(line)} == group - {key}
            for key, lines in among.items()
        )
        for key, lines in among.items():
            found[key] = sum(line.points for line in lines) if complete else 0
    return found


def _row(
    key: int, rank: int, values: dict[RoundMeasure, int], lines: Sequence[RoundLine]
) -> RoundStanding:
    ended = [line.ended for line in lines if line.how in (How.PLAYED, How.FORFEIT)]
    return RoundStanding(
        key,
        rank,
        values,
        played=sum(_met(line) for line in lines),
        won=ended.count(Ended.WON),
        drawn=ended.count(Ended.DRAWN),
        lost=ended.count(Ended.LOST),
        byes=sum(line.how is How.BYE for line in lines),
    )


def provisional(cards: Cards) -> bool:
    """Whether a match of a round told is still open."""
    return any(line.how is How.OPEN for lines in cards.values() for line in lines)
