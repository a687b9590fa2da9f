"""The values of the editions: each beside its article, said in French, read somewhere."""

import re
from typing import Any

import pytest

from engine.board.formats import PACES
from engine.regulation.editions import EDITIONS
from engine.regulation.value_texts import MEANINGS, list_value_texts
from tests.reach import HERE
from tournament.views.organiser.game_forms import TIMES, TimesForm


@pytest.mark.parametrize("key", EDITIONS)
def test_every_value_stands_beside_articles_of_its_edition_and_is_said(key: str) -> None:
    edition = EDITIONS[key]
    found = list(list_value_texts(edition))

    assert {one.name for one in found} == set(MEANINGS)
    for one in found:
        assert one.text.strip(), one.name
        assert set(one.articles) <= set(edition.articles), one.name


def test_a_partial_text_cites_the_year_of_the_text_under_it_for_what_it_does_not_set() -> None:
    for edition in EDITIONS.values():
        if edition.full_text:
            below = {one.name: one for one in list_value_texts(EDITIONS[edition.full_text])}
            for one in list_value_texts(edition):
                if all(":" in number for number in one.articles):
                    under = tuple(number.partition(":")[2] for number in one.articles)
                    assert (one.text, under) == (below[one.name].text, below[one.name].articles)


def test_no_value_is_set_that_nothing_reads() -> None:
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for room in ("engine", "tournament", "arbitrage")
        for path in (HERE / room).rglob("*.py")
        if HERE / "engine" / "regulation" not in path.parents
    )
    read = set(re.findall(r"\.(\w+)", source))

    assert set(MEANINGS) <= read


def test_the_times_that_the_editions_name_are_offered_first() -> None:
    for edition in EDITIONS.values():
        assert edition.play.playing_times_s.value == tuple(PACES) == tuple(TIMES)
        assert edition.play.signals_s.value == _signals()[:2]


def _signals() -> tuple[int, ...]:
    field: Any = TimesForm.base_fields["warn_s"]
    return tuple(seconds for seconds, _ in field.choices)
