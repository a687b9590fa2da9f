"""The pen on the sheet; every drawing is accepted by the server and by the arbiters' core."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from arbitrage.core.sheets.sheet import Sheet
from tests.french import plain
from tests.scripts.scripts import Scripts
from tournament.core.bulletin_limits import check_sheet

BLANK_SHEET: dict[str, list[str]] = {"rows": [], "struck": []}
RACCORD: dict[str, list[str]] = {"rows": ["..T", "RAS", "..x"], "struck": ["...", "...", "..x"]}
type Stroke = tuple[str, list[Any]]

DRAW = """async ([sheet, direction, strokes]) => {
  const { getFrame } = await import("/static/js/bulletin/drawing.js");
  const pens = await import("/static/js/bulletin/pen.js");
  let pen = pens.createPen(sheet, direction);
  const refused = [];
  const outside = [];
  for (const [name, values] of strokes) {
    const next = pens[name](pen, ...values);
    refused.push(next === null);
    pen = next ?? pen;
    const { rows, cols } = getFrame(pen.marks);
    const isInside = ({ row, col }) => row >= 0 && col >= 0 && row < rows && col < cols;
    outside.push(!pen.marks.every(isInside));
  }
  const { row, col } = pen;
  return { ...pens.getSheet(pen), at: [row, col], refused, outside, marks: pen.marks };
}"""


def draw(
    scripts: Scripts, strokes: list[Stroke], sheet: Any = BLANK_SHEET, direction: str = "H"
) -> Any:
    """Return the sheet after the strokes; ``refused`` has the strokes without room."""
    return scripts.evaluate(DRAW, [sheet, direction, strokes])


def make_strokes(word: str) -> list[Stroke]:
    return [("write", [letter]) for letter in word]


def test_letters_are_written_in_the_direction_of_the_pen(scripts: Scripts) -> None:
    assert draw(scripts, make_strokes("MAiS"))["rows"] == ["MAiS"]
    assert draw(scripts, make_strokes("MAiS"), direction="V")["rows"] == ["M", "A", "i", "S"]


def test_raccord_letters_are_written_beside_the_word(scripts: Scripts) -> None:
    strokes = [
        *make_strokes("RAS"),
        ("movePen", [-1, -1]),
        ("setDirection", ["V"]),
        *make_strokes("T"),
    ]

    assert draw(scripts, strokes)["rows"] == ["..T", "RAS"]


def test_circle_and_stroke_mark_the_letter_before_the_pen(scripts: Scripts) -> None:
    drawn = draw(scripts, [*make_strokes("AB"), ("circle", []), ("strike", []), *make_strokes("C")])

    assert (drawn["rows"], drawn["struck"]) == (["AbC"], [".x."])


def test_circle_and_stroke_of_the_letter_under_the_pen_toggle(scripts: Scripts) -> None:
    back: list[Stroke] = [("movePen", [0, -2])]
    once = [*make_strokes("AB"), *back, ("circle", []), ("strike", [])]
    assert draw(scripts, once)["rows"] == ["aB"]
    assert draw(scripts, once)["struck"] == ["x."]

    twice = [*once, ("circle", []), ("strike", [])]

    assert draw(scripts, twice)["rows"] == ["AB"]
    assert draw(scripts, twice)["struck"] == []


def test_backspace_erases_the_letter_here_or_before(scripts: Scripts) -> None:
    assert draw(scripts, [*make_strokes("ABC"), ("erase", []), ("erase", [])])["rows"] == ["A"]
    strokes: list[Stroke] = [*make_strokes("ABC"), ("movePen", [0, -2]), ("erase", [])]
    assert draw(scripts, strokes)["rows"] == ["A.C"]
    assert draw(scripts, [*make_strokes("A"), ("erase", []), ("erase", [])])["rows"] == []


def test_a_letter_replaces_another_with_its_marks(scripts: Scripts) -> None:
    strokes = [*make_strokes("aB"), ("strike", []), ("movePen", [0, -1]), *make_strokes("C")]

    drawn = draw(scripts, strokes)

    assert (drawn["rows"], drawn["struck"]) == (["aC"], [])


def test_at_the_edge_the_drawing_is_shifted(scripts: Scripts) -> None:
    to_the_right: list[Stroke] = [("placePen", [6, 11]), *make_strokes("MAISON")]
    assert draw(scripts, to_the_right)["rows"] == ["MAISON"]
    upwards = [*make_strokes("A"), *[("movePen", [-1, -1])] * 20, *make_strokes("B")]
    drawn = draw(scripts, upwards)
    assert drawn["refused"].count(True) == 0
    assert not any(drawn["outside"])


def test_a_free_line_stays_on_every_side(scripts: Scripts) -> None:
    strokes: list[Stroke] = [("placePen", [0, 0]), *make_strokes("ABCDEFGHIJK")]

    marks = draw(scripts, strokes)["marks"]

    assert {mark["row"] for mark in marks} == {1}
    assert [min(mark["col"] for mark in marks), max(mark["col"] for mark in marks)] == [1, 11]


def test_one_line_has_at_most_fifteen_squares(scripts: Scripts) -> None:
    for direction in ("H", "V"):
        drawn = draw(scripts, make_strokes("ABCDEFGHIJKLMNOP"), direction=direction)
        assert "".join(drawn["rows"]) == "ABCDEFGHIJKLMNO"
        assert drawn["refused"] == [False] * 15 + [True]


def test_two_lines_have_at_most_thirteen_squares(scripts: Scripts) -> None:
    under: list[Stroke] = [("movePen", [1, -1]), *make_strokes("Z")]
    thirteen = draw(scripts, [*make_strokes("ABCDEFGHIJKLM"), *under])
    assert thirteen["rows"] == ["ABCDEFGHIJKLM", "............Z"]
    fourteen = draw(scripts, [*make_strokes("ABCDEFGHIJKLMN"), *under])
    assert fourteen["refused"][-1]
    assert fourteen["rows"] == ["ABCDEFGHIJKLMN"]


def test_the_pen_begins_behind_the_last_letter(scripts: Scripts) -> None:
    assert draw(scripts, make_strokes("S"), {"rows": ["MAISON"], "struck": []})["rows"] == [
        "MAISONS"
    ]
    assert draw(scripts, [], RACCORD) | RACCORD == draw(scripts, [], RACCORD)


_strokes: st.SearchStrategy[list[Stroke]] = st.lists(
    st.one_of(
        st.sampled_from("AEZaez").map(lambda letter: ("write", [letter])),
        st.tuples(st.just("movePen"), st.tuples(st.integers(-2, 2), st.integers(-2, 2)).map(list)),
        st.tuples(st.just("placePen"), st.tuples(st.integers(0, 12), st.integers(0, 12)).map(list)),
        st.sampled_from("HV").map(lambda direction: ("setDirection", [direction])),
        st.sampled_from(["erase", "eraseSquare", "circle", "strike"]).map(lambda name: (name, [])),
    ),
    max_size=60,
)


@settings(
    max_examples=60,
    suppress_health_check=[
        *settings().suppress_health_check,
        HealthCheck.function_scoped_fixture,
    ],
)
@given(strokes=_strokes)
def test_every_drawing_is_accepted_by_server_and_core(
    scripts: Scripts, strokes: list[Stroke]
) -> None:
    drawn = draw(scripts, strokes)

    check_sheet(rev=1, device="d", rows=drawn["rows"], struck=drawn["struck"])
    sheet = Sheet(tuple(drawn["rows"]), tuple(drawn["struck"]))
    assert sheet.to_dict() == {"rows": drawn["rows"], "struck": drawn["struck"]}
    assert not any(drawn["outside"])


@pytest.mark.parametrize(
    ("sheet", "spoken"),
    [
        ({"rows": ["RE..", "..TA"], "struck": []}, "RE /   TA"),
        (
            {"rows": ["RaS"], "struck": ["..x"]},
            "RAS, encerclé : A, rayé : S",
        ),
    ],
)
def test_a_drawing_is_described(scripts: Scripts, sheet: Any, spoken: str) -> None:
    message = scripts.evaluate(
        """async (sheet) => {
          const { describeBulletin } = await import("/static/js/bulletin/bulletin_nodes.js");
          return describeBulletin({ ...sheet, reference: "H4", score: "12" });
        }""",
        sheet,
    )

    assert plain(message) == f"{spoken} H4 12"
