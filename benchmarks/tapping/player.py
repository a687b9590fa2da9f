"""A player who writes a bulletin, sees what went wrong and corrects it by the page's own means."""

from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Locator

from benchmarks.tapping.hand import TremblingHand

#: Taps after which a bulletin is given up: it is lost.
MAX_TAPS = 250
#: Shares of what a player does by several means.
UNDO_SHARE, GRID_SHARE, KEYPAD_SHARE, LATE_CIRCLE_SHARE = 0.3, 0.3, 0.4, 0.5
FIELDS = ("word", "reference", "score")


@dataclass(frozen=True)
class Wish:
    """The bulletin that the player wants: jokers in lower case."""

    word: str
    reference: str
    score: str


class Player:
    def __init__(self, hand: TremblingHand, rng: Random) -> None:
        self.hand, self.rng, self.page = hand, rng, hand.page

    def write(self, wish: Wish) -> bool:
        """Write the bulletin; return False if it is not as wished after MAX_TAPS."""
        uses_grid = self.rng.random() < GRID_SHARE
        before = self.hand.read_page_state()
        for _ in range(MAX_TAPS):
            page_state = self.hand.read_page_state()
            if self._is_written(page_state, wish):
                return True
            if self._leave_detour(page_state):
                continue
            is_worse = self._count_right(page_state, wish) < self._count_right(before, wish)
            before = page_state
            if is_worse and page_state["canUndo"] and self.rng.random() < UNDO_SHARE:
                self._press("undo")
            elif page_state["word"] != wish.word:
                self._write_word(page_state, wish.word)
            elif page_state["reference"] != wish.reference:
                uses_grid = self._write_reference(page_state, wish.reference, uses_grid=uses_grid)
            else:
                self._write_field(page_state, "score", wish.score)
        return False

    @staticmethod
    def _is_written(page_state: dict[str, Any], wish: Wish) -> bool:
        shown = Wish(page_state["word"], page_state["reference"], page_state["score"])
        return (
            shown == wish
            and not page_state["laid"]
            and page_state["mode"] == "word"
            and not page_state["dialog"]
        )

    @staticmethod
    def _count_right(page_state: dict[str, Any], wish: Wish) -> int:
        """Return the number of characters that are right from the beginning of each field."""
        count = 0
        for name in FIELDS:
            for shown, expected in zip(page_state[name], getattr(wish, name), strict=False):
                if shown != expected:
                    break
                count += 1
        return count

    def _leave_detour(self, page_state: dict[str, Any]) -> bool:
        """Undo what a miss has opened or pressed; return True if there was something."""
        detours = {
            "#joker [data-closes]": page_state["dialog"] == "joker",
            "#appeals-close": page_state["dialog"] == "appeals",
            "details.menu summary": page_state["isMenuOpen"],
            "label:has([value=word])": page_state["mode"] != "word",
            "#clear-drawing": page_state["isDrawn"],
            "#board .loose": page_state["laid"] > 0,
            "#lay": page_state["isLaying"],
            "#swap": page_state["isSwapping"],
            "#rack [data-letter='?']": page_state["isArmed"] and "?" in page_state["rack"],
        }
        for selector, is_there in detours.items():
            if is_there:
                self.hand.tap(self.page.locator(selector).first, "bouton")
                return True
        return False

    def _press(self, key: str) -> None:
        self.hand.tap(self.page.locator(f'#keypad [data-key="{key}"]'), "touche")

    def _write_word(self, page_state: dict[str, Any], word: str) -> None:
        written = page_state["word"]
        right = 0
        while right < min(len(word), len(written)) and word[right] == written[right]:
            right += 1
        if page_state["field"] != "word" or page_state["caret"] != len(written):
            self._set_caret(len(written))
        elif right == len(written):
            self._write_letter(page_state, word[right])
        elif (
            right == len(written) - 1 and word[right : right + 1].upper() == written[right].upper()
        ):
            self.hand.tap(self.page.locator("#circle-letter"), "bouton")
        else:
            self._press("backspace")

    def _set_caret(self, length: int) -> None:
        squares = self.page.locator("#squares > *")
        count = squares.count()
        self.hand.tap(squares.nth(min(length, count - 1)), "case du mot")

    def _write_letter(self, page_state: dict[str, Any], letter: str) -> None:
        """Write a letter with the rack or the keypad; a joker's is circled before or afterwards."""
        is_joker = letter.islower()
        if is_joker and "?" in page_state["rack"] and self.rng.random() < LATE_CIRCLE_SHARE:
            self.hand.tap(self._find_tile("?"), "lettre du tirage")
            if not self.hand.read_page_state()["isArmed"]:
                return
            self._press(letter.upper())
        elif letter in page_state["rack"] and self.rng.random() > KEYPAD_SHARE:
            self.hand.tap(self._find_tile(letter), "lettre du tirage")
        else:
            self._press(letter.upper())

    def _find_tile(self, letter: str) -> Locator:
        return self.page.locator(f'#rack [data-letter="{letter}"]').first

    def _write_reference(
        self, page_state: dict[str, Any], reference: str, *, uses_grid: bool
    ) -> bool:
        """Touch the square, twice if there is a reference, or type; return if the grid is used."""
        if not uses_grid:
            self._write_field(page_state, "reference", reference)
            return False
        direction = "V" if reference[0].isalpha() else "H"
        radio = self.page.locator(f"label:has([name=direction][value={direction}])")
        if not radio.locator("input").is_checked():
            self.hand.tap(radio, "bouton")
            return True
        column = "".join(filter(str.isdigit, reference))
        row = "".join(filter(str.isalpha, reference))
        square = f"[data-row='{ord(row) - ord('A')}'][data-col='{int(column) - 1}']"
        for _ in range(2):
            self.hand.tap(self.page.locator(f"#board {square}"), "case de la grille")
        return False

    def _write_field(self, page_state: dict[str, Any], name: str, text: str) -> None:
        if page_state["field"] != name:
            self.hand.tap(self.page.locator(f"#{name}"), "champ")
        elif text.startswith(page_state[name]):
            self._press(text[len(page_state[name])])
        else:
            self._press("backspace")
