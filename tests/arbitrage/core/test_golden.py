"""The golden cases and their decisions; ``python -m arbitrage.core cases`` prints the table."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from arbitrage.core.cases import compare_verdict
from arbitrage.core.correct import correct
from engine.regulation.editions import EDITIONS
from tests.rows import every_row

from .golden import load_all_cases

DECIDED = [(case, edition) for case in load_all_cases() for edition in case.expected]
OPEN = [
    (case, edition)
    for case in load_all_cases()
    for edition in EDITIONS
    if edition not in case.expected
]


def test_cases_that_texts_decide_are_decided() -> None:
    with every_row() as row:
        for case, edition in DECIDED:
            with row(f"{case.id} {edition}"):
                verdict = correct(case.position, case.bulletin, EDITIONS[edition])
                assert verdict.decided, verdict.undecided_reason


def test_undecided_cases_have_a_proposal() -> None:
    with every_row() as row:
        for case, edition in OPEN:
            with row(f"{case.id} {edition}"):
                decision = correct(case.position, case.bulletin, EDITIONS[edition]).decision
                assert decision.points >= 0
                assert EDITIONS[edition].get_article(decision.article)
                assert bool(decision.motives) == (decision.sanction != "none")


def test_no_case_is_missing() -> None:
    assert len(load_all_cases()) == 243
    assert Counter(edition for _, edition in DECIDED) == {
        "2023": 234,
        "2019": 213,
        "2017": 211,
        "2014": 221,
        "2011": 215,
    }


def test_a_difference_has_the_actual_and_expected_values() -> None:
    case = load_all_cases()[0]
    edition = EDITIONS["2023"]
    verdict = correct(case.position, case.bulletin, edition)
    expected: Mapping[str, Any] = {"points": 99, "sanction": "zero", "commission": True}

    assert compare_verdict(verdict, expected) == {
        "points": (12, 99),
        "sanction": ("none", "zero"),
        "commission": (False, True),
    }
