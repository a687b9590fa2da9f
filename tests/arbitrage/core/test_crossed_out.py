"""Letters crossed out inside a word: which squares close up, and which stay where they are."""

from arbitrage.core.sheets.crossed_out import close_up_words

TAPIS = {(0, col): letter for col, letter in enumerate("TAPIS")}
#: The same with two letters crossed out in the middle.
SPREAD = {(0, col): letter for col, letter in zip((0, 1, 4, 5, 6), "TAPIS", strict=True)}
STRUCK = {(0, 2), (0, 3)}


def test_several_letters_close_up_if_the_rest_is_a_word() -> None:
    assert close_up_words(SPREAD, STRUCK, {"TAPIS"}) == TAPIS
    assert close_up_words(SPREAD, STRUCK, ()) == SPREAD


def test_a_single_letter_closes_up_in_whatever_stands_alone() -> None:
    single = {(0, col): letter for col, letter in zip((0, 1, 3, 4, 5), "TAPIS", strict=True)}
    assert close_up_words(single, {(0, 2)}, ()) == TAPIS


def test_nothing_closes_up_where_a_letter_is_written_across() -> None:
    across = {(0, col): letter for col, letter in zip((0, 1, 3, 4, 5), "TAPIS", strict=True)}
    across[1, 2] = "E"
    assert close_up_words(across, {(0, 2)}, {"TAPIS"}) == across
