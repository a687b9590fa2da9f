"""`check`, `draw` and `bench`."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rules.draw import compute_commitment
from tests.rows import every_row

from .conftest import Engine

SEED = "00112233445566778899aabbccddeeff"


def test_words_are_checked_without_regard_to_case_and_accents(engine: Engine) -> None:
    done = engine("check", "été", "CHACUNE", "cœur", "--json")
    assert done.code == 0
    assert [word["word"] for word in done.json["words"]] == ["ETE", "CHACUNE", "COEUR"]
    assert all(word["admitted"] for word in done.json["words"])
    table = engine("check", "été")
    assert "admis" in table.out
    assert "non admis" not in table.out


def test_one_word_that_is_not_admitted_ends_with_code_1(engine: Engine) -> None:
    done = engine("check", "ete", "zzz", "--json")
    assert done.code == 1
    assert [word["admitted"] for word in done.json["words"]] == [True, False]
    assert "non admis" in engine("check", "zzz").out


def test_words_are_read_from_the_standard_input(engine: Engine, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("QI\n")
    done = engine("check", "-", "--lexicon", words, stdin=b"qi\nete\n")
    assert done.code == 1
    assert engine("check", "-", "--lexicon", words, stdin=b"qi").code == 0


NO_WORDS: list[tuple[list[str], bytes, str]] = [
    (["A1"], b"", "« A1 » n'est pas un mot : écrivez-le en lettres A à Z."),
    (["ete", "-"], b"", "« - » n'est pas un mot"),
    (["-"], b" \n", "Aucun mot à vérifier"),
    (["-"], b"\xff", "ce n'est pas du texte en UTF-8"),
    ([], b"", "il manque MOT"),
    (["ete", "--lexicon", "absent"], b"", "absent : fichier introuvable"),
]


def test_other_text_than_words_is_refused_in_french(engine: Engine) -> None:
    with every_row() as each:
        for arguments, stdin, sentence in NO_WORDS:
            with each(sentence):
                done = engine("check", *arguments, stdin=stdin)
                assert (done.code, done.out) == (2, "")
                assert sentence in done.err


@pytest.mark.parametrize("key", ["normal", "789-joker"])
def test_a_drawn_game_can_be_replayed_to_the_point(
    key: str, engine: Engine, tmp_path: Path
) -> None:
    done = engine("draw", "--seed", SEED, "--format", key, "--json")
    assert done.code == 0
    game = done.json
    path = tmp_path / "game.json"
    path.write_text(done.out, encoding="utf-8")
    replayed = engine("replay", path, "--json")
    assert replayed.code == 0
    assert replayed.json["total"] == game["total"]
    for turn, replayed_turn in zip(game["turns"], replayed.json["turns"], strict=True):
        assert replayed_turn["top"] == turn["score"]
    assert game["commitment"] == compute_commitment(bytes.fromhex(SEED))
    assert game["format"] == key
    assert game["end"]["article"] == "3.7"


@pytest.fixture
def few_words(tmp_path: Path) -> Path:
    """A list with which a game is drawn in a moment."""
    path = tmp_path / "few.txt"
    path.write_text("AI AN AS DE EN ES ET IL LA LE NE OS SA SE SI TE TU UN US".replace(" ", "\n"))
    return path


def test_a_seed_gives_one_game_and_no_seed_others(engine: Engine, few_words: Path) -> None:
    draw = ("draw", "--json", "--lexicon", few_words)
    once, again = (engine(*draw, "--seed", SEED).out for _ in range(2))
    assert once == again
    first, second = (engine(*draw).json for _ in range(2))
    assert first["turns"]
    assert first["seed"] != second["seed"]
    assert engine(*draw, "--seed", first["seed"]).json == first


def test_any_text_is_a_seed(engine: Engine, few_words: Path) -> None:
    draw = ("draw", "--json", "--lexicon", few_words, "--seed")
    with every_row() as each:
        for text in ("7", "00", "Coupe d'été", ""):
            with each(text):
                game = engine(*draw, text).json
                assert game["seed"] == hashlib.sha256(text.encode()).hexdigest()
                assert engine(*draw, game["seed"].upper()).json == game


def test_the_table_shows_the_grid_the_end_and_the_seed(engine: Engine) -> None:
    done = engine("draw", "--seed", SEED, "--format", "joker", "--edition", "2014")
    assert "(joker remplacé)" in done.out
    assert " H   =" in done.out
    assert "Fin : " in done.out
    assert "(3.6)." in done.out
    assert f"--seed {SEED} --format joker --edition 2014" in done.out


def test_a_rack_without_a_solution_ends_the_game(engine: Engine, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("QI\nWU\n")
    done = engine("draw", "--seed", SEED, "--lexicon", words)
    assert done.code == 0
    assert "n'a aucune solution" in done.out
    assert "(3.6)." in done.out


def test_a_game_that_cannot_be_drawn_is_refused_in_french(engine: Engine) -> None:
    with every_row() as each:
        for arguments, sentence in (
            (["--format", "8sur9"], "la formule « 8sur9 » n'existe pas"),
            (["--format", ""], "la formule «  » n'existe pas"),
            (["--edition", "1999"], "le règlement « 1999 » n'existe pas"),
            (["--seed"], "--seed attend une valeur"),
        ):
            with each(arguments):
                done = engine("draw", *arguments)
                assert (done.code, done.out) == (2, "")
                assert sentence in done.err


def test_the_options_of_every_command_may_come_first(engine: Engine, tmp_path: Path) -> None:
    words = tmp_path / "liste.txt"
    words.write_text("QI\n")
    for arguments in (["check", "qi", "--lexicon", words], ["--lexicon", words, "check", "qi"]):
        assert engine(*arguments).code == 0
        assert engine("--json", *arguments).json["words"] == [{"word": "QI", "admitted": True}]


def test_the_benchmark_gets_the_options(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "benchmarks" / "engine"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text("import sys\nprint(*sys.argv[1:])\nsys.exit(3)\n")
    for name in [name for name in sys.modules if name.split(".")[0] == "benchmarks"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setattr(sys, "argv", ["pytest"])
    done = engine("bench", "--json", "--lexicon", "list.txt", "--positions", "2")
    assert (done.code, done.out) == (3, "--lexicon list.txt --json --positions 2\n")
    for name in ("benchmarks", "benchmarks.engine"):
        sys.modules.pop(name)  # by hand: a patch would bring the false ones back


def test_what_the_benchmark_cannot_do_is_refused_in_french(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.engine.measures.YARDSTICKS", 0)  # measured before all else
    with every_row() as each:
        for arguments, sentence in (
            (["--positions", "x"], "--positions attend un nombre, pas « x »"),
            (["--runs", "2"], "--runs 2 n'est pas attendu ici"),
            (["--lexicon", "absent.txt"], "absent.txt : fichier introuvable ; vérifiez le chemin."),
        ):
            with each(arguments):
                done = engine("bench", *arguments)
                assert (done.code, done.out) == (2, "")
                assert sentence in done.err


def test_without_a_checkout_there_is_no_benchmark(tmp_path: Path) -> None:
    """In a folder of its own, with the engine only."""
    (tmp_path / "engine").symlink_to(Path(__file__).parents[3] / "engine")
    done = subprocess.run(
        [sys.executable, "-m", "engine", "bench"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert done.returncode == 2
    assert "lancez la commande dans un d?p?t de Duplicata" in done.stderr
