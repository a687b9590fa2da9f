"""References written in two parts: `H 4`, `4 H`."""

import re
from itertools import pairwise

from hypothesis import given, strategies as st

from engine.board.formats import NORMAL
from engine.board.place import Place
from engine.record.game_sheet import PrintedPlay, read_sheet
from engine.record.sheet_record import convert_sheet
from tests.engine.sheets import RECORDS, change_line, load_script, print_game
from tests.rows import every_row

_ONE_PIECE = re.compile(r"\b(?:([A-O])(\d{1,2})|(\d{1,2})([A-O]))\b")


def split_in_two(text: str) -> str:
    return _ONE_PIECE.sub(lambda match: " ".join(filter(None, match.groups())), text)


IN_TWO_PARTS: list[tuple[str, PrintedPlay]] = [
    ("1 AECC?NU C(H)ACUNE H 4 76 76", PrintedPlay(1, "ChACUNE", Place.parse("H4"), 76, 76)),
    ("AEIMNOS MAISON 4 H 20", PrintedPlay(1, "MAISON", Place.parse("4H"), 20, None)),
    ("AEIMNOS MAISON h 4", PrintedPlay(1, "MAISON", Place.parse("H4"), None, None)),
    ("AEIMNOS|MAISON|H|4|20", PrintedPlay(1, "MAISON", Place.parse("H4"), 20, None)),
    ("AEIMNOS;MAISON;15;O;20", PrintedPlay(1, "MAISON", Place.parse("15O"), 20, None)),
    ("AEIMNOS H 4 MAISON 20", PrintedPlay(1, "MAISON", Place.parse("H4"), 20, None)),
    ("1 ALOTT TOTAL H 8 20", PrintedPlay(1, "TOTAL", Place.parse("H8"), 20, None)),
    # a number on either side of the letter
    ("AEIMNOS MAISON 4 H 12 50", PrintedPlay(1, "MAISON", Place.parse("4H"), 12, 50)),
    ("AEIMNOS MAISON 4 H 12", PrintedPlay(1, "MAISON", Place.parse("4H"), 12, None)),
    ("AEIMNOS MAISON 76 H 4", PrintedPlay(1, "MAISON", Place.parse("H4"), 76, None)),
    # other letters that stand alone
    ("1 E ES H 4 20", PrintedPlay(1, "ES", Place.parse("H4"), 20, None)),
    ("E ES 4 H 2 20", PrintedPlay(1, "ES", Place.parse("4H"), 2, 20)),
    ("AEIMNOS A H 4 20", PrintedPlay(1, "A", Place.parse("H4"), 20, None)),
]


def test_a_reference_in_two_parts_is_read() -> None:
    with every_row() as each:
        for line, play in IN_TWO_PARTS:
            with each(line):
                sheet = read_sheet(line)
                assert sheet.problems == []
                assert sheet.plays == [play]


def test_a_sheet_with_references_in_two_parts_is_read() -> None:
    with every_row() as each:
        for name in RECORDS:
            with each(name):
                text = print_game(load_script(name))
                parted = split_in_two(text)
                assert parted.count(" H 8 ") == text.count(" H8 ")
                assert not _ONE_PIECE.search(parted)
                assert read_sheet(parted) == read_sheet(text)


def test_the_word_may_be_one_line_lower_with_split_references() -> None:
    shifted = "1 AECC?NU\n2 EIOLMLS C(H)ACUNE H 4 76\n3 IARERIS MOLLIES G 8 68\n  CRIERAIS 4 H 72\n"
    sheet = read_sheet(shifted)
    assert [str(play.place) for play in sheet.plays] == ["H4", "G8", "4H"]
    assert convert_sheet(sheet, NORMAL).script is not None


NO_REFERENCES: list[tuple[str, str]] = [
    ("1 E ES 20", "no_reference"),
    ("1 MAISON E ES 20", "unreadable"),
    ("E 4 20", "no_reference"),
    ("AE+IRTSL A 4 20", "no_reference"),
    ("AEIMNOS MAISON 4 20", "no_reference"),
    ("AEIMNOS MAISON H 20", "bad_reference"),
    ("AEIMNOS MAISON P 4 20", "bad_reference"),
    ("AEIMNOS MAISON H 4 G 8 20", "unreadable"),
    ("AEIMNOS MAISON H4 G 8 20", "unreadable"),
    ("AEIMNOS A 4 H 20", "unreadable"),  # two letters alone, each beside a number
    ("AEIMNOS MAISON H 120", "unreadable"),
]


def test_what_is_no_reference_stays_a_problem_on_its_line() -> None:
    with every_row() as each:
        for line, code in NO_REFERENCES:
            with each(line):
                (problem,) = read_sheet(f"# feuille\n{line}").problems
                assert (problem.line, problem.code) == (2, code)


def test_letters_alone_stay_letters() -> None:
    with every_row() as each:
        for line in (
            "1 E",
            "E",
            "1 AEIRTSL",
            "AE+IRTSL",
        ):
            with each(line):
                sheet = read_sheet(line)
                assert (len(sheet.letters), sheet.plays) == (1, [])


def test_a_bad_line_keeps_its_number() -> None:
    problems = read_sheet(split_in_two(change_line(5, "N2", "Z2"))).problems
    assert [(problem.line, problem.code) for problem in problems] == [(5, "bad_reference")]


_WORDS = st.text("AES", min_size=2, max_size=7)
_LETTERS = st.from_regex(r"-?[AES?]{0,3}\+?[AES?]{1,7}", fullmatch=True)
_PLACES = st.builds("{}{}".format, st.sampled_from("AHO"), st.integers(1, 15)) | st.builds(
    "{}{}".format, st.integers(1, 15), st.sampled_from("AHO")
)


@given(st.booleans(), _LETTERS, _WORDS, _PLACES, st.lists(st.integers(0, 200), max_size=2))
def test_a_line_reads_the_same_with_its_reference_split(
    numbered: bool, letters: str, word: str, place: str, points: list[int]
) -> None:
    before = f"{'1 ' if numbered else ''}{letters} {word}"
    after = " ".join(map(str, points))
    whole = read_sheet(f"{before} {place} {after}")
    assert whole.problems == []
    assert read_sheet(f"{before} {split_in_two(place)} {after}") == whole


_COLUMNS = st.sampled_from(["1", "4", "12", "76", "A", "E", "H", "ES", "MAISON", "AE+IR"])


@given(st.lists(_COLUMNS, min_size=1, max_size=7))
def test_only_a_letter_and_number_after_a_word_are_joined(
    columns: list[str],
) -> None:
    plays = read_sheet(" ".join(columns)).plays
    word = next((i for i, text in enumerate(columns) if text in {"ES", "MAISON"}), len(columns))
    beyond = columns[word + 1 :]
    pairs = {first + second for first, second in pairwise(beyond)}
    assert {str(play.place) for play in plays} <= pairs
