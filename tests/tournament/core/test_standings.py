"""Totals, solos and warnings against the golden cases, edition 2023."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.standings import (
    Tally,
    Terms,
    overall,
    rank,
    solo,
    solo_bonus,
    standings,
    tally,
    warning_deduction,
)

CASES = Path(__file__).parents[2] / "cases" / "procedure"


def golden(name: str) -> list[Any]:
    cases = yaml.safe_load((CASES / f"{name}.yaml").read_text(encoding="utf-8"))
    return [
        pytest.param(case["inputs"], expected, id=case["id"])
        for case in cases
        if (expected := case["expected"].get("2023") or case["expected"].get("all"))
    ]


@dataclass(frozen=True)
class Line:
    entry_id: int
    points: int
    gross: int
    warnings: int = 0


@pytest.mark.parametrize(("inputs", "expected"), golden("solo"))
def test_a_solo_goes_to_the_one_best_score_before_penalty(
    inputs: dict[str, Any], expected: dict[str, Any]
) -> None:
    lines = [
        Line(table, score - 5 * (table in inputs["penalties"]), score)
        for table, score in inputs["scores"].items()
        if table not in inputs["averages"]  # an average neither wins nor blocks a solo
    ]
    alone = solo(lines)
    assert alone == expected["solo"]
    if alone is not None:
        bonus = solo_bonus(inputs["players"])
        net = next(line.points for line in lines if line.entry_id == alone)
        assert (bonus, net + bonus) == (expected["bonus"], expected["points_of_turn"])


@pytest.mark.parametrize(("inputs", "expected"), golden("warnings"))
def test_warnings_cost_five_points_from_the_fourth_or_sixth_at_the_end(
    inputs: dict[str, Any], expected: dict[str, Any]
) -> None:
    terms = Terms(players=20, format=inputs["format"], time_s=inputs["time_s"], final=True)
    mine = Tally(points=inputs["points_before"], warnings=expected["counted"])
    assert warning_deduction(mine.warnings, terms) == expected["deduction"]
    assert standings({1: mine}, terms)[0].total == expected["final_total"]


def test_during_the_game_neither_solos_nor_warnings_change_the_total() -> None:
    sums = {1: Tally(points=300, warnings=7, solos=2)}
    assert standings(sums, Terms(players=20))[0].total == 300
    assert standings(sums, Terms(players=20, final=True))[0].total == 300 + 20 - 20


def by_points() -> list[Any]:
    return [case for case in golden("ranking") if _totals_are_given(case.values[0])]


def _totals_are_given(inputs: dict[str, Any]) -> bool:
    games = [game for player in inputs["players"] for game in player["games"]]
    return inputs["mode"] == "points" and all(game["turns"] is None for game in games)


@pytest.mark.parametrize(("inputs", "expected"), by_points())
def test_games_and_tournaments_rank_by_final_totals(
    inputs: dict[str, Any], expected: dict[str, Any]
) -> None:
    players = inputs["players"]
    terms = Terms(players=inputs["players_in_field"], final=True)
    games = [
        standings(
            {
                index: Tally(game["points"], game["warnings"], game["solos"])
                for index, game in enumerate(player["games"][number] for player in players)
            },
            terms,
        )
        for number in range(len(inputs["games"]))
    ]
    found = [
        {"name": players[row.entry_id]["name"], "total": row.total, "rank": row.rank}
        for row in overall(games, range(len(players)))
    ]
    wanted = [{key: row[key] for key in ("name", "total", "rank")} for row in expected["ranking"]]
    assert found == wanted


def test_an_entry_without_a_line_stands_at_zero() -> None:
    sums = tally([[Line(1, 20, 20)]], [1, 2])
    assert [(row.entry_id, row.total) for row in standings(sums, Terms(players=2))] == [
        (1, 20),
        (2, 0),
    ]


def test_nobody_is_alone_when_all_scored_zero() -> None:
    assert solo([Line(1, 0, 0)]) is None


lines = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 60), st.integers(0, 1)),
    unique_by=lambda line: line[0],
)


@given(st.lists(lines, max_size=5), st.randoms())
def test_the_order_of_turns_and_lines_does_not_matter(
    turns: list[list[tuple[int, int, int]]], chance: Any
) -> None:
    played = [[Line(e, points, points, w) for e, points, w in turn] for turn in turns]
    shuffled = [chance.sample(turn, len(turn)) for turn in chance.sample(played, len(played))]
    terms = Terms(players=16, final=True)
    assert standings(tally(played, range(5)), terms) == standings(tally(shuffled, range(5)), terms)


@given(st.dictionaries(st.integers(), st.integers(0, 9)))
def test_a_rank_is_one_more_than_the_number_of_better_totals(totals: dict[int, int]) -> None:
    ranks = rank(totals)
    for key, value in totals.items():
        assert ranks[key] == 1 + sum(other > value for other in totals.values())
