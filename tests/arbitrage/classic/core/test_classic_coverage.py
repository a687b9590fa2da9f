"""Every article of the classic game is implemented, or left out with a reason."""

from arbitrage.classic.core.coverage import ARTICLES
from tests.cited import find_contradicted

#: The numbers of the articles in the regulation.
NUMBERS = [
    *(f"1.{number}" for number in range(1, 9)),
    *("2.1.1", "2.1.2", "2.2.1", "2.2.2", "2.3.1", "2.3.2", "2.4.1", "2.4.2"),
    *(f"3.{number}" for number in range(1, 7)),
    *(f"4.1.{number}" for number in range(1, 8)),
    *("4.2.1", "4.2.2"),
    *(f"4.3.{number}" for number in range(1, 7)),
    *("5.1", "5.2", "5.3", "5.4.1", "5.4.2", "5.4.3"),
    *("6.1", "6.2.1", "6.2.2", "6.2.3", "6.2.4", "6.3.1", "6.3.2", "6.4.1", "6.4.2", "6.4.3"),
    *("7.1", "7.2", "7.3.1", "7.3.2", "8.1", "8.2", "9.1", "9.2", "9.3"),
    *("10.1.1", "10.1.2", "10.1.3", *(f"10.{number}" for number in range(2, 8))),
]


def test_every_article_is_listed_once_in_order() -> None:
    assert list(ARTICLES) == NUMBERS


def test_cited_articles_of_the_classic_game_are_not_left_out() -> None:
    applied = {number for number, article in ARTICLES.items() if article.names}
    assert not find_contradicted(set(ARTICLES) - applied, applied, classic=True)
    before = {"1.4", "1.8", "2.3.1", "2.3.2", "9.1"}
    assert find_contradicted(before, applied - before, classic=True) == before - {"1.4"}
