"""Announcements, part by part; the golden cases are in cases/."""

import pytest

from engine.board.letters import FRENCH
from engine.errors import BadLetters
from engine.regulation.edition_2023 import EDITION_2023
from engine.rules.announce import AnnouncedPart, announce_draw
from engine.rules.spelling import COUNTRIES


def test_every_letter_has_its_country_which_begins_with_it() -> None:
    assert set(COUNTRIES) == set(FRENCH.counts)
    plain = str.maketrans("É", "E")
    assert all(
        name.translate(plain)[0] == letter for letter, name in COUNTRIES.items() if letter != "?"
    )


def test_the_rack_is_announced_in_alphabetical_order_with_jokers_last() -> None:
    rack = dict(announce_draw(kept="?S", drawn="BA", edition=EDITION_2023))[AnnouncedPart.RACK]
    assert isinstance(rack, dict)
    assert list(rack) == ["Algérie", "Belgique", "Suisse", "Joker"]


def test_letters_that_are_no_tiles_cannot_be_announced() -> None:
    with pytest.raises(BadLetters):
        announce_draw(kept="", drawn="aBC", edition=EDITION_2023)
