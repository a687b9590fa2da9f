"""The values of the editions: each beside its article, said in French, read somewhere."""

import re
from typing import Any

from engine.board.formats import PACES
from engine.regulation.editions import EDITIONS
from engine.regulation.value_texts import MEANINGS, list_value_texts
from tests.reach import ROOT
from tests.rows import every_row
from tournament.views.organiser.game_forms import TIME_NAMES, TimesForm


def test_every_value_has_articles_and_a_text() -> None:
    with every_row() as each:
        for key in EDITIONS:
            with each(key):
                edition = EDITIONS[key]
                values = list(list_value_texts(edition))

                assert {value.name for value in values} == set(MEANINGS)
                for value in values:
                    assert value.text.strip(), value.name
                    assert set(value.articles) <= set(edition.articles), value.name


def test_a_partial_text_cites_its_full_text_with_the_year() -> None:
    for edition in EDITIONS.values():
        if edition.full_text:
            full_text = {
                value.name: value for value in list_value_texts(EDITIONS[edition.full_text])
            }
            for value in list_value_texts(edition):
                if all(":" in number for number in value.articles):
                    articles = tuple(number.partition(":")[2] for number in value.articles)
                    cited = full_text[value.name]
                    assert (value.text, articles) == (cited.text, cited.articles)


def test_every_value_is_read_somewhere() -> None:
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for room in ("engine", "tournament", "arbitrage")
        for path in (ROOT / room).rglob("*.py")
        if ROOT / "engine" / "regulation" not in path.parents
    )
    read = set(re.findall(r"\.(\w+)", source))

    assert set(MEANINGS) <= read


def test_the_times_that_the_editions_name_are_offered_first() -> None:
    for edition in EDITIONS.values():
        assert edition.play.playing_times_s.value == tuple(PACES) == tuple(TIME_NAMES)
        assert edition.play.signals_s.value == _signals()[:2]


def _signals() -> tuple[int, ...]:
    field: Any = TimesForm.base_fields["warn_s"]
    return tuple(seconds for seconds, _ in field.choices)
