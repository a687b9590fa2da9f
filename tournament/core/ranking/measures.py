"""The numbers of a line: those that order a ranking, break its ties, and are displayed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import lcm
from operator import attrgetter

from engine.regulation.values import TotalMode
from tournament.core.ranking.ranks import compute_percent


@dataclass(slots=True)
class Totals:
    """Sums over the games of a ranking, for one entry or for the members that count for a group."""

    total: int = 0
    #: Sums of the tops of all games, and of the games in which it took part.
    top_total: int = 0
    top_total_played: int = 0
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
    games_played: int = 0


#: The number of which a group has its members' greatest; all others are added up.
_BEST = "best_game"
_SUMS = tuple(name for name in Totals.__slots__ if name != _BEST)


def sum_totals(lines: Sequence[Totals]) -> Totals:
    """Add up ``lines``, at least one, of the members that count for a group."""
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
class MeasureRule:
    """The function that reads a measure from a line.

    ``read_top``: the top of which the total is a percentage; such values are compared exactly, not
    as rounded. ``is_shown_at_end``: shown only when a game is over (3.5).
    """

    read_value: Callable[[Totals], Value]
    read_top: Callable[[Totals], int] | None = None
    more_is_better: bool = True
    is_shown_at_end: bool = False


MEASURES: dict[Measure, MeasureRule] = {
    Measure.TOTAL: MeasureRule(attrgetter("total")),
    Measure.PERCENT: MeasureRule(
        lambda line: compute_percent(line.total, line.top_total), attrgetter("top_total")
    ),
    Measure.PERCENT_PLAYED: MeasureRule(
        lambda line: compute_percent(line.total, line.top_total_played),
        attrgetter("top_total_played"),
    ),
    Measure.NEGATIVE: MeasureRule(lambda line: line.total - line.top_total),
    Measure.PLACES: MeasureRule(attrgetter("sum_of_places"), more_is_better=False),
    Measure.WINS: MeasureRule(attrgetter("wins")),
    Measure.BEST_GAME: MeasureRule(attrgetter("best_game")),
    Measure.LAST_GAME: MeasureRule(attrgetter("last_game")),
    Measure.POINTS: MeasureRule(attrgetter("points")),
    Measure.SOLOS: MeasureRule(attrgetter("solos"), is_shown_at_end=True),
    Measure.BONUS: MeasureRule(attrgetter("bonus"), is_shown_at_end=True),
    Measure.WARNINGS: MeasureRule(
        attrgetter("warnings"), more_is_better=False, is_shown_at_end=True
    ),
    Measure.DEDUCTION: MeasureRule(
        attrgetter("deduction"), more_is_better=False, is_shown_at_end=True
    ),
    Measure.AVERAGES: MeasureRule(attrgetter("averages"), more_is_better=False),
    Measure.PLAYED: MeasureRule(attrgetter("games_played")),
}


class RankBy(StrEnum):
    """Modes of a ranking."""

    POINTS = "points"
    PERCENT = "percent"
    NEGATIVE = "negative"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class ModeRule:
    """The measure by which a mode orders, and the mode of the regulation that it corresponds to."""

    measure: Measure
    total_mode: TotalMode


MODES: dict[RankBy, ModeRule] = {
    RankBy.POINTS: ModeRule(Measure.TOTAL, TotalMode.POINTS),
    RankBy.PERCENT: ModeRule(Measure.PERCENT_PLAYED, TotalMode.POINTS),
    RankBy.NEGATIVE: ModeRule(Measure.NEGATIVE, TotalMode.POINTS),
    RankBy.PLACES: ModeRule(Measure.PLACES, TotalMode.PLACES),
}
#: Measures that may break ties; the others add nothing to the modes.
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


def build_keys(lines: Sequence[Totals], measures: Iterable[Measure]) -> list[tuple[int, ...]]:
    """Build for each line a tuple that is greater the better it ranks, first measure first."""
    return list(zip(*(_list_values(lines, MEASURES[measure]) for measure in measures), strict=True))


def _list_values(lines: Sequence[Totals], rule: MeasureRule) -> list[int]:
    if rule.read_top is not None:
        return _compute_shares(
            [line.total for line in lines], [rule.read_top(line) for line in lines]
        )
    values = [int(rule.read_value(line) or 0) for line in lines]
    return values if rule.more_is_better else [-value for value in values]


def _compute_shares(totals: Sequence[int], tops: Sequence[int]) -> list[int]:
    """Return totals over tops as integers that compare exactly; without a top the smallest."""
    scale = lcm(*{top for top in tops if top})
    scaled = [
        total * (scale // top) if top else None for total, top in zip(totals, tops, strict=True)
    ]
    smallest = min((value for value in scaled if value is not None), default=0) - 1
    return [smallest if value is None else value for value in scaled]
