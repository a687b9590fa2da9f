"""Every code has its sentence, and every sentence its data."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from arbitrage.core.codes import FindingCode, Motive, Sanction, Undecided
from arbitrage.sentences import DETAILS, MOTIVES, QUIET, SANCTIONS, UNDECIDED

FIELD = re.compile(r"%\((\w+)\)s")


@pytest.mark.parametrize(
    ("sentences", "codes"), [(MOTIVES, Motive), (SANCTIONS, Sanction), (UNDECIDED, Undecided)]
)
def test_there_is_a_sentence_for_every_code(sentences: Mapping[Any, str], codes: Any) -> None:
    assert set(sentences) == set(codes)


def test_every_finding_is_told_or_left_out_on_purpose() -> None:
    assert set(DETAILS) | QUIET == set(FindingCode)
    assert not set(DETAILS) & QUIET


def test_the_golden_cases_give_every_sentence_the_data_it_needs() -> None:
    from arbitrage.core.correct import correct
    from arbitrage.sentences import explain_verdict
    from tests.arbitrage.core.golden import all_cases

    told = [explain_verdict(correct(case.position, case.bulletin)) for case in all_cases()]
    assert told
    for sentence in told:
        assert sentence.endswith(".")
        assert not FIELD.search(sentence)
