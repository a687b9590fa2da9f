"""Rankings: properties of any ranking, refused settings, age categories."""

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings as examples, strategies as st

from engine.regulation.editions import EDITIONS
from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.people.ages import can_be_minor, find_category
from tournament.core.ranking.measures import MEASURES, MODES, TIE_BREAKS, Measure, RankBy
from tournament.core.ranking.ranking import rank_entries, rank_groups
from tournament.core.ranking.ranking_input import (
    ABSENT,
    Entrant,
    EntryKind,
    GameResult,
    RankingInput,
    Trait,
)
from tournament.core.ranking.ranks import compute_percent
from tournament.core.ranking.specification import (
    COLUMNS,
    EntryColumn,
    RankingSettings,
    RankingSpecification,
    list_modes,
)
from tournament.core.ranking.table import (
    build_entry_table,
    build_group_table,
    list_columns,
)

#: The edition that knows every mode.
EDITION = EDITIONS["2019"]
CLUBS = ("Lyon", "Nice", "")


@st.composite
def fields(draw: st.DrawFn) -> RankingInput[int]:
    """Draw results with few different totals, so that many are equal."""
    games = draw(st.integers(0, 3))
    result = st.builds(
        GameResult,
        total=st.integers(-1, 6),
        points=st.integers(0, 6),
        solos=st.integers(0, 2),
        warnings=st.integers(0, 2),
    )
    results = st.lists(result | st.just(ABSENT), min_size=games, max_size=games)
    played = draw(st.lists(st.tuples(results, st.sampled_from(CLUBS), st.booleans()), max_size=8))
    entrants = [
        Entrant(
            key=number,
            results=entry_results,
            table=number,
            traits={Trait.CLUB: club} if club else {},
            is_pair=pair,
        )
        for number, (entry_results, club, pair) in enumerate(played)
    ]
    return RankingInput(draw(st.lists(st.integers(0, 9), min_size=games, max_size=games)), entrants)


SETTINGS = st.builds(
    RankingSettings,
    mode=st.sampled_from(RankBy),
    tie_breaks=st.lists(st.sampled_from(TIE_BREAKS), unique=True, max_size=4).map(tuple),
    counted_members=st.integers(1, 3),
    complete_only=st.booleans(),
    columns=st.lists(st.sampled_from(COLUMNS), unique=True).map(tuple),
)


@examples(max_examples=40)
@given(fields(), SETTINGS, st.randoms(use_true_random=False))
def test_the_order_of_the_entrants_changes_no_rank(
    ranking_input: RankingInput[int], settings: RankingSettings, rng: Random
) -> None:
    specification = RankingSpecification(settings)
    shuffled = list(ranking_input.entrants)
    rng.shuffle(shuffled)

    before = rank_entries(ranking_input, specification, EDITION)
    after = rank_entries(replace(ranking_input, entrants=shuffled), specification, EDITION)

    assert {row.key: row.rank for row in before} == {row.key: row.rank for row in after}
    groups = [rank_groups(rows, Trait.CLUB, specification) for rows in (before, after)]
    assert [(g.name, g.rank, g.totals) for g in groups[0]] == [
        (g.name, g.rank, g.totals) for g in groups[1]
    ]


@examples(max_examples=40)
@given(fields(), SETTINGS)
def test_a_rank_is_one_more_than_the_better_rows(
    ranking_input: RankingInput[int], settings: RankingSettings
) -> None:
    rows = rank_entries(ranking_input, RankingSpecification(settings), EDITION)

    for row in rows:
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert row.rank == row.overall_rank
    for row, next_row in pairwise(rows):
        values = [
            [MEASURES[m].read_value(each.totals) for m in RankingSpecification(settings).order]
            for each in (row, next_row)
        ]
        if row.rank == next_row.rank:
            assert values[0] == values[1]


@examples(max_examples=40)
@given(fields(), SETTINGS, st.sampled_from(CLUBS[:2]), st.sampled_from(EntryKind))
def test_a_part_keeps_the_order_of_the_whole(
    ranking_input: RankingInput[int], settings: RankingSettings, club: str, kind: EntryKind
) -> None:
    whole = {
        row.key: row for row in rank_entries(ranking_input, RankingSpecification(settings), EDITION)
    }
    part = rank_entries(
        ranking_input,
        RankingSpecification(settings, group_filter={Trait.CLUB: club}, entry_kind=kind),
        EDITION,
    )

    for row in part:
        assert row.overall_rank == whole[row.key].rank
        assert row.totals == whole[row.key].totals
        assert row.rank == 1 + sum(other.overall_rank < row.overall_rank for other in part)
    assert {row.key for row in part} == {
        row.key
        for row in whole.values()
        if row.entrant.traits.get(Trait.CLUB) == club
        and (kind is EntryKind.ALL or row.entrant.is_pair == (kind is EntryKind.PAIRS))
    }


@examples(max_examples=40)
@given(fields())
def test_sums_are_those_of_the_games_one_by_one(ranking_input: RankingInput[int]) -> None:
    whole = {row.key: row for row in rank_entries(ranking_input, RankingSpecification(), EDITION)}
    each = [
        {
            row.key: row
            for row in rank_entries(ranking_input, RankingSpecification(games=(game,)), EDITION)
        }
        for game in range(len(ranking_input.top_totals))
    ]

    for key, row in whole.items():
        alone = [game[key] for game in each]
        assert row.totals.total == sum(ranked.totals.total for ranked in alone)
        assert row.totals.sum_of_places == sum(ranked.rank for ranked in alone)
        assert row.places == tuple(ranked.rank for ranked in alone)
        assert row.totals.games_played == sum(not ranked.is_partial for ranked in alone)
        assert row.is_partial == (not all(result.has_played for result in row.entrant.results))


@examples(max_examples=40)
@given(fields())
def test_complete_entries_rank_alike_by_points_percent_and_gap(
    ranking_input: RankingInput[int],
) -> None:
    full = [
        rank_entries(
            ranking_input,
            RankingSpecification(RankingSettings(mode=mode, complete_only=True)),
            EDITION,
        )
        for mode in (RankBy.POINTS, RankBy.NEGATIVE, RankBy.PERCENT)
    ]
    order = [[(row.key, row.rank) for row in rows] for rows in full]
    assert order[0] == order[1]
    if sum(ranking_input.top_totals):  # without a top there is no percentage to rank by
        assert order[0] == order[2]


@examples(max_examples=40)
@given(fields(), SETTINGS)
def test_a_table_has_a_value_for_every_column(
    ranking_input: RankingInput[int], settings: RankingSettings
) -> None:
    numbers = list(range(1, len(ranking_input.top_totals) + 1))
    for by in (None, Trait.CLUB):
        specification = RankingSpecification(settings, grouped_by=by)
        rows = rank_entries(ranking_input, specification, EDITION)
        columns = list_columns(specification, numbers)
        table = (
            build_group_table(rank_groups(rows, by, specification), columns, numbers, names={})
            if by
            else build_entry_table(rows, columns, numbers)
        )
        shown = [column.content for column in table.columns]
        assert MODES[settings.mode].measure in shown
        assert shown[-1] is Measure.TOTAL
        assert shown.count(EntryColumn.GAMES) in {0, len(numbers)}
        assert len(set(table.columns)) == len(table.columns)
        for row in table.rows:
            assert len(row.values) == len(table.columns)


@examples(max_examples=40)
@given(SETTINGS)
def test_settings_are_restored_from_their_json(settings: RankingSettings) -> None:
    assert RankingSettings.from_json(settings.to_json()) == settings


def test_an_edition_without_places_refuses_that_mode() -> None:
    ranking_input = RankingInput([20], [Entrant("A", [GameResult(10)])])
    with pytest.raises(BadSetting):
        rank_entries(
            ranking_input,
            RankingSpecification(RankingSettings(mode=RankBy.PLACES)),
            EDITIONS["2023"],
        )
    assert RankBy.PLACES not in list_modes(EDITIONS["2023"])
    assert RankBy.PLACES in list_modes(EDITIONS["2011"])


def test_invalid_ranking_settings_are_refused() -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"mode": "luck"}, "bad-ranking"),
        ({"tie_breaks": ["percent"]}, "bad-ranking"),
        ({"tie_breaks": 3}, "bad-ranking"),
        ({"tie_breaks": ["wins", "wins"]}, "ranking-twice"),
        ({"tie_breaks": [m.value for m in TIE_BREAKS[:5]]}, "bad-ranking"),
        ({"best": 0}, "bad-best"),
        ({"best": "x"}, "bad-ranking"),
        ({"columns": ["licence"]}, "bad-ranking"),
        ({"columns": ["games", "games"]}, "ranking-twice"),
    ]
    with every_row() as row:
        for stored, reason in refused:
            with row(stored), pytest.raises(BadSetting, match=reason):
                RankingSettings.from_json(stored)
    assert RankingSettings.from_json({}) == RankingSettings()


def test_a_percentage_of_no_top_is_none_and_not_zero() -> None:
    assert compute_percent(0, 0) is None
    assert str(compute_percent(641, 800)) == "80.13"
    assert str(compute_percent(-1, 8)) == "-12.50"


@dataclass(frozen=True)
class Category:
    code: str
    age_from: int | None = None
    age_to: int | None = None


AGES = [
    *(Category("J", None, 17), Category("S", 18, 59), Category("D", 75), Category("V", 60)),
    Category("Invité"),
]


def test_the_category_follows_from_age_in_the_tournament_year() -> None:
    with every_row() as row:
        for assigned, born, category in [
            ("", 2008, "J"),
            ("", 2007, "S"),
            ("", 1966, "S"),
            ("", 1965, "V"),
            ("", 1951, "V"),
            ("", 1950, "D"),
            ("", 2031, "J"),
            ("", None, ""),
            ("V", 2010, "V"),
            ("Invité", None, "Invité"),
        ]:
            with row((assigned, born)):
                assert find_category(assigned, born, 2025, AGES) == category
    assert find_category("", 1990, 2025, []) == ""
    assert find_category("", 1900, 2025, [Category("Invité")]) == "", "no ages: by hand only"


def test_minority_follows_from_birth_year_or_else_category() -> None:
    with every_row() as row:
        for category, born, minor in [
            ("", 2010, True),
            ("", 2007, True),  # 18 this year, perhaps after the day
            ("", 2006, False),
            ("J", 2006, False),
            ("S", 2010, True),
            ("J", None, True),
            ("j", None, True),
            ("S", None, False),
            ("V", None, False),
            ("Invité", None, False),
            ("inconnue", None, False),
            ("", None, False),
        ]:
            with row((category, born)):
                assert can_be_minor(category, born, 2025, AGES) is minor
    assert not can_be_minor("E", None, 2025, [Category("E", 15, 20)]), "some are of age"
