"""Formats and playing times are data: what the regulation says of each, and every combination."""

import pytest

from engine.board.formats import FORMATS, NORMAL, Pace, find_pace, get_format
from engine.errors import UnknownFormat
from engine.regulation.editions import EDITIONS, get_edition
from engine.regulation.topics import Topic
from tests.rows import every_row


def test_formats_follow_the_regulation_with_and_without_joker() -> None:
    with every_row() as each:
        for key, rack, play, bonuses in (
            ("normal", 7, 7, {7: 50}),
            ("7sur8", 8, 7, {7: 50}),
            ("7et8", 8, 8, {7: 50, 8: 75}),
            ("789", 9, 9, {7: 50, 8: 75, 9: 100}),
        ):
            with each(key):
                plain, joker = FORMATS[key], FORMATS["joker" if key == "normal" else f"{key}-joker"]
                for fmt in (plain, joker):
                    assert (fmt.rack_size, fmt.max_play, fmt.bonuses) == (rack, play, bonuses)
                    assert [fmt.get_bonus(tiles) for tiles in (6, 7)] == [0, 50]
                assert joker.joker_on_rack
                assert joker.is_original
                assert not plain.joker_on_rack
                assert plain.is_original == (plain is not NORMAL)


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownFormat) as caught:
        get_format("8sur9")
    assert caught.value.data["known"] == sorted(FORMATS)


def test_a_playing_time_has_its_pace_or_is_free() -> None:
    with every_row() as each:
        for time_s, pace in (
            (180, Pace.USUAL),
            (150, Pace.REDUCED),
            (120, Pace.SEMI_RAPID),
            (60, Pace.BLITZ),
            (40, Pace.BLITZ),
            (90, Pace.FREE),
            (240, Pace.FREE),
        ):
            with each(time_s):
                assert find_pace(time_s) is pace


def test_articles_have_the_number_of_their_edition() -> None:
    joker = FORMATS["7et8-joker"].topics
    assert get_edition("2023").format_articles(*joker) == "3.8.1 ; 3.8.2"
    for key in ("2011", "2014", "2017", "2019"):
        assert EDITIONS[key].format_articles(*joker) == "7.1 ; 7.2"
        assert EDITIONS[key].format_articles(Topic.TOP_CHOICE, Topic.END) == "3.4 ; 3.6"
