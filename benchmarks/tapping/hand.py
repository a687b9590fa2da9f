"""A hand that taps beside what it aims at, and what a player reads on the page."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

#: Standard deviation of a tap in each direction.
SCATTER_MM = 2.0
#: Released after each tap: a browser handles input in order, so the tap has had its effect.
NEXT_INPUT = "Shift"


@dataclass(frozen=True)
class Device:
    """A touch screen: pixels of CSS of its page, and how many of them are a millimetre."""

    name: str
    width: int
    height: int
    pixels_per_mm: float


#: 8 inches of 800 x 1280 points are 107.7 mm wide; 6.06 inches of 1170 x 2532 points 64.6 mm.
DEVICES = (
    Device("tablette de 8 pouces", 601, 880, 601 / 107.7),
    Device("téléphone de 6,1 pouces", 390, 844, 390 / 64.6),
)

READ_PAGE_SCRIPT = """() => {
  const find = (selector) => document.querySelector(selector);
  const squares = [...document.querySelectorAll("#squares > *")];
  const written = squares.filter((square) => square.matches(".written"));
  const isPressed = (selector) => find(selector)?.getAttribute("aria-pressed") === "true";
  const stored = Object.keys(localStorage).filter((key) => key.startsWith("duplicata:sheet:4:"))
    .map((key) => JSON.parse(localStorage[key])).sort((a, b) => a.turn.ordinal - b.turn.ordinal);
  return {
    stage: document.body.dataset.stage,
    word: written.map((square) => square.matches(".joker") ? square.textContent.toLowerCase()
      : square.textContent).join(""),
    caret: squares.findIndex((square) => square.matches(".caret")),
    mode: find("#sheet").dataset.inputMode,
    isDrawn: find("#sheet").matches(".drawn"),
    isArmed: find("#sheet").matches(".armed"),
    field: find("input.active")?.id ?? "",
    reference: find("#reference").value,
    score: find("#score").value,
    laid: document.querySelectorAll("#board .loose").length,
    isLaying: isPressed("#lay"),
    isSwapping: isPressed("#swap"),
    canUndo: find("[data-key=undo]").ariaDisabled !== "true",
    dialog: find("dialog[open]")?.id ?? "",
    isMenuOpen: Boolean(find("details.menu[open]")),
    isKeypadShown: find("#keypad").checkVisibility({ visibilityProperty: true }),
    rack: [...document.querySelectorAll("#rack [data-letter]:not(.laid)")]
      .map((tile) => tile.dataset.letter).join(""),
    stored: stored.at(-1)?.sheet ?? null,
  };
}"""
IS_HIT_SCRIPT = """(target, [x, y]) => {
  const touched = document.elementFromPoint(x, y);
  return target.contains(touched) || touched?.closest("label")?.control === target;
}"""


class TremblingHand:
    """Counts taps and misses by the kind of what is aimed at."""

    def __init__(self, page: Page, device: Device, rng: Random) -> None:
        self.page, self.device, self.rng = page, device, rng
        self.taps, self.misses = Counter[str](), Counter[str]()
        self.changed_unseen: list[str] = []

    def read_page_state(self) -> dict[str, Any]:
        """Return what the page shows, and ``stored``, what it hands in."""
        page_state: dict[str, Any] = self.page.evaluate(READ_PAGE_SCRIPT)
        return page_state

    def tap(self, target: Locator, kind: str) -> None:
        box = target.bounding_box()
        assert box, kind
        scatter = SCATTER_MM * self.device.pixels_per_mm
        x = box["x"] + box["width"] / 2 + self.rng.gauss(0, scatter)
        y = box["y"] + box["height"] / 2 + self.rng.gauss(0, scatter)
        x = min(max(x, 0.0), self.device.width - 1.0)
        y = min(max(y, 0.0), self.device.height - 1.0)
        self.taps[kind] += 1
        self.misses[kind] += not target.evaluate(IS_HIT_SCRIPT, [x, y])
        self.page.touchscreen.tap(x, y)
        self.page.keyboard.up(NEXT_INPUT)
        self._compare(kind)

    def _compare(self, kind: str) -> None:
        """Note a bulletin that the page would hand in and that is not the one that it shows."""
        page_state = self.read_page_state()
        stored = page_state["stored"]
        if stored is None or page_state["isDrawn"] or page_state["mode"] != "word":
            return
        handed = ("".join(stored["rows"]), stored["reference"], stored["score"])
        shown = (page_state["word"], page_state["reference"], page_state["score"])
        if handed != shown:
            self.changed_unseen.append(f"{kind} : {handed}, à l’écran {shown}")
