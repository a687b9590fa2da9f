"""All findings on a play, and the bonuses of the golden cases."""

import pytest
from hypothesis import given, strategies as st

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, Format, get_format
from engine.board.place import SIZE, Direction, Place
from engine.board.scoring import find_tiles_needed, score
from engine.lexicon.lexicon import Lexicon
from engine.regulation.topics import Topic
from engine.search.examine import Examination, examine
from tests.engine.positions import lay

LACKING = ["letters_not_in_rack", "word_not_admitted"]
CONFLICT = ["letter_conflict"] * 3
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
        ("SETIONR", "ZES", "A14", ["PLACE H6"], ["off_board", "not_connected", *LACKING]),
        ("SETIONR", "ZES", "H6", ["PLACE H6"], [*CONFLICT, "incomplete_word", *LACKING]),
        ("SETIONR", "TES", "A1", ["PLACE H6"], ["not_connected"]),
        ("SETIONR", "TEs", "H8", [], ["letters_not_in_rack"]),
        ("SETION?", "TEs", "H8", [], []),
        ("SETIONR", "SE", "G6", ["PLACE H6"], ["cross_word_not_admitted"] * 2),
        ("SETIONR", "TES", "H14", [], ["off_board", "off_centre"]),
        ("SETIONR", "TES", "H6", ["PLACE H6"], ["letter_conflict"] * 3 + ["incomplete_word"]),
        ("SETIONR", "PLACE", "H6", ["PLACE H6"], ["no_tile"]),
        ("SETIONR", "ZU", "H11", ["PLACE H6"], ["incomplete_word", *LACKING]),
        ("SETIONR", "", "H8", [], ["too_short"]),
        ("SETIONR", "T3", "H8", [], ["bad_letter"]),
    ],
)
def test_everything_that_is_wrong_is_found(
    rack: str, word: str, ref: str, plays: list[str], expected: list[str]
) -> None:
    assert codes(rack, word, ref, *plays) == expected


def test_findings_carry_their_data_and_topics() -> None:
    found = examine(lay("PLACE H6"), "SETIONR", "SEZ", Place.parse("11H"), LEXICON)
    assert [(f.code, f.data, f.topics) for f in found.findings] == [
        ("letters_not_in_rack", {"missing": "Z"}, (Topic.WORDS,)),
        ("word_not_admitted", {"word": "SEZ"}, (Topic.WORDS,)),
    ]
    assert found.has("word_not_admitted")
    assert found.score is not None


def test_every_way_to_use_the_jokers_has_its_score() -> None:
    """With one E on the rack and a joker, either E of REPLACE may be the joker."""
    found = examine(lay(), "RPLACE?", "REPLACE", Place.parse("H4"), LEXICON)
    assert found.has("letters_not_in_rack")
    assert [(one.word, one.score) for one in found.assignments] == [
        (word, score(lay(), word, Place.parse("H4"))) for word in ("REPLACe", "RePLACE")
    ]
    free = examine(lay("PLACE H6"), "SETIO?", "SES", Place.parse("11H"), LEXICON)
    assert [one.word for one in free.assignments] == ["SEs", "sES"]
    assert examine(lay(), "RPLACE", "REPLACE", Place.parse("H4"), LEXICON).assignments == ()


def test_letters_of_the_grid_need_no_joker() -> None:
    found = examine(lay("PLACE H6"), "S?", "PLACES", Place.parse("H6"), LEXICON)
    assert found.valid
    assert [one.word for one in found.assignments] == ["PLACES", "PLACEs"]
    assert found.assignments[0].score == found.score


def test_a_place_that_is_none_is_off_the_board() -> None:
    found = examine(lay(), "ZZ", "SES", Place(99, -3, Direction.VERTICAL), LEXICON)
    assert [finding.code for finding in found.findings] == ["off_board", "letters_not_in_rack"]


BOARDS = st.sampled_from([lay(), lay("PLACE H6"), lay("PLACE H6", "SES 11H"), lay("rePLACe H2")])


@given(
    board=BOARDS,
    word=st.text(max_size=17)
    | st.text("ABCESTxyz?É .", max_size=17)
    | st.sampled_from(["PLACES", "replace", "SES", "tEs"]),
    rack=st.text(max_size=9) | st.text("SEPLACT?", max_size=12),
    place=st.builds(
        Place, st.integers(-2, SIZE), st.integers(-2, SIZE), st.sampled_from(Direction)
    ),
    fmt=st.sampled_from(list(FORMATS.values())),
)
def test_examination_never_raises_and_finds_all(
    board: Board, word: str, rack: str, place: Place, fmt: Format
) -> None:
    found = examine(board, rack, word, place, LEXICON, fmt)
    assert found.valid <= (found.score is not None)
    if found.score is None:
        assert not found.assignments
        return
    assert found.tiles == find_tiles_needed(board, word, place)
    assert found.score == score(board, word, place, fmt)
    as_written = [one for one in found.assignments if one.word == on_grid_in_capitals(board, found)]
    assert bool(as_written) != found.has("letters_not_in_rack") or rack.count("?") > 2
    assert all(one.score == found.score for one in as_written)


def on_grid_in_capitals(board: Board, found: Examination) -> str:
    squares = found.place.squares(len(found.word))
    return "".join(
        letter.upper() if board.tile_at(row, col) else letter
        for (row, col), letter in zip(squares, found.word, strict=True)
    )


def test_too_many_tiles_are_of_the_topic_of_the_format() -> None:
    fmt = get_format("7sur8")
    found = examine(lay(), "PLACESRE", "REPLACES", Place.parse("H4"), LEXICON, fmt)
    topics = {finding.code: finding.topics for finding in found.findings}
    assert topics == {
        "too_many_tiles": (Topic.LARGE_RACKS,),
        "word_not_admitted": (Topic.WORDS,),
    }
    assert NORMAL.topics == (Topic.SCRABBLE,)
