from engine.search.worths import Columns, dot, worths_of

VALUES = bytes(code - 64 if 65 <= code <= 90 else 0 for code in range(256))
"""A is worth 1, Z 26, a joker nothing."""


def test_many_words_score_together_what_each_scores_alone() -> None:
    words = [first + second + third for first in "AzZ" for second in "BCDEF" for third in "XyZ"]
    weights, constant = [3, 0, 18], 70
    together, alone = worths_of(words, VALUES), worths_of(words[:2], VALUES)
    assert isinstance(together, Columns)
    assert isinstance(alone, list)
    scores = together.scores(weights, constant)
    assert scores == [constant + dot(weights, word.encode().translate(VALUES)) for word in words]
    assert scores[:2] == [constant + dot(weights, values) for values in alone]
    assert scores[0] == 70 + 3 * 1 + 18 * 24


def test_no_words_are_worth_nothing() -> None:
    assert worths_of([], VALUES) == []
