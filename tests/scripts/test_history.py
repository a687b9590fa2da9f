"""Undo and redo of a bulletin's states."""

import pytest

from tests.scripts.scripts import Scripts

RUN = """async (steps) => {
  const { EditHistory } = await import("/static/js/bulletin/history.js");
  const history = new EditHistory();
  history.begin(0);
  return steps.map((step) =>
    typeof step === "number" ? history.add(step) ?? step : history[step]());
}"""


@pytest.mark.parametrize(
    ("steps", "states"),
    [
        (["undo", "redo"], [None, None]),
        ([1, 2, "undo", "undo", "undo", "redo"], [1, 2, 1, 0, None, 1]),
        ([1, "undo", 2, "redo", "undo"], [1, 0, 2, None, 0]),
        ([*range(1, 103), *["undo"] * 101], [*range(1, 103), *range(101, 1, -1), None]),
    ],
)
def test_states_come_back_in_order(
    scripts: Scripts, steps: list[int | str], states: list[int | None]
) -> None:
    assert scripts.evaluate(RUN, steps) == states
