"""The numbers of a line: what a ranking orders by, separates equal ones by, and shows."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import lcm
from operator import attrgetter

from engine.regulation.values import TotalMode
from tournament.core.ranking.ranks import percent


@dataclass(slots=True)
class Totals:
    """Sums over the games of a ranking, of one entry or of those that count for a group."""

    total: int = 0
    #: Sum of the tops of all games, and of those in which it took part.
    top: int = 0
    top_played: int = 0
    sum_of_places: int = 0
    wins: int = 0
    best_game: int = 0
    last_game: int = 0
    points: int = 0
    solos: int = 0
    bonus: int = 0
    warnings: int = 0
    deduction: int = 0
    averages: int = 0
    played: int = 0


#: What the best game of several is; everything else adds up.
_BEST = "best_game"
_SUMS = tuple(name for name in Totals.__slots__ if name != _BEST)


def together(lines: Sequence[Totals]) -> Totals:
    """The line of a group of which ``lines``, at least one, count."""
    sums = {name: sum(map(attrgetter(name), lines)) for name in _SUMS}
    return Totals(**sums, best_game=max(line.best_game for line in lines))


class Measure(StrEnum):
    TOTAL = "total"
    PERCENT = "percent"
    PERCENT_PLAYED = "percent-played"
    NEGATIVE = "negative"
    PLACES = "places"
    WINS = "wins"
    BEST_GAME = "best-game"
    LAST_GAME = "last-game"
    POINTS = "points"
    SOLOS = "solos"
    BONUS = "bonus"
    WARNINGS = "warnings"
    DEDUCTION = "deduction"
    AVERAGES = "averages"
    PLAYED = "played"


type Value = int | Decimal | None


@dataclass(frozen=True, slots=True)
class Measured:
    """How a measure is read from a line.

    ``share``: of which top the total is the hundredths; such values are compared exactly, and not
    as they are rounded. ``at_the_end``: told only once a game is over (3.5).
    """

    value: Callable[[Totals], Value]
    share: Callable[[Totals], int] | None = None
    more_is_better: bool = True
    at_the_end: bool = False


MEASURES: dict[Measure, Measured] = {
    Measure.TOTAL: Measured(attrgetter("total")),
    Measure.PERCENT: Measured(lambda line: percent(line.total, line.top), attrgetter("top")),
    Measure.PERCENT_PLAYED: Measured(
        lambda line: percent(line.total, line.top_played), attrgetter("top_played")
    ),
    Measure.NEGATIVE: Measured(lambda line: line.total - line.top),
    Measure.PLACES: Measured(attrgetter("sum_of_places"), more_is_better=False),
    Measure.WINS: Measured(attrgetter("wins")),
    Measure.BEST_GAME: Measured(attrgetter("best_game")),
    Measure.LAST_GAME: Measured(attrgetter("last_game")),
    Measure.POINTS: Measured(attrgetter("points")),
    Measure.SOLOS: Measured(attrgetter("solos"), at_the_end=True),
    Measure.BONUS: Measured(attrgetter("bonus"), at_the_end=True),
    Measure.WARNINGS: Measured(attrgetter("warnings"), more_is_better=False, at_the_end=True),
    Measure.DEDUCTION: Measured(attrgetter("deduction"), more_is_better=False, at_the_end=True),
    Measure.AVERAGES: Measured(attrgetter("averages"), more_is_better=False),
    Measure.PLAYED: Measured(attrgetter("played")),
}


class RankBy(StrEnum):
    """Modes of a ranking."""

    POINTS = "points"
    PERCENT = "percent"
    NEGATIVE = "negative"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class ModeRule:
    """What a mode orders by, and the mode of the regulation that it is or shows otherwise."""

    measure: Measure
    regulation: TotalMode


MODES: dict[RankBy, ModeRule] = {
    RankBy.POINTS: ModeRule(Measure.TOTAL, TotalMode.POINTS),
    RankBy.PERCENT: ModeRule(Measure.PERCENT_PLAYED, TotalMode.POINTS),
    RankBy.NEGATIVE: ModeRule(Measure.NEGATIVE, TotalMode.POINTS),
    RankBy.PLACES: ModeRule(Measure.PLACES, TotalMode.PLACES),
}
#: What may separate equal ones; more than these say nothing that a mode does not.
TIE_BREAKS = (
    Measure.PLACES,
    Measure.WINS,
    Measure.BEST_GAME,
    Measure.LAST_GAME,
    Measure.SOLOS,
    Measure.WARNINGS,
    Measure.TOTAL,
    Measure.PERCENT_PLAYED,
    Measure.PLAYED,
)


def keys_of(lines: Sequence[Totals], measures: Iterable[Measure]) -> list[tuple[int, ...]]:
    """For each line a tuple that is the greater the better it ranks, first measure first."""
    return list(zip(*(_key(lines, MEASURES[measure]) for measure in measures), strict=True))


def _key(lines: Sequence[Totals], measured: Measured) -> list[int]:
    if measured.share is not None:
        return _shares([line.total for line in lines], [measured.share(line) for line in lines])
    values = [int(measured.value(line) or 0) for line in lines]
    return values if measured.more_is_better else [-value for value in values]


def _shares(totals: Sequence[int], tops: Sequence[int]) -> list[int]:
    """Totals over tops as whole numbers that compare exactly; without a top the least of all."""
    scale = lcm(*{top for top in tops if top})
    found = [
        total * (scale // top) if top else None for total, top in zip(totals, tops, strict=True)
    ]
    least = min((value for value in found if value is not None), default=0) - 1
    return [least if value is None else value for value in found]
