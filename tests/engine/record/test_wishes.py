"""Wishes for prepared games: measures, bounds, closest game and obstacles."""

import pytest

from engine.board.formats import NORMAL
from engine.lexicon.lexicon import Lexicon
from engine.record.game_sheet import format_sheet
from engine.record.prepare import NO_VALID_DRAW, PreparedGame, SeededGames, to_script
from engine.record.sheet_record import build_sheet_lines
from engine.record.wishes import (
    MEASURES,
    ClosestGame,
    Obstacle,
    Relaxation,
    SearchTally,
    Wish,
    WishCount,
    WishRange,
    find_obstacles,
    measure,
)
from engine.regulation.edition_2023 import EDITION_2023
from tests.rows import every_row

SEED = b"graine de test, assez longue"


@pytest.fixture(scope="module")
def games(shipped: Lexicon) -> list[PreparedGame]:
    return list(map(SeededGames(NORMAL, SEED, shipped, EDITION_2023).play, range(6)))


def test_measures_are_those_of_the_sheet(games: list[PreparedGame]) -> None:
    game = games[0]
    lines = build_sheet_lines(to_script(game))
    assert MEASURES[Wish.TURNS](game) == len(lines)
    assert MEASURES[Wish.TOTAL](game) == sum(line.score for line in lines)
    assert f"Total {game.total}" in format_sheet(lines)
    assert MEASURES[Wish.JOKERS](game) == sum("?" in line.kept + line.drawn for line in lines) > 0
    assert MEASURES[Wish.LONGEST](game) == max(len(line.word) for line in lines)
    assert MEASURES[Wish.SCRABBLES](game) == game.scrabbles
    assert MEASURES[Wish.OUTSIDE](game) == 0


def test_words_outside_a_vocabulary_are_counted(shipped: Lexicon) -> None:
    plain = SeededGames(NORMAL, SEED, shipped, EDITION_2023).play(0)
    vocabulary = Lexicon.from_words([plain.turns[0].move.word, "ZWZ"])
    game = SeededGames(NORMAL, SEED, shipped, EDITION_2023, vocabulary).play(0)
    inside = sum(turn.move.word in vocabulary for turn in game.turns)
    assert inside > 0
    assert MEASURES[Wish.OUTSIDE](game) == len(game.turns) - inside


def test_a_miss_is_a_fraction_of_the_bound() -> None:
    with every_row() as each:
        for minimum, maximum, value, by in (
            (None, None, 9, 0),
            (10, 20, 10, 0),
            (10, 20, 5, 0.5),
            (10, 20, 30, 0.5),
            (None, 0, 3, 3),
        ):
            with each(f"{minimum}-{maximum}-{value}"):
                assert WishRange(Wish.TURNS, minimum, maximum).compute_distance(value) == by


def test_the_closest_game_meets_most_wishes_or_misses_least() -> None:
    wishes = [WishRange(Wish.TURNS, 20), WishRange(Wish.TOTAL, 1000)]
    tally = SearchTally()
    for number, (turns, total, closest) in enumerate(
        [(18, 900, 0), (18, 950, 1), (21, 100, 2), (22, 500, 3), (25, 500, 3), (19, 999, 3)]
    ):
        assert not tally.add(number, {Wish.TURNS: turns, Wish.TOTAL: total}, wishes)
        assert tally.closest is not None
        assert tally.closest.number == closest
    assert tally.closest == ClosestGame(3, 1, 0.5, {Wish.TURNS: 22, Wish.TOTAL: 500})
    assert tally.add(6, {Wish.TURNS: 20, Wish.TOTAL: 1000}, wishes)


def test_a_range_includes_its_bounds() -> None:
    with every_row() as each:
        for minimum, maximum, values in (
            (None, None, [0, 5, 9]),
            (5, None, [5, 9]),
            (None, 5, [0, 5]),
            (5, 5, [5]),
            (6, 5, []),
        ):
            with each(f"{minimum}-{maximum}"):
                wish = WishRange(Wish.TURNS, minimum, maximum)
                assert [value for value in (0, 5, 9) if wish.is_met_by(value)] == values


def test_the_tally_tells_which_wish_is_not_met(games: list[PreparedGame]) -> None:
    turns, totals = [len(game.turns) for game in games], [game.total for game in games]
    wishes = [WishRange(Wish.TURNS, min(turns), max(turns)), WishRange(Wish.TOTAL, max(totals) + 1)]
    tally = SearchTally()
    names = [wish.kind for wish in wishes]
    for number, game in enumerate(games):
        assert not tally.add(number, measure(game, names), wishes)
    assert tally.games == len(games)
    count = tally.wishes[Wish.TURNS]
    assert (count.met, count.lowest, count.highest) == (len(games), min(turns), max(turns))
    count = tally.wishes[Wish.TOTAL]
    assert (count.met, count.lowest, count.highest) == (0, min(totals), max(totals))


def test_a_game_that_no_rule_ends_is_not_counted() -> None:
    dead = PreparedGame(NORMAL, SEED, (), None, "3.6")
    tally = SearchTally()
    assert not tally.add(0, measure(dead, []), [])
    assert tally.games == 0
    assert tally.add(1, measure(PreparedGame(NORMAL, SEED, (), NO_VALID_DRAW, "3.2"), []), [])


# --- obstacles -----------------------------------------------------------------------


def test_an_obstacle_has_the_bound_that_a_game_would_meet() -> None:
    wishes = [
        WishRange(Wish.TURNS, 10),
        WishRange(Wish.TOTAL, 900),
        WishRange(Wish.SCRABBLES, None, 1),
    ]
    counts = {
        Wish.TURNS: WishCount(4, 18, 23),
        Wish.TOTAL: WishCount(0, 650, 870),
        Wish.SCRABBLES: WishCount(0, 2, 5),
    }
    assert find_obstacles(SearchTally(4, counts), wishes) == [
        Obstacle(Wish.TOTAL, Relaxation.LEAST, 870),
        Obstacle(Wish.SCRABBLES, Relaxation.MOST, 2),
    ]


def test_a_range_between_the_games_tried_is_widened() -> None:
    tally = SearchTally(4, {Wish.TOTAL: WishCount(0, 650, 1000)})
    assert find_obstacles(tally, [WishRange(Wish.TOTAL, 700, 701)]) == [
        Obstacle(Wish.TOTAL, Relaxation.WIDEN)
    ]


def test_wishes_met_but_never_together_name_the_rarest() -> None:
    wishes = [WishRange(Wish.TURNS, 20), WishRange(Wish.SCRABBLES, 4)]
    tally = SearchTally(9, {Wish.TURNS: WishCount(5, 18, 22), Wish.SCRABBLES: WishCount(1, 1, 4)})
    assert find_obstacles(tally, wishes) == [Obstacle(Wish.SCRABBLES, Relaxation.WIDEN)]
    assert find_obstacles(tally, wishes[::-1]) == [Obstacle(Wish.SCRABBLES, Relaxation.WIDEN)]


def test_a_search_without_games_has_no_obstacles() -> None:
    assert find_obstacles(SearchTally(), [WishRange(Wish.TURNS, 20)]) == []
    assert find_obstacles(SearchTally(3), []) == []
