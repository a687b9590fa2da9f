"""`replay`: a recorded game turn by turn, and whether it comes out."""

import json
from pathlib import Path
from typing import Any

from tests.rows import every_row

from .conftest import Engine

ROOT = Path(__file__).parents[3]
NORMAL = ROOT / "tests" / "games" / "hiersac-2018-07-07.json"
JOKER = ROOT / "tests" / "games" / "hiersac-2022-01-21-joker.json"


def script() -> dict[str, Any]:
    game: dict[str, Any] = json.loads(NORMAL.read_text(encoding="utf-8"))
    return game


def write(path: Path, game: object) -> Path:
    path.write_text(json.dumps(game), encoding="utf-8")
    return path


def test_each_turn_is_a_line_of_the_table(engine: Engine) -> None:
    done = engine("replay", NORMAL)
    assert done.code == 0
    assert "ChACUNE" in done.out
    assert "1034" in done.out
    assert "Mot retenu" in done.out
    assert engine("replay", JOKER).code == 0


def test_the_command_prints_one_object_with_json(engine: Engine) -> None:
    done = engine("replay", NORMAL, "--json")
    assert done.code == 0
    output = done.json
    assert output["total"] == 1034
    assert len(output["turns"]) == 21
    first = output["turns"][0]
    assert {key: first[key] for key in ("turn", "word", "ref", "score", "printed", "top")} == {
        "turn": 1, "word": "ChACUNE", "ref": "H4", "score": 76, "printed": 76, "top": 76,
    }  # fmt: skip


def test_the_top_is_that_of_the_list_given(engine: Engine, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("UN\nUNE\n")
    output = engine("replay", NORMAL, "--lexicon", words, "--json").json
    assert output["turns"][0]["top"] == 6
    assert output["turns"][1]["top"] == 0
    assert output["total"] == 1034


def test_another_score_or_total_ends_with_code_1(engine: Engine, tmp_path: Path) -> None:
    higher, wrong = script(), script()
    higher["total"] += 1
    wrong["turns"][4]["score"] += 1
    for game in (higher, wrong):
        done = engine("replay", write(tmp_path / "game.json", game), "--json")
        assert done.code == 1
        assert done.json["total"] == 1034


def test_a_name_is_printed_as_it_is(engine: Engine, tmp_path: Path) -> None:
    path = write(tmp_path / "game.json", {**script(), "id": "[bold]x[/nothing]"})
    assert "[bold]x[/nothing]" in engine("replay", path).out


def test_an_impossible_move_is_reported_in_french(engine: Engine, tmp_path: Path) -> None:
    game = script()
    game["turns"][1]["word"] = "MOLLIEZ"
    path = write(tmp_path / "game.json", game)
    done = engine("replay", path)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"{path} : coup 2, MOLLIEZ ne peut pas être joué en G8 : il manque au tirage Z.\n"
    )


def test_an_unreadable_record_is_reported_in_french(engine: Engine, tmp_path: Path) -> None:
    with every_row() as each:
        for game, sentence in (
            ([], "champ"),
            ({**script(), "format": "8sur9"}, "champ « format » incorrect"),
            ({"format": "normal"}, "champ « turns » absent"),
        ):
            with each(sentence):
                path = write(tmp_path / "game.json", game)
                done = engine("replay", path)
                assert done.code == 2
                assert done.err.startswith(f"{path} : ")
                assert sentence in done.err
                piped = engine("replay", "-", stdin=path.read_bytes())
                assert (piped.code, piped.err) == (2, done.err.replace(str(path), "-"))


def test_a_game_is_read_from_the_standard_input(engine: Engine) -> None:
    assert engine("replay", "-", stdin=NORMAL.read_bytes()).out == engine("replay", NORMAL).out


def test_a_missing_file_or_list_is_reported_in_french(engine: Engine, tmp_path: Path) -> None:
    absent = tmp_path / "absent"
    for arguments in ([absent], [NORMAL, "--lexicon", absent]):
        done = engine("replay", *arguments)
        assert (done.code, done.out) == (2, "")
        assert done.err == f"{absent} : fichier introuvable ; vérifiez le chemin.\n"
    words = tmp_path / "words.txt"
    words.write_text("ET2")
    assert "ligne 1 : « ET2 »" in engine("replay", NORMAL, "--lexicon", words).err


def test_a_turn_against_the_rules_is_reported(engine: Engine, tmp_path: Path) -> None:
    game = script()
    game["turns"], game["turns"][0]["ref"] = game["turns"][:1], "8D"
    del game["total"]
    path = write(tmp_path / "vertical.json", game)
    done = engine("replay", path)
    assert done.code == 0
    assert "Coup 1 : ChACUNE est vertical ; le premier mot se joue horizontalement (3.4)." in (
        done.out
    )
    (turn,) = engine("replay", path, "--json").json["turns"]
    assert turn["remarks"] == [{"remark": "first_vertical", "word": "ChACUNE", "ref": "8D"}]
