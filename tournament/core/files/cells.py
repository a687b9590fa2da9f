"""Cells of files that people open in a spreadsheet: reading and writing."""

import codecs
import re
import unicodedata
from datetime import date, datetime
from html import unescape

from engine.lexicon.text_encoding import repair

#: Signs that begin a formula. Some spreadsheets (Japanese ones) also accept the full-width signs
#: and others like them, and the real minus sign.
_FORMULA_SIGNS = "=+\\-@" + "＝＋－＠" + "﹦﹢﹣﹫" + "⁼⁺⁻₌₊₋" + "⩵⩶﬩−"
#: Text that a spreadsheet takes for the beginning of a formula, after blanks and marks or not, and
#: after a separator: a file with semicolons may be opened with commas as separators.
_FORMULA_START = rf"[\s'\"\ufeff]*[{_FORMULA_SIGNS}]|'*[\t\r\n]"
_BEFORE_FORMULA = re.compile(rf"(?:^|(?<=[;,]))(?={_FORMULA_START})")
_GUARD_BEFORE_FORMULA = re.compile(rf"(?:^|(?<=[;,]))'(?={_FORMULA_START})")
#: Spellings by which programs keep a spreadsheet from reading a text as a number: ="0012345",
#: '0012345.
_FORMULA_OF_TEXT = re.compile(r'="(.*)"', re.DOTALL)
_TEXT_MARK = re.compile(r"^'(?=\d)")
#: A letter as web pages write it: é is &eacute; or &#233;.
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_DIVIDERS = frozenset("\"';,|=\t\r\n")


def protect_cell(text: str) -> str:
    """Return ``text`` protected as text: an apostrophe precedes what looks like a formula."""
    return _BEFORE_FORMULA.sub("'", text)


def unprotect_cell(text: str) -> str:
    """Return the text from which ``protect_cell`` made this one."""
    return _GUARD_BEFORE_FORMULA.sub("", text)


def to_text(value: object) -> str:
    """Return a cell as text on one line, as people see it: whole numbers without decimals, dates as
    1957-03-12, without the marks that programs and web pages put around a text."""
    match value:
        case None:
            return ""
        case bool():
            return "VRAI" if value else "FAUX"
        case float() if value.is_integer():
            return str(int(value))
        case datetime():
            return value.date().isoformat()
        case date():
            return value.isoformat()
        case _:
            return normalise_text(_remove_marks(str(value).strip(" ")))


def _remove_marks(text: str) -> str:
    if formula := _FORMULA_OF_TEXT.fullmatch(text):
        text = formula[1].replace('""', '"')
    else:
        text = _TEXT_MARK.sub("", unprotect_cell(text))
    return repair(read_entities(text))


def read_entities(text: str) -> str:
    """Return text with the letters that web pages write as &eacute; or &#233;; what could divide
    cells stays."""
    return _ENTITY.sub(
        lambda entity: entity[0] if unescape(entity[0]) in _DIVIDERS else unescape(entity[0]), text
    )


def normalise_text(text: str) -> str:
    """Return ``text`` on one line: composed letters, single spaces, nothing XML forbids."""
    return " ".join(unicodedata.normalize("NFC", remove_invisible(text)).split())


def remove_invisible(text: str) -> str:
    """Return ``text`` without control characters, direction marks and what no text may contain;
    spaces stay."""
    if text.isprintable():  # usually it is, and needs no test of each letter
        return text
    return "".join(char for char in text if char.isspace() or not _is_unwritable(char))


def _is_unwritable(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Cs"} or ord(char) & 0xFFFE == 0xFFFE


#: Letters and signs that have a usual spelling in encodings without them.
_SPELLINGS = {"œ": "oe", "Œ": "OE", "’": "'", "‘": "'", "–": "-", "—": "-", "…": "...", "ß": "ss"}
_SPELLINGS |= {
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "\u202f": " ",
    "“": '"',
    "”": '"',
    "€": "EUR",
}


def _respell(error: UnicodeError) -> tuple[str, int]:
    """Return the spelling of what cannot be encoded, and where encoding goes on: the letter without
    its marks, "?" for other letters."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_respell_letter, error.object[error.start : error.end])), error.end


def _respell_letter(letter: str) -> str:
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return _SPELLINGS.get(letter) or plain or "?"


#: Name of an ``errors=`` of ``str.encode``: a letter that is missing is spelled otherwise.
RESPELL = "duplicata-respell"
codecs.register_error(RESPELL, _respell)
