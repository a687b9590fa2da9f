"""Texts that a spreadsheet may take for a formula."""

import unicodedata

#: Characters that begin a formula, at the start of a cell.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def begins_a_formula(text: str) -> bool:
    """Return True if a spreadsheet may take it for one: signs of any width, after blanks or not."""
    as_narrow = unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("\ufeff", "")
    return text.startswith(FORMULA) or as_narrow.lstrip().startswith(FORMULA)
