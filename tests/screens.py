"""Whether a screen looks as it did: what is drawn, compared with a small picture kept of it.

What is compared is the screen made four times smaller: letters are grey there, so that another
browser's way of smoothing them is no difference, while a block that has moved, that is missing or
has another colour is. The kept pictures are in ``samples/screens/``.
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
KEPT = ROOT / "tests" / "samples" / "screens"
RESULTS = ROOT / "test-results" / "screens"
#: Set, pictures are kept as they are drawn now, in place of those that were there.
ACCEPT = "ACCEPT_SCREENS"
#: Every picture that is kept, by its name.
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
#: Pixels of the screen, each way, in one that is compared.
SHRUNK = 4
#: Colours of a kept picture: as many as make it small and none of them wrong by more than 10.
COLOURS = 256
#: Between two pixels in one of red, green and blue, of 255; less is smoothing or is not seen.
SEEN = 28
#: Pixels, each way, of the cells in which those that differ are counted, and how many may.
CELL, MOST_IN_CELL = 8, 0.35
#: How many may in the whole picture: a line of words that moved is thin in every cell.
MOST = 0.002
#: What runs with the hour and the day, in words that the screen shows.
MOVING = r"""() => {
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


def screen_is_kept(
    page: Page, name: str, *, hidden: Sequence[Locator] = (), clock: bool = True
) -> None:
    """Fails where the window shows something else than the picture kept under that name.

    Dates and times of the day are made the same first, unless the page's ``clock`` stands still;
    what is ``hidden`` is chance, a code or a link.
    """
    if clock:
        page.evaluate(MOVING)
    page.mouse.move(0, 0)  # what is under the mouse or was tapped last looks so
    page.evaluate("document.fonts.ready.then(() => null)")
    drawn = page.screenshot(
        animations="disabled", caret="hide", scale="css", mask=hidden, mask_color="#888888"
    )
    picture_is_kept(Image.open(BytesIO(drawn)), name)


def picture_is_kept(drawn: Image.Image, name: str) -> None:
    """The same for a picture, of a screen or of a sheet of paper."""
    assert name in SCREENS, f"{name} is not among the SCREENS"
    seen = drawn.convert("RGB")
    small = seen.reduce(SHRUNK)
    kept = KEPT / f"{name}.png"
    if os.environ.get(ACCEPT):
        _keep(small, kept)
        return
    wrong = "is not there" if not kept.exists() else differs(small, _read(kept))
    if wrong:
        pytest.fail(_told(name, wrong, _shown(seen, small, kept)), pytrace=False)


def differs(one: Image.Image, other: Image.Image) -> str | None:
    """How two pictures are not the same, None where they are."""
    if one.size != other.size:
        return f"measures {one.size}, was {other.size}"
    marked = _marked(one, other)
    everywhere = _share(marked)
    width, height = (-(-side // CELL) * CELL for side in marked.size)
    whole = Image.new("L", (width, height))
    whole.paste(marked)
    cells = whole.reduce(CELL)
    worst = max(cells.tobytes())
    if everywhere <= MOST and worst <= MOST_IN_CELL * 255:
        return None
    at = cells.point(lambda share: 255 * (share == worst)).getbbox()
    assert at is not None
    left, top = (side * CELL * SHRUNK for side in at[:2])
    return f"{everywhere:.2%} is different, most at {left}, {top} ({worst / 255:.0%} there)"


def _marked(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where they differ, as far as one sees."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point(lambda value: 255 * (value > SEEN))


def _share(marked: Image.Image) -> float:
    return marked.histogram()[255] / (marked.width * marked.height)


def _read(path: Path) -> Image.Image:
    return Image.open(path).convert("RGB")


def _keep(small: Image.Image, path: Path) -> None:
    """Unless the kept one says the same: a commit then shows what has really changed."""
    if path.exists() and differs(small, _read(path)) is None:
        return
    path.parent.mkdir(exist_ok=True)
    few = small.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def _shown(seen: Image.Image, small: Image.Image, kept: Path) -> Path:
    """Write what is drawn, and beside it what was and where they differ; where they are written."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    seen.save(RESULTS / f"{kept.stem}.png")
    path = RESULTS / f"{kept.stem}-diff.png"
    was = _read(kept) if kept.exists() else Image.new("RGB", small.size)
    pictures = [was, small]
    if was.size == small.size:
        pictures.append(_marked(small, was).convert("RGB"))
    side = Image.new("RGB", (sum(p.width for p in pictures), max(p.height for p in pictures)))
    for number, picture in enumerate(pictures):
        side.paste(picture, (sum(p.width for p in pictures[:number]), 0))
    side.resize((side.width * 2, side.height * 2)).save(path)
    return path


def _told(name: str, wrong: str, diff: Path) -> str:
    at = diff.relative_to(ROOT)
    test = re.sub(r" \(.*", "", os.environ.get("PYTEST_CURRENT_TEST", ""))
    return (
        f"{name}: {wrong}. Look at {at} (kept, drawn, different) and {at.parent / name}.png; if it "
        f'is meant: {ACCEPT}=1 .venv/bin/pytest "{test}", and commit {KEPT.relative_to(ROOT)}.'
    )
