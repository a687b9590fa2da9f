"""Every golden case of a folder: ``pytest tests/cases --cases FOLDER``."""

import json
from typing import Any

import pytest

from tests.cases.files import Case


def test_a_case_comes_out_as_the_regulation_says(case: Case) -> None:
    if case.run is None or case.skipped:
        pytest.skip(case.skipped or "no function answers to it")
    found = plain(case.run(case.inputs, case.edition))
    expected = plain(case.expected)
    assert {key: found.get(key) for key in expected} == expected


def plain(outcome: Any) -> dict[str, Any]:
    """As a file of cases can say it: pairs are lists, codes are text."""
    said: dict[str, Any] = json.loads(json.dumps(outcome))
    return said
