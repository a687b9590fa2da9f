"""Games prepared in advance: the rules of a live game, wishes, and the same game for a seed."""

from itertools import islice

import pytest

from engine.board.formats import FORMATS, NORMAL
from engine.lexicon.lexicon import Lexicon
from engine.record.game_sheet import print_sheet
from engine.record.prepare import (
    MEASURES,
    NO_VALID_DRAW,
    Obstacle,
    PreparedGame,
    Range,
    Relax,
    SearchTally,
    Wish,
    WishCount,
    as_script,
    obstacles,
    play,
    seed_of_try,
    tries,
)
from engine.record.recorded import parse_record
from engine.record.replay import positions
from engine.record.sheet_record import lines_of
from engine.regulation.edition_2023 import EDITION_2023
from engine.rules.bag import Bag
from engine.rules.choice import allowed_tops, propose
from engine.rules.draw import DrawVerdict, seeded_draw
from engine.rules.ending import EndReason
from engine.rules.remainder import tiles_on, unseen
from engine.search.moves import tops

SEED = b"graine de test, assez longue"


@pytest.fixture(scope="module")
def games(shipped: Lexicon) -> list[PreparedGame]:
    return list(islice(tries(fmt=NORMAL, seed=SEED, lexicon=shipped, edition=EDITION_2023), 6))


def test_every_word_is_the_top_that_the_rules_propose(shipped: Lexicon) -> None:
    several = 0
    for fmt in FORMATS.values():
        game = play(fmt=fmt, seed=SEED, lexicon=shipped, edition=EDITION_2023)
        record = parse_record(as_script(game))
        for turn, board in positions(record):
            allowed = allowed_tops(
                fmt=fmt,
                turn=turn.number,
                rack=turn.rack,
                unseen=unseen(fmt, board, turn.rack).letters,
                tops=tops(board, turn.rack, shipped, fmt),
                board=board,
                edition=EDITION_2023,
            ).allowed
            top = propose(allowed, board, shipped, fmt)
            several += top != allowed[0]
            assert top is not None
            assert (turn.word, turn.place, turn.score) == (top.word, top.place, top.score)
    assert several


def test_a_scrabble_puts_seven_tiles_on_the_grid(games: list[PreparedGame]) -> None:
    long_words = 0
    for game in games:
        record = parse_record(as_script(game))
        scrabbles = 0
        for turn, board in positions(record):
            laid = len(tiles_on(board.place(turn.word, turn.place))) - len(tiles_on(board))
            scrabbles += laid == 7
            long_words += laid < 7 <= len(turn.word)
        assert MEASURES[Wish.SCRABBLES](game) == scrabbles
    assert long_words  # or the length of the word would do


def test_the_letters_are_those_of_the_seed(games: list[PreparedGame]) -> None:
    for game in games:
        drawn = [rack for turn in game.turns for rack in turn.racks]
        assert [rack.index for rack in drawn] == list(range(len(drawn)))
        first = drawn[0]
        assert first.drawn == seeded_draw(game.seed, 0, Bag.full(), 7)


def test_only_valid_racks_stand(games: list[PreparedGame]) -> None:
    refused = 0
    for game in games:
        for turn in game.turns:
            *rest, last = turn.racks
            assert last.check.verdict is DrawVerdict.VALID
            assert all(rack.check.verdict is DrawVerdict.REJECTED for rack in rest)
            refused += len(rest)
    assert refused


def test_the_rules_end_the_game(games: list[PreparedGame], shipped: Lexicon) -> None:
    for game in games:
        assert game.reason is not None
        assert game.article.startswith("3.")
        assert 10 < len(game.turns) < 30
    hopeless = play(
        fmt=NORMAL, seed=SEED, lexicon=Lexicon.from_words(["ZWZ"]), edition=EDITION_2023
    )
    assert (hopeless.turns, hopeless.reason) == ((), None)  # a later draw could be played
    over = play(fmt=NORMAL, seed=SEED, lexicon=Lexicon.from_words(["KKKK"]), edition=EDITION_2023)
    assert (over.turns, over.reason, over.article) == ((), EndReason.NOTHING_PLAYABLE, "3.7")


def test_a_seed_gives_one_game_and_its_tries_differ(
    games: list[PreparedGame], shipped: Lexicon
) -> None:
    again = list(
        islice(tries(fmt=NORMAL, seed=SEED, lexicon=shipped, start=2, edition=EDITION_2023), 2)
    )
    assert again == games[2:4]
    assert len({game.seed for game in games}) == len(games)
    assert [game.seed for game in games[:2]] == [seed_of_try(SEED, 0), seed_of_try(SEED, 1)]


def test_measures_are_those_of_the_sheet(games: list[PreparedGame]) -> None:
    game = games[0]
    lines = lines_of(as_script(game))
    assert MEASURES[Wish.TURNS](game) == len(lines)
    assert MEASURES[Wish.TOTAL](game) == sum(line.score for line in lines)
    assert f"Total {game.total}" in print_sheet(lines)


@pytest.mark.parametrize(
    ("least", "most", "values"),
    [(None, None, [0, 5, 9]), (5, None, [5, 9]), (None, 5, [0, 5]), (5, 5, [5]), (6, 5, [])],
)
def test_a_range_holds_its_bounds(least: int | None, most: int | None, values: list[int]) -> None:
    wish = Range(Wish.TURNS, least, most)
    assert [value for value in (0, 5, 9) if wish.holds(value)] == values


def test_the_tally_tells_which_wish_is_not_met(games: list[PreparedGame]) -> None:
    turns, totals = [len(game.turns) for game in games], [game.total for game in games]
    wishes = [Range(Wish.TURNS, min(turns), max(turns)), Range(Wish.TOTAL, max(totals) + 1)]
    tally = SearchTally()
    assert not any(tally.add(game, wishes) for game in games)
    assert tally.games == len(games)
    count = tally.wishes[Wish.TURNS]
    assert (count.met, count.lowest, count.highest) == (len(games), min(turns), max(turns))
    count = tally.wishes[Wish.TOTAL]
    assert (count.met, count.lowest, count.highest) == (0, min(totals), max(totals))


def test_a_game_that_no_rule_ends_is_not_counted() -> None:
    dead = PreparedGame(NORMAL, SEED, (), None, "3.6")
    tally = SearchTally()
    assert not tally.add(dead, [])
    assert tally.games == 0
    assert tally.add(PreparedGame(NORMAL, SEED, (), NO_VALID_DRAW, "3.2"), [])


def test_the_script_is_a_record_that_also_tells_its_draws(games: list[PreparedGame]) -> None:
    made = as_script(games[0])
    record = parse_record(made)
    assert record.total == games[0].total
    assert made["end"] == {"reason": games[0].reason, "article": games[0].article}
    for turn, written in zip(games[0].turns, made["turns"], strict=True):  # type: ignore[call-overload]
        last = written["attempts"][-1]
        assert (last["kept"], last["drawn"], last["verdict"]) == (
            written["kept"],
            written["drawn"],
            "valid",
        )
        assert written["rejected"] == (len(turn.racks) > 1)


# --- what stood in the way -------------------------------------------------------------


def test_a_wish_that_no_game_met_is_told_with_the_bound_that_one_would_have_met() -> None:
    wishes = [Range(Wish.TURNS, 10), Range(Wish.TOTAL, 900), Range(Wish.SCRABBLES, None, 1)]
    counts = {
        Wish.TURNS: WishCount(4, 18, 23),
        Wish.TOTAL: WishCount(0, 650, 870),
        Wish.SCRABBLES: WishCount(0, 2, 5),
    }
    assert obstacles(SearchTally(4, counts), wishes) == [
        Obstacle(Wish.TOTAL, Relax.LEAST, 870),
        Obstacle(Wish.SCRABBLES, Relax.MOST, 2),
    ]


def test_a_range_that_lies_between_the_games_tried_is_to_be_widened() -> None:
    tally = SearchTally(4, {Wish.TOTAL: WishCount(0, 650, 1000)})
    assert obstacles(tally, [Range(Wish.TOTAL, 700, 701)]) == [Obstacle(Wish.TOTAL, Relax.WIDEN)]


def test_wishes_met_but_never_together_name_the_rarest() -> None:
    wishes = [Range(Wish.TURNS, 20), Range(Wish.SCRABBLES, 4)]
    tally = SearchTally(9, {Wish.TURNS: WishCount(5, 18, 22), Wish.SCRABBLES: WishCount(1, 1, 4)})
    assert obstacles(tally, wishes) == [Obstacle(Wish.SCRABBLES, Relax.WIDEN)]
    assert obstacles(tally, wishes[::-1]) == [Obstacle(Wish.SCRABBLES, Relax.WIDEN)]


def test_nothing_stands_in_the_way_of_a_search_without_wishes_or_games() -> None:
    assert obstacles(SearchTally(), [Range(Wish.TURNS, 20)]) == []
    assert obstacles(SearchTally(3), []) == []
