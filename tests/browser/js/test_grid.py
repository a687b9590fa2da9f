"""The grid of every page: what its letters are worth, and what its squares are called."""

from playwright.sync_api import Page

from engine.board.layout import STANDARD
from engine.board.letters import FRENCH
from tournament.presentation.grid import build_grid_data


def test_letter_values_of_the_page_are_those_of_the_engine(modules: Page) -> None:
    facts = build_grid_data()

    assert facts["values"] == dict(FRENCH.values)
    assert facts["premiums"][7][3] == STANDARD.get_premium(7, 3) == "2L"
    labels, written = modules.evaluate(
        """async (gridData) => {
          const { createGrid } = await import("/static/js/components/grid.js");
          const host = document.createElement("div");
          const rows = Array(15).fill(".".repeat(15));
          rows[7] = ".......Ab......";
          createGrid(host, { gridData, label: "" }).update(rows, { word: "b", ref: "H9" });
          const at = (row, col) => host.querySelector(`[data-row="${row}"][data-col="${col}"]`);
          const premiums = [at(7, 3), at(1, 5), at(1, 1), at(0, 0)];
          return [
            [...premiums, at(7, 7), at(7, 8)].map((square) => square.ariaLabel),
            premiums.map((square) => square.textContent.trim()),
          ];
        }""",
        facts,
    )
    assert labels == [
        "H4, vide, lettre double",
        "B6, vide, lettre triple",
        "B2, vide, mot double",
        "A1, vide, mot triple",
        "H8, A, 1 point",
        "H9, B, joker, 0 point, dernier mot",
    ]
    assert written == ["LD", "LT", "MD", "MT"]  # the four colours have names too
