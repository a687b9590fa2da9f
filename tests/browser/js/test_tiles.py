"""A letter and its value on one tile, at every size: neither lies on the other."""

from playwright.sync_api import Page

from tests.browser.contrast import list_faint_tiles_in_both_themes
from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import entry_state, public_state
from tests.browser.js.tablet import open_table
from tests.browser.js.test_screen import open_screen
from tests.rows import every_row

LETTERS = "KWXYZJMAEIL"
ROWS = [LETTERS + "....", *["." * 15] * 14]
RACK = "KWXYZJM"
#: The gap in pixels between the ink of letter and value, for every tile that has both.
GAPS = """(tiles) => {
  const context = document.createElement("canvas").getContext("2d");
  const ink = (span) => {
    const style = getComputedStyle(span);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const box = span.getBoundingClientRect();
    const text = context.measureText(span.textContent);
    const [up, down] = [text.fontBoundingBoxAscent, text.fontBoundingBoxDescent];
    const baseline = box.top + (box.height - up - down) / 2 + up;
    return {
      left: box.left - text.actualBoundingBoxLeft,
      right: box.left + text.actualBoundingBoxRight,
      top: baseline - text.actualBoundingBoxAscent,
      bottom: baseline + text.actualBoundingBoxDescent,
    };
  };
  return tiles.map((tile) => {
    const [letter, value] = [".letter", ".value"].map((name) => ink(tile.querySelector(name)));
    const gap = Math.max(value.top - letter.bottom, value.left - letter.right);
    return [tile.textContent, gap];
  });
}"""


def narrow_gaps(page: Page, tiles: str) -> list[tuple[str, float]]:
    gaps = page.locator(f"{tiles}:has(.letter):has(.value)").evaluate_all(GAPS)
    assert len(gaps) >= len(RACK)
    return [(text, gap) for text, gap in gaps if gap < 0.5]


def test_a_letter_and_its_value_do_not_touch(room: FakeRoom) -> None:
    state = entry_state(11, "open", now=now())
    assert state["turn"]
    open_table(room, state | {"board": ROWS, "turn": state["turn"] | {"kept": "", "drawn": RACK}})

    with every_row() as row:
        for width in (320, 512, 800, 1920):
            with row(width):
                room.page.set_viewport_size({"width": width, "height": 1300})
                assert narrow_gaps(room.page, ".board .tile") == []
                assert narrow_gaps(room.page, "#rack .tile") == []


#: A tile, a joker, and both in the word just placed.
KINDS_OF_TILES = 4


def test_tiles_contrast_with_every_square_on_the_tablet(room: FakeRoom) -> None:
    open_table(room, entry_state(11, "revealed", now=now(), left_s=-5))
    assert list_faint_tiles_in_both_themes(room.page, KINDS_OF_TILES) == []


def test_tiles_of_the_public_screen_contrast_with_whole_edges(room: FakeRoom) -> None:
    open_screen(room, public_state(11, "revealed", now=now(), left_s=-5))
    assert list_faint_tiles_in_both_themes(room.page, KINDS_OF_TILES) == []
    layers = room.page.locator(".board .square").evaluate_all(
        "(squares) => squares.map((one) => [one.matches('.tile'), getComputedStyle(one).zIndex])"
    )
    assert {over for tile, over in layers if tile} == {"1", "2"}
    assert {over for tile, over in layers if not tile} == {"auto"}
