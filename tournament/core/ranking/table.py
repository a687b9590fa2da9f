"""A ranking as a table: its columns, and their values in every row.

The output format (page, file, feed) and the titles of the columns are decided elsewhere.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Any, cast

from tournament.core.ranking.measures import MEASURES, MODES, Measure, Value
from tournament.core.ranking.ranking import RankedEntry, RankedGroup
from tournament.core.ranking.ranking_input import Trait
from tournament.core.ranking.specification import (
    COLUMNS,
    ColumnChoice,
    EntryColumn,
    RankingSpecification,
)


class FixedColumn(StrEnum):
    """Columns that are not chosen: those always present, and those of files only."""

    RANK = "rank"
    OVERALL = "overall"
    #: Rank in the centre of the entry, where the tournament has several.
    CENTRE_RANK = "centre_rank"
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
    """A column; ``game``: number of the game whose totals or places it holds."""

    content: FixedColumn | ColumnChoice
    game: int | None = None

    @property
    def is_text(self) -> bool:
        return self.content in TEXT_COLUMNS


#: Columns whose values are text.
TEXT_COLUMNS: frozenset[FixedColumn | ColumnChoice] = frozenset(
    {
        FixedColumn.NAME,
        FixedColumn.COUNTED,
        *(column for column in EntryColumn if column is not EntryColumn.GAMES),
    }
)

#: Columns that exist once for every game.
COLUMNS_PER_GAME: frozenset[FixedColumn | ColumnChoice] = frozenset(
    {EntryColumn.GAMES, FixedColumn.PLACE}
)
#: Columns shown as well if the ranking has a single game: the parts of its total.
SINGLE_GAME_COLUMNS: frozenset[ColumnChoice] = frozenset(
    {Measure.POINTS, Measure.SOLOS, Measure.BONUS, Measure.WARNINGS, Measure.DEDUCTION}
)


@dataclass(frozen=True, slots=True)
class RankingRow[K: Hashable]:
    """A row; ``key``: the entry, None for a group. ``is_partial``: it did not play every game."""

    key: K | None
    name: str
    values: tuple[Value | str, ...]
    is_partial: bool = False


@dataclass(frozen=True, slots=True)
class RankingTable[K: Hashable]:
    """Columns and rows of a ranking, in the same order.

    None is a missing value: a game not played, a percentage without a top.
    """

    columns: tuple[RankingColumn, ...]
    rows: tuple[RankingRow[K], ...]


def list_columns(
    specification: RankingSpecification,
    numbers: Sequence[int],
    *,
    hidden: Iterable[ColumnChoice] = (),
) -> list[RankingColumn]:
    """List the columns of a ranking of the games with these ``numbers``, before its rows are known.

    The measure that it is ordered by is always included; a single game has no column of its own.
    """
    settings, hidden = specification.settings, set(hidden)
    ordered_by = MODES[settings.mode].measure
    if specification.grouped_by:
        first = [FixedColumn.RANK, FixedColumn.NAME, FixedColumn.MEMBERS, FixedColumn.COUNTED]
    else:
        others = [FixedColumn.OVERALL] if specification.is_filtered else []
        if Trait.CENTRE not in specification.group_filter:
            others.append(FixedColumn.CENTRE_RANK)
        first = [
            FixedColumn.RANK,
            *others,
            FixedColumn.SETTLED,
            FixedColumn.NAME,
            FixedColumn.TABLE,
        ]
    parts_of_total = SINGLE_GAME_COLUMNS if len(numbers) == 1 else frozenset()
    chosen_columns = [
        *settings.columns,
        *(column for column in COLUMNS if column in parts_of_total - {*settings.columns}),
    ]
    if ordered_by not in {*chosen_columns, Measure.TOTAL}:
        chosen_columns.append(ordered_by)
    columns = [RankingColumn(content) for content in first]
    for column in chosen_columns:
        if column is EntryColumn.GAMES:
            columns += [RankingColumn(column, n) for n in numbers if len(numbers) > 1]
        elif column not in hidden and not (specification.grouped_by and column in TEXT_COLUMNS):
            columns.append(RankingColumn(column))
    return [*columns, RankingColumn(Measure.TOTAL)]


def list_named_columns(
    names: Iterable[FixedColumn | ColumnChoice], numbers: Sequence[int]
) -> list[RankingColumn]:
    """List columns in the order of ``names``. Columns that exist for every game are grouped by
    game, if their names follow one another."""
    columns: list[RankingColumn] = []
    for is_per_game, group in groupby(names, COLUMNS_PER_GAME.__contains__):
        contents = list(group)
        columns += [
            RankingColumn(content, n)
            for n in (numbers if is_per_game else [None])
            for content in contents
        ]
    return columns


def list_values[K: Hashable](
    rows: Iterable[RankedEntry[K]],
    columns: Iterable[RankingColumn],
    numbers: Sequence[int],
    readers: Mapping[FixedColumn | ColumnChoice, Callable[[RankedEntry[K]], Value | str]],
) -> list[tuple[Value | str, ...]]:
    """List the values of each of ``rows``; ``readers`` give values that the input does not have, or
    replace them."""
    column_readers = [
        _make_reader(column, numbers, {**_ENTRY_READERS, **readers}) for column in columns
    ]
    return [tuple([read(row) for read in column_readers]) for row in rows]


def build_entry_table[K: Hashable](
    rows: Sequence[RankedEntry[K]], columns: Sequence[RankingColumn], numbers: Sequence[int]
) -> RankingTable[K]:
    """Build the table without text columns that are empty, nor that of tie-breaks if unused."""
    present = {trait for row in rows for trait in row.entrant.traits}
    absent = {column for column in _TRAITS if column.value not in present}
    if all(row.playoff_place is None for row in rows):
        absent.add(FixedColumn.SETTLED)
    if Trait.CENTRE not in present:
        absent.add(FixedColumn.CENTRE_RANK)
    present_columns = [column for column in columns if column.content not in absent]
    readers = [_make_reader(column, numbers, _ENTRY_READERS) for column in present_columns]
    return RankingTable(
        tuple(present_columns),
        tuple(
            RankingRow(
                row.key, row.entrant.name, tuple([read(row) for read in readers]), row.is_partial
            )
            for row in rows
        ),
    )


def build_group_table[K: Hashable](
    groups: Sequence[RankedGroup[K]],
    columns: Sequence[RankingColumn],
    numbers: Sequence[int],
    *,
    names: Mapping[str, str],
) -> RankingTable[K]:
    """Build the table; ``names``: full names of groups known by an abbreviation."""
    readers_of_group = {
        **_GROUP_READERS,
        FixedColumn.NAME: lambda group: names.get(group.name, group.name),
    }
    readers = [_make_reader(column, numbers, readers_of_group) for column in columns]
    rows = (
        RankingRow[K](None, group.name, tuple([read(group) for read in readers]))
        for group in groups
    )
    return RankingTable(tuple(columns), tuple(rows))


#: Columns that say who is before whom, and by how much.
_RESULTS = frozenset(
    {
        *(FixedColumn.RANK, FixedColumn.OVERALL, FixedColumn.CENTRE_RANK, FixedColumn.PLACE),
        *Measure,
    }
)


def clear_results[K: Hashable](table: RankingTable[K]) -> RankingTable[K]:
    """Return the table without ranks and numbers: before the first turn all lines are equal."""
    is_result = [column.content in _RESULTS for column in table.columns]

    def clear(row: RankingRow[K]) -> RankingRow[K]:
        cells = zip(row.values, is_result, strict=True)
        return replace(row, values=tuple(None if result else value for value, result in cells))

    return replace(table, rows=tuple(clear(row) for row in table.rows))


_TRAITS: frozenset[FixedColumn | ColumnChoice] = frozenset(EntryColumn) - {EntryColumn.GAMES}
_ENTRY_READERS: dict[FixedColumn, Callable[[RankedEntry[Any]], Value | str]] = {
    FixedColumn.RANK: attrgetter("rank"),
    FixedColumn.OVERALL: attrgetter("overall_rank"),
    FixedColumn.CENTRE_RANK: attrgetter("centre_rank"),
    FixedColumn.NAME: attrgetter("entrant.name"),
    FixedColumn.TABLE: attrgetter("entrant.table"),
    FixedColumn.SETTLED: attrgetter("playoff_place"),
}
_GROUP_READERS: dict[FixedColumn, Callable[[RankedGroup[Any]], Value | str]] = {
    FixedColumn.RANK: attrgetter("rank"),
    FixedColumn.MEMBERS: attrgetter("member_count"),
    FixedColumn.COUNTED: lambda group: ", ".join(row.entrant.name for row in group.counted_members),
}


def _make_reader(
    column: RankingColumn,
    numbers: Sequence[int],
    readers: Mapping[Any, Callable[[Any], Value | str]],
) -> Callable[[Any], Value | str]:
    """Return the function that reads the value of a row (RankedEntry or RankedGroup) in
    ``column``."""
    if column.content in readers:
        return readers[column.content]
    match column.content:
        case Measure() as measure:
            read_value = MEASURES[measure].read_value
            return lambda row: read_value(row.totals)
        case EntryColumn.GAMES | FixedColumn.PLACE as content:
            position = numbers.index(column.game or 0)
            read_by_game = attrgetter("games" if content is EntryColumn.GAMES else "places")
            return lambda row: cast(Value, read_by_game(row)[position])
        case content:
            trait = Trait(content.value)
            return lambda row: cast(str, row.entrant.traits.get(trait, ""))
