"""Every article of every edition is modelled, or left out with a reason.

That the product calls what models it is shown by ``tests/suite/test_reach.py``.
"""

import re
from pathlib import Path

from arbitrage.core.cases import list_case_files, load_cases
from arbitrage.core.coverage.left_out import LEFT_OUT
from arbitrage.core.coverage.modelled import MODELLED
from engine.regulation.editions import EDITIONS
from tests.cited import find_contradicted
from tests.rows import every_row

CASES = Path(__file__).parents[3] / "cases"
#: The numbers in the texts themselves. Those of the extract of 2011, which has none, are those of
#: the same paragraphs in the full text.
_COMMISSIONS = ["6.4", "6.4.1", "6.4.2", "6.4.2.a", "6.4.2.b", "6.4.2.c"]
_BASICS = ["1.1", "1.2", "1.2.1", "1.2.2", "1.2.3", "2.1", "2.2"]
_NUMBERS_2014 = [
    *_BASICS,
    *("3", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6"),
    *("4", "4.1", "4.2", "4.2.1", "4.2.2", "4.3", "4.3.1", "4.3.2", "4.3.3", "4.4"),
    *("5", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7"),
    *("6", "6.1", "6.2", "6.3"),
    *("7", "7.1", "7.2", "7.3", "7.4"),
]
_NUMBERS_2017 = [*_NUMBERS_2014, "5.3.1", "5.3.2", *_COMMISSIONS]
NUMBERS = {
    "2023": [
        *("intro", *_BASICS, "1.3"),
        *("3", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7"),
        *("3.8", "3.8.1", "3.8.2", "3.8.3", "3.8.4"),
        *("4", "4.1", "4.2", "4.3", "4.3.1", "4.3.2"),
        *("5", "5.1", "5.2", "5.2.1", "5.2.2", "5.2.3", "5.3", "5.3.1", "5.3.2", "5.3.3"),
        *("5.4", "5.4.1", "5.4.1.a", "5.4.1.b", "5.4.1.c", "5.4.1.d"),
        *("5.4.2", "5.4.2.a", "5.4.2.b", "5.5", "5.6", "5.7", "5.8", "5.9"),
        *("6", "6.1", "6.2", "6.3"),
        *_COMMISSIONS,
    ],
    "2019": [
        *("intro", "1", "2", "3", "slip", *(f"rappel {number}" for number in range(1, 7))),
        *(f"2017:{number}" for number in _NUMBERS_2017),
    ],
    "2017": _NUMBERS_2017,
    "2014": _NUMBERS_2014,
    "2011": [
        *("3", "3.3", "4", "4.4", "5.3", "5.5", "5.6"),
        *(f"2014:{number}" for number in _NUMBERS_2014),
    ],
}


def test_every_edition_is_listed() -> None:
    assert set(NUMBERS) == set(EDITIONS) == set(MODELLED) == set(LEFT_OUT)


def test_every_article_is_modelled_or_left_out() -> None:
    with every_row() as row:
        for edition in EDITIONS:
            with row(edition):
                listed = {*MODELLED[edition], *LEFT_OUT[edition]}
                assert listed == set(NUMBERS[edition]) == set(EDITIONS[edition].articles)


def test_an_article_that_the_product_cites_is_not_left_out() -> None:
    with every_row() as row:
        for edition in EDITIONS:
            with row(edition):
                applied = MODELLED[edition]
                left_out = LEFT_OUT[edition].keys() - applied.keys()
                assert not find_contradicted(left_out, applied, classic=False)
    assert find_contradicted({"2.1", "2.2", "6.4.2.b"}, {"6.4.2.c"}, classic=False) == {
        "2.1",
        "2.2",
    }, "bulletins, road sheets and a blank's letter are printed or shown"


def test_reasons_do_not_speak_of_screens() -> None:
    """A reason about a screen would become wrong when that screen is built."""
    words = re.compile(r"écran|page|logiciel ne|pas construit|propos")
    for edition in EDITIONS:
        assert not [reason for reason in LEFT_OUT[edition].values() if words.search(reason)]


def test_an_article_has_a_title_and_one_sentence() -> None:
    for edition in EDITIONS.values():
        for number, (title, summary) in edition.articles.items():
            assert title, number
            assert not title.endswith("."), number
            assert summary.endswith("."), number
            assert ". " not in summary, number


def test_an_edition_refers_cases_if_some_golden_case_does() -> None:
    referring = {
        edition
        for path in list_case_files(CASES)
        for case in load_cases(path)
        for edition, expected in case.expected.items()
        if expected.get("commission")
    }
    claiming = {
        edition
        for edition, articles in MODELLED.items()
        if any(
            "arbitrage.services.referral.open_referred_cases" in names
            for names in articles.values()
        )
    }
    assert claiming == referring == {"2014", "2017"}


def test_an_article_is_left_for_a_reason() -> None:
    for edition in EDITIONS:
        assert all(len(reason.split()) > 2 for reason in LEFT_OUT[edition].values())
