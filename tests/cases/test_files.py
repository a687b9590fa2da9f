"""A folder of cases is run as it is, and what is wrong with it is said before anything runs."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from tests.cases import conftest
from tests.cases.files import EDITIONS, FOLDER, GOLDEN, PROCEDURE, BadCasesError, cases_in
from tests.rows import every_row

CASE: dict[str, Any] = {
    "id": "E-1",
    "inputs": {
        "format": "normal",
        "event": "placed",
        "remaining": "AE",
        "interruptions_min": [],
        "collected_turns": None,
        "last_turn_regular": True,
    },
    "expected": {"all": {"outcome": "ends", "valid_turns": None}},
}


def write(folder: Path, name: str, cases: object) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(cases), encoding="utf-8")
    return path


def test_files_are_found_in_folders_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "procedure/end-of-game.yaml", [CASE])
    write(tmp_path, "end-of-game.yaml", [CASE])
    cases = cases_in(tmp_path)
    assert [case.edition for case in cases] == [*EDITIONS, *EDITIONS]


def test_the_cases_of_the_repository_are_all_known() -> None:
    names = {path.stem for path in (GOLDEN / "procedure").glob("*.yaml")}
    assert names <= set(PROCEDURE)


WRONG: list[tuple[str, object, str]] = [
    ("readme.txt", [CASE], "holds no file of cases"),
    ("endings.yaml", [CASE], "the name of the file is one of"),
    ("end-of-game.yaml", {"id": "E-1"}, "is not a list of cases"),
    ("end-of-game.yaml", [], "is not a list of cases"),
    ("end-of-game.yaml", [CASE, {"id": "E-2"}], "case 2 has no `expected`"),
    ("end-of-game.yaml", [{"expected": {"all": {}}}], "case 1 is neither"),
    ("end-of-game.yaml", [CASE, CASE], "'E-1' is there twice"),
    ("end-of-game.yaml", [{**CASE, "expected": {"1999": {}}}], "unknown: ['1999']"),
]


def test_what_is_wrong_with_a_folder_is_said(tmp_path: Path) -> None:
    with every_row() as each:
        for name, cases, message in WRONG:
            with each(message):
                write(tmp_path, name, cases)
                with pytest.raises(BadCasesError) as caught:
                    cases_in(tmp_path)
                assert message in str(caught.value)
                assert str(tmp_path) in str(caught.value)


def test_a_file_that_is_not_yaml_is_named(tmp_path: Path) -> None:
    (tmp_path / "end-of-game.yaml").write_bytes(b"- id: \xff")
    with pytest.raises(BadCasesError, match="cannot be read"):
        cases_in(tmp_path)


def test_words_that_yaml_takes_for_truth_values_are_words(tmp_path: Path) -> None:
    text = """
    - id: B-1
      inputs: {format: normal, rack: ON, board: null, word: ON, ref: H8}
      expected: {all: {allowed: true, score: 4}}
    """
    (tmp_path / "bonuses.yaml").write_text(text)
    case = cases_in(tmp_path)[0]
    assert case.inputs["word"] == "ON"
    assert case.expected["allowed"] is True
    assert case.run is not None
    assert case.run(case.inputs, case.edition).items() >= case.expected.items()


JOKER_UNUSED = {"joker": "non_utilise", "replaced_by": None, "phase_after": "joker1"}


@pytest.mark.parametrize(
    ("name", "inputs", "outcome"),
    [
        (
            "draw-validity",
            {"format": 789, "turn": 22, "kept": "AB", "drawn": None, "unseen": None},
            {"verdict": "valid", "minimum": 1, "judge_may_reject": False},
        ),
        (
            "end-of-game",
            {"format": "normal", "event": "interruption", "remaining": None,
             "interruptions_min": [40], "collected_turns": 20, "last_turn_regular": None},
            {"outcome": "ends", "valid_turns": 20},
        ),
        (
            "joker-format",
            {"phase": "joker1", "bag": "AB", "turns": [
                {"draw": None, "rack": "NOTRIS?", "word": "TRI", "tiles": "TRI"},
                {"draw": "AB?", "rack": "NOSAB?", "word": "BA", "tiles": "BA"}]},
            {"turns": [
                {**JOKER_UNUSED, "word_on_grid": "TRI", "bag_after": 2, "next_draw": 2},
                {**JOKER_UNUSED, "word_on_grid": "BA", "bag_after": 0, "next_draw": 0}]},
        ),
    ],
)  # fmt: skip
def test_a_field_that_is_not_used_may_be_null(
    name: str, inputs: dict[str, Any], outcome: dict[str, Any], tmp_path: Path
) -> None:
    write(tmp_path, f"{name}.yaml", [{"id": "N-1", "inputs": inputs, "expected": {"2023": {}}}])
    (case,) = cases_in(tmp_path)
    assert [found_case.id for path in tmp_path.iterdir() for found_case in cases_in(path)] == [
        case.id
    ]
    assert case.run is not None
    assert case.run(case.inputs, case.edition) == outcome


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """As a federation would run its own cases, in a process of its own."""
    command = [sys.executable, "-m", "pytest", str(FOLDER / "test_cases.py"), "-q", "--cases"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("DJANGO")}
    return subprocess.run(
        [*command, str(folder)],
        capture_output=True,
        text=True,
        cwd=FOLDER.parents[1],
        env=environment,
        check=False,
    )


def test_the_command_names_every_case_that_does_not_come_out(tmp_path: Path) -> None:
    wrong = {"outcome": "continues"}
    others = [
        {**CASE, "id": "E-2", "expected": {"2023": wrong}},
        {**CASE, "id": "E-3", "expected": {"2019": wrong}},
    ]
    write(tmp_path, "end-of-game.yaml", [CASE, *others])
    write(tmp_path, "other/end-of-game.yaml", [CASE])
    done = run(tmp_path)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "1 failed, 1 passed" in done.stdout
    assert "2 wrong, of 7 rows" in done.stdout
    for name in ("E-2-2023", "E-3-2019"):
        expected_line = (
            f"end-of-game-{name}: assert not [\"outcome: wanted 'continues', found 'ends'\"]"
        )
        assert expected_line in done.stdout


def test_the_command_refuses_a_folder_with_an_unknown_file(tmp_path: Path) -> None:
    """In this process, with what the hook reads of pytest's configuration."""
    write(tmp_path, "end-of-game.yaml", [CASE])
    write(tmp_path, "unknown.yaml", [CASE])
    config: Any = SimpleNamespace(
        getoption=lambda *_, **__: ".", invocation_params=SimpleNamespace(dir=tmp_path)
    )
    with pytest.raises(pytest.UsageError, match="no such kind of cases"):
        conftest.pytest_configure(config)
