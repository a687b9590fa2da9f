"""Verdicts as plain data."""

import json
from typing import Any

import pytest

from arbitrage.core.correct import correct
from arbitrage.core.errors import BadVerdict
from arbitrage.core.verdict import Verdict
from engine.regulation.edition_2023 import EDITION_2023
from tests.rows import every_row

from .golden import get_golden_case, load_all_cases
from .test_undecided import EXAMPLES


def test_a_golden_verdict_survives_json() -> None:
    with every_row() as row:
        for case in load_all_cases():
            with row(case.id):
                verdict = correct(case.position, case.bulletin, edition=EDITION_2023)
                assert Verdict.from_dict(json.loads(json.dumps(verdict.to_dict()))) == verdict


def test_an_undecided_verdict_survives_json() -> None:
    for judge, _, _ in EXAMPLES:
        verdict = judge()
        assert Verdict.from_dict(json.loads(json.dumps(verdict.to_dict()))) == verdict


def test_only_plain_data_goes_to_json() -> None:
    case = get_golden_case("fallacious-twin-a")
    data = correct(case.position, case.bulletin, edition=EDITION_2023).to_dict()

    assert data["sanction"] == "zero"
    assert data["motives"] == ["prolongement-fallacieux"]
    assert data["undecided_reason"] is None
    assert {
        "code": "reference-absent",
        "topic": "reference",
        "article": "4.3.1",
        "data": {},
    } in data["findings"]


NO_VERDICTS: list[dict[str, Any]] = [
    {"sanction": "jail"},
    {"motives": ["bad-mood"]},
    {"findings": [{"code": "unheard-of", "article": "5.5", "data": {}}]},
    {"readings": [{}]},
    {"undecided_reason": "tired"},
    {"findings": None},
]


def test_data_that_is_no_verdict_is_refused() -> None:
    case = get_golden_case("exact-b")
    data = correct(case.position, case.bulletin, edition=EDITION_2023).to_dict()
    with every_row() as each:
        for change in NO_VERDICTS:
            with each(change), pytest.raises(BadVerdict):
                Verdict.from_dict({**data, **change})


def test_a_stored_verdict_without_a_field_is_refused() -> None:
    with pytest.raises(BadVerdict):
        Verdict.from_dict({"decided": True})


def test_a_verdict_stored_without_topics_keeps_its_articles() -> None:
    case = load_all_cases()[0]
    data = correct(case.position, case.bulletin, edition=EDITION_2023).to_dict()
    stored = {key: value for key, value in data.items() if key != "topic"}

    read = Verdict.from_dict(stored)

    assert (read.topic, read.article) == (None, data["article"])
