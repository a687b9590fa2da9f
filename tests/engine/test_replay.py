"""Recorded games: every printed score comes out; a bad record is refused with its place."""

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.errors import BadRecord
from engine.lexicon import Lexicon
from engine.record import load_record, parse_record
from engine.replay import positions, replay, replayed_words

GAMES = Path(__file__).parents[1] / "games"
NORMAL = GAMES / "hiersac-2018-07-07.json"
JOKER = GAMES / "hiersac-2022-01-21-joker.json"


@pytest.fixture(autouse=True)
def one_cache(cache_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped list is compiled once for all tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache_home))


@pytest.mark.parametrize("path", [NORMAL, JOKER], ids=["normal", "joker"])
def test_every_printed_score_comes_out(path: Path, shipped: Lexicon) -> None:
    record = load_record(path)
    facts = json.loads(path.read_text(encoding="utf-8"))
    turns = replay(record, shipped)
    assert [turn.score for turn in turns] == [turn["score"] for turn in facts["turns"]]
    assert sum(turn.score for turn in turns) == facts["total"] == record.total
    for turn, fact in zip(turns, facts["turns"], strict=True):
        if all(word in shipped for word in (fact["word"], *fact["cross_words"])):
            assert turn.tops[0].score >= fact["score"]


def test_the_words_of_a_game_are_its_main_and_cross_words() -> None:
    facts = json.loads(NORMAL.read_text(encoding="utf-8"))
    printed = {turn["word"].upper() for turn in facts["turns"]}
    printed |= {word for turn in facts["turns"] for word in turn["cross_words"]}
    assert replayed_words(load_record(NORMAL)) == sorted(printed)


def test_a_joker_gives_way_to_the_real_letter_unless_the_sheet_says_it_stays() -> None:
    boards = {turn.number: board for turn, board in positions(load_record(JOKER))}
    assert boards[2].at(7, 8) == "N"
    assert boards[17].at(10, 12) == "s"
    normal = dict(positions(load_record(NORMAL)))
    assert next(board for turn, board in normal.items() if turn.number == 2).at(7, 4) == "h"


def test_the_command_prints_each_turn_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(NORMAL)]) == 0
    printed = capsys.readouterr().out
    assert "ChACUNE" in printed
    assert "1034" in printed
    assert "Mot retenu" in printed


def test_the_command_prints_one_object_with_json() -> None:
    """As a user types it, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", "replay", str(NORMAL), "--json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        cwd=Path(__file__).parents[2],
    )
    found = json.loads(done.stdout)
    assert found["total"] == 1034
    assert len(found["turns"]) == 21
    first = found["turns"][0]
    assert {key: first[key] for key in ("turn", "word", "ref", "score", "printed", "top")} == {
        "turn": 1, "word": "ChACUNE", "ref": "H4", "score": 76, "printed": 76, "top": 76,
    }  # fmt: skip


def test_the_top_is_that_of_the_list_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("UN\nUNE\n")
    assert main(["replay", str(NORMAL), "--lexicon", str(words), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["turns"][0]["top"] == 6
    assert found["turns"][1]["top"] is None
    assert found["total"] == 1034


def script() -> dict[str, Any]:
    game: dict[str, Any] = json.loads(NORMAL.read_text(encoding="utf-8"))
    return game


def spoilt(number: int, /, **fields: object) -> dict[str, Any]:
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
    "turn out of order": (spoilt(3, turn=4), "bad_field", {"turn": 3, "field": "turn"}),
    "no word": (spoilt(3, word=None), "missing_field", {"turn": 3, "field": "word"}),
    "word of numbers": (spoilt(3, word=7), "bad_field", {"turn": 3, "field": "word"}),
    "true score": (spoilt(3, score=True), "bad_field", {"turn": 3, "field": "score"}),
    "bad reference": (spoilt(3, ref="Z99"), "bad_field", {"turn": 3, "field": "ref"}),
    "bad letter": (spoilt(3, tirage="aeiirrs"), "bad_field", {"turn": 3, "field": "tirage"}),
    "other letters": (spoilt(3, drawn="IARERIX"), "bad_field", {"turn": 3, "field": "drawn"}),
    "off the board": (spoilt(3, ref="N4"), "bad_move", {"turn": 3, "reason": "not_connected"}),
    "conflict": (spoilt(3, ref="4G"), "bad_move", {"turn": 3, "reason": "letter_conflict"}),
    "not drawn": (
        spoilt(2, word="MOLLIEZ"),
        "bad_move",
        {"turn": 2, "reason": "letters_not_in_rack", "missing": "Z"},
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_record_is_refused_with_the_turn_and_the_field(case: str) -> None:
    game, code, data = BAD[case]
    with pytest.raises(BadRecord) as caught:
        list(positions(parse_record(game)))
    assert caught.value.code == code
    assert {**caught.value.data, **data} == caught.value.data


def test_in_the_joker_format_the_sheet_must_say_whether_a_joker_stays() -> None:
    game = json.loads(JOKER.read_text(encoding="utf-8"))
    del game["turns"][0]["joker_stays_on_board"]
    with pytest.raises(BadRecord) as caught:
        parse_record(game)
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
def test_a_file_that_is_no_record_is_refused_in_french(
    content: bytes, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(BadRecord) as caught:
        load_record(path)
    assert caught.value.code == code
    assert main(["replay", str(path)]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"{path} : ")
    assert code not in complaint


def test_a_move_that_cannot_be_played_is_told_in_french(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(spoilt(2, word="MOLLIEZ")), encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"{path} : coup 2, MOLLIEZ ne peut pas être joué en G8 : il manque au tirage Z.\n"
    )


def test_a_file_or_a_list_that_is_not_there_is_told_in_french(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    absent = tmp_path / "absent"
    assert main(["replay", str(absent)]) == 2
    assert main(["replay", str(NORMAL), "--lexicon", str(absent)]) == 2
    assert capsys.readouterr().err == f"{absent} : fichier introuvable.\n" * 2
    words = tmp_path / "words.txt"
    words.write_text("ET2")
    assert main(["replay", str(NORMAL), "--lexicon", str(words)]) == 2
    assert "ligne 1 : « ET2 »" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["replay"], ["rejouer"], ["replay", "x", "--jso=1"]])
def test_a_wrong_command_ends_with_code_2_and_a_word_in_french(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "Commande incorrecte" in capsys.readouterr().err


def test_the_help_is_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["replay", "--help"])
    assert caught.value.code == 0
    assert "liste de mots" in capsys.readouterr().out
