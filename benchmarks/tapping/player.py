"""A player who writes a bulletin, sees what went wrong and corrects it by the page's own means."""

from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Locator

from benchmarks.tapping.hand import Hand

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
    def __init__(self, hand: Hand, chance: Random) -> None:
        self.hand, self.chance, self.page = hand, chance, hand.page

    def write(self, wish: Wish) -> bool:
        """Write the bulletin; return False if it is not as wished after MAX_TAPS."""
        uses_grid = self.chance.random() < GRID_SHARE
        before = self.hand.look()
        for _ in range(MAX_TAPS):
            seen = self.hand.look()
            if self._is_written(seen, wish):
                return True
            if self._leave_detour(seen):
                continue
            is_worse = self._count_right(seen, wish) < self._count_right(before, wish)
            before = seen
            if is_worse and seen["canUndo"] and self.chance.random() < UNDO_SHARE:
                self._press("undo")
            elif seen["word"] != wish.word:
                self._write_word(seen, wish.word)
            elif seen["reference"] != wish.reference:
                uses_grid = self._write_reference(seen, wish.reference, uses_grid=uses_grid)
            else:
                self._write_field(seen, "score", wish.score)
        return False

    @staticmethod
    def _is_written(seen: dict[str, Any], wish: Wish) -> bool:
        shown = Wish(seen["word"], seen["reference"], seen["score"])
        return shown == wish and not seen["laid"] and seen["mode"] == "word" and not seen["dialog"]

    @staticmethod
    def _count_right(seen: dict[str, Any], wish: Wish) -> int:
        """Return the number of characters that are right from the beginning of each field."""
        count = 0
        for name in FIELDS:
            for shown, wanted in zip(seen[name], getattr(wish, name), strict=False):
                if shown != wanted:
                    break
                count += 1
        return count

    def _leave_detour(self, seen: dict[str, Any]) -> bool:
        """Undo what a miss has opened or pressed; return True if there was something."""
        detours = {
            "#joker [data-closes]": seen["dialog"] == "joker",
            "#appeals-close": seen["dialog"] == "appeals",
            "details.menu summary": seen["isMenuOpen"],
            "label:has([value=word])": seen["mode"] != "word",
            "#clear-drawing": seen["isDrawn"],
            "#board .loose": seen["laid"] > 0,
            "#lay": seen["isLaying"],
            "#swap": seen["isSwapping"],
            "#rack [data-letter='?']": seen["isArmed"] and "?" in seen["rack"],
        }
        for selector, is_there in detours.items():
            if is_there:
                self.hand.tap(self.page.locator(selector).first, "bouton")
                return True
        return False

    def _press(self, key: str) -> None:
        self.hand.tap(self.page.locator(f'#keypad [data-key="{key}"]'), "touche")

    def _write_word(self, seen: dict[str, Any], word: str) -> None:
        written = seen["word"]
        right = 0
        while right < min(len(word), len(written)) and word[right] == written[right]:
            right += 1
        if seen["field"] != "word" or seen["caret"] != len(written):
            self._set_caret(len(written))
        elif right == len(written):
            self._write_letter(seen, word[right])
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

    def _write_letter(self, seen: dict[str, Any], letter: str) -> None:
        """Write a letter with the rack or the keypad; a joker's is circled before or afterwards."""
        is_joker = letter.islower()
        if is_joker and "?" in seen["rack"] and self.chance.random() < LATE_CIRCLE_SHARE:
            self.hand.tap(self._find_tile("?"), "lettre du tirage")
            if not self.hand.look()["isArmed"]:
                return
            self._press(letter.upper())
        elif letter in seen["rack"] and self.chance.random() > KEYPAD_SHARE:
            self.hand.tap(self._find_tile(letter), "lettre du tirage")
        else:
            self._press(letter.upper())

    def _find_tile(self, letter: str) -> Locator:
        return self.page.locator(f'#rack [data-letter="{letter}"]').first

    def _write_reference(self, seen: dict[str, Any], reference: str, *, uses_grid: bool) -> bool:
        """Touch the square, twice if there is a reference, or type; return if the grid is used."""
        if not uses_grid:
            self._write_field(seen, "reference", reference)
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

    def _write_field(self, seen: dict[str, Any], name: str, text: str) -> None:
        if seen["field"] != name:
            self.hand.tap(self.page.locator(f"#{name}"), "champ")
        elif text.startswith(seen[name]):
            self._press(text[len(seen[name])])
        else:
            self._press("backspace")
