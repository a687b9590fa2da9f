"""Lists of players as club secretaries send them."""

import pytest

from tournament.core.errors import BadSetting
from tournament.core.roster import RosterLine, read_roster


def names(lines: list[RosterLine]) -> list[tuple[str, str, int | None]]:
    return [(line.last_name, line.first_name, line.table) for line in lines]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_separator_encoding_and_line_ends_do_not_matter(
    delimiter: str, encoding: str, newline: str
) -> None:
    rows = [["Nom", "Prénom", "Table"], ["Algérie", "Été", "12"], ["Canada", "", ""]]
    data = newline.join(delimiter.join(row) for row in rows).encode(encoding)
    assert names(read_roster(data)) == [("Algérie", "Été", 12), ("Canada", "", None)]


def test_lines_keep_the_number_they_have_in_the_file() -> None:
    lines = read_roster(b"nom,table\nA,1\n,\nB,deux\n")
    assert [(line.number, line.fault) for line in lines] == [(2, ""), (4, "bad-table-number")]


def test_empty_lines_do_not_shift_the_numbers() -> None:
    assert [line.number for line in read_roster(b"\nnom,table\nA,1\n\n\nB,2\n")] == [3, 6]


def test_a_line_with_a_cell_too_many_is_that_lines_fault() -> None:
    lines = read_roster(b"nom,table\nA,1,x\nB,2,,\nC\n")
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
    ],
)
def test_a_file_that_is_no_list_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(BadSetting) as caught:
        read_roster(data)
    assert caught.value.reason == reason
