"""What is written on a bulletin, and the letters of a rack: pure modules, in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page


def call(page: Page, module: str, name: str, *arguments: Any) -> Any:
    return page.evaluate(
        """async ([module, name, given]) => {
          const found = (await import(`/static/js/${module}.js`))[name];
          return typeof found === "function" ? found(...given) : found;
        }""",
        [module, name, list(arguments)],
    )


@pytest.mark.parametrize(
    ("word", "text", "circle", "after"),
    [
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
    ],
)
def test_letters_that_stay_keep_their_circle(
    modules: Page, word: str, text: str, circle: bool, after: str
) -> None:
    assert call(modules, "bulletin/sheet", "rewrite", word, text, circle) == after


def test_a_circle_comes_and_goes(modules: Page) -> None:
    once = call(modules, "bulletin/sheet", "toggleCircle", "MAISON", 4)

    assert once == "MAISoN"
    assert call(modules, "bulletin/sheet", "toggleCircle", once, 4) == "MAISON"


@pytest.mark.parametrize(
    ("word", "direction", "rows"),
    [
        ("", "H", []),
        ("", "V", []),
        ("MAISoN", "H", ["MAISoN"]),
        ("MAISoN", "V", ["M", "A", "I", "S", "o", "N"]),
    ],
)
def test_a_word_alone_is_a_row_or_a_column(
    modules: Page, word: str, direction: str, rows: list[str]
) -> None:
    assert call(modules, "bulletin/sheet", "rowsOf", word, direction) == rows
    bulletin = {"rows": rows, "struck": [], "reference": "H4", "score": "24"}

    sheet = call(modules, "bulletin/sheet", "fromBulletin", bulletin, direction)

    assert sheet == bulletin | {"direction": direction}
    assert call(modules, "bulletin/sheet", "wordOf", sheet) == word


@pytest.mark.parametrize(
    ("rows", "struck"),
    [
        (["RE..", "..TA"], []),
        (["MA.SON"], []),
        (["M", ".", "A"], []),
        (["MAISON"], [".....x"]),
        (["MA", "SO"], []),
    ],
)
def test_what_is_not_one_straight_word_is_no_word(
    modules: Page, rows: list[str], struck: list[str]
) -> None:
    assert call(modules, "bulletin/sheet", "wordOf", {"rows": rows, "struck": struck}) is None


def test_one_letter_alone_is_horizontal_unless_told_otherwise(modules: Page) -> None:
    bulletin = {"rows": ["A"], "struck": [], "reference": "", "score": ""}

    assert call(modules, "bulletin/sheet", "fromBulletin", bulletin)["direction"] == "H"
    assert call(modules, "bulletin/sheet", "fromBulletin", bulletin, "V")["direction"] == "V"


@pytest.mark.parametrize(
    ("reference", "squares", "place"),
    [
        ("H4", ["H4", "H5"], (7, 3, "H")),
        ("4H", ["H4", "I4"], (7, 3, "V")),
        ("O14", ["O14", "O15"], (14, 13, "H")),
        ("1A", ["A1", "B1"], (0, 0, "V")),
        ("P4", [], None),
        ("", [], None),
    ],
)
def test_a_letter_first_is_horizontal_a_number_first_vertical(
    modules: Page, reference: str, squares: list[str], place: tuple[int, int, str] | None
) -> None:
    assert call(modules, "notation", "squaresOf", "DE", reference) == squares
    if place:
        assert call(modules, "notation", "referenceOf", *place) == reference


def test_the_last_word_covers_its_squares(modules: Page) -> None:
    assert call(modules, "notation", "squaresOf", "aNE", "5C") == ["C5", "D5", "E5"]
    assert call(modules, "notation", "squaresOf", "aNE", "C5") == ["C5", "C6", "C7"]


def test_the_order_of_one_s_letters_lasts_while_the_letters_are_the_same(modules: Page) -> None:
    assert call(modules, "player/rack", "ownOrder", list("?ACCENU"), "AECC?NU") == list("?ACCENU")
    assert call(modules, "player/rack", "ownOrder", list("?ACCENU"), "AECC?NO") == list("AECC?NO")
    assert call(modules, "player/rack", "ownOrder", None, "AECC?NU") == list("AECC?NU")


def test_letters_sort_alphabetically_with_jokers_last(modules: Page) -> None:
    assert call(modules, "player/rack", "sorted", list("Z?AE?B")) == list("ABEZ??")


def test_a_letter_moves_and_two_swap(modules: Page) -> None:
    assert call(modules, "player/rack", "moved", list("ABCD"), 0, 2) == list("BCAD")
    assert call(modules, "player/rack", "moved", list("ABCD"), 3, 0) == list("DABC")
    assert call(modules, "player/rack", "moved", list("ABCD"), 1, 9) == list("ACDB")
    assert call(modules, "player/rack", "swapped", list("ABCD"), 0, 3) == list("DBCA")


def test_shuffling_keeps_the_letters_and_reaches_every_order(modules: Page) -> None:
    orders = modules.evaluate(
        """async () => {
          const { shuffled } = await import("/static/js/player/rack.js");
          return Array.from({ length: 400 }, () => shuffled([..."ABC"]).join(""));
        }"""
    )

    assert set(orders) == {"ABC", "ACB", "BAC", "BCA", "CAB", "CBA"}


def test_the_letters_of_the_page_are_worth_what_the_engine_says(modules: Page) -> None:
    from engine.board.layout import STANDARD
    from engine.board.letters import FRENCH
    from tournament.words.grid import grid_facts

    facts = grid_facts()

    assert facts["values"] == dict(FRENCH.values)
    assert facts["premiums"][7][3] == STANDARD.premium(7, 3) == "2L"
    labels = modules.evaluate(
        """async (facts) => {
          const { createGrid } = await import("/static/js/components/grid.js");
          const host = document.createElement("div");
          const rows = Array(15).fill(".".repeat(15));
          rows[7] = ".......Ab......";
          createGrid(host, { facts, label: "" }).update(rows, { word: "b", ref: "H9" });
          const at = (col) => host.querySelector(`[data-row="7"][data-col="${col}"]`).ariaLabel;
          return [at(3), at(7), at(8)];
        }""",
        facts,
    )
    assert labels == [
        "H4, vide, lettre double",
        "H8, A, 1 point",
        "H9, B, joker, 0 point, dernier mot",
    ]
