"""`top` and `moves`: forms of positions, allowed tops, errors in French."""

import json
from pathlib import Path

from engine.board.board import Board
from engine.board.formats import FORMATS
from engine.board.notation import Position
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import count_distinct, find_tops, solve
from tests.engine.positions import lay
from tests.rows import every_row

from .conftest import Engine

BOARD = lay("ChACUNE H4")
LINE = str(Position(BOARD, "EILLMOS"))


def test_the_top_of_a_position_is_that_of_the_engine(engine: Engine, shipped: Lexicon) -> None:
    done = engine("top", LINE, "--json")
    best = find_tops(BOARD, "EILLMOS", shipped)
    assert done.code == 0
    assert done.json == {
        "position": LINE,
        "top": best[0].score,
        "tops": [{"word": top.word, "ref": top.ref} for top in best],
        "allowed": [{"word": top.word, "ref": top.ref} for top in best],
    }


def test_a_board_is_read_from_a_file_in_every_shape(engine: Engine, tmp_path: Path) -> None:
    rows = "\r\n".join(BOARD.rows())
    shapes = {
        "rows": rows,
        "rows and rack": f"{rows}\r\nEILLMOS\r\n",
        "notation": f"{LINE}\n",
        "object": json.dumps({"board": BOARD.rows(), "rack": "EILLMOS"}),
        "board alone": json.dumps({"board": BOARD.rows()}),
    }
    expected = engine("top", LINE, "--json").json
    for name, text in shapes.items():
        path = tmp_path / f"{name}.txt"
        path.write_text(text, encoding="utf-8")
        rack = ["--rack", "eillmos"] if name in {"rows", "board alone"} else []
        assert engine("top", path, *rack, "--json").json == expected
        from_input = engine("top", "-", *rack, "--json", stdin=text.encode())
        assert from_input.json == expected


def test_the_words_of_a_position_need_no_quotes(engine: Engine) -> None:
    assert engine("top", *LINE.split(), "--json").json == engine("top", LINE, "--json").json


def test_the_command_line_comes_before_the_position(engine: Engine) -> None:
    line = f"{LINE} formule=joker"
    assert engine("top", line, "--rack", "AEIRSTU", "--format", "7et8", "--json").json[
        "position"
    ] == str(Position(BOARD, "AEIRSTU", FORMATS["7et8"]))


def test_the_table_shows_first_what_may_be_retained(engine: Engine) -> None:
    done = engine("top", "vide AEIRSTE")
    rows = [line for line in done.out.splitlines() if line.startswith("│")]
    assert "proposé" in rows[0]
    assert " A   =  ·  ·  '" in done.out
    assert "Coups différents : 30" in done.out
    shown = engine("top", "vide AEIRSTE", "--limit", "3")
    assert len([line for line in shown.out.splitlines() if line.startswith("│")]) == 3


def test_the_edition_decides_which_articles_and_must_exist(engine: Engine) -> None:
    assert engine("top", LINE, "--edition", "2014").code == 0
    done = engine("top", LINE, "--edition", "1999")
    assert (done.code, "choisissez parmi 2011, 2014" in done.err) == (2, True)


def test_every_move_is_listed_and_counted(engine: Engine, shipped: Lexicon) -> None:
    done = engine("moves", "vide EILMOS?", "--json")
    moves = solve(Board.empty(), "EILMOS?", shipped)
    assert done.json["moves"] == len(moves) == 2 * count_distinct(moves, Board.empty())
    assert done.json["solutions"][0] == {
        "word": moves[0].word,
        "ref": moves[0].ref,
        "score": moves[0].score,
    }
    assert len(done.json["solutions"]) == len(moves)
    assert len(engine("moves", "vide EILMOS?", "--json", "--limit", 5).json["solutions"]) == 5
    table = engine("moves", "vide EILMOS?", "--limit", 5)
    assert f"Coups différents : {len(moves) // 2} ; 5 lignes sur {len(moves)}" in table.out


def test_a_position_without_a_move_is_no_error(engine: Engine) -> None:
    done = engine("top", "vide K", "--json")
    assert (done.code, done.json["top"], done.json["tops"]) == (0, 0, [])
    assert "Aucun coup" in engine("moves", "vide K").out


def test_a_rack_of_too_many_letters_is_solved_without_advice(engine: Engine) -> None:
    done = engine("top", "vide KKIT", "--json")
    assert done.json["allowed"] is None
    assert done.json["top"]


UNREADABLE: list[tuple[list[str], str]] = [
    (["top", LINE.split(maxsplit=1)[0]], "Il manque le tirage"),
    (["moves", "vide"], "Il manque le tirage"),
    (["top", "absent.txt"], "« absent.txt » n'est ni un fichier ni une position"),
    (["top", "/absent.txt"], "« /absent.txt » n'est ni un fichier ni une position"),
    (["top", "15/15", "AB"], "une grille a 15 lignes"),
    (["top", "/"], "/ : fichier illisible (c'est un dossier) ; donnez-en un autre"),
    (["top", "vide", "--rack", "ß"], "remplacez « ß »"),
    (["top", LINE.replace("E5", "E4")], "ligne H : « 3ChACUNE4 » fait 14 cases"),
    (["top", f"{LINE} AB"], "plusieurs tirages (EILLMOS, AB)"),
    (["top", "vide aeir"], "remplacez « a »"),
    (["top", "vide AB joueur=1"], "« joueur= » est inconnu"),
    (["top", "vide AB coup=x"], "le coup « x »"),
    (["top", "vide", "--rack", "A1"], "remplacez « 1 »"),
    (["top", "vide", "--rack", "ABCDEFGHIJ"], "gardez au plus 9 lettres"),
    (["top", "vide", "--rack", "A???"], "gardez au plus 2 jokers"),
    (["top", "vide AB", "--format", "8sur9"], "la formule « 8sur9 » n'existe pas"),
    (["top", "vide AB", "--lexicon", "absent.txt"], "absent.txt : fichier introuvable"),
    (["moves", "vide AB", "--limit", "-1"], "--limit attend un nombre"),
    (["moves", "vide AB", "--limit", "x"], "--limit attend un nombre"),
    (["moves", "vide AB", "--limit"], "--limit attend une valeur"),
    (["top"], "il manque POSITION"),
    (["jouer"], "la commande « jouer » n'existe pas"),
    ([], "il manque COMMANDE"),
    (["top", "vide AB", "--jso"], "--jso n'est pas attendu ici"),
    (["top", "vide AB", "--json=1"], "--json n'attend pas de valeur"),
]


def test_what_cannot_be_read_is_refused_in_french(engine: Engine) -> None:
    with every_row() as each:
        for arguments, sentence in UNREADABLE:
            with each(arguments):
                done = engine(*arguments)
                assert (done.code, done.out) == (2, "")
                assert sentence in done.err
                assert done.err.endswith(".\n")
                assert "Traceback" not in done.err


NO_POSITIONS: list[tuple[bytes, str]] = [
    (b"...\n" * 3, "une grille a 15 lignes, pas 3"),
    (b"...............\n" * 14 + b"..\n", "la ligne O de la grille fait 2 cases"),
    (b"...............\n" * 14 + b"..............5\n", "ligne O de la grille, colonne 15"),
    (b"...............\n" * 17, "une grille a 15 lignes, pas 17"),
    (b"", "aucune position"),
    (b"\xff\xfe\x00", "ce n'est pas du texte en UTF-8"),
    (b" " * 1_100_000, "fichier trop gros"),
    (b'{"board": 3}', "champ « board »"),
    (b'{"board": ["."], "rack": "A"}', "une grille a 15 lignes, pas 1"),
    (b'{"board": []', "ce n'est pas du JSON"),
    (b'{"a": ' * 100_000, "ce n'est pas du JSON"),
]


def test_a_file_that_is_no_position_is_refused_in_french(engine: Engine, tmp_path: Path) -> None:
    with every_row() as each:
        for content, sentence in NO_POSITIONS:
            with each(sentence):
                path = tmp_path / "position.txt"
                path.write_bytes(content)
                done = engine("top", path, "--rack", "ABC")
                assert (done.code, done.out) == (2, "")
                assert sentence in done.err
                assert engine("top", tmp_path, "--rack", "ABC").code == 2


def test_the_help_is_in_french(engine: Engine) -> None:
    for command in ("top", "moves", "solve", "replay", "draw", "check", "bench"):
        done = engine(command, "--help")
        assert done.code == 0
        assert "emploi :" in done.out
        assert "LISTE" in done.out
        assert "usage" not in done.out
        assert command in engine("--help").out


def test_the_first_word_is_horizontal(engine: Engine) -> None:
    done = engine("top", "vide AEIRST?", "--json").json
    assert {move["ref"][0].isdigit() for move in done["tops"]} == {True, False}
    assert done["allowed"]
    assert not any(move["ref"][0].isdigit() for move in done["allowed"])
