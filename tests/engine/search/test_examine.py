"""All findings on a play, and the bonuses of the golden cases."""

from hypothesis import given, strategies as st

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, Format, get_format
from engine.board.place import SIZE, Direction, Place
from engine.board.scoring import find_tiles_needed, score
from engine.lexicon.lexicon import Lexicon
from engine.regulation.topics import Topic
from engine.search.examine import Examination, examine
from tests.engine.positions import lay
from tests.rows import every_row

LACKING = ["letters_not_in_rack", "word_not_admitted"]
CONFLICT = ["letter_conflict"] * 3
LEXICON = Lexicon.from_words(["PLACE", "REPLACE", "PLACES", "SE", "SES", "TES", "ET", "LA", "AN"])


def codes(rack: str, word: str, ref: str, *plays: str) -> list[str]:
    examination = examine(lay(*plays), rack, word, Place.parse(ref), LEXICON)
    return [finding.code for finding in examination.faults]


def test_a_play_without_fault_has_no_findings_and_its_score() -> None:
    examination = examine(lay("PLACE H6"), "SETIONR", "SES", Place.parse("11H"), LEXICON)
    assert not examination.is_valid
    examination = examine(lay("PLACE H6"), "SESIONR", "SES", Place.parse("11H"), LEXICON)
    assert examination.is_valid
    assert examination.tiles == "SES"
    assert [word.word for word in examination.formed] == ["SES", "PLACES"]
    assert examination.score == score(lay("PLACE H6"), "SES", Place.parse("11H")) == 13


FAULTY: list[tuple[str, str, str, list[str], list[str]]] = [
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
]


def test_all_faults_are_found() -> None:
    with every_row() as each:
        for rack, word, ref, plays, expected in FAULTY:
            with each(f"{word}-{ref}"):
                assert codes(rack, word, ref, *plays) == expected


def test_findings_carry_their_data_and_topics() -> None:
    examination = examine(lay("PLACE H6"), "SETIONR", "SEZ", Place.parse("11H"), LEXICON)
    assert [(finding.code, finding.data, finding.topics) for finding in examination.faults] == [
        ("letters_not_in_rack", {"missing": "Z"}, (Topic.WORDS,)),
        ("word_not_admitted", {"word": "SEZ"}, (Topic.WORDS,)),
    ]
    assert examination.has_fault("word_not_admitted")
    assert examination.score is not None


def test_every_joker_assignment_has_its_score() -> None:
    """With one E on the rack and a joker, either E of REPLACE may be the joker."""
    examination = examine(lay(), "RPLACE?", "REPLACE", Place.parse("H4"), LEXICON)
    assert examination.has_fault("letters_not_in_rack")
    assert [(assignment.word, assignment.score) for assignment in examination.assignments] == [
        (word, score(lay(), word, Place.parse("H4"))) for word in ("REPLACe", "RePLACE")
    ]
    free = examine(lay("PLACE H6"), "SETIO?", "SES", Place.parse("11H"), LEXICON)
    assert [assignment.word for assignment in free.assignments] == ["SEs", "sES"]
    assert examine(lay(), "RPLACE", "REPLACE", Place.parse("H4"), LEXICON).assignments == ()


def test_letters_of_the_grid_need_no_joker() -> None:
    examination = examine(lay("PLACE H6"), "S?", "PLACES", Place.parse("H6"), LEXICON)
    assert examination.is_valid
    assert [assignment.word for assignment in examination.assignments] == ["PLACES", "PLACEs"]
    assert examination.assignments[0].score == examination.score


def test_an_impossible_place_is_off_the_board() -> None:
    examination = examine(lay(), "ZZ", "SES", Place(99, -3, Direction.VERTICAL), LEXICON)
    assert [finding.code for finding in examination.faults] == [
        "off_board",
        "letters_not_in_rack",
    ]


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
def test_examination_never_raises(
    board: Board, word: str, rack: str, place: Place, fmt: Format
) -> None:
    examination = examine(board, rack, word, place, LEXICON, fmt)
    assert examination.is_valid <= (examination.score is not None)
    if examination.score is None:
        assert not examination.assignments
        return
    assert examination.tiles == find_tiles_needed(board, word, place)
    assert examination.score == score(board, word, place, fmt)
    as_written = [
        assignment
        for assignment in examination.assignments
        if assignment.word == on_grid_in_capitals(board, examination)
    ]
    assert bool(as_written) != examination.has_fault("letters_not_in_rack") or rack.count("?") > 2
    assert all(assignment.score == examination.score for assignment in as_written)


def on_grid_in_capitals(board: Board, examination: Examination) -> str:
    squares = examination.place.list_squares(len(examination.word))
    return "".join(
        letter.upper() if board.get_tile(row, col) else letter
        for (row, col), letter in zip(squares, examination.word, strict=True)
    )


def test_too_many_tiles_are_of_the_topic_of_the_format() -> None:
    fmt = get_format("7sur8")
    examination = examine(lay(), "PLACESRE", "REPLACES", Place.parse("H4"), LEXICON, fmt)
    topics = {finding.code: finding.topics for finding in examination.faults}
    assert topics == {
        "too_many_tiles": (Topic.LARGE_RACKS,),
        "word_not_admitted": (Topic.WORDS,),
    }
    assert NORMAL.topics == (Topic.SCRABBLE,)
