"""A bulletin as it was handed in: the sheet, the reference and the score as written, its state."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from engine.errors import BadReference
from engine.place import Place

from .errors import BadBulletin
from .sheet import Sheet

#: What an arbiter types for a reference or a score that nobody can read.
ILLEGIBLE = "illegible"

#: No play scores five digits; longer numbers are not read as claims.
_SCORE = re.compile(r"0*([0-9]{1,4})")

type Key = tuple[tuple[str, ...], tuple[str, ...], str, str, str]


class SheetState(StrEnum):
    """State of the slip, as the arbiter sees it (5.5, 5.7)."""

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
    """``reference`` and ``score`` are kept as written; "" absent, "illegible" unreadable."""

    sheet: Sheet
    reference: str = ""
    score: str = ""
    state: SheetState = SheetState.OK

    @cached_property
    def place(self) -> Place | None:
        """The place that the reference names; None if it is absent or cannot be read."""
        try:
            return Place.parse(_squeezed(self.reference))
        except BadReference:
            return None

    @cached_property
    def has_reference(self) -> bool:
        """Whether anything is written where the reference goes."""
        return _squeezed(self.reference) != ""

    @cached_property
    def claim(self) -> int | None:
        """The score claimed, in points; None if it is absent or cannot be read."""
        match = _SCORE.fullmatch(_squeezed(self.score))
        return int(match[1]) if match else None

    @cached_property
    def has_score(self) -> bool:
        """Whether anything is written where the score goes."""
        return _squeezed(self.score) != ""

    def key(self) -> Key:
        """Normal form: bulletins of one turn with equal keys get the same verdict.

        Spaces and case of the reference, spaces and leading zeros of the score and the place of
        the drawing on the sheet make no difference. What cannot be read is illegible, however.
        """
        reference = _normal(written=self.has_reference, read=self.place)
        score = _normal(written=self.has_score, read=self.claim)
        return (self.sheet.rows, self.sheet.struck, reference, score, self.state.value)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "sheet": self.sheet.to_dict(),
            "reference": self.reference,
            "score": self.score,
            "state": self.state.value,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of ``to_dict``. Raises BadBulletin, BadSheet, SheetTooLarge."""
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


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _normal(*, written: bool, read: object | None) -> str:
    if read is not None:
        return str(read)
    return ILLEGIBLE if written else ""
