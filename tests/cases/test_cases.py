"""Every golden case of a folder: ``pytest tests/cases --cases FOLDER``."""

import json
from pathlib import Path
from typing import Any

from tests.cases.files import Case, cases_in
from tests.rows import every_row


def test_the_cases_of_a_file_have_the_expected_outcome(file: Path) -> None:
    cases = cases_in(file)
    with every_row() as row:
        for case in cases:
            with row(case.id):
                assert not find_differences(case)


def find_differences(case: Case) -> list[str]:
    """List the different fields; those that a case does not expect are not compared."""
    actual, expected = (
        {**outcome, **outcome.get("detail", {})}
        for outcome in (plain(case.run(case.inputs, case.edition)), plain(case.expected))
    )
    return [
        f"{key}: wanted {value!r}, found {actual.get(key)!r}"
        for key, value in expected.items()
        if key != "detail" and actual.get(key) != value
    ]


def plain(outcome: Any) -> dict[str, Any]:
    """Return the outcome as JSON gives it back: lists for pairs, text for codes."""
    decoded: dict[str, Any] = json.loads(json.dumps(outcome))
    return decoded
