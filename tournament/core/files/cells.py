"""Cells of the files that people open in a spreadsheet, both ways."""

import re
import unicodedata
from datetime import date, datetime
from functools import lru_cache

#: The signs that begin a formula; those of full width and the like are taken for them by some
#: spreadsheets (Japanese ones), as is the real minus sign.
_SIGNS = "=+\\-@" + "＝＋－＠" + "﹦﹢﹣﹫" + "⁼⁺⁻₌₊₋" + "⩵⩶﬩−"
#: What a spreadsheet takes for the beginning of a formula: behind blanks and marks or not, and
#: behind a separator, for a file of semicolons may be opened where commas separate.
_ONE = rf"[\s'\"\ufeff]*[{_SIGNS}]|'*[\t\r\n]"
_BEFORE_ONE = re.compile(rf"(?:^|(?<=[;,]))(?={_ONE})")
_GUARD = re.compile(rf"(?:^|(?<=[;,]))'(?={_ONE})")
_WORDS = re.compile(r"[^\W_]+")


def cell(text: str) -> str:
    """``text`` so that it stays text: what looks like a formula gets an apostrophe."""
    return _BEFORE_ONE.sub("'", text)


def bare(text: str) -> str:
    """The text that ``cell`` was given."""
    return _GUARD.sub("", text)


def text_of(value: object) -> str:
    """A cell as text on one line: whole numbers without decimals, dates as 1957-03-12."""
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
            return tidy(bare(str(value).strip(" ")))


def tidy(text: str) -> str:
    """One line, composed letters, one space at a time, nothing that a file of XML cannot have."""
    kept = text
    if not text.isprintable():  # most are, and need no look at each letter
        kept = "".join(char for char in text if char.isspace() or not _unwritable(char))
    return " ".join(unicodedata.normalize("NFC", kept).split())


def _unwritable(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Cs"} or ord(char) & 0xFFFE == 0xFFFE


@lru_cache(maxsize=2**15)  # a name of a list is compared with many
def plain(text: str) -> str:
    """``text`` as it is compared: lower case, no accents, words of letters and digits."""
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
        text = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(_WORDS.findall(text.lower()))
