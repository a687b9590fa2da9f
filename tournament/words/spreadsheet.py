"""Cells of the files that people open in a spreadsheet."""

#: A cell that begins like this is a formula to a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t")


def cell[T](value: T) -> T | str:
    """``value`` so that it stays text: what looks like a formula gets an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
