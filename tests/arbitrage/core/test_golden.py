"""Every golden case of the 2023 edition: decided as expected, or left open as in the texts."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from arbitrage.core.correct import correct
from arbitrage.core.verdict import Verdict

from .golden import GoldenCase, all_cases

EDITION = "2023"
DECIDED = [case for case in all_cases() if EDITION in case.expected]
OPEN = [case for case in all_cases() if EDITION not in case.expected]


def _id(case: GoldenCase) -> str:
    return case.id


def _differences(verdict: Verdict, expected: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What the case expects and the verdict does not say, as (found, expected)."""
    found: dict[str, Any] = {
        "points": verdict.points,
        "sanction": verdict.sanction.value,
        "motives": {motive.value for motive in verdict.motives},
        "placement": verdict.placement,
        "article": verdict.article,
        "commission": verdict.commission,
    }
    wanted = {"commission": False, **expected}
    if "motives" in wanted:
        wanted["motives"] = set(wanted["motives"])
    return {
        key: (found[key], wanted[key])
        for key in found
        if key in wanted and found[key] != wanted[key]
    }


@pytest.mark.parametrize("case", DECIDED, ids=_id)
def test_a_bulletin_is_decided_as_the_regulation_says(case: GoldenCase) -> None:
    verdict = correct(case.position, case.bulletin)

    assert verdict.decided, verdict.undecided_reason
    assert _differences(verdict, case.expected[EDITION]) == {}


@pytest.mark.parametrize("case", OPEN, ids=_id)
def test_what_the_texts_leave_open_is_left_to_the_arbiter(case: GoldenCase) -> None:
    verdict = correct(case.position, case.bulletin)

    assert not verdict.decided
    assert len(verdict.readings) > 1


def test_no_case_is_missing() -> None:
    assert Counter(case.id in {one.id for one in OPEN} for case in all_cases()) == {
        False: 210,
        True: 1,
    }
