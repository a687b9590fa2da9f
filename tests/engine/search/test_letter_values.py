from engine.search.letter_values import ValueColumns, find_letter_values, sum_products

VALUES = bytes(code - 64 if 65 <= code <= 90 else 0 for code in range(256))
"""Of A 1, of Z 26, of a joker 0."""


def test_scores_of_many_words_equal_the_scores_of_each() -> None:
    words = [first + second + third for first in "AzZ" for second in "BCDEF" for third in "XyZ"]
    multipliers, constant = [3, 0, 18], 70
    columns = find_letter_values(words, VALUES)
    word_by_word = find_letter_values(words[:2], VALUES)
    assert isinstance(columns, ValueColumns)
    assert isinstance(word_by_word, list)
    scores = columns.compute_scores(multipliers, constant)
    assert scores == [
        constant + sum_products(multipliers, word.encode().translate(VALUES)) for word in words
    ]
    assert scores[:2] == [constant + sum_products(multipliers, values) for values in word_by_word]
    assert scores[0] == 70 + 3 * 1 + 18 * 24


def test_no_words_have_no_letter_values() -> None:
    assert find_letter_values([], VALUES) == []
