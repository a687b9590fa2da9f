"""Why a game ends, and the articles; the golden cases are in cases/."""

from engine.board.formats import NORMAL
from engine.regulation.edition_2023 import EDITION_2023
from engine.regulation.editions import EDITIONS
from engine.rules.ending import (
    Ending,
    check_end_after_cancellation,
    check_end_after_interruption,
    check_end_after_placement,
    check_end_without_move,
)
from tests.rows import every_row

ENDINGS: list[tuple[Ending, str | None, str]] = [
    (check_end_after_placement(NORMAL, "", edition=EDITION_2023), "all_placed", "3.7"),
    (check_end_after_placement(NORMAL, "?", edition=EDITION_2023), "single_letter", "3.7"),
    (check_end_after_placement(NORMAL, "AEU", edition=EDITION_2023), "only_vowels", "3.7"),
    (
        check_end_after_placement(NORMAL, "BCD", edition=EDITIONS["2019"]),
        "only_consonants",
        "3.6",
    ),
    (check_end_after_placement(NORMAL, "BCY", edition=EDITION_2023), None, "3.7"),
    (
        check_end_after_placement(NORMAL, "TU", nothing_playable=True, edition=EDITION_2023),
        "nothing_playable",
        "3.7",
    ),
    (
        check_end_after_placement(NORMAL, "EU", nothing_playable=True, edition=EDITION_2023),
        "only_vowels",
        "3.7",
    ),
    (
        check_end_after_cancellation(NORMAL, "ABCDEFG", edition=EDITION_2023),
        "same_draw",
        "3.6 ; 3.7",
    ),
    (
        check_end_after_cancellation(NORMAL, "ABCDEFG", edition=EDITIONS["2017"]),
        "same_draw",
        "6.2 ; 3.6",
    ),
    (
        check_end_without_move(NORMAL, "ABCDEFG", edition=EDITION_2023),
        "nothing_playable",
        "3.6 ; 3.7",
    ),
    (
        check_end_without_move(NORMAL, "BCDFGHJK", edition=EDITION_2023),
        "only_consonants",
        "3.6",
    ),
    (check_end_without_move(NORMAL, "ABCDEFGH", edition=EDITION_2023), None, "3.6"),
    (
        check_end_without_move(NORMAL, "ABCDEFGH", nothing_playable=True, edition=EDITION_2023),
        "nothing_playable",
        "3.7",
    ),
    (
        check_end_without_move(NORMAL, "AB", EDITIONS["2017"], nothing_playable=True),
        "nothing_playable",
        "3.6",
    ),
    (check_end_after_interruption(NORMAL, [31], 5, edition=EDITION_2023), "interrupted", "3.7"),
    (
        check_end_after_interruption(NORMAL, [31], 5, edition=EDITIONS["2014"]),
        "too_few_turns",
        "3.6",
    ),
    (
        check_end_after_interruption(NORMAL, [16], 9, is_original=True, edition=EDITIONS["2017"]),
        "too_few_turns",
        "3.6",
    ),
    (
        check_end_after_interruption(NORMAL, [16], 10, is_original=True, edition=EDITIONS["2017"]),
        "interrupted",
        "3.6",
    ),
    (check_end_after_interruption(NORMAL, [], 5, edition=EDITION_2023), None, "3.7"),
]


def test_the_end_says_its_reason_and_article() -> None:
    with every_row() as each:
        for ending, reason, article in ENDINGS:
            with each(f"{reason}-{article}"):
                assert (ending.reason, ending.article) == (reason, article)
                assert ending.is_over == (reason is not None)


def test_no_turn_is_dropped_where_none_was_collected() -> None:
    assert (
        check_end_after_interruption(
            NORMAL, [31], 0, is_last_turn_regular=False, edition=EDITION_2023
        ).valid_turns
        == 0
    )
