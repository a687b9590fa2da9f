"""Points of a round, standings and wall chart, compared with manual results."""

import pytest

from tests.rows import every_row
from tournament.classic.core.rounds.lines import (
    LineResult,
    MatchSide,
    RoundLine,
    build_absent_line,
    build_bye_line,
    build_forfeit_line,
    build_open_line,
    build_played_line,
)
from tournament.classic.core.rounds.standings import compute_standings, is_provisional
from tournament.classic.core.rounds.terms import PointsTerms, RoundMeasure, RoundTerms, TieBreak
from tournament.classic.core.rounds.wall_chart import build_crosstable, build_wall_chart
from tournament.core.errors import BadSetting

POINTS = PointsTerms()


def build_match_lines(
    number: int, a: int, b: int, x_points: int, y_points: int
) -> dict[int, RoundLine]:
    """Return the lines of one game between ``a`` and ``b``."""
    ended = (
        (LineResult.WON, LineResult.LOST)
        if x_points > y_points
        else (LineResult.LOST, LineResult.WON)
    )
    if x_points == y_points:
        ended = (LineResult.DRAWN, LineResult.DRAWN)
    sides = (
        MatchSide(x_points, int(x_points > y_points)),
        MatchSide(y_points, int(y_points > x_points)),
    )
    return {
        a: build_played_line(POINTS, number, b, ended[0], own=sides[0], other=sides[1]),
        b: build_played_line(POINTS, number, a, ended[1], own=sides[1], other=sides[0]),
    }


def build_three_rounds() -> dict[int, list[RoundLine]]:
    """Return the rounds of four who all met: 1, 2, 3 beat each other in a ring and all beat 4."""
    rounds = [
        {**build_match_lines(1, 1, 2, 400, 300), **build_match_lines(1, 3, 4, 420, 380)},
        {**build_match_lines(2, 2, 3, 350, 340), **build_match_lines(2, 1, 4, 300, 299)},
        {**build_match_lines(3, 3, 1, 500, 310), **build_match_lines(3, 2, 4, 410, 310)},
    ]
    return {key: [round_lines[key] for round_lines in rounds] for key in (1, 2, 3, 4)}


def test_match_points_come_first_then_what_the_organiser_chose() -> None:
    ladders = {
        (): [(1, 1), (2, 1), (3, 1), (4, 4)],
        (RoundMeasure.TIE_BREAK,): [(3, 1), (2, 2), (1, 3), (4, 4)],
        (RoundMeasure.SCORED,): [(3, 1), (2, 2), (1, 3), (4, 4)],
        (RoundMeasure.DIRECT, RoundMeasure.WINS): [(1, 1), (2, 1), (3, 1), (4, 4)],
        (RoundMeasure.BUCHHOLZ,): [(1, 1), (2, 1), (3, 1), (4, 4)],
        (RoundMeasure.MEDIAN, RoundMeasure.SONNEBORN): [(1, 1), (2, 1), (3, 1), (4, 4)],
    }
    with every_row() as case_row:
        for ladder, expected in ladders.items():
            with case_row(str(ladder)):
                rows = compute_standings(build_three_rounds(), (RoundMeasure.POINTS, *ladder))
                assert [(row.key, row.rank) for row in rows] == expected


def test_every_measure_is_what_a_hand_counts() -> None:
    rows = {row.key: row for row in compute_standings(build_three_rounds(), tuple(RoundMeasure))}
    assert rows[3].values == {
        RoundMeasure.POINTS: 4,
        RoundMeasure.TIE_BREAK: 40 - 10 + 190,
        RoundMeasure.SPREAD: 220,
        RoundMeasure.WINS: 2,
        # The opponents have 0, 4 and 4; the least is left out of the median.
        RoundMeasure.BUCHHOLZ: 8,
        RoundMeasure.MEDIAN: 8,
        # Beaten: 4, who has none, and 1, who has four, twice.
        RoundMeasure.SONNEBORN: 8,
        RoundMeasure.DIRECT: 0,
        RoundMeasure.SCORED: 420 + 340 + 500,
    }
    assert (rows[3].played, rows[3].won, rows[3].drawn, rows[3].lost) == (3, 2, 0, 1)


def test_ties_are_broken_by_the_matches_between_the_tied() -> None:
    rounds = [
        {**build_match_lines(1, 1, 2, 400, 399), **build_match_lines(1, 3, 4, 300, 250)},
        {**build_match_lines(2, 2, 3, 401, 400), **build_match_lines(2, 4, 1, 310, 300)},
    ]
    cards = {key: [round_lines[key] for round_lines in rounds] for key in (1, 2, 3, 4)}
    order = (RoundMeasure.POINTS, RoundMeasure.DIRECT)
    # All four are equal and have not all met: it parts nobody.
    assert {row.rank for row in compute_standings(cards, order)} == {1}
    last = {**build_match_lines(3, 3, 1, 400, 300), **build_match_lines(3, 2, 4, 400, 300)}
    cards = {key: [*lines, last[key]] for key, lines in cards.items()}
    rows = compute_standings(cards, order)
    assert [(row.key, row.rank) for row in rows] == [(2, 1), (3, 2), (4, 3), (1, 4)]


def test_rounds_without_a_game_count_as_the_terms_say() -> None:
    points = PointsTerms(win=3, draw=1, bye=2, forfeit=3, absent=1, tie_break_unplayed=50)
    rows = {
        "bye": (build_bye_line(points, 1), (2, 50)),
        "won by forfeit": (build_forfeit_line(points, 1, 2, won=True), (3, 50)),
        "lost by forfeit": (build_forfeit_line(points, 1, 2, won=False), (0, 0)),
        "absent": (build_absent_line(points, 1), (1, 0)),
        "open": (build_open_line(1, 2), (0, 0)),
    }
    with every_row() as case_row:
        for name, (line, expected) in rows.items():
            with case_row(name):
                assert (line.points, line.tie_break) == expected


def test_tie_break_points_are_spread_points_or_games_with_maximum() -> None:
    winner, loser = MatchSide(900, 2), MatchSide(600, 1)
    rows = {
        PointsTerms(): 300,
        PointsTerms(max_spread=200): 200,
        PointsTerms(tie_break=TieBreak.SCORED): 900,
        PointsTerms(tie_break=TieBreak.GAMES): 2,
    }
    with every_row() as case_row:
        for points, expected in rows.items():
            with case_row(str(points)):
                line = build_played_line(points, 1, 2, LineResult.WON, own=winner, other=loser)
                assert line.tie_break == expected
    assert (
        build_played_line(
            PointsTerms(max_spread=200), 1, 2, LineResult.LOST, own=loser, other=winner
        ).tie_break
        == -200
    )


def test_standings_are_provisional_while_a_match_is_open() -> None:
    cards = build_three_rounds()
    assert not is_provisional(cards)
    cards[1].append(build_open_line(4, 2))
    assert is_provisional(cards)


def test_wall_chart_has_running_totals_and_opponent_numbers() -> None:
    cards = build_three_rounds()
    cards[5] = [build_bye_line(POINTS, 3)]
    chart = build_wall_chart(cards, [3, 1, 2, 4, 5], 3)
    third = chart[0].cells
    assert [(cell.opponent, cell.points, cell.spread) for cell in third if cell] == [
        (4, 2, 40),
        (3, 2, 30),
        (2, 4, 220),
    ]
    late = chart[4].cells
    assert late[:2] == (None, None)
    assert late[2] is not None
    assert (late[2].opponent, late[2].points) == (None, 2)


def test_the_crosstable_shows_each_against_each() -> None:
    table = build_crosstable(build_three_rounds(), [1, 2, 3, 4])
    assert [[len(cell) for cell in row] for row in table] == [
        [0, 1, 1, 1],
        [1, 0, 1, 1],
        [1, 1, 0, 1],
        [1, 1, 1, 0],
    ]
    assert table[0][2][0].spread == -190


def test_terms_have_defaults_and_invalid_ones_are_refused() -> None:
    read = RoundTerms.from_json(
        {"points_won": 3, "rounds": 7, "ladder": ["wins", "wins", "spread"]}
    )
    assert (read.points.bye, read.points.forfeit, read.rounds) == (3, 3, 7)
    assert read.tie_breaks == (RoundMeasure.WINS, RoundMeasure.SPREAD)
    assert RoundTerms.from_json({}) == RoundTerms()
    wrong: list[dict[str, object]] = [
        {"rounds": 0},
        {"rounds": True},
        {"system": "knock-out"},
        {"style": 3},
        {"ladder": ["points"]},
        {"ladder": "wins"},
    ]
    with every_row() as case_row:
        for data in wrong:
            with case_row(str(data)), pytest.raises(BadSetting):
                RoundTerms.from_json(data)
