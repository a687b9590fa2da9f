"""Cells of files that people open in a spreadsheet: reading and writing."""

import re
import unicodedata
from datetime import date, datetime

#: Signs that begin a formula. Some spreadsheets (Japanese ones) also accept the full-width signs
#: and others like them, and the real minus sign.
_SIGNS = "=+\\-@" + "＝＋－＠" + "﹦﹢﹣﹫" + "⁼⁺⁻₌₊₋" + "⩵⩶﬩−"
#: Text that a spreadsheet takes for the beginning of a formula, after blanks and marks or not, and
#: after a separator: a file with semicolons may be opened with commas as separators.
_ONE = rf"[\s'\"\ufeff]*[{_SIGNS}]|'*[\t\r\n]"
_BEFORE_ONE = re.compile(rf"(?:^|(?<=[;,]))(?={_ONE})")
_GUARD = re.compile(rf"(?:^|(?<=[;,]))'(?={_ONE})")


def protect_cell(text: str) -> str:
    """Return ``text`` protected as text: an apostrophe precedes what looks like a formula."""
    return _BEFORE_ONE.sub("'", text)


def unprotect_cell(text: str) -> str:
    """Return the text from which ``cell`` made this one."""
    return _GUARD.sub("", text)


def to_text(value: object) -> str:
    """Return a cell as text on one line: whole numbers without decimals, dates as 1957-03-12."""
    match value:
        case None:
            return ""
        case float() if value.is_integer():
            return str(int(value))
        case datetime():
            return value.date().isoformat()
        case date():
            return value.isoformat()
        case _:
            return tidy(unprotect_cell(str(value).strip(" ")))


def tidy(text: str) -> str:
    """Return ``text`` on one line: composed letters, single spaces, nothing XML forbids."""
    allowed = text
    if not text.isprintable():  # usually it is, and needs no test of each letter
        allowed = "".join(char for char in text if char.isspace() or not _is_unwritable(char))
    return " ".join(unicodedata.normalize("NFC", allowed).split())


def _is_unwritable(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Cs"} or ord(char) & 0xFFFE == 0xFFFE
