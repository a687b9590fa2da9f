"""A ranking as a table: which columns, and a value for each in every row.

What it is written as (page, file, feed) is not known here; neither are the words of its heads.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Any, cast

from tournament.core.ranking.field import Trait
from tournament.core.ranking.measures import MEASURES, MODES, Measure, Value
from tournament.core.ranking.ranking import Ranked, RankedGroup
from tournament.core.ranking.specification import COLUMNS, ColumnChoice, Shown, Wanted


class Fixed(StrEnum):
    """Columns that nobody chooses: those that are always there, and those of files only."""

    RANK = "rank"
    OVERALL = "overall"
    NAME = "name"
    TABLE = "table"
    MEMBERS = "members"
    COUNTED = "counted"
    PLACE = "place"
    LICENCE = "licence"
    #: Place in the *mort subite* that separated equal ones, where there was one.
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class RankingColumn:
    """``game``: number of the game whose totals, or places, it holds."""

    what: Fixed | ColumnChoice
    game: int | None = None

    @property
    def is_text(self) -> bool:
        return self.what in TEXTS


#: Columns whose values are words.
TEXTS: frozenset[Fixed | ColumnChoice] = frozenset(
    {Fixed.NAME, Fixed.COUNTED, *(shown for shown in Shown if shown is not Shown.GAMES)}
)

#: What there is a column of for every game.
OF_EACH_GAME: frozenset[Fixed | ColumnChoice] = frozenset({Shown.GAMES, Fixed.PLACE})
#: Of one game what its total is made of is told as well.
OF_A_GAME: frozenset[ColumnChoice] = frozenset(
    {Measure.POINTS, Measure.SOLOS, Measure.BONUS, Measure.WARNINGS, Measure.DEDUCTION}
)


@dataclass(frozen=True, slots=True)
class RankingRow[K: Hashable]:
    """``key``: the entry, None for a group. ``partial``: it did not play every game."""

    key: K | None
    name: str
    values: tuple[Value | str, ...]
    partial: bool = False


@dataclass(frozen=True, slots=True)
class RankingTable[K: Hashable]:
    """What anything writes a ranking from: a value of a row stands where its column does.

    None is a value that does not exist: a game not played, a percentage without a top.
    """

    columns: tuple[RankingColumn, ...]
    rows: tuple[RankingRow[K], ...]


def columns_of(
    wanted: Wanted, numbers: Sequence[int], *, hidden: Iterable[ColumnChoice] = ()
) -> list[RankingColumn]:
    """Columns of a ranking over the games with these ``numbers``, before it is known who is in it.

    The number that it is ordered by is there whether chosen or not; one game is its own total.
    """
    settings, hidden = wanted.settings, set(hidden)
    ordered_by = MODES[settings.mode].measure
    if wanted.by:
        first = [Fixed.RANK, Fixed.NAME, Fixed.MEMBERS, Fixed.COUNTED]
    else:
        overall = [Fixed.OVERALL] if wanted.filtered else []
        first = [Fixed.RANK, *overall, Fixed.SETTLED, Fixed.NAME, Fixed.TABLE]
    alone = OF_A_GAME if len(numbers) == 1 else frozenset()
    chosen = [*settings.columns, *(one for one in COLUMNS if one in alone - {*settings.columns})]
    if ordered_by not in {*chosen, Measure.TOTAL}:
        chosen.append(ordered_by)
    found = [RankingColumn(what) for what in first]
    for column in chosen:
        if column is Shown.GAMES:
            found += [RankingColumn(column, n) for n in numbers if len(numbers) > 1]
        elif column not in hidden and not (wanted.by and column in TEXTS):
            found.append(RankingColumn(column))
    return [*found, RankingColumn(Measure.TOTAL)]


def columns_named(
    names: Iterable[Fixed | ColumnChoice], numbers: Sequence[int]
) -> list[RankingColumn]:
    """Columns in the order of ``names``; for every game the total beside the place, where a name
    follows another that there is a column of for every game."""
    found: list[RankingColumn] = []
    for each, group in groupby(names, OF_EACH_GAME.__contains__):
        asked = list(group)
        found += [RankingColumn(what, n) for n in (numbers if each else [None]) for what in asked]
    return found


def values_of[K: Hashable](
    rows: Iterable[Ranked[K]],
    columns: Iterable[RankingColumn],
    numbers: Sequence[int],
    told: Mapping[Fixed | ColumnChoice, Callable[[Ranked[K]], Value | str]],
) -> list[tuple[Value | str, ...]]:
    """A row of values for each of ``rows``; ``told`` reads what the field does not know, or knows
    in other words."""
    read = [_reader(column, numbers, {**_OF_ENTRY, **told}) for column in columns]
    return [tuple([one(row) for one in read]) for row in rows]


def table_of_entries[K: Hashable](
    rows: Sequence[Ranked[K]], columns: Sequence[RankingColumn], numbers: Sequence[int]
) -> RankingTable[K]:
    """Columns of words that nobody in it has are left out, and what no tie had to be settled by."""
    present = {trait for row in rows for trait in row.entrant.traits}
    absent = {shown for shown in _TRAITS if shown.value not in present}
    if all(row.settled is None for row in rows):
        absent.add(Fixed.SETTLED)
    kept = [one for one in columns if one.what not in absent]
    read = [_reader(column, numbers, _OF_ENTRY) for column in kept]
    return RankingTable(
        tuple(kept),
        tuple(
            RankingRow(row.key, row.entrant.name, tuple([one(row) for one in read]), row.partial)
            for row in rows
        ),
    )


def table_of_groups[K: Hashable](
    groups: Sequence[RankedGroup[K]],
    columns: Sequence[RankingColumn],
    numbers: Sequence[int],
    *,
    names: Mapping[str, str],
) -> RankingTable[K]:
    """``names``: how groups are called whose players only carry an abbreviation."""
    of_group = {**_OF_GROUP, Fixed.NAME: lambda group: names.get(group.name, group.name)}
    read = [_reader(column, numbers, of_group) for column in columns]
    rows = (
        RankingRow[K](None, group.name, tuple([one(group) for one in read])) for group in groups
    )
    return RankingTable(tuple(columns), tuple(rows))


_TRAITS: frozenset[Fixed | ColumnChoice] = frozenset(Shown) - {Shown.GAMES}
_OF_ENTRY: dict[Fixed, Callable[[Ranked[Any]], Value | str]] = {
    Fixed.RANK: attrgetter("rank"),
    Fixed.OVERALL: attrgetter("overall"),
    Fixed.NAME: attrgetter("entrant.name"),
    Fixed.TABLE: attrgetter("entrant.table"),
    Fixed.SETTLED: attrgetter("settled"),
}
_OF_GROUP: dict[Fixed, Callable[[RankedGroup[Any]], Value | str]] = {
    Fixed.RANK: attrgetter("rank"),
    Fixed.MEMBERS: attrgetter("members"),
    Fixed.COUNTED: lambda group: ", ".join(row.entrant.name for row in group.counted),
}


def _reader(
    column: RankingColumn,
    numbers: Sequence[int],
    told: Mapping[Any, Callable[[Any], Value | str]],
) -> Callable[[Any], Value | str]:
    """What gives the value of a row (Ranked or RankedGroup) in ``column``."""
    if column.what in told:
        return told[column.what]
    match column.what:
        case Measure() as measure:
            value = MEASURES[measure].value
            return lambda row: value(row.line)
        case Shown.GAMES | Fixed.PLACE as what:
            position = numbers.index(column.game or 0)
            by_game = attrgetter("games" if what is Shown.GAMES else "places")
            return lambda row: cast(Value, by_game(row)[position])
        case shown:
            trait = Trait(shown.value)
            return lambda row: cast(str, row.entrant.traits.get(trait, ""))
