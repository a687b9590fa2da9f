"""The errors that callers of the correction may expect, in one hierarchy.

Judging a bulletin never raises: these are errors of the input (a drawing that does not fit on a
sheet, a stored record that cannot be read), each with a code and data.
"""
# ruff: noqa: N818 - the names say what is wrong; "Error" at the end would add nothing

from collections.abc import Mapping
from typing import Any, ClassVar


class CorrectionError(ValueError):
    """The base class. ``code`` names the error, ``data`` holds the input and the position."""

    code: ClassVar[str] = "correction"

    def __init__(self, message: str, **data: Any) -> None:
        super().__init__(message)
        self.data: Mapping[str, Any] = data


class SheetError(CorrectionError):
    """The input cannot be the squared part of a bulletin."""

    code = "sheet"


class UnreadableSheet(SheetError):
    """A character is neither a letter nor a blank square, or the mask has another shape."""

    code = "bad-sheet"


class SheetTooLarge(SheetError):
    """The drawing does not fit on the squared part of the official bulletin."""

    code = "sheet-too-large"


class BadBulletin(CorrectionError):
    """A stored bulletin that cannot be read back."""

    code = "bad-bulletin"


class BadVerdict(CorrectionError):
    """A stored verdict that cannot be read back."""

    code = "bad-verdict"


class BadCase(CorrectionError):
    """A file of cases that cannot be used; ``problem`` says what is wrong with it."""

    code = "bad-case"

    def __init__(self, problem: str, **data: Any) -> None:
        super().__init__(problem, **data)
        self.problem = problem
