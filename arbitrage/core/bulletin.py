"""A bulletin as it was handed in: the sheet, the reference and score as written, its state."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from engine.board.place import SIZE, Direction, Place

from .errors import BadBulletin
from .sheets.sheet import Sheet

#: The reference or score that an arbiter types when it is illegible.
ILLEGIBLE = "illegible"

#: Punctuation around and between the letter and the number is ignored. No line of the grid has
#: three digits.
_REFERENCE = re.compile(
    r"[^A-Z0-9]*(?:(?P<h_row>[A-Z])[^A-Z0-9]*0*(?P<h_col>[0-9]{1,2})"
    r"|0*(?P<v_col>[0-9]{1,2})[^A-Z0-9]*(?P<v_row>[A-Z]))[^A-Z0-9]*"
)
#: Punctuation around a score is ignored, except a minus sign in front; so is the name of its unit.
#: No play scores five digits; longer numbers are not read as claims.
_SCORE = re.compile(
    r"[^A-Z0-9-]*(?:(?:SCORE|TOTAL)[^A-Z0-9-]*)?0*([0-9]{1,4})"
    r"[^A-Z0-9]*(?:(?:P|PTS?|POINTS?)[^A-Z0-9]*)?"
)

type ContentKey = tuple[tuple[str, ...], tuple[str, ...], str, str, str]


class SheetState(StrEnum):
    """State of the bulletin, as the arbiter sees it (5.5, 5.7)."""

    OK = "ok"
    BLANK = "blank"
    MISSING = "missing"
    LATE = "late"
    EXCHANGED = "exchanged"
    ILLEGIBLE = "illegible-word"
    SEVERAL = "several"
    HARD_TO_READ = "hard-to-read"


@dataclass(frozen=True)
class Bulletin:
    """A bulletin. ``reference`` and ``score`` are as written; "" absent, "illegible" unreadable."""

    sheet: Sheet
    reference: str = ""
    score: str = ""
    state: SheetState = SheetState.OK

    @cached_property
    def _written_place(self) -> Place | None:
        """The reference as a place, on the grid or not; None if it cannot be read."""
        match = _REFERENCE.fullmatch(_to_plain_text(self.reference))
        if match is None:
            return None
        direction = Direction.HORIZONTAL if match["h_row"] else Direction.VERTICAL
        letter, number = match["h_row"] or match["v_row"], match["h_col"] or match["v_col"]
        return Place(ord(letter) - ord("A"), int(number) - 1, direction)

    @cached_property
    def place(self) -> Place | None:
        """The place of the reference; None if it is absent, illegible or off the grid."""
        place = self._written_place
        return place if place and _is_on_grid(place) else None

    @cached_property
    def place_off_grid(self) -> Place | None:
        """The place of a legible reference outside of the grid: wrong, but not illegible."""
        place = self._written_place
        return place if place and not _is_on_grid(place) else None

    @cached_property
    def has_reference(self) -> bool:
        """True if anything is written where the reference goes."""
        return _remove_spaces(self.reference) != ""

    @property
    def has_illegible_reference(self) -> bool:
        """True if the reference is written but cannot be read."""
        return self.has_reference and self._written_place is None

    @cached_property
    def claim(self) -> int | None:
        """The score claimed, in points; None if it is absent or illegible."""
        match = _SCORE.fullmatch(_to_plain_text(self.score))
        return int(match[1]) if match else None

    @cached_property
    def has_score(self) -> bool:
        """True if anything is written where the score goes."""
        return _remove_spaces(self.score) != ""

    def to_key(self) -> ContentKey:
        """Return the normal form: bulletins of one turn with equal keys get the same verdict.

        Letter case, spaces, leading zeros, punctuation around reference and score, and the place of
        the drawing on the sheet make no difference. Unreadable text becomes "illegible".
        """
        reference = _normalise(is_written=self.has_reference, value=self._written_place)
        score = _normalise(is_written=self.has_score, value=self.claim)
        return (self.sheet.rows, self.sheet.struck, reference, score, self.state.value)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "sheet": self.sheet.to_dict(),
            "reference": self.reference,
            "score": self.score,
            "state": self.state.value,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build from the data of ``to_dict``. Raise BadBulletin, UnreadableSheet, SheetTooLarge."""
        try:
            sheet, state = data["sheet"], SheetState(data["state"])
            reference, score = data["reference"], data["score"]
        except (KeyError, TypeError, ValueError) as error:
            raise BadBulletin(f"not a bulletin: {error}", error=str(error)) from error
        if not (
            isinstance(sheet, Mapping) and isinstance(reference, str) and isinstance(score, str)
        ):
            raise BadBulletin("the sheet is no mapping, or reference or score no text")
        return cls(Sheet.from_dict(sheet), reference, score, state)


def _remove_spaces(text: str) -> str:
    return "".join(text.split())


def _to_plain_text(text: str) -> str:
    return _remove_spaces(text).upper()


def _is_on_grid(place: Place) -> bool:
    return place.row < SIZE and 0 <= place.col < SIZE


def _normalise(*, is_written: bool, value: object | None) -> str:
    if value is not None:
        return str(value)
    return ILLEGIBLE if is_written else ""
