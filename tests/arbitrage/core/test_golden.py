"""Every golden case of the 2023 edition: decided as expected, or left to the arbiter."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from arbitrage.core.correct import correct
from arbitrage.core.verdict import Verdict

from .golden import GoldenCase, all_cases, golden_cases

EDITION = "2023"
#: Files whose bulletins hold one word without letters beside it.
WHOLE = ("first-turn", "score-and-reference", "inversion", "joker", "sheet-state", "validity")
#: Files whose bulletins may be left to the arbiter, with how many are decided and how many not.
PARTLY = {
    "raccord": (0, 24),
    "prolongation": (20, 5),
    "parasites": (1, 11),
    "several-solutions": (5, 10),
    "both-modes": (0, 9),
}
#: Among the files above, located by letters beside the word.
NEEDS_RACCORD = {"cross-not-admitted-d"}


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


@pytest.mark.parametrize(
    "case",
    [case for name in WHOLE for case in golden_cases(name) if EDITION in case.expected],
    ids=_id,
)
def test_a_bulletin_with_one_word_is_decided_as_the_regulation_says(case: GoldenCase) -> None:
    verdict = correct(case.position, case.bulletin)

    if case.id in NEEDS_RACCORD:
        assert not verdict.decided
        return
    assert verdict.decided, verdict.undecided_reason
    assert _differences(verdict, case.expected[EDITION]) == {}


@pytest.mark.parametrize(
    "case",
    [case for name in PARTLY for case in golden_cases(name) if EDITION in case.expected],
    ids=_id,
)
def test_a_bulletin_with_more_than_a_word_is_never_decided_wrongly(case: GoldenCase) -> None:
    verdict = correct(case.position, case.bulletin)

    if verdict.decided:
        assert _differences(verdict, case.expected[EDITION]) == {}
    else:
        assert verdict.undecided_reason is not None


@pytest.mark.parametrize("name", PARTLY)
def test_how_many_bulletins_with_more_than_a_word_are_decided(name: str) -> None:
    cases = [case for case in golden_cases(name) if EDITION in case.expected]
    decided = Counter(correct(case.position, case.bulletin).decided for case in cases)

    assert (decided[True], decided[False]) == PARTLY[name]


@pytest.mark.parametrize(
    "case", [case for case in all_cases() if EDITION not in case.expected], ids=_id
)
def test_what_the_texts_leave_open_is_left_to_the_arbiter(case: GoldenCase) -> None:
    assert not correct(case.position, case.bulletin).decided
