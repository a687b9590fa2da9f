"""Undo and redo of a bulletin's states."""

from tests.rows import every_row
from tests.scripts.scripts import Scripts

RUN = """async (steps) => {
  const { EditHistory } = await import("/static/js/bulletin/history.js");
  const history = new EditHistory();
  history.begin(0);
  return steps.map((step) =>
    typeof step === "number" ? history.add(step) ?? step : history[step]());
}"""


def test_states_come_back_in_order(scripts: Scripts) -> None:
    samples: list[tuple[list[int | str], list[int | None]]] = [
        (["undo", "redo"], [None, None]),
        ([1, 2, "undo", "undo", "undo", "redo"], [1, 2, 1, 0, None, 1]),
        ([1, "undo", 2, "redo", "undo"], [1, 0, 2, None, 0]),
        ([*range(1, 103), *["undo"] * 101], [*range(1, 103), *range(101, 1, -1), None]),
    ]
    with every_row() as row:
        for steps, states in samples:
            with row((steps, states)):
                assert scripts.evaluate(RUN, steps) == states
