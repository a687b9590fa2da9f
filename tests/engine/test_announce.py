"""The announcements of the golden cases, part by part in the order spoken."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.announce import Part, announce_draw, announce_top, may_announce
from engine.errors import BadLetters
from engine.formats import get_format
from engine.letters import FRENCH
from engine.place import Place
from engine.spelling import COUNTRIES
from tests.engine.positions import lay

CASES = Path(__file__).parents[1] / "cases" / "procedure" / "announcements.yaml"
EDITIONS = ("2011", "2014", "2017", "2019", "2023")


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(case["inputs"], edition, expected["parts"], id=f"{case['id']}-{edition}")
        for case in yaml.safe_load(CASES.read_text(encoding="utf-8"))
        if case["inputs"]["kind"] == kind
        for edition in EDITIONS
        if (expected := case["expected"].get(edition) or case["expected"].get("all"))
    ]


def as_written(parts: list[Any]) -> list[Any]:
    return [
        [str(name), list(value) if isinstance(value, tuple) else value] for name, value in parts
    ]


@pytest.mark.parametrize(("inputs", "edition", "parts"), cases("draw"))
def test_a_draw_is_announced_in_the_order_of_the_regulation(
    inputs: dict[str, Any], edition: str, parts: list[Any]
) -> None:
    found = announce_draw(
        fmt=get_format(inputs["format"]),
        kept=inputs["kept"],
        drawn=inputs["drawn"],
        rejected=inputs["rejected"],
        time_s=inputs["time_s"],
    )
    assert as_written(found) == parts


@pytest.mark.parametrize(("inputs", "edition", "parts"), cases("top"))
def test_a_top_is_announced_in_the_order_of_the_regulation(
    inputs: dict[str, Any], edition: str, parts: list[Any]
) -> None:
    word, ref = inputs["play"].split()
    fmt = get_format(inputs["format"])
    assert as_written(announce_top(lay(*inputs["board"]), word, Place.parse(ref), fmt)) == parts


@pytest.mark.parametrize(("inputs", "edition", "parts"), cases("delay"))
def test_the_next_draw_waits_for_the_delay(
    inputs: dict[str, Any], edition: str, parts: list[Any]
) -> None:
    enough = may_announce(inputs["seconds_since_end"], edition=edition)
    assert [["attente_suffisante", enough]] == parts


def test_no_delay_is_asked_for_before_2023() -> None:
    assert may_announce(0, edition="2019")


def test_every_letter_has_its_country_which_begins_with_it() -> None:
    assert set(COUNTRIES) == set(FRENCH.counts)
    plain = str.maketrans("É", "E")
    assert all(
        name.translate(plain)[0] == letter for letter, name in COUNTRIES.items() if letter != "?"
    )


def test_the_rack_is_announced_in_alphabetical_order_with_jokers_last() -> None:
    rack = dict(announce_draw(kept="?S", drawn="BA"))[Part.RACK]
    assert isinstance(rack, dict)
    assert list(rack) == ["Algérie", "Belgique", "Suisse", "Joker"]


def test_letters_that_are_no_tiles_cannot_be_announced() -> None:
    with pytest.raises(BadLetters):
        announce_draw(kept="", drawn="aBC")
