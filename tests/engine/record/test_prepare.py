"""Games prepared in advance: the rules of a live game, wishes, and the same game for a seed."""

import pytest

from engine.board.formats import FORMATS, NORMAL
from engine.lexicon.lexicon import Lexicon
from engine.record.prepare import (
    PreparedGame,
    SeededGames,
    derive_game_seed,
    play_game,
    to_script,
)
from engine.record.recorded_game import parse_recorded_game
from engine.record.replay import iterate_positions
from engine.regulation.edition_2023 import EDITION_2023
from engine.rules.bag import Bag
from engine.rules.choice import list_allowed_tops, propose
from engine.rules.draw import DrawVerdict, draw_letters
from engine.rules.ending import EndReason
from engine.rules.remainder import find_unseen_bag, list_board_tiles
from engine.search.moves import find_tops

SEED = b"graine de test, assez longue"


@pytest.fixture(scope="module")
def games(shipped: Lexicon) -> list[PreparedGame]:
    return list(map(SeededGames(NORMAL, SEED, shipped, EDITION_2023).play, range(4)))


def test_every_word_is_the_top_that_the_rules_propose(shipped: Lexicon) -> None:
    several_count = 0
    for fmt in FORMATS.values():
        game = play_game(fmt=fmt, seed=SEED, lexicon=shipped, edition=EDITION_2023)
        record = parse_recorded_game(to_script(game))
        for turn, board in iterate_positions(record):
            allowed = list_allowed_tops(
                fmt=fmt,
                turn=turn.number,
                rack=turn.rack,
                unseen=find_unseen_bag(fmt, board, turn.rack).letters,
                tops=find_tops(board, turn.rack, shipped, fmt),
                board=board,
                edition=EDITION_2023,
            ).allowed
            top = propose(allowed, board, shipped, fmt)
            several_count += top != allowed[0]
            assert top is not None
            assert (turn.word, turn.place, turn.score) == (top.word, top.place, top.score)
    assert several_count


def test_a_scrabble_puts_seven_tiles_on_the_grid(games: list[PreparedGame]) -> None:
    long_words = 0
    for game in games:
        record = parse_recorded_game(to_script(game))
        scrabbles = 0
        for turn, board in iterate_positions(record):
            laid = len(list_board_tiles(board.lay(turn.word, turn.place))) - len(
                list_board_tiles(board)
            )
            scrabbles += laid == 7
            long_words += laid < 7 <= len(turn.word)
        assert game.scrabbles == scrabbles
    assert long_words  # else the length of the word would be a sufficient test


def test_the_letters_are_those_of_the_seed(games: list[PreparedGame]) -> None:
    for game in games:
        drawn = [rack for turn in game.turns for rack in turn.racks]
        assert [rack.index for rack in drawn] == list(range(len(drawn)))
        first = drawn[0]
        assert first.drawn == draw_letters(game.seed, 0, Bag.full(), 7)


def test_only_valid_racks_are_used(games: list[PreparedGame]) -> None:
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
    hopeless = play_game(
        fmt=NORMAL, seed=SEED, lexicon=Lexicon.from_words(["ZWZ"]), edition=EDITION_2023
    )
    assert (hopeless.turns, hopeless.reason) == ((), None)  # a later draw could be played
    over = play_game(
        fmt=NORMAL, seed=SEED, lexicon=Lexicon.from_words(["KKKK"]), edition=EDITION_2023
    )
    assert (over.turns, over.reason, over.article) == ((), EndReason.NOTHING_PLAYABLE, "3.7")


def test_a_seed_gives_one_game_and_its_tries_differ(
    games: list[PreparedGame], shipped: Lexicon
) -> None:
    assert SeededGames(NORMAL, SEED, shipped, EDITION_2023).play(3) == games[3]
    assert len({game.seed for game in games}) == len(games)
    assert [game.seed for game in games[:2]] == [
        derive_game_seed(SEED, 0),
        derive_game_seed(SEED, 1),
    ]


def test_the_script_is_a_record_that_also_tells_its_draws(games: list[PreparedGame]) -> None:
    script = to_script(games[0])
    record = parse_recorded_game(script)
    assert record.total == games[0].total
    assert script["end"] == {"reason": games[0].reason, "article": games[0].article}
    for turn, written in zip(games[0].turns, script["turns"], strict=True):  # type: ignore[call-overload]
        last = written["attempts"][-1]
        assert (last["kept"], last["drawn"], last["verdict"]) == (
            written["kept"],
            written["drawn"],
            "valid",
        )
        assert written["rejected"] == (len(turn.racks) > 1)


def test_a_top_of_the_vocabulary_is_retained(games: list[PreparedGame], shipped: Lexicon) -> None:
    preferred = 0
    for game in games[:2]:
        for turn, board in iterate_positions(parse_recorded_game(to_script(game))):
            allowed = list_allowed_tops(
                fmt=NORMAL,
                turn=turn.number,
                rack=turn.rack,
                unseen=find_unseen_bag(NORMAL, board, turn.rack).letters,
                tops=find_tops(board, turn.rack, shipped, NORMAL),
                board=board,
                edition=EDITION_2023,
            ).allowed
            others = {top.word.upper() for top in allowed} - {turn.word.upper()}
            if not others:
                continue
            # Both games are equal up to this turn.
            before = [played.move.word for played in game.turns[: turn.number - 1]]
            vocabulary = Lexicon.from_words([*before, *others])
            other = play_game(
                fmt=NORMAL,
                seed=game.seed,
                lexicon=shipped,
                edition=EDITION_2023,
                vocabulary=vocabulary,
            )
            retained = other.turns[turn.number - 1]
            if [played.move.word for played in other.turns[: turn.number - 1]] == before:
                preferred += 1
                assert retained.in_vocabulary
                assert retained.move.word.upper() in others
    assert preferred


def test_another_top_is_retained_if_the_vocabulary_has_none(
    games: list[PreparedGame], shipped: Lexicon
) -> None:
    words = [turn.move.word for turn in games[0].turns]
    for vocabulary, unknown in ((words, []), (words[:1], words[1:])):
        game = play_game(
            fmt=NORMAL,
            seed=games[0].seed,
            lexicon=shipped,
            edition=EDITION_2023,
            vocabulary=Lexicon.from_words(vocabulary),
        )
        assert [turn.move.word for turn in game.turns] == words
        outside = [turn.move.word for turn in game.turns if not turn.in_vocabulary]
        assert outside == [word for word in unknown if word.upper() != words[0].upper()]
