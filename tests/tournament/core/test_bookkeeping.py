"""Solo, warnings, average, ranking, mort subite, topping: what the golden cases do not say."""

from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from engine.errors import UnknownEdition
from engine.regulation.editions import EDITIONS, get_edition
from tournament.core import mort_subite, warnings
from tournament.core.average import RepeatedWord, compute_average
from tournament.core.ranking.ranks import compute_percent, rank_totals
from tournament.topping.core.topping import Proposal, find_time


def test_an_edition_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownEdition):
        get_edition("1999")


def test_nobody_else_means_no_average() -> None:
    assert compute_average([], EDITIONS["2023"]) is None


def test_a_half_goes_up_before_2023_and_down_since() -> None:
    assert [compute_average([2, 3], EDITIONS[key]) for key in ("2014", "2019", "2023")] == [3, 3, 2]


def test_the_letters_of_the_same_word_may_be_jokers() -> None:
    assert RepeatedWord("GUL", "gUL").is_compensated
    assert not RepeatedWord("GUL", "GULS").is_compensated


def test_without_a_top_there_is_no_percentage() -> None:
    assert compute_percent(0, 0) is None
    assert compute_percent(1, 8) == Decimal("12.50")
    assert compute_percent(3, 3200) == Decimal("0.09")


def test_a_penalty_makes_no_score_negative() -> None:
    played = mort_subite.MortSubiteRound({"A": 3, "B": 0}, penalised_players=["A"])
    outcome = mort_subite.compute_outcome_of_rounds(["A", "B"], [played], EDITIONS["2023"])
    assert outcome.survivors == ("A", "B")


def test_no_bulletin_in_a_mort_subite_eliminates_when_others_score() -> None:
    outcome = mort_subite.compute_outcome_of_rounds(
        ["A", "B"], [mort_subite.MortSubiteRound({"A": 12})], EDITIONS["2023"]
    )
    assert outcome.winner == "A"


def test_a_top_found_after_the_time_is_not_found() -> None:
    proposals = [Proposal(61, 30), Proposal(20, 29)]
    assert find_time(proposals, 30, 60) is None
    assert find_time([*proposals, Proposal(60, 30)], 30, 60) == 60


@given(
    st.sampled_from(sorted(EDITIONS)),
    st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans(), st.integers(0, 2))),
)
def test_one_warning_a_turn_and_conduct_on_top(
    key: str, turns: list[tuple[bool, bool, bool, int]]
) -> None:
    counted = sum(
        warnings.count_turn_warnings(warned=w, sanctioned=s, removed=r, disciplinary=d)
        for w, s, r, d in turns
    )
    conduct = sum(turn[3] for turn in turns)
    assert conduct <= counted <= conduct + len(turns)
    assert counted - conduct == sum(w and not s and not r for w, s, r, _ in turns)
    edition = EDITIONS[key]
    for allowed in (edition.sanctions.free_warnings, edition.sanctions.free_warnings_short):
        limit = allowed.value
        assert warnings.compute_deduction(edition, counted, limit) == 5 * max(0, counted - limit)


@given(st.dictionaries(st.integers(), st.integers(0, 9)))
def test_a_rank_is_one_more_than_the_better_totals(totals: dict[int, int]) -> None:
    ranks = rank_totals(totals)
    for key, value in totals.items():
        assert ranks[key] == 1 + sum(other > value for other in totals.values())
