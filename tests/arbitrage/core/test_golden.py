"""What the golden cases leave open; those that are decided are run by tests/cases."""

from collections import Counter

import pytest

from arbitrage.core.correct import correct

from .golden import GoldenCase, all_cases

EDITION = "2023"
DECIDED = [case for case in all_cases() if EDITION in case.expected]
OPEN = [case for case in all_cases() if EDITION not in case.expected]


def _id(case: GoldenCase) -> str:
    return case.id


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
