"""The order of the rules: every edition has its own, and cites its own articles."""

import pytest

from arbitrage.core.correct import correct
from arbitrage.core.order import ORDER
from arbitrage.core.verdict import Verdict
from engine.regulation.edition import Edition
from engine.regulation.edition_2011 import EDITION_2011
from engine.regulation.edition_2014 import EDITION_2014
from engine.regulation.edition_2017 import EDITION_2017
from engine.regulation.edition_2019 import EDITION_2019
from engine.regulation.editions import EDITIONS

from .golden import all_cases

EVERY = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


def test_every_edition_has_its_rules() -> None:
    assert set(ORDER) == set(EDITIONS)


@EVERY
def test_the_rules_have_codes_of_their_own_and_cite_articles_of_the_edition(
    edition: Edition,
) -> None:
    codes = [rule.code for rule in ORDER[edition.key]]

    assert len(codes) == len(set(codes))
    for rule in ORDER[edition.key]:
        assert edition.article(edition.cite(rule.topic))


@pytest.mark.parametrize(
    ("partial", "full"), [(EDITION_2019, EDITION_2017), (EDITION_2011, EDITION_2014)]
)
def test_a_partial_text_leaves_what_it_does_not_speak_of_to_the_one_under_it(
    partial: Edition, full: Edition
) -> None:
    below = {rule.code: rule for rule in ORDER[full.key]}
    kept = [rule for rule in ORDER[partial.key] if below[rule.code] is rule]

    assert partial.full_text == full.key
    assert len(kept) > len(below) / 2
    codes = [rule.code for rule in ORDER[partial.key]]
    assert codes == [code for code in below if code in codes]


@EVERY
def test_every_golden_case_is_answered_with_articles_of_the_edition(edition: Edition) -> None:
    for case in all_cases():
        verdict = correct(case.position, case.bulletin, edition)
        assert cited(verdict) <= set(edition.articles)
        assert edition.article(verdict.decision.article)


def cited(verdict: Verdict) -> set[str]:
    """Every article that a verdict names."""
    found = {verdict.article, *(one.article for one in verdict.findings)}
    return found | {one.article for one in verdict.readings}
