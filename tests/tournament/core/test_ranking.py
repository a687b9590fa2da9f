"""Rankings: what holds whatever was played, and what is refused."""

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from engine.regulation.editions import EDITIONS
from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.people.ages import category_of, may_be_minor
from tournament.core.ranking.field import ABSENT, Entrant, Field, GameResult, Kind, Trait
from tournament.core.ranking.measures import MEASURES, MODES, TIE_BREAKS, Measure, RankBy
from tournament.core.ranking.ranking import ranking, ranking_of_groups
from tournament.core.ranking.ranks import percent
from tournament.core.ranking.specification import COLUMNS, Settings, Shown, Wanted, modes_of
from tournament.core.ranking.table import (
    columns_of,
    table_of_entries,
    table_of_groups,
)

#: The edition that knows every mode.
EDITION = EDITIONS["2019"]
CLUBS = ("Lyon", "Nice", "")


@st.composite
def fields(draw: st.DrawFn) -> Field[int]:
    """Few different totals, so that many are equal."""
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
            results=mine,
            table=number,
            traits={Trait.CLUB: club} if club else {},
            pair=pair,
        )
        for number, (mine, club, pair) in enumerate(played)
    ]
    return Field(draw(st.lists(st.integers(0, 9), min_size=games, max_size=games)), entrants)


SETTINGS = st.builds(
    Settings,
    mode=st.sampled_from(RankBy),
    tie_breaks=st.lists(st.sampled_from(TIE_BREAKS), unique=True, max_size=4).map(tuple),
    best=st.integers(1, 3),
    full_only=st.booleans(),
    columns=st.lists(st.sampled_from(COLUMNS), unique=True).map(tuple),
)


@given(fields(), SETTINGS, st.randoms(use_true_random=False))
def test_the_order_of_what_comes_in_changes_no_rank(
    field: Field[int], settings: Settings, chance: Random
) -> None:
    wanted = Wanted(settings)
    shuffled = list(field.entrants)
    chance.shuffle(shuffled)

    before = ranking(field, wanted, EDITION)
    after = ranking(replace(field, entrants=shuffled), wanted, EDITION)

    assert {row.key: row.rank for row in before} == {row.key: row.rank for row in after}
    groups = [ranking_of_groups(rows, Trait.CLUB, wanted) for rows in (before, after)]
    assert [(g.name, g.rank, g.line) for g in groups[0]] == [
        (g.name, g.rank, g.line) for g in groups[1]
    ]


@given(fields(), SETTINGS)
def test_a_rank_is_one_more_than_the_number_of_better_ones(
    field: Field[int], settings: Settings
) -> None:
    rows = ranking(field, Wanted(settings), EDITION)

    for row in rows:
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert row.rank == row.overall
    for one, next_one in pairwise(rows):
        values = [
            [MEASURES[m].value(row.line) for m in Wanted(settings).order] for row in (one, next_one)
        ]
        if one.rank == next_one.rank:
            assert values[0] == values[1]


@given(fields(), SETTINGS, st.sampled_from(CLUBS[:2]), st.sampled_from(Kind))
def test_a_part_keeps_the_order_of_the_whole(
    field: Field[int], settings: Settings, club: str, kind: Kind
) -> None:
    whole = {row.key: row for row in ranking(field, Wanted(settings), EDITION)}
    part = ranking(field, Wanted(settings, only={Trait.CLUB: club}, kind=kind), EDITION)

    for row in part:
        assert row.overall == whole[row.key].rank
        assert row.line == whole[row.key].line
        assert row.rank == 1 + sum(other.overall < row.overall for other in part)
    assert {row.key for row in part} == {
        row.key
        for row in whole.values()
        if row.entrant.traits.get(Trait.CLUB) == club
        and (kind is Kind.ALL or row.entrant.pair == (kind is Kind.PAIRS))
    }


@given(fields())
def test_sums_are_those_of_the_games_one_by_one(field: Field[int]) -> None:
    whole = {row.key: row for row in ranking(field, Wanted(), EDITION)}
    each = [
        {row.key: row for row in ranking(field, Wanted(games=(game,)), EDITION)}
        for game in range(len(field.tops))
    ]

    for key, row in whole.items():
        alone = [game[key] for game in each]
        assert row.line.total == sum(one.line.total for one in alone)
        assert row.line.sum_of_places == sum(one.rank for one in alone)
        assert row.places == tuple(one.rank for one in alone)
        assert row.line.played == sum(not one.partial for one in alone)
        assert row.partial == (not row.entrant.complete)


@given(fields())
def test_who_played_all_is_ranked_alike_by_points_percent_and_gap(field: Field[int]) -> None:
    full = [
        ranking(field, Wanted(Settings(mode=mode, full_only=True)), EDITION)
        for mode in (RankBy.POINTS, RankBy.NEGATIVE, RankBy.PERCENT)
    ]
    order = [[(row.key, row.rank) for row in rows] for rows in full]
    assert order[0] == order[1]
    if sum(field.tops):  # without a top there is no percentage to rank by
        assert order[0] == order[2]


@given(fields(), SETTINGS)
def test_a_table_has_a_value_for_every_column(field: Field[int], settings: Settings) -> None:
    numbers = list(range(1, len(field.tops) + 1))
    for by in (None, Trait.CLUB):
        wanted = Wanted(settings, by=by)
        rows = ranking(field, wanted, EDITION)
        columns = columns_of(wanted, numbers)
        table = (
            table_of_groups(ranking_of_groups(rows, by, wanted), columns, numbers, names={})
            if by
            else table_of_entries(rows, columns, numbers)
        )
        shown = [column.what for column in table.columns]
        assert MODES[settings.mode].measure in shown
        assert shown[-1] is Measure.TOTAL
        assert shown.count(Shown.GAMES) in {0, len(numbers)}
        assert len(set(table.columns)) == len(table.columns)
        for row in table.rows:
            assert len(row.values) == len(table.columns)


@given(SETTINGS)
def test_settings_come_back_from_what_is_kept_of_them(settings: Settings) -> None:
    assert Settings.read(settings.as_json()) == settings


def test_an_edition_without_that_sentence_does_not_add_up_places() -> None:
    field = Field([20], [Entrant("A", [GameResult(10)])])
    with pytest.raises(BadSetting):
        ranking(field, Wanted(Settings(mode=RankBy.PLACES)), EDITIONS["2023"])
    assert RankBy.PLACES not in modes_of(EDITIONS["2023"])
    assert RankBy.PLACES in modes_of(EDITIONS["2011"])


def test_what_is_no_setting_of_a_ranking_is_refused() -> None:
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
        for kept, reason in refused:
            with row(kept), pytest.raises(BadSetting, match=reason):
                Settings.read(kept)
    assert Settings.read({}) == Settings()


def test_a_percentage_of_no_top_is_none_and_not_zero() -> None:
    assert percent(0, 0) is None
    assert str(percent(641, 800)) == "80.13"
    assert str(percent(-1, 8)) == "-12.50"


@dataclass(frozen=True)
class Category:
    code: str
    age_from: int | None = None
    age_to: int | None = None


AGES = [
    *(Category("J", None, 17), Category("S", 18, 59), Category("D", 75), Category("V", 60)),
    Category("Invité"),
]


def test_the_category_is_that_of_the_age_in_the_year_of_the_tournament() -> None:
    with every_row() as row:
        for given_one, born, category in [
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
            with row((given_one, born)):
                assert category_of(given_one, born, 2025, AGES) == category
    assert category_of("", 1990, 2025, []) == ""
    assert category_of("", 1900, 2025, [Category("Invité")]) == "", "no ages: by hand only"


def test_who_may_be_under_age_is_known_by_his_birth_year_or_else_his_category() -> None:
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
                assert may_be_minor(category, born, 2025, AGES) is minor
    assert not may_be_minor("E", None, 2025, [Category("E", 15, 20)]), "some are of age"
