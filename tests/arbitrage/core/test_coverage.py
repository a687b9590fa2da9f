"""Every article of sections 3 to 7 of every edition is modelled, or left out with a reason."""

from importlib import import_module
from typing import Any

import pytest

from arbitrage.core.coverage import LEFT, MODELLED
from arbitrage.core.order import ORDER
from engine.regulation.editions import EDITIONS

#: The numbers in the texts themselves. Those of the extract of 2011, which has none, are those of
#: the same paragraphs in the full text.
_COMMISSIONS = ["6.4", "6.4.1", "6.4.2", "6.4.2.a", "6.4.2.b", "6.4.2.c"]
_NUMBERS_2014 = [
    *("3", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6"),
    *("4", "4.1", "4.2", "4.2.1", "4.2.2", "4.3", "4.3.1", "4.3.2", "4.3.3", "4.4"),
    *("5", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7"),
    *("6", "6.1", "6.2", "6.3"),
    *("7", "7.1", "7.2", "7.3", "7.4"),
]
_NUMBERS_2017 = [*_NUMBERS_2014, "5.3.1", "5.3.2", *_COMMISSIONS]
NUMBERS = {
    "2023": [
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
EVERY = [(edition, number) for edition, numbers in NUMBERS.items() for number in numbers]


def _resolve(name: str) -> Any:
    """The module, class or function with this dotted name."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        return getattr(import_module(module), attribute)


def test_every_edition_is_listed() -> None:
    assert set(NUMBERS) == set(EDITIONS) == set(MODELLED) == set(LEFT)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_article_is_either_modelled_or_left_and_nothing_else_is(edition: str) -> None:
    modelled, left = set(MODELLED[edition]), set(LEFT[edition])

    assert modelled | left == set(NUMBERS[edition])
    assert not modelled & left


@pytest.mark.parametrize(("edition", "number"), EVERY)
def test_an_article_has_a_title_and_one_sentence(edition: str, number: str) -> None:
    title, summary = EDITIONS[edition].article(number)

    assert title
    assert not title.endswith(".")
    assert summary.endswith(".")
    assert ". " not in summary


@pytest.mark.parametrize(
    ("edition", "name"),
    sorted(
        {
            (edition, name)
            for edition in MODELLED
            for names in MODELLED[edition].values()
            for name in names
        }
    ),
)
def test_what_models_an_article_exists(edition: str, name: str) -> None:
    if name.startswith("rule:"):
        assert name.removeprefix("rule:") in {rule.code for rule in ORDER[edition]}
    else:
        assert _resolve(name)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_models_some_article(edition: str) -> None:
    named = {name for names in MODELLED[edition].values() for name in names}

    assert {f"rule:{rule.code}" for rule in ORDER[edition]} <= named


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_article_is_left_for_a_reason(edition: str) -> None:
    assert all(len(reason.split()) > 2 for reason in LEFT[edition].values())
