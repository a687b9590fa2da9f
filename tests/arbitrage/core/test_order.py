"""The order of the rules: every edition has its own, and cites its own articles."""

import pytest

from arbitrage.core.correct import correct
from arbitrage.core.order import RULE_ORDERS
from arbitrage.core.verdict import Verdict
from engine.regulation.edition import Edition
from engine.regulation.edition_2011 import EDITION_2011
from engine.regulation.edition_2014 import EDITION_2014
from engine.regulation.edition_2017 import EDITION_2017
from engine.regulation.edition_2019 import EDITION_2019
from engine.regulation.editions import EDITIONS

from .golden import load_all_cases

EVERY = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


def test_every_edition_has_its_rules() -> None:
    assert set(RULE_ORDERS) == set(EDITIONS)


@EVERY
def test_rules_have_unique_codes_and_cite_articles_of_their_edition(
    edition: Edition,
) -> None:
    codes = [rule.code for rule in RULE_ORDERS[edition.key]]

    assert len(codes) == len(set(codes))
    for rule in RULE_ORDERS[edition.key]:
        assert edition.get_article(edition.cite(rule.topic))


@pytest.mark.parametrize(
    ("partial", "full"), [(EDITION_2019, EDITION_2017), (EDITION_2011, EDITION_2014)]
)
def test_a_partial_text_keeps_other_rules_of_the_full_one(partial: Edition, full: Edition) -> None:
    below = {rule.code: rule for rule in RULE_ORDERS[full.key]}
    unchanged = [rule for rule in RULE_ORDERS[partial.key] if below[rule.code] is rule]

    assert partial.full_text == full.key
    assert len(unchanged) > len(below) / 2
    codes = [rule.code for rule in RULE_ORDERS[partial.key]]
    assert codes == [code for code in below if code in codes]


@EVERY
def test_every_golden_case_is_answered_with_articles_of_the_edition(edition: Edition) -> None:
    for case in load_all_cases():
        verdict = correct(case.position, case.bulletin, edition)
        assert list_cited_articles(verdict) <= set(edition.articles)
        assert edition.get_article(verdict.decision.article)


def list_cited_articles(verdict: Verdict) -> set[str]:
    """Return every article that a verdict names."""
    articles = {verdict.article, *(finding.article for finding in verdict.findings)}
    return articles | {reading.article for reading in verdict.readings}
