"""What a spreadsheet may take for a formula."""

import unicodedata

#: What begins one, in the first place of a cell.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def begins_a_formula(text: str) -> bool:
    """Whether a spreadsheet may take it for one: signs of any width, behind blanks or not."""
    as_narrow = unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("\ufeff", "")
    return text.startswith(FORMULA) or as_narrow.lstrip().startswith(FORMULA)
