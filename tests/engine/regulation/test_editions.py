"""The editions: found by key, listed from the newest on, an article for every topic."""

from datetime import date

import pytest

from engine.errors import UnknownArticle, UnknownEdition
from engine.regulation.edition_2023 import EDITION_2023
from engine.regulation.editions import CURRENT, EDITIONS, get_edition
from engine.regulation.topics import Topic
from tests.rows import every_row

#: What only some editions can be asked: they pay it, or have a rule of their own for it.
_OF_SOME = {
    Topic.PARTIAL_PROLONGATION,
    Topic.SHORT_PROLONGATION,
    Topic.LAST_LETTER,
    Topic.NEXT_CELL,
    Topic.SCORE_AMBIGUOUS,
    Topic.EXTENSION_BY_ONE_MODE,
    Topic.FURTHER_APPEAL,
}


def test_the_edition_of_2023_is_in_force() -> None:
    assert next(iter(EDITIONS)) == CURRENT == "2023"
    assert get_edition("2023") is EDITION_2023
    assert EDITION_2023.in_force == date(2023, 1, 1)


def test_editions_are_listed_from_the_newest_on() -> None:
    dates = [edition.in_force for edition in EDITIONS.values()]

    assert dates == sorted(dates, reverse=True)


def test_an_edition_is_in_force_from_a_first_of_month() -> None:
    """The page of an edition says so."""
    assert {edition.in_force.day for edition in EDITIONS.values()} == {1}


def test_an_unknown_edition_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownEdition) as caught:
        get_edition("1999")

    assert caught.value.data == {"key": "1999", "known": sorted(EDITIONS)}


def test_an_article_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownArticle) as caught:
        EDITION_2023.get_article("5.10")

    assert caught.value.data == {"edition": "2023", "number": "5.10"}


def test_every_topic_has_an_article_that_exists() -> None:
    with every_row() as each:
        for edition in EDITIONS.values():
            with each(edition.key):
                assert set(Topic) - set(edition.citations) <= _OF_SOME
                for number in edition.citations.values():
                    assert edition.get_article(number)


def test_a_partial_text_has_the_articles_of_its_full_text() -> None:
    for edition in EDITIONS.values():
        under = EDITIONS[edition.full_text].articles if edition.full_text else {}
        assert {f"{edition.full_text}:{number}" for number in under} <= set(edition.articles)


def test_an_article_number_omits_the_year_of_the_full_text() -> None:
    for key, articles in {"2023": "3.6 ; 3.7", "2019": "6.2 ; 3.6", "2011": "6.2 ; 3.6"}.items():
        assert EDITIONS[key].format_articles(Topic.CANCELLATION, Topic.END) == articles
