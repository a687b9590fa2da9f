"""Recorded games: every printed score comes out; a bad record is refused with its place."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadRecord
from engine.lexicon.lexicon import Lexicon
from engine.record.recorded_game import load_recorded_game, parse_recorded_game
from engine.record.replay import iterate_positions, list_replayed_words, replay
from tests.rows import every_row

GAMES = Path(__file__).parents[2] / "games"
NORMAL = GAMES / "hiersac-2018-07-07.json"
JOKER = GAMES / "hiersac-2022-01-21-joker.json"


def test_letters_and_words_of_a_record_may_have_accents() -> None:
    accented = spoil_script(2, tirage="ÉÏLLMÔS", drawn="ÉÏÔLMLS", word="MÔLLÏÈS")
    assert parse_recorded_game(accented) == parse_recorded_game(script())


@pytest.mark.parametrize("path", [NORMAL, JOKER], ids=["normal", "joker"])
def test_every_printed_score_is_recomputed(path: Path, shipped: Lexicon) -> None:
    record = load_recorded_game(path)
    facts = json.loads(path.read_text(encoding="utf-8"))
    turns = replay(record, shipped)
    assert [turn.score for turn in turns] == [turn["score"] for turn in facts["turns"]]
    assert sum(turn.score for turn in turns) == facts["total"] == record.total
    for turn, fact in zip(turns, facts["turns"], strict=True):
        if all(word in shipped for word in (fact["word"], *fact["cross_words"])):
            assert turn.tops[0].score >= fact["score"]


def test_main_and_cross_words_of_a_game_are_listed() -> None:
    facts = json.loads(NORMAL.read_text(encoding="utf-8"))
    printed = {turn["word"].upper() for turn in facts["turns"]}
    printed |= {word for turn in facts["turns"] for word in turn["cross_words"]}
    assert list_replayed_words(load_recorded_game(NORMAL)) == sorted(printed)


def test_a_joker_is_replaced_unless_the_sheet_says_it_stays() -> None:
    boards = {turn.number: board for turn, board in iterate_positions(load_recorded_game(JOKER))}
    assert boards[2].get_tile(7, 8) == "N"
    assert boards[17].get_tile(10, 12) == "s"
    normal = dict(iterate_positions(load_recorded_game(NORMAL)))
    assert next(board for turn, board in normal.items() if turn.number == 2).get_tile(7, 4) == "h"


def script() -> dict[str, Any]:
    game: dict[str, Any] = json.loads(NORMAL.read_text(encoding="utf-8"))
    return game


def spoil_script(number: int, /, **fields: object) -> dict[str, Any]:
    """The game with fields of a turn changed; None takes the field away."""
    game = copy.deepcopy(script())
    for field, value in fields.items():
        if value is None:
            del game["turns"][number - 1][field]
        else:
            game["turns"][number - 1][field] = value
    return game


BAD: dict[str, tuple[Any, str, dict[str, object]]] = {
    "a list": ([], "bad_field", {"field": ""}),
    "no format": ({"turns": [1]}, "missing_field", {"field": "format", "turn": None}),
    "unknown format": ({**script(), "format": "8sur9"}, "bad_field", {"field": "format"}),
    "no turns": ({**script(), "turns": []}, "bad_field", {"field": "turns"}),
    "turn of text": ({**script(), "turns": ["A"]}, "bad_field", {"turn": 1, "field": "turns"}),
    "turn out of order": (spoil_script(3, turn=4), "bad_field", {"turn": 3, "field": "turn"}),
    "no word": (spoil_script(3, word=None), "missing_field", {"turn": 3, "field": "word"}),
    "word of numbers": (spoil_script(3, word=7), "bad_field", {"turn": 3, "field": "word"}),
    "true score": (spoil_script(3, score=True), "bad_field", {"turn": 3, "field": "score"}),
    "bad reference": (spoil_script(3, ref="Z99"), "bad_field", {"turn": 3, "field": "ref"}),
    "bad letter": (spoil_script(3, tirage="aeiirrs"), "bad_field", {"turn": 3, "field": "tirage"}),
    "other letters": (spoil_script(3, drawn="IARERIX"), "bad_field", {"turn": 3, "field": "drawn"}),
    "off the board": (
        spoil_script(3, ref="N4"),
        "bad_move",
        {"turn": 3, "reason": "not_connected"},
    ),
    "conflict": (spoil_script(3, ref="4G"), "bad_move", {"turn": 3, "reason": "letter_conflict"}),
    "eight letters": (
        spoil_script(1, tirage="?ACCENUU", drawn="?ACCENUU"),
        "rack_size",
        {"turn": 1, "found": 8, "expected": 7},
    ),
    "three jokers": (
        spoil_script(1, tirage="???CCNU", drawn="???CCNU"),
        "not_in_bag",
        {"turn": 1, "missing": "?"},
    ),
    "not drawn": (
        spoil_script(2, word="MOLLIEZ"),
        "bad_move",
        {"turn": 2, "reason": "letters_not_in_rack", "missing": "Z"},
    ),
}


def test_a_bad_record_is_refused_with_turn_and_field() -> None:
    with every_row() as each:
        for case, (game, code, data) in BAD.items():
            with each(case):
                with pytest.raises(BadRecord) as caught:
                    list(iterate_positions(parse_recorded_game(game)))
                assert caught.value.code == code
                assert {**caught.value.data, **data} == caught.value.data


def test_a_turn_against_the_rules_is_a_remark(shipped: Lexicon) -> None:
    game = json.loads(JOKER.read_text(encoding="utf-8"))
    assert not any(turn.remarks for turn in replay(parse_recorded_game(game), shipped))
    game["turns"] = game["turns"][:2]
    game["turns"][0]["joker_stays_on_board"] = True  # the bag still has an N
    first, second = replay(parse_recorded_game(game), shipped)
    assert first.remarks == [("other_joker", {"letter": "N", "stays": False})]
    assert second.board.get_tile(7, 8) == "n"

    vertical = spoil_script(1, ref="8D")
    vertical["turns"] = vertical["turns"][:1]
    (turn,) = replay(parse_recorded_game(vertical), shipped)
    assert turn.remarks == [("first_vertical", {"word": "ChACUNE", "ref": "8D"})]


def test_in_the_joker_format_joker_stays_is_required() -> None:
    game = json.loads(JOKER.read_text(encoding="utf-8"))
    del game["turns"][0]["joker_stays_on_board"]
    with pytest.raises(BadRecord) as caught:
        parse_recorded_game(game)
    assert caught.value.data == {"turn": 1, "field": "joker_stays_on_board"}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "not_json"),
        (b'{"format": ', "not_json"),
        (b"\xff\xfe\0", "not_text"),
        (b"[" * 100_000, "not_text"),
        (b"1" * 10_000, "not_text"),
        (b" " * 1_100_000, "too_big"),
    ],
    ids=["empty", "cut", "binary", "deep", "endless number", "huge"],
)
def test_a_file_that_is_no_record_is_refused(content: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(BadRecord) as caught:
        load_recorded_game(path)
    assert (caught.value.code, caught.value.data["path"]) == (code, str(path))
