"""The pen on the squared part: what is drawn, and what the arbiters' core makes of it."""

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

PLAY = """async ([sheet, direction, strokes]) => {
  const { frameOf } = await import("/static/js/bulletin/drawing.js");
  const pens = await import("/static/js/bulletin/pen.js");
  let pen = pens.penOver(sheet, direction);
  const refused = [];
  const outside = [];
  for (const [name, given] of strokes) {
    const next = pens[name](pen, ...given);
    refused.push(next === null);
    pen = next ?? pen;
    const { rows, cols } = frameOf(pen.marks);
    const inside = ({ row, col }) => row >= 0 && col >= 0 && row < rows && col < cols;
    outside.push(!pen.marks.every(inside));
  }
  const { row, col } = pen;
  return { ...pens.sheetOf(pen), at: [row, col], refused, outside, marks: pen.marks };
}"""


def play(
    scripts: Scripts, strokes: list[Stroke], sheet: Any = BLANK_SHEET, direction: str = "H"
) -> Any:
    """Return the sheet after the strokes, and the strokes without room."""
    return scripts.evaluate(PLAY, [sheet, direction, strokes])


def writing(word: str) -> list[Stroke]:
    return [("write", [letter]) for letter in word]


def test_letters_follow_one_another_in_the_direction_of_the_pen(scripts: Scripts) -> None:
    assert play(scripts, writing("MAiS"))["rows"] == ["MAiS"]
    assert play(scripts, writing("MAiS"), direction="V")["rows"] == ["M", "A", "i", "S"]


def test_raccord_letters_are_written_beside_the_word(scripts: Scripts) -> None:
    strokes = [*writing("RAS"), ("walk", [-1, -1]), ("directed", ["V"]), *writing("T")]

    assert play(scripts, strokes)["rows"] == ["..T", "RAS"]


def test_a_circle_and_a_crossing_out_go_to_the_letter_just_written(scripts: Scripts) -> None:
    drawn = play(scripts, [*writing("AB"), ("circle", []), ("strike", []), *writing("C")])

    assert (drawn["rows"], drawn["struck"]) == (["AbC"], [".x."])


def test_they_go_to_the_letter_under_the_pen_if_there_is_one_and_come_off_again(
    scripts: Scripts,
) -> None:
    back: list[Stroke] = [("walk", [0, -2])]
    once = [*writing("AB"), *back, ("circle", []), ("strike", [])]
    assert play(scripts, once)["rows"] == ["aB"]
    assert play(scripts, once)["struck"] == ["x."]

    twice = [*once, ("circle", []), ("strike", [])]

    assert play(scripts, twice)["rows"] == ["AB"]
    assert play(scripts, twice)["struck"] == []


def test_backspace_takes_the_letter_here_or_else_the_one_before(scripts: Scripts) -> None:
    assert play(scripts, [*writing("ABC"), ("erase", []), ("erase", [])])["rows"] == ["A"]
    strokes: list[Stroke] = [*writing("ABC"), ("walk", [0, -2]), ("erase", [])]
    assert play(scripts, strokes)["rows"] == ["A.C"]
    assert play(scripts, [*writing("A"), ("erase", []), ("erase", [])])["rows"] == []


def test_a_letter_over_another_replaces_it_with_its_marks(scripts: Scripts) -> None:
    strokes = [*writing("aB"), ("strike", []), ("walk", [0, -1]), *writing("C")]

    drawn = play(scripts, strokes)

    assert (drawn["rows"], drawn["struck"]) == (["aC"], [])


def test_at_the_margin_the_drawing_makes_room(scripts: Scripts) -> None:
    to_the_right: list[Stroke] = [("placed", [6, 11]), *writing("MAISON")]
    assert play(scripts, to_the_right)["rows"] == ["MAISON"]
    upwards = [*writing("A"), *[("walk", [-1, -1])] * 20, *writing("B")]
    drawn = play(scripts, upwards)
    assert drawn["refused"].count(True) == 0
    assert not any(drawn["outside"])


def test_a_free_line_stays_on_every_side_of_a_drawing_that_leaves_room_for_it(
    scripts: Scripts,
) -> None:
    strokes: list[Stroke] = [("placed", [0, 0]), *writing("ABCDEFGHIJK")]

    marks = play(scripts, strokes)["marks"]

    assert {mark["row"] for mark in marks} == {1}
    assert [min(mark["col"] for mark in marks), max(mark["col"] for mark in marks)] == [1, 11]


def test_one_line_may_run_to_fifteen_squares_and_no_further(scripts: Scripts) -> None:
    for direction in ("H", "V"):
        drawn = play(scripts, writing("ABCDEFGHIJKLMNOP"), direction=direction)
        assert "".join(drawn["rows"]) == "ABCDEFGHIJKLMNO"
        assert drawn["refused"] == [False] * 15 + [True]


def test_two_lines_fill_thirteen_squares_and_no_more(scripts: Scripts) -> None:
    under: list[Stroke] = [("walk", [1, -1]), *writing("Z")]
    thirteen = play(scripts, [*writing("ABCDEFGHIJKLM"), *under])
    assert thirteen["rows"] == ["ABCDEFGHIJKLM", "............Z"]
    fourteen = play(scripts, [*writing("ABCDEFGHIJKLMN"), *under])
    assert fourteen["refused"][-1]
    assert fourteen["rows"] == ["ABCDEFGHIJKLMN"]


def test_the_pen_begins_behind_what_is_there_and_goes_on(scripts: Scripts) -> None:
    assert play(scripts, writing("S"), {"rows": ["MAISON"], "struck": []})["rows"] == ["MAISONS"]
    assert play(scripts, [], RACCORD) | RACCORD == play(scripts, [], RACCORD)


_strokes: st.SearchStrategy[list[Stroke]] = st.lists(
    st.one_of(
        st.sampled_from("AEZaez").map(lambda letter: ("write", [letter])),
        st.tuples(st.just("walk"), st.tuples(st.integers(-2, 2), st.integers(-2, 2)).map(list)),
        st.tuples(st.just("placed"), st.tuples(st.integers(0, 12), st.integers(0, 12)).map(list)),
        st.sampled_from("HV").map(lambda direction: ("directed", [direction])),
        st.sampled_from(["erase", "eraseHere", "circle", "strike"]).map(lambda name: (name, [])),
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
def test_whatever_is_drawn_can_be_handed_in_and_read_by_the_core(
    scripts: Scripts, strokes: list[Stroke]
) -> None:
    drawn = play(scripts, strokes)

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
            "RAS, entouré : A, rayé : S",
        ),
    ],
)
def test_a_drawing_can_be_said(scripts: Scripts, sheet: Any, spoken: str) -> None:
    message = scripts.evaluate(
        """async (sheet) => {
          const { spokenBulletin } = await import("/static/js/bulletin/read_only.js");
          return spokenBulletin({ ...sheet, reference: "H4", score: "12" });
        }""",
        sheet,
    )

    assert plain(message) == f"{spoken} H4 12"
