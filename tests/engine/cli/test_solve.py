"""`solve`: one line out for each line in, good or bad."""

import json
import subprocess
import sys
from pathlib import Path

from engine.board.board import Board
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import solve
from tests.engine.positions import lay
from tests.rows import every_row

from .conftest import Engine

BOARD = lay("ChACUNE H4", "MOLLIES G8")


def line(board: Board, rack: str, **more: object) -> str:
    return json.dumps({"board": board.rows(), "rack": rack, **more}) + "\n"


def test_each_line_gives_its_tops_and_the_count(
    engine: Engine, shipped: Lexicon, tmp_path: Path
) -> None:
    positions = [(BOARD, "AEIRST?"), (Board.empty(), "EINRTU"), (BOARD, "V"), (Board.empty(), "K")]
    path = tmp_path / "positions.jsonl"
    path.write_text("".join(line(*position) for position in positions))
    done = engine("solve", path)
    assert done.code == 0
    for (board, rack), solved in zip(positions, done.lines, strict=True):
        moves = solve(board, rack, shipped)
        best = moves[0].score if moves else 0
        assert solved == {
            "top": best,
            "tops": [{"word": m.word, "ref": m.ref} for m in moves if m.score == best],
            "moves": len(moves),
        }
    assert done.lines[3] == {"top": 0, "tops": [], "moves": 0}
    assert engine("solve", "-", stdin=path.read_bytes()).out == done.out


def test_a_play_in_two_directions_is_listed_and_counted_twice(
    engine: Engine, tmp_path: Path
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("EN\nNE\nNU\nUN\n")
    lines = line(Board.empty(), "EN") + line(lay("NE H7", "EN 8H"), "U")
    first, second = engine("solve", "-", "--lexicon", words, stdin=lines.encode()).lines
    # Two words, each beginning or ending on the centre, in both directions.
    assert (len(first["tops"]), first["moves"]) == (8, 8)
    assert [top["ref"] for top in second["tops"]] == ["7H", "I7"]
    all_moves = engine(
        "moves", "-", "--lexicon", words, "--json", stdin=lines.splitlines()[1].encode()
    )
    assert second["moves"] == all_moves.json["moves"] == len(all_moves.json["solutions"]) > 2


def test_the_format_of_the_line_or_of_the_command_counts(engine: Engine) -> None:
    rack = "AEINRSTL"
    plain = engine("solve", "-", stdin=line(Board.empty(), rack).encode()).lines[0]
    eight = engine("solve", "-", stdin=line(Board.empty(), rack, format="7et8").encode()).lines[0]
    by_option = engine("solve", "-", "--format", "7et8", stdin=line(Board.empty(), rack).encode())
    assert by_option.lines[0] == eight
    upper_case = line(Board.empty(), rack, format="7ET8").encode()
    assert engine("solve", "-", stdin=upper_case).lines[0] == eight
    assert eight["top"] > plain["top"]


BAD = [
    ("[1]\n", "ce n'est pas un objet JSON"),
    ("{\n", "ce n'est pas du JSON"),
    ('{"rack": "A"}\n', "champ « board »"),
    ('{"board": [], "rack": "A"}\n', "une grille a 15 lignes, pas 0"),
    (line(BOARD, "aB"), "remplacez « a »"),
    (line(BOARD, "A???"), "au plus 2 jokers"),
    (json.dumps({"board": BOARD.rows()}) + "\n", "champ « rack »"),
    (line(BOARD, "AB", format=7), "champ « format »"),
    (line(BOARD, "AB", format="8sur9"), "« 8sur9 » n'existe pas"),
    (line(BOARD, "AB").replace("M", "5"), "colonne 8 : « 5 »"),
    ("[" * 100_000 + "\n", "ce n'est pas du JSON"),
    ('"' + "a" * 1_100_000 + '"\n', "ligne trop longue"),
]


def test_bad_lines_are_reported_and_the_others_are_solved(engine: Engine) -> None:
    good = line(BOARD, "AEIRSTE")
    text = "\n" + good + "".join(bad for bad, _ in BAD) + good
    done = engine("solve", "-", stdin=text.encode())
    assert (done.code, done.err) == (2, "")
    first, *refused, last = done.lines
    assert first == last
    assert first["top"] > 0
    with every_row() as each:
        for number, ((_, sentence), answer) in enumerate(zip(BAD, refused, strict=True), start=3):
            with each(sentence):
                assert answer["line"] == number
                assert sentence in answer["error"]


def test_a_line_that_is_not_utf_8_is_reported(engine: Engine) -> None:
    done = engine("solve", "-", stdin=b'{"rack": "\xff"}')
    assert (done.code, done.lines[0]["line"]) == (2, 1)


def test_a_missing_file_or_an_unknown_format_is_refused(engine: Engine, tmp_path: Path) -> None:
    refused: dict[str, list[object]] = {
        "absent.jsonl : fichier introuvable": ["absent.jsonl"],
        f"{tmp_path} : fichier illisible (c'est un dossier)": [tmp_path],
        "nom trop long": ["a" * 300],
        "la formule « 8sur9 » n'existe pas": ["-", "--format", "8sur9"],
    }
    for sentence, arguments in refused.items():
        done = engine("solve", *arguments)
        assert (done.code, done.out) == (2, "")
        assert sentence in done.err


def test_an_empty_file_has_no_lines(engine: Engine) -> None:
    assert engine("solve", "-", stdin=b"\n\n").out == ""


def test_a_reader_that_closes_the_pipe_is_no_error(cache_home: Path) -> None:
    """As `python -m engine solve - | head -1`, in processes of their own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", "solve", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
        env={"XDG_CACHE_HOME": str(cache_home), "PYTHONIOENCODING": "utf-8"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(line(BOARD, "AEIRSTE").encode())
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["top"] > 0
    process.stdout.close()
    process.stdin.write(line(BOARD, "AEIRSTE").encode() * 3)
    process.stdin.close()
    assert process.wait() == 0
    assert process.stderr.read() == b""
    process.stderr.close()
