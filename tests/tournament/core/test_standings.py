"""Standings follow from the score lines of the turns, and from nothing else."""

from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings, strategies as st

from engine.regulation.editions import EDITIONS
from tests.rows import every_row
from tournament.core.game_results import GameSum, GameSums, compute_results
from tournament.core.ranking.ranking import rank_entries
from tournament.core.ranking.ranking_input import Entrant, RankingInput, Trait
from tournament.core.ranking.specification import RankingSpecification
from tournament.core.solo import find_solo, get_solo_terms
from tournament.core.standings import ScoringTerms, Tally, add_up_turns, compute_standings

NOW = EDITIONS["2023"]


@dataclass(frozen=True)
class Line:
    entry_id: int
    points: int
    gross: int
    warnings: int = 0
    average: bool = False


def test_during_the_game_neither_solos_nor_warnings_change_the_total() -> None:
    sums = {1: Tally(points=300, warnings=7, solos=2)}
    assert compute_standings(sums, ScoringTerms(20, NOW))[0].total == 300
    assert compute_standings(sums, ScoringTerms(20, NOW, is_final=True))[0].total == 300 + 20 - 20


def test_bonus_and_deduction_stand_each_in_their_own_column() -> None:
    row = compute_standings(
        {1: Tally(points=300, warnings=5, solos=2)}, ScoringTerms(20, NOW, is_final=True)
    )[0]
    assert (row.bonus, row.deduction, row.total) == (20, 10, 310)


def test_a_tournament_may_have_its_own_bonus_for_a_solo() -> None:
    with every_row() as row:
        for points, players, counted_players, bonus in (
            (None, None, 16, 10), (None, None, 15, 0), (15, None, 16, 15), (None, 8, 8, 10),
            (15, 8, 7, 0), (0, 1, 20, 0), (5, 1, 1, 5),
        ):  # fmt: skip
            with row((points, players, counted_players)):
                own = get_solo_terms(NOW, points, players)
                terms = ScoringTerms(counted_players, NOW, is_final=True, solo_terms=own)
                assert compute_standings({1: Tally(solos=2)}, terms)[0].bonus == 2 * bonus


def test_an_entry_without_a_line_stands_at_zero() -> None:
    sums = add_up_turns([[Line(1, 20, 20)]], [1, 2])
    assert [(row.entry_id, row.total) for row in compute_standings(sums, ScoringTerms(2, NOW))] == [
        (1, 20),
        (2, 0),
    ]


def test_nobody_is_alone_when_all_scored_zero() -> None:
    assert find_solo([Line(1, 0, 0)]) is None


def test_an_average_counts_for_its_player_and_prevents_no_solo() -> None:
    sums = add_up_turns([[Line(1, 30, 30), Line(2, 36, 36, average=True)]], [1, 2])
    assert (sums[1].solos, sums[2].solos, sums[2].points) == (1, 0, 36)


def test_solos_count_once_the_game_is_over() -> None:
    sums = GameSums(100, {1: GameSum(points=90, warnings=4, averages=0, solos=2)})

    def count(*, final: bool, show_current_warnings: bool = False) -> tuple[int, int]:
        terms = ScoringTerms(20, NOW, is_final=final)
        result = compute_results(
            [1], sums, [1], terms, show_current_warnings=show_current_warnings
        )[1]
        return result.solos, result.warnings

    assert count(final=False) == (0, 0)
    assert count(final=False, show_current_warnings=True) == (0, 4)
    assert count(final=True) == (2, 4)


lines = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 60), st.integers(0, 1)),
    unique_by=lambda line: line[0],
)


@settings(max_examples=40)
@given(st.lists(lines, max_size=5), st.randoms())
def test_the_order_of_turns_and_lines_does_not_matter(
    turns: list[list[tuple[int, int, int]]], rng: Any
) -> None:
    played = [[Line(e, points, points, w) for e, points, w in turn] for turn in turns]
    shuffled = [rng.sample(turn, len(turn)) for turn in rng.sample(played, len(played))]
    terms = ScoringTerms(16, NOW, is_final=True)
    assert compute_standings(add_up_turns(played, range(5)), terms) == compute_standings(
        add_up_turns(shuffled, range(5)), terms
    )


@settings(max_examples=40)
@given(
    st.lists(lines, min_size=1, max_size=5),
    st.lists(st.integers(0, 3), min_size=5, max_size=5),
)
def test_solos_may_be_counted_in_each_centre(
    turns: list[list[tuple[int, int, int]]], rooms: list[int]
) -> None:
    played = [[Line(e, points, points, w) for e, points, w in turn] for turn in turns]
    tallies = add_up_turns(played, range(5))
    sums = GameSums(
        100, {e: GameSum(sum_.points, sum_.warnings, 0, sum_.solos) for e, sum_ in tallies.items()}
    )
    terms = ScoringTerms(5, NOW, is_final=True, solo_terms=get_solo_terms(NOW, 10, 3))
    specification = RankingSpecification(group_filter={Trait.CENTRE: "0"})
    results = compute_results(range(5), sums, range(5), terms, centres=dict(enumerate(rooms)))
    entrants = [Entrant(e, [results[e]], traits={Trait.CENTRE: str(rooms[e])}) for e in range(5)]
    for row in rank_entries(RankingInput([100], entrants), specification, NOW):
        assert row.rank == row.centre_rank
        players = sum(room == rooms[row.key] for room in rooms)
        assert row.totals.bonus == row.totals.solos * (10 if players >= 3 else 0)
