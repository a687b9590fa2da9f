"""A word list that nobody can read, at the start."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config import lexicon
from tests.rows import every_row

ROOT = Path(__file__).resolve().parents[2]


def test_an_unreadable_word_list_stops_the_start_with_an_error(
    tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    words = tmp_path / "mots.txt"
    settings.LEXICON_PATH, settings.LEXICON_DIR = words, tmp_path
    with every_row() as row:
        for content in (b"\x00\x01\x02binary", b"", b"\xff\xfe\xfa"):
            with row(repr(content)):
                words.write_bytes(content)
                assert lexicon.main() == 1
                printed = capsys.readouterr().err
                assert printed.startswith(f"Lexique illisible ({words})")
                assert "Traceback" not in printed
    environment = os.environ | {"LEXICON_PATH": str(words), "LEXICON_DIR": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-m", "config.lexicon"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr == printed
