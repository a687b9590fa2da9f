"""A word list that nobody can read, at the start."""

from pathlib import Path
from typing import Any

import pytest

from config import lexicon
from tests.rows import every_row


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
