"""``make audit``, with a stand-in for the program that asks for published vulnerabilities."""

import json
from pathlib import Path
from typing import Any

import pytest

from scripts import audit
from tests.rows import every_row

CLEAN: list[dict[str, Any]] = [{"name": "django", "version": "6.1.3", "vulns": []}]
VULNS = [{"id": "PYSEC-2026-1", "fix_versions": ["6.1.4"]}, {"id": "GHSA-x", "fix_versions": []}]
ROWS: dict[str, tuple[str, int, str]] = {
    "clean": (json.dumps({"dependencies": CLEAN}), 0, "1 bibliothèques, aucune faille publiée."),
    "vulnerable": (
        json.dumps({"dependencies": [CLEAN[0] | {"vulns": VULNS}]}),
        1,
        (
            "django 6.1.3 (en production) : PYSEC-2026-1, corrigée par 6.1.4\n"
            "django 6.1.3 (en production) : GHSA-x, corrigée par aucune version"
        ),
    ),
    "no network": ("", 3, "Les failles publiées n'ont pas pu être demandées : rien n'est vérifié."),
}


def test_vulnerabilities_are_listed_and_no_answer_is_no_clean_bill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with every_row() as row:
        for name, (answer, status, sentence) in ROWS.items():
            with row(name):
                (tmp_path / "answer").write_text(answer)
                program = tmp_path / "uv"
                program.write_text(
                    f"#!/bin/sh\ncat '{tmp_path}/answer'\necho ConnectionError >&2\n"
                )
                program.chmod(0o755)
                assert audit.main(["--uv", str(program)]) == status
                printed = "".join(capsys.readouterr()).strip()
                assert printed.startswith(sentence)
                assert status != 3 or len(printed.splitlines()) == 1
    assert audit.main(["--uv", str(tmp_path / "nothing")]) == 3
