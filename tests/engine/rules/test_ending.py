"""Why a game ends, and the articles; the golden cases are in tests/cases."""

import pytest

from engine.board.formats import NORMAL
from engine.rules.ending import (
    Ending,
    after_cancellation,
    after_interruption,
    after_placement,
    without_move,
)


@pytest.mark.parametrize(
    ("found", "reason", "article"),
    [
        (after_placement(NORMAL, ""), "all_placed", "3.7"),
        (after_placement(NORMAL, "?"), "single_letter", "3.7"),
        (after_placement(NORMAL, "AEU"), "only_vowels", "3.7"),
        (after_placement(NORMAL, "BCD", edition="2019"), "only_consonants", "3.6"),
        (after_placement(NORMAL, "BCY"), None, "3.7"),
        (after_placement(NORMAL, "TU", nothing_playable=True), "nothing_playable", "3.7"),
        (after_placement(NORMAL, "EU", nothing_playable=True), "only_vowels", "3.7"),
        (after_cancellation(NORMAL, "ABCDEFG"), "same_draw", "3.6 ; 3.7"),
        (after_cancellation(NORMAL, "ABCDEFG", edition="2017"), "same_draw", "6.2 ; 3.6"),
        (without_move(NORMAL, "ABCDEFG"), "nothing_playable", "3.6 ; 3.7"),
        (without_move(NORMAL, "BCDFGHJK"), "only_consonants", "3.6"),
        (without_move(NORMAL, "ABCDEFGH"), None, "3.6"),
        (without_move(NORMAL, "ABCDEFGH", nothing_playable=True), "nothing_playable", "3.7"),
        (without_move(NORMAL, "AB", "2017", nothing_playable=True), "nothing_playable", "3.6"),
        (after_interruption(NORMAL, [31], 5), "interrupted", "3.7"),
        (after_interruption(NORMAL, [31], 5, edition="2014"), "too_few_turns", "3.6"),
        (after_interruption(NORMAL, [], 5), None, "3.7"),
    ],
)
def test_the_end_says_its_reason_and_article(
    found: Ending, reason: str | None, article: str
) -> None:
    assert (found.reason, found.article) == (reason, article)
    assert found.over == (reason is not None)


def test_no_turn_is_dropped_where_none_was_collected() -> None:
    assert after_interruption(NORMAL, [31], 0, last_turn_regular=False).valid_turns == 0
