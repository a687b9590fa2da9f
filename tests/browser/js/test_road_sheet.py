"""The road sheet of the tablet: its columns stand apart at every width."""

import pytest
from playwright.sync_api import expect

from tests.browser.js.room import FakeRoom
from tests.browser.js.states import result
from tests.browser.js.tablet import open_turn, reveal


@pytest.mark.parametrize("width", [1024, 390])
def test_on_the_road_sheet_what_is_mine_stands_apart_from_the_points_of_the_top(
    room: FakeRoom, width: int
) -> None:
    page = open_turn(room)
    page.set_viewport_size({"width": width, "height": 844})
    reveal(room, results={"11": result(11, word="HALEINE", points=24)})
    row = page.locator("#road tr").first
    expect(row).to_contain_text("HALEINE")
    gap = row.evaluate(
        """(row) => {
          const text = (cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return range.getBoundingClientRect();
          };
          return text(row.cells[3]).left - text(row.cells[2]).right;
        }"""
    )
    assert gap >= 8
    table = page.locator(".play-road .scroll")
    assert table.evaluate("table => table.scrollWidth - table.clientWidth") <= 0
