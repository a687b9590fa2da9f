"""All findings on a play, and the bonuses of the golden cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.examine import examine
from engine.formats import NORMAL, get_format
from engine.lexicon import Lexicon
from engine.place import SIZE, Direction, Place
from engine.scoring import score
from tests.engine.positions import lay

LEXICON = Lexicon.from_words(["PLACE", "REPLACE", "PLACES", "SE", "SES", "TES", "ET", "LA", "AN"])


def codes(rack: str, word: str, ref: str, *plays: str) -> list[str]:
    found = examine(lay(*plays), rack, word, Place.parse(ref), LEXICON)
    return [finding.code for finding in found.findings]


def test_a_play_without_fault_has_no_findings_and_its_score() -> None:
    found = examine(lay("PLACE H6"), "SETIONR", "SES", Place.parse("11H"), LEXICON)
    assert not found.valid
    found = examine(lay("PLACE H6"), "SESIONR", "SES", Place.parse("11H"), LEXICON)
    assert found.valid
    assert found.tiles == "SES"
    assert [word.word for word in found.formed] == ["SES", "PLACES"]
    assert found.score == score(lay("PLACE H6"), "SES", Place.parse("11H")) == 13


@pytest.mark.parametrize(
    ("rack", "word", "ref", "plays", "expected"),
    [
        ("SETIONR", "TEZ", "H7", [], ["letters_not_in_rack", "word_not_admitted"]),
        ("SETIONR", "TES", "I8", [], ["off_centre"]),
        ("SETIONR", "TES", "A1", ["PLACE H6"], ["not_connected"]),
        ("SETIONR", "TEs", "H8", [], ["letters_not_in_rack"]),
        ("SETION?", "TEs", "H8", [], []),
        ("SETIONR", "SE", "G6", ["PLACE H6"], ["cross_word_not_admitted"] * 2),
        ("SETIONR", "TES", "H14", [], ["off_board"]),
        ("SETIONR", "TES", "H6", ["PLACE H6"], ["letter_conflict"] * 3 + ["incomplete_word"]),
        ("SETIONR", "PLACE", "H6", ["PLACE H6"], ["no_tile"]),
        ("SETIONR", "ZU", "H11", ["PLACE H6"], ["incomplete_word", "word_not_admitted"]),
        ("SETIONR", "", "H8", [], ["too_short"]),
        ("SETIONR", "T3", "H8", [], ["bad_letter"]),
    ],
)
def test_everything_that_is_wrong_is_found(
    rack: str, word: str, ref: str, plays: list[str], expected: list[str]
) -> None:
    assert codes(rack, word, ref, *plays) == expected


def test_findings_carry_their_data_and_article() -> None:
    found = examine(lay("PLACE H6"), "SETIONR", "SEZ", Place.parse("11H"), LEXICON)
    assert [(f.code, f.data, f.article) for f in found.findings] == [
        ("letters_not_in_rack", {"missing": "Z"}, "1.1"),
        ("word_not_admitted", {"word": "SEZ"}, "1.1"),
    ]
    assert found.has("word_not_admitted")
    assert found.score is not None


@given(
    word=st.text("ABCxyz?É .", max_size=17) | st.sampled_from(["PLACES", "replace", "SES"]),
    rack=st.text("SEPLACT?", max_size=9),
    row=st.integers(0, SIZE - 1),
    col=st.integers(0, SIZE - 1),
    direction=st.sampled_from(Direction),
)
def test_examination_never_raises(
    word: str, rack: str, row: int, col: int, direction: Direction
) -> None:
    found = examine(lay("PLACE H6"), rack, word, Place(row, col, direction), LEXICON)
    assert found.valid <= (found.score is not None)


def test_too_many_tiles_cite_the_article_of_the_format() -> None:
    fmt = get_format("7sur8")
    found = examine(lay(), "PLACESRE", "REPLACES", Place.parse("H4"), LEXICON, fmt)
    articles = {finding.code: finding.article for finding in found.findings}
    assert articles == {"too_many_tiles": "3.8.2", "word_not_admitted": "1.1"}
    assert NORMAL.article == "1.2.3"
