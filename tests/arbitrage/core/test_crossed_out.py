"""Letters crossed out inside a word: which squares are removed."""

from arbitrage.core.sheets.crossed_out import close_up_words

TAPIS = {(0, col): letter for col, letter in enumerate("TAPIS")}
#: The same with two letters crossed out in the middle.
SPREAD = {(0, col): letter for col, letter in zip((0, 1, 4, 5, 6), "TAPIS", strict=True)}
STRUCK = {(0, 2), (0, 3)}


def test_several_struck_letters_are_removed_if_the_rest_is_admitted() -> None:
    assert close_up_words(SPREAD, STRUCK, {"TAPIS"}) == TAPIS
    assert close_up_words(SPREAD, STRUCK, ()) == SPREAD


def test_a_struck_letter_of_a_lone_word_is_removed() -> None:
    single = {(0, col): letter for col, letter in zip((0, 1, 3, 4, 5), "TAPIS", strict=True)}
    assert close_up_words(single, {(0, 2)}, ()) == TAPIS


def test_a_letter_across_keeps_the_struck_square() -> None:
    horizontal_cells = {
        (0, col): letter for col, letter in zip((0, 1, 3, 4, 5), "TAPIS", strict=True)
    }
    horizontal_cells[1, 2] = "E"
    assert close_up_words(horizontal_cells, {(0, 2)}, {"TAPIS"}) == horizontal_cells
