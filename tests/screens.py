"""Comparison of screens with stored reference pictures.

The screen is reduced to a quarter: letters become grey, so that another browser's font smoothing is
no difference, but a block that has moved, is missing or has another colour is. The references are
in ``samples/screens/``.
"""

import os
import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Locator, Page

ROOT = Path(__file__).resolve().parents[1]
REFERENCES = ROOT / "tests" / "samples" / "screens"
RESULTS = ROOT / "test-results" / "screens"
#: If set, the references are replaced by the current pictures.
ACCEPT = "ACCEPT_SCREENS"
#: The names of all references.
SCREENS = frozenset(
    {
        *("tablet-before", "tablet-during", "tablet-squared", "tablet-after"),
        *("tablet-during-phone-dark", "public-turn", "public-turn-phone", "public-result-dark"),
        *("scene-programme", "scene-podium", "overlay"),
        *("home", "login", "ranking", "ranking-phone-dark", "game-sheet", "turn", "player"),
        *("compared", "compared-phone-dark"),
        *("office-overview", "office-game", "judge-desk", "arbiter-list"),
        *("arbiter-list-phone-dark", "keying"),
        *("paper-cards", "paper-bulletins", "paper-ranking", "paper-certificate"),
    }
)
#: Factor of the reduction, in each direction.
SHRUNK = 4
#: Colours of a reference: small files, and no colour wrong by more than 10.
COLOURS = 256
#: Smallest difference of a colour channel (of 255); less is smoothing, or invisible.
MIN_DIFFERENCE = 28
#: Size of the cells in which differing pixels are counted, and their maximum share.
CELL, MAX_SHARE_IN_CELL = 8, 0.35
#: Maximum share in the whole picture: a moved line of text is thin in every cell.
MAX_SHARE = 0.002
#: Replaces dates and times in the texts of the page.
FIX_TIMES = r"""() => {
  const months = "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|"
    + "décembre";
  const days = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche";
  const said = [
    [new RegExp(`(?:(?:${days})\\s)?\\d{1,2}(?:er)?\\s(?:${months})(?:\\s\\d{4})?`, "gi"),
      "1er janvier 2000"],
    [/\d{1,2}\s?[:h]\s?\d{2}(?:\s?[:m]\s?\d{2})?/g, "00:00"],
    [/\d{2}\/\d{2}\/\d{4}/g, "01/01/2000"],
  ];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const text = said.reduce((all, [found, still]) => all.replace(found, still), node.data);
    if (text !== node.data) node.data = text;
  }
}"""


def assert_screen_matches(
    page: Page, name: str, *, hidden: Sequence[Locator] = (), clock: bool = True
) -> None:
    """Fail if the window differs from the reference of that name.

    Dates and times are replaced first, unless ``clock`` is False; ``hidden``: random parts, codes,
    links.
    """
    if clock:
        page.evaluate(FIX_TIMES)
    page.mouse.move(0, 0)  # no element is hovered
    page.evaluate("document.fonts.ready.then(() => null)")
    drawn = page.screenshot(
        animations="disabled", caret="hide", scale="css", mask=hidden, mask_color="#888888"
    )
    assert_picture_matches(Image.open(BytesIO(drawn)), name)


def assert_picture_matches(drawn: Image.Image, name: str) -> None:
    """Fail if a picture, of a screen or of a sheet of paper, differs from its reference."""
    assert name in SCREENS, f"{name} is not among the SCREENS"
    picture = drawn.convert("RGB")
    small = picture.reduce(SHRUNK)
    reference = REFERENCES / f"{name}.png"
    if os.environ.get(ACCEPT):
        _store(small, reference)
        return
    difference = (
        "is not there" if not reference.exists() else find_difference(small, _read(reference))
    )
    if difference:
        pytest.fail(
            _format_failure(name, difference, _write_comparison(picture, small, reference)),
            pytrace=False,
        )


def find_difference(picture: Image.Image, other: Image.Image) -> str | None:
    """Return the difference of two pictures, None if they are the same."""
    if picture.size != other.size:
        return f"measures {picture.size}, was {other.size}"
    marked = _mark_differences(picture, other)
    share = _share(marked)
    width, height = (-(-side // CELL) * CELL for side in marked.size)
    whole = Image.new("L", (width, height))
    whole.paste(marked)
    cells = whole.reduce(CELL)
    worst = max(cells.tobytes())
    if share <= MAX_SHARE and worst <= MAX_SHARE_IN_CELL * 255:
        return None
    at = cells.point(lambda share: 255 * (share == worst)).getbbox()
    assert at is not None
    x, y = (side * CELL * SHRUNK for side in at[:2])
    return f"{share:.2%} is different, most at {x}, {y} ({worst / 255:.0%} there)"


def _mark_differences(picture: Image.Image, other: Image.Image) -> Image.Image:
    """Return an image that is white where they visibly differ."""
    red, green, blue = ImageChops.difference(picture, other).split()
    brightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return brightest.point(lambda value: 255 * (value > MIN_DIFFERENCE))


def _share(marked: Image.Image) -> float:
    return marked.histogram()[255] / (marked.width * marked.height)


def _read(path: Path) -> Image.Image:
    return Image.open(path).convert("RGB")


def _store(small: Image.Image, path: Path) -> None:
    """Store the reference, unless the stored one is the same: commits show real changes only."""
    if path.exists() and find_difference(small, _read(path)) is None:
        return
    path.parent.mkdir(exist_ok=True)
    quantized = small.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    quantized.save(path, optimize=True)


def _write_comparison(picture: Image.Image, small: Image.Image, reference: Path) -> Path:
    """Write the picture, and its comparison with the reference; return the path of the latter."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    picture.save(RESULTS / f"{reference.stem}.png")
    path = RESULTS / f"{reference.stem}-diff.png"
    before = _read(reference) if reference.exists() else Image.new("RGB", small.size)
    pictures = [before, small]
    if before.size == small.size:
        pictures.append(_mark_differences(small, before).convert("RGB"))
    side = Image.new("RGB", (sum(p.width for p in pictures), max(p.height for p in pictures)))
    for number, part in enumerate(pictures):
        side.paste(part, (sum(p.width for p in pictures[:number]), 0))
    side.resize((side.width * 2, side.height * 2)).save(path)
    return path


def _format_failure(name: str, difference: str, diff: Path) -> str:
    at = diff.relative_to(ROOT)
    test = re.sub(r" \(.*", "", os.environ.get("PYTEST_CURRENT_TEST", ""))
    return (
        f"{name}: {difference}. Look at {at} (kept, drawn, different) and {at.parent / name}.png; "
        f'if it is meant: {ACCEPT}=1 .venv/bin/pytest "{test}", '
        f"and commit {REFERENCES.relative_to(ROOT)}."
    )
