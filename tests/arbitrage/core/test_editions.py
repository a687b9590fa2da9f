"""Editions: values, ordered rules and the article index."""

from datetime import date

import pytest

from arbitrage.core.correct import correct
from arbitrage.core.editions import EDITION_2023, EDITIONS, get_edition
from arbitrage.core.errors import UnknownArticle, UnknownEdition

from .golden import all_cases

#: The numbered articles of sections 3 to 6 of the text of 2023, and the lettered cases of 5.4.
NUMBERED = [
    *("3", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7"),
    *("3.8", "3.8.1", "3.8.2", "3.8.3", "3.8.4"),
    *("4", "4.1", "4.2", "4.3", "4.3.1", "4.3.2"),
    *("5.1", "5.2", "5.2.1", "5.2.2", "5.2.3", "5.3", "5.3.1", "5.3.2", "5.3.3"),
    *("5.4", "5.4.1", "5.4.1.a", "5.4.1.b", "5.4.1.c", "5.4.1.d", "5.4.2", "5.4.2.a", "5.4.2.b"),
    *("5.5", "5.6", "5.7", "5.8", "5.9"),
    *("6.1", "6.2", "6.3", "6.4", "6.4.1", "6.4.2"),
]


def test_the_edition_of_2023_is_the_default_and_found_by_its_key() -> None:
    assert next(iter(EDITIONS)) == "2023"
    assert get_edition("2023") is EDITION_2023
    assert EDITION_2023.in_force == date(2023, 1, 1)


def test_an_edition_that_is_not_modelled_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownEdition) as caught:
        get_edition("1999")

    assert caught.value.data == {"key": "1999", "known": tuple(EDITIONS)}


@pytest.mark.parametrize("number", NUMBERED)
def test_every_article_has_a_title_and_one_sentence(number: str) -> None:
    title, summary = EDITION_2023.article(number)

    assert title
    assert not title.endswith(".")
    assert summary.endswith(".")
    assert summary.count(". ") == 0


def test_an_article_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownArticle) as caught:
        EDITION_2023.article("5.10")

    assert caught.value.data == {"edition": "2023", "number": "5.10"}


def test_the_rules_cite_articles_of_the_edition_and_have_codes_of_their_own() -> None:
    codes = [rule.code for rule in EDITION_2023.rules]

    assert len(codes) == len(set(codes))
    for rule in EDITION_2023.rules:
        assert EDITION_2023.article(EDITION_2023.cite(rule.topic))


def test_every_citation_of_a_golden_case_is_in_the_index() -> None:
    for case in all_cases():
        verdict = correct(case.position, case.bulletin)
        cited = {verdict.article, *(finding.article for finding in verdict.findings)}
        assert cited <= set(EDITION_2023.articles)
