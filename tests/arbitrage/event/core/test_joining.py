"""Joint results: independent of the division into centres and of the order (3.5, 5.9)."""

import random

import msgspec
import pytest
from hypothesis import given, strategies as st

from arbitrage.event.core.contribution import Contribution
from arbitrage.event.core.definition import EventTerms
from arbitrage.event.core.joining import join_contributions
from arbitrage.event.core.ranking import JointGroupKind, find_shared_licences, rank_joint
from tests.arbitrage.event.core.contributions import (
    describe,
    make_centre,
    make_contribution,
    make_definition,
    split_contribution,
)
from tests.rows import every_row
from tournament.core.states import CountedOver

_SCORES = st.one_of(st.none(), st.integers(0, 100))


@st.composite
def _make_divisions(draw: st.DrawFn) -> tuple[Contribution, list[int], int]:
    """Return an undivided room, the centre of each entry, and the seed of an order."""
    entries = draw(st.integers(1, 24))
    row = st.lists(_SCORES, min_size=entries, max_size=entries)
    turns = draw(st.lists(row, min_size=1, max_size=5))
    rooms = draw(st.lists(st.integers(0, 5), min_size=entries, max_size=entries))
    return make_contribution(turns), rooms, draw(st.integers(0, 99))


@given(_make_divisions())
def test_any_division_in_any_order_equals_the_undivided_room(
    division: tuple[Contribution, list[int], int],
) -> None:
    whole, rooms, seed = division
    definition = make_definition()
    expected = rank_joint(definition, join_contributions(definition, {make_centre(0): whole}))
    contributions = [
        (make_centre(number), contribution)
        for number, contribution in enumerate(split_contribution(whole, rooms), 1)
    ]
    random.Random(seed).shuffle(contributions)
    results = join_contributions(definition, dict(contributions))
    assert describe(rank_joint(definition, results)) == describe(expected)
    assert results.turns == join_contributions(definition, {make_centre(0): whole}).turns


def test_a_solo_is_of_all_centres_and_sixteen_count() -> None:
    """Two rooms of eight: the best of each has a solo at home, one of them in the event."""
    scores = [50, *([10] * 7), 60, *([10] * 7)]
    whole = make_contribution([scores])
    contributions = split_contribution(whole, [0] * 8 + [1] * 8)
    centres = {
        make_centre(number): contribution for number, contribution in enumerate(contributions, 1)
    }
    rows = [
        (CountedOver.WHOLE, None, 70),
        (CountedOver.CENTRE, None, 60),
        (CountedOver.CENTRE, 8, 70),
    ]
    with every_row() as each:
        for counted_over, players, total in rows:
            with each(f"{counted_over} {players}"):
                terms = EventTerms(counted_over=counted_over, solo_players=players)
                definition = make_definition(terms=terms)
                ranked = rank_joint(definition, join_contributions(definition, centres))
                assert (ranked[0].uid, ranked[0].ranked_entry.totals.total) == ("0008", total)
                assert [row.ranked_entry.totals.solos for row in ranked[:2]] == [1, 0]
                ranks = {row.uid: row.ranks[JointGroupKind.CENTRE] for row in ranked}
                assert (ranks["0000"], ranks["0008"]) == (1, 1)


def test_an_average_is_no_solution_and_prevents_no_solo() -> None:
    whole = make_contribution([[None, 30], [20, 20]])
    (first, second) = join_contributions(make_definition(), {make_centre(1): whole}).turns
    assert (first.best, first.holder) == (30, "0001")
    assert (second.best, second.holder_count, second.holder) == (20, 2, None)


def test_letters_that_differ_are_not_compared() -> None:
    """A centre that left the sheet and counts by decision of the host."""
    whole = make_contribution([[50, 20]])
    first, other = split_contribution(whole, [0, 1])
    game = other.games[0]
    turn = msgspec.structs.replace(game.turns[0], rack="BCDEEEF")
    other = msgspec.structs.replace(other, games=[msgspec.structs.replace(game, turns=[turn])])
    turns = join_contributions(
        make_definition(), {make_centre(1): first, make_centre(2): other}
    ).turns
    assert [turn.holder for turn in turns] == ["0000", "0001"]


def test_the_sixteen_are_those_who_played_the_turn() -> None:
    """A centre that stopped after the first turn has no players of the second."""
    whole = make_contribution([[50, *([10] * 15)], [60, *([10] * 15)]])
    first, other = split_contribution(whole, [0] * 8 + [1] * 8)
    game = other.games[0]
    stopped = msgspec.structs.replace(game, turns=game.turns[:1])
    other = msgspec.structs.replace(other, games=[stopped])
    definition = make_definition()
    results = join_contributions(definition, {make_centre(1): first, make_centre(2): other})
    assert [(turn.player_count, turn.holder) for turn in results.turns] == [
        (16, "0000"),
        (8, "0000"),
    ]
    totals = rank_joint(definition, results)[0].ranked_entry.totals
    assert (totals.points, totals.solos, totals.bonus) == (110, 2, 10)


def test_an_excluded_entry_counts_nowhere() -> None:
    whole = make_contribution([[50, 20, 10]], licences=["7", "8", "7"])
    results = join_contributions(make_definition(), {make_centre(1): whole})
    (shared,) = find_shared_licences(results)
    assert [joint.entry.uid for joint in shared.entries] == ["0000", "0002"]
    third = make_contribution([[50]], uids=["0009"], licences=["7"])
    more = join_contributions(make_definition(), {make_centre(1): whole, make_centre(2): third})
    assert find_shared_licences(more)[0].subject != shared.subject, "asked about again"
    results = join_contributions(make_definition(), {make_centre(1): whole}, excluded={"0000"})
    assert results.turns[0].holder == "0001"
    assert [row.uid for row in rank_joint(make_definition(), results)] == ["0001", "0002"]
    assert find_shared_licences(results) == []


def test_two_centres_cannot_have_the_same_entry() -> None:
    whole = make_contribution([[1, 2]])
    with pytest.raises(ValueError, match="same entry"):
        join_contributions(make_definition(), {make_centre(1): whole, make_centre(2): whole})
