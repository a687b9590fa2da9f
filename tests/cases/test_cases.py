"""Every golden case of a folder: ``pytest tests/cases --cases FOLDER``."""

import json
from pathlib import Path
from typing import Any

from tests.cases.files import Case, cases_in
from tests.rows import every_row


def test_the_cases_of_a_file_come_out_as_the_regulation_says(file: Path) -> None:
    cases = cases_in(file)
    with every_row() as row:
        for case in cases:
            with row(case.id):
                assert not differences(case)


def differences(case: Case) -> list[str]:
    """Field by field; what a case does not expect is not compared, nor in its `detail`."""
    found, expected = (
        {**outcome, **outcome.get("detail", {})}
        for outcome in (plain(case.run(case.inputs, case.edition)), plain(case.expected))
    )
    return [
        f"{key}: wanted {wanted!r}, found {found.get(key)!r}"
        for key, wanted in expected.items()
        if key != "detail" and found.get(key) != wanted
    ]


def plain(outcome: Any) -> dict[str, Any]:
    """As a file of cases can say it: pairs are lists, codes are text."""
    said: dict[str, Any] = json.loads(json.dumps(outcome))
    return said
