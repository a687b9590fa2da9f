"""The contrast between tiles and squares of a grid, from the browser's computed colours."""

from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.axe import Scheme

#: Tiles against squares; the edge of a tile against the tile (WCAG 2.2 criterion 1.4.11).
MIN_CONTRAST, MIN_EDGE = 1.6, 3.0
#: Kinds of tiles and of squares, by their classes, each with what is computed for it.
KINDS = """(board) => {
  const kinds = {};
  for (const square of board.querySelectorAll(".square")) {
    const style = getComputedStyle(square);
    const kind = square.className.replace("square", "").replace("centre", "").trim();
    kinds[kind] = [style.backgroundColor, style.borderRightColor, style.borderRightStyle];
  }
  return kinds;
}"""
LUMINANCE = (0.2126, 0.7152, 0.0722)


def linearise(colour: str) -> tuple[float, float, float]:
    """Return ``rgb(1, 2, 3)`` as linear RGB; raise ValueError for a transparent colour."""
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (
            int(part) / 255 for part in colour.removeprefix("rgb(").rstrip(")").split(",")
        )
    )
    return red, green, blue


def compute_luminance(colour: str) -> float:
    """Return the relative luminance of ``rgb(1, 2, 3)``."""
    return sum(a * b for a, b in zip(LUMINANCE, linearise(colour), strict=True))


def compute_contrast(first: str, other: str) -> float:
    """Ratio of WCAG 2, from 1 to 21."""
    dark, light = sorted([compute_luminance(first), compute_luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def list_faint_tiles(board: Locator, min_tiles: int = 1) -> list[str]:
    """Pairs of tile and square that do not stand apart, and tiles without an edge."""
    kinds: dict[str, Any] = board.evaluate(KINDS)
    tiles = {kind: look for kind, look in kinds.items() if "tile" in kind.split()}
    squares = {kind: look for kind, look in kinds.items() if kind not in tiles}
    assert set(squares) == {"", "p-2l", "p-3l", "p-2w", "p-3w"}, squares
    assert len(tiles) >= min_tiles, tiles
    faint = [
        f"{tile} on {square or 'plain'}: {compute_contrast(mine[0], theirs[0]):.2f}"
        for tile, mine in tiles.items()
        for square, theirs in squares.items()
        if compute_contrast(mine[0], theirs[0]) < MIN_CONTRAST
    ]
    edges = {
        tile: compute_contrast(look[0], look[1])
        for tile, look in tiles.items()
        if look[2] == "solid"
    }
    return faint + [f"edge of {tile}" for tile in tiles if edges.get(tile, 0) < MIN_EDGE]


def list_faint_tiles_in_both_themes(page: Page, min_tiles: int = 1) -> list[str]:
    schemes: list[Scheme] = ["light", "dark"]
    faint = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        faint += [
            f"{scheme}: {tile}"
            for tile in list_faint_tiles(page.locator(".board").first, min_tiles)
        ]
    return faint
