"""The command line: verdicts on cases, and exit codes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arbitrage.core.cli import main
from engine.regulation.editions import EDITIONS
from tests.rows import every_row

from .golden import CASES

PROCEDURE = """
- id: SO-01
  situation: "Une table est seule."
  inputs: {players: 16}
  expected: {all: {solo: 4}}
"""
CASE = """
- id: essai
  situation: "Essai."
  turn: 1
  grid: empty
  rack: NOEUDSA
  lexicon: "NO NON ON NOEUDS"
  bulletin:
    sheet: |
      NOEUDS
    reference: ""
    score: 18
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cas.yaml"
    path.write_text(CASE, encoding="utf-8")
    return path


def _read_lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_golden_cases_of_a_folder_agree_with_every_edition(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two files for all: ``tests/cases`` compares each case."""
    for name in ("both-modes.yaml", "score-and-reference.yaml"):
        shutil.copy(CASES / name, tmp_path)
    assert main([str(tmp_path)]) == 0

    out = capsys.readouterr().out
    assert out.splitlines()[-1] == "Verdicts : 242, comparés : 242, différents : 0."
    assert "commission" in out


def test_json_has_one_line_by_case_and_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(CASES / "both-modes.yaml"), "--json", "--edition", "2014"]) == 0

    lines = _read_lines(capsys)
    assert len(lines) == 9
    assert lines[0] == {
        "id": "both-modes-a",
        "edition": "2014",
        "points": 12,
        "sanction": "none",
        "motives": [],
        "placement": "9D",
        "article": "4.4",
        "commission": False,
        "eye": False,
        "undecided": None,
    }


def test_a_case_without_expectation_is_judged_by_every_edition(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(file), "--json"]) == 0

    lines = _read_lines(capsys)
    assert [line["edition"] for line in lines] == list(EDITIONS)
    assert {line["points"] for line in lines} == {18}


def test_an_edition_can_be_chosen_that_the_case_omits(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(CASE + '  expected: {"2023": {points: 18}}\n', encoding="utf-8")

    assert main([str(file), "--json", "--edition", "2011"]) == 0
    assert [line["edition"] for line in _read_lines(capsys)] == ["2011"]


def test_a_difference_is_printed_and_sets_the_exit_code(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = "{points: 20, sanction: warning, motives: [score]}"
    file.write_text(CASE + f"  expected: {{2023: {expected}}}\n", encoding="utf-8")

    assert main([str(file)]) == 1
    assert "≠ points : 20 ; ≠ sanction : warning ; ≠ motives : score" in capsys.readouterr().out

    assert main([str(file), "--json"]) == 1
    (line,) = _read_lines(capsys)
    assert line["differs"] == {
        "points": {"found": 18, "expected": 20},
        "sanction": {"found": "none", "expected": "warning"},
        "motives": {"found": [], "expected": ["score"]},
    }


def test_cases_of_procedure_are_skipped_with_a_message(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file.parent / "solo.yaml").write_text(PROCEDURE, encoding="utf-8")

    assert main([str(file.parent)]) == 0
    assert "solo.yaml : aucun cas de correction, passé." in capsys.readouterr().err


UNUSABLE: list[tuple[str, str]] = [
    ("", "aucun cas de correction"),
    (PROCEDURE, "aucun cas de correction"),
    ("- 3", "l’élément 1 n’est pas un cas"),
    ("a: [b", "ce n’est pas du YAML (ligne"),
    (CASE.replace("  rack: NOEUDSA\n", ""), "cas essai : « rack » absent"),
    (CASE.replace("grid: empty", "grid: AB"), "cas essai : la grille est incorrecte"),
    (CASE.replace("turn: 1", "turn: un"), "cas essai : « turn » incorrect"),
    (CASE.replace("NOEUDSA", "N3"), "cas essai : « rack » incorrect"),
    (CASE.replace("      NOEUDS", "      N0EUDS"), "la partie quadrillée ne contient"),
    (CASE.replace("      NOEUDS", "      " + "N" * 16), "le dessin ne tient pas"),
    (CASE + "    state: lost\n", "cas essai : « bulletin.state » incorrect"),
    (CASE + "  expected: {1999: {points: 3}}\n", "édition inconnue"),
    (CASE + "  expected: [3]\n", "cas essai : « expected » incorrect"),
    (CASE + "  expected: {2023: {points: trois}}\n", "cas essai : « points » incorrect"),
]


def test_unusable_input_prints_a_french_sentence_and_exits_with_two(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with every_row() as each:
        for text, sentence in UNUSABLE:
            with each(sentence):
                file.write_text(text, encoding="utf-8")

                assert main([str(file)]) == 2
                error = capsys.readouterr().err
                assert error.splitlines()[-1].endswith(".")
                assert sentence in error


def test_a_missing_or_binary_file_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    binary = tmp_path / "binaire.yaml"
    binary.write_bytes(b"\xff\xfe\x00")

    assert main([str(tmp_path / "rien.yaml")]) == 2
    assert main([str(binary)]) == 2
    assert main([str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "introuvable" in error
    assert "pas un texte" in error


def test_a_wrong_command_is_refused_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    with every_row() as each:
        for arguments, reason in (
            ([], "il manque "),
            (["--edition", "2012", "x"], "pas « 2012 »"),
            (["--nothing", "x"], "--nothing n'est pas attendu ici"),
        ):
            with each(arguments):
                with pytest.raises(SystemExit) as caught:
                    main(arguments)

                assert caught.value.code == 2
                errors = capsys.readouterr().err
                assert errors.startswith("Commande incorrecte : ")
                assert reason in errors


def test_the_command_needs_no_settings() -> None:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("DJANGO")}
    command = [sys.executable, "-m", "arbitrage.core", str(CASES / "both-modes.yaml")]
    done = subprocess.run(command, env=clean, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("différents : 0.\n")
