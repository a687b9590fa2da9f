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
from tests.rows import every_row

from .golden import load_all_cases


def test_every_edition_has_its_rules() -> None:
    assert set(RULE_ORDERS) == set(EDITIONS)


def test_rules_have_unique_codes_and_cite_articles_of_their_edition() -> None:
    with every_row() as row:
        for edition in EDITIONS.values():
            codes = [rule.code for rule in RULE_ORDERS[edition.key]]
            with row(edition.key):
                assert len(codes) == len(set(codes))
            for rule in RULE_ORDERS[edition.key]:
                with row(f"{edition.key} {rule.code}"):
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


def test_every_golden_case_is_answered_with_articles_of_the_edition() -> None:
    """In one edition each."""
    with every_row() as row:
        for number, case in enumerate(load_all_cases()):
            edition = list(EDITIONS.values())[number % len(EDITIONS)]
            with row(f"{case.id}, {edition.key}"):
                verdict = correct(case.position, case.bulletin, edition)
                assert list_cited_articles(verdict) <= set(edition.articles)
                assert edition.get_article(verdict.decision.article)


def list_cited_articles(verdict: Verdict) -> set[str]:
    """Return every article that a verdict names."""
    articles = {verdict.article, *(finding.article for finding in verdict.findings)}
    return articles | {reading.article for reading in verdict.readings}
