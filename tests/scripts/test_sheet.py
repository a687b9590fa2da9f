"""The modules of a bulletin's sheet, of references and of a rack."""

from typing import Any

from tests.rows import every_row
from tests.scripts.scripts import Scripts


def call(scripts: Scripts, module: str, name: str, *arguments: Any) -> Any:
    return scripts.evaluate(
        """async ([module, name, values]) => {
          const exported = (await import(`/static/js/${module}.js`))[name];
          return typeof exported === "function" ? exported(...values) : exported;
        }""",
        [module, name, list(arguments)],
    )


def test_unchanged_letters_keep_their_circle(scripts: Scripts) -> None:
    samples: list[tuple[str, str, bool, str]] = [
        ("", "m", False, "M"),
        ("MAISO", "MAISON", False, "MAISON"),
        ("MAoN", "MAION", False, "MAIoN"),
        ("MAISoN", "MAISONS", False, "MAISoNS"),
        ("MAISoN", "AISON", False, "AISoN"),
        ("MAISoN", "MAISN", False, "MAISN"),
        ("MAISON", "MAISO", False, "MAISO"),
        ("MAIS", "MAISO", True, "MAISo"),
        ("MAIS", "MAIS?", True, "MAIS"),
        ("", "élève", False, "ELEVE"),
        ("", "cœur", False, "COEUR"),
        ("", "a b-c3", False, "ABC"),
        ("", "ABCDEFGHIJKLMNOPQ", False, "ABCDEFGHIJKLMNO"),
        ("aA", "A", False, "a"),
    ]
    with every_row() as row:
        for word, text, circle, after in samples:
            with row((word, text, circle, after)):
                assert call(scripts, "bulletin/sheet", "updateWord", word, text, circle) == after


def test_a_circle_is_toggled(scripts: Scripts) -> None:
    circled = call(scripts, "bulletin/sheet", "toggleCircle", "MAISON", 4)

    assert circled == "MAISoN"
    assert call(scripts, "bulletin/sheet", "toggleCircle", circled, 4) == "MAISON"


def test_a_word_alone_is_a_row_or_a_column(scripts: Scripts) -> None:
    samples: list[tuple[str, str, list[str]]] = [
        ("", "H", []),
        ("", "V", []),
        ("MAISoN", "H", ["MAISoN"]),
        ("MAISoN", "V", ["M", "A", "I", "S", "o", "N"]),
    ]
    with every_row() as row:
        for word, direction, rows in samples:
            with row((word, direction, rows)):
                assert call(scripts, "bulletin/sheet", "makeRows", word, direction) == rows
                bulletin = {"rows": rows, "struck": [], "reference": "H4", "score": "24"}

                sheet = call(scripts, "bulletin/sheet", "fromBulletin", bulletin, direction)

                assert sheet == bulletin | {"direction": direction}
                assert call(scripts, "bulletin/sheet", "getWord", sheet) == word


def test_a_sheet_without_one_straight_word_has_no_word(scripts: Scripts) -> None:
    samples: list[tuple[list[str], list[str]]] = [
        (["RE..", "..TA"], []),
        (["MA.SON"], []),
        (["M", ".", "A"], []),
        (["MAISON"], [".....x"]),
        (["MA", "SO"], []),
    ]
    with every_row() as row:
        for rows, struck in samples:
            with row((rows, struck)):
                assert (
                    call(scripts, "bulletin/sheet", "getWord", {"rows": rows, "struck": struck})
                    is None
                )


def test_one_letter_alone_has_the_default_direction(scripts: Scripts) -> None:
    bulletin = {"rows": ["A"], "struck": [], "reference": "", "score": ""}

    assert call(scripts, "bulletin/sheet", "fromBulletin", bulletin)["direction"] == "H"
    assert call(scripts, "bulletin/sheet", "fromBulletin", bulletin, "V")["direction"] == "V"


def test_a_reference_with_the_letter_first_is_horizontal(scripts: Scripts) -> None:
    samples: list[tuple[str, list[str], tuple[int, int, str] | None]] = [
        ("H4", ["H4", "H5"], (7, 3, "H")),
        ("4H", ["H4", "I4"], (7, 3, "V")),
        ("O14", ["O14", "O15"], (14, 13, "H")),
        ("1A", ["A1", "B1"], (0, 0, "V")),
        ("P4", [], None),
        ("", [], None),
    ]
    with every_row() as row:
        for reference, squares, place in samples:
            with row((reference, squares, place)):
                assert call(scripts, "notation", "listSquares", "DE", reference) == squares
                if place:
                    assert call(scripts, "notation", "formatReference", *place) == reference


def test_the_squares_of_a_word_are_listed(scripts: Scripts) -> None:
    assert call(scripts, "notation", "listSquares", "aNE", "5C") == ["C5", "D5", "E5"]
    assert call(scripts, "notation", "listSquares", "aNE", "C5") == ["C5", "C6", "C7"]


def test_the_order_is_kept_while_the_letters_are_the_same(scripts: Scripts) -> None:
    assert call(scripts, "player/rack", "keepOrder", list("?ACCENU"), "AECC?NU") == list("?ACCENU")
    assert call(scripts, "player/rack", "keepOrder", list("?ACCENU"), "AECC?NO") == list("AECC?NO")
    assert call(scripts, "player/rack", "keepOrder", None, "AECC?NU") == list("AECC?NU")


def test_letters_sort_alphabetically_with_jokers_last(scripts: Scripts) -> None:
    assert call(scripts, "player/rack", "sortLetters", list("Z?AE?B")) == list("ABEZ??")


def test_letters_are_moved_and_swapped(scripts: Scripts) -> None:
    assert call(scripts, "player/rack", "moveLetter", list("ABCD"), 0, 2) == list("BCAD")
    assert call(scripts, "player/rack", "moveLetter", list("ABCD"), 3, 0) == list("DABC")
    assert call(scripts, "player/rack", "moveLetter", list("ABCD"), 1, 9) == list("ACDB")
    assert call(scripts, "player/rack", "swapLetters", list("ABCD"), 0, 3) == list("DBCA")


def test_shuffling_gives_every_order(scripts: Scripts) -> None:
    orders = scripts.evaluate(
        """async () => {
          const { shuffleLetters } = await import("/static/js/player/rack.js");
          return Array.from({ length: 400 }, () => shuffleLetters([..."ABC"]).join(""));
        }"""
    )

    assert set(orders) == {"ABC", "ACB", "BAC", "BCA", "CAB", "CBA"}
