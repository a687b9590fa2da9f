"""Lists of players as club secretaries send them."""

import itertools

import pytest

from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.roster import MAX_LINES, Roster, read_roster


def names(roster: Roster) -> list[tuple[str, str, int | None]]:
    return [(line.last_name, line.first_name, line.table) for line in roster.lines]


def test_separator_encoding_and_line_ends_do_not_matter() -> None:
    lines = [["Nom", "Prénom", "Table"], ["Algérie", "Été", "12"], ["Canada", "", ""]]
    encodings, newlines = ("utf-8", "utf-8-sig", "utf-16", "cp1252"), ("\n", "\r\n", "\r")
    with every_row() as row:
        for written in itertools.product((",", ";", "\t"), encodings, newlines):
            with row(written):
                delimiter, encoding, newline = written
                data = newline.join(delimiter.join(line) for line in lines).encode(encoding)
                assert names(read_roster(data)) == [("Algérie", "Été", 12), ("Canada", "", None)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "cp1252"])
def test_every_letter_of_a_french_name_comes_through(encoding: str) -> None:
    written = "nom,prénom\nLEBŒUF,Maëlle\nL’HAŸ,Zoé – «\u00a0Ž\u00a0» Š€\n"
    mark = "\ufeff" if encoding.startswith("utf-16") else ""
    assert names(read_roster((mark + written).encode(encoding))) == [
        ("LEBŒUF", "Maëlle", None),
        ("L’HAŸ", "Zoé – «\u00a0Ž\u00a0» Š€", None),
    ]


@pytest.mark.parametrize(
    ("heading", "unused"),
    [
        ("nom,prénom,club,table", []),
        ("Nom , PRE\u0301NOM,série,ville", ["série", "ville"]),
        ("nom,nom,numéro,licence", ["nom", "licence"]),  # the first of two for one field
        ("nom,prénom,,", ["3"]),  # written in, though nobody said what it is
    ],
)
def test_columns_that_fill_nothing_are_told(heading: str, unused: list[str]) -> None:
    roster = read_roster(f"{heading}\nA,B,C,\n".encode())
    assert roster.unused == unused
    assert roster.lines[0].last_name == "A"


def test_lines_keep_the_number_they_have_in_the_file() -> None:
    lines = read_roster(b"nom,table\nA,1\n,\nB,deux\n").lines
    assert [(line.number, line.fault) for line in lines] == [(2, ""), (4, "bad-table-number")]


def test_empty_lines_do_not_shift_the_numbers() -> None:
    lines = read_roster(b"\nnom,table\nA,1\n\n\nB,2\n").lines
    assert [line.number for line in lines] == [3, 6]


def test_a_line_with_a_cell_too_many_is_that_lines_fault() -> None:
    lines = read_roster(b"nom,table\nA,1,x\nB,2,,\nC\n").lines
    assert [(line.last_name, line.fault) for line in lines] == [
        ("A", "line-too-long"),
        ("B", ""),
        ("C", ""),
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x00\x01\x02", "file-not-text"),
        (b"", "file-without-names"),
        (b"prenom,table\nA,1\n", "file-without-names"),
        (b"n" * 2_000_001, "file-too-big"),
        (b"nom\n" + b"A\n" * (MAX_LINES + 1), "file-too-long"),
        (b"nom\nA\x00\n", "file-not-text"),
        (b"nom\nSP\x90CIAL\n", "file-not-text"),  # in no encoding that a spreadsheet writes here
        ("nom\nA".encode("utf-16") + b"\x00", "file-not-text"),
        (b"\xff\xfen\x00o\x00m\x00\n\x00\x00\xd8\n\x00", "file-not-text"),  # half a letter
    ],
)
def test_a_file_that_is_no_list_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(BadSetting) as caught:
        read_roster(data)
    assert caught.value.reason == reason
