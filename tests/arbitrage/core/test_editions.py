"""Editions: values, ordered rules, citations and the article index."""

from datetime import date

import pytest

from arbitrage.core.correct import correct
from arbitrage.core.order import ORDER
from arbitrage.core.verdict import Verdict
from engine.errors import UnknownArticle, UnknownEdition
from engine.regulation.edition import Edition
from engine.regulation.edition_2011 import EDITION_2011
from engine.regulation.edition_2014 import EDITION_2014
from engine.regulation.edition_2017 import EDITION_2017
from engine.regulation.edition_2019 import EDITION_2019
from engine.regulation.edition_2023 import EDITION_2023
from engine.regulation.editions import CURRENT, EDITIONS, get_edition
from engine.regulation.topics import Topic

from .golden import all_cases

EVERY = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
#: What only some editions can be asked: they pay it, or have a rule of their own for it.
_OF_SOME = {
    Topic.PARTIAL_PROLONGATION,
    Topic.SHORT_PROLONGATION,
    Topic.LAST_LETTER,
    Topic.NEXT_CELL,
    Topic.SCORE_AMBIGUOUS,
    Topic.EXTENSION_BY_ONE_MODE,
}


def test_the_edition_of_2023_is_in_force_and_found_by_its_key() -> None:
    assert next(iter(EDITIONS)) == CURRENT == "2023"
    assert get_edition("2023") is EDITION_2023
    assert EDITION_2023.in_force == date(2023, 1, 1)


def test_every_edition_has_its_rules() -> None:
    assert set(ORDER) == set(EDITIONS)


def test_editions_are_listed_from_the_newest_on() -> None:
    dates = [edition.in_force for edition in EDITIONS.values()]

    assert dates == sorted(dates, reverse=True)


def test_an_edition_that_is_not_modelled_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownEdition) as caught:
        get_edition("1999")

    assert caught.value.data == {"key": "1999", "known": sorted(EDITIONS)}


def test_an_article_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownArticle) as caught:
        EDITION_2023.article("5.10")

    assert caught.value.data == {"edition": "2023", "number": "5.10"}


@EVERY
def test_the_rules_have_codes_of_their_own_and_cite_articles_of_the_edition(
    edition: Edition,
) -> None:
    codes = [rule.code for rule in ORDER[edition.key]]

    assert len(codes) == len(set(codes))
    for rule in ORDER[edition.key]:
        assert edition.article(edition.cite(rule.topic))


@EVERY
def test_every_topic_has_an_article_that_exists(edition: Edition) -> None:
    assert set(Topic) - set(edition.citations) <= _OF_SOME
    for number in edition.citations.values():
        assert edition.article(number)


@pytest.mark.parametrize(
    ("partial", "full"), [(EDITION_2019, EDITION_2017), (EDITION_2011, EDITION_2014)]
)
def test_a_partial_text_leaves_what_it_does_not_speak_of_to_the_one_under_it(
    partial: Edition, full: Edition
) -> None:
    below = {rule.code: rule for rule in ORDER[full.key]}
    kept = [rule for rule in ORDER[partial.key] if below[rule.code] is rule]

    assert partial.under == full.key
    assert len(kept) > len(below) / 2
    codes = [rule.code for rule in ORDER[partial.key]]
    assert codes == [code for code in below if code in codes]
    assert {f"{full.key}:{number}" for number in full.articles} <= set(partial.articles)


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
