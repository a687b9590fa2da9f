"""Cells of a list of players that hold no data: errors of a spreadsheet, words for "nothing", dates
and booleans that it made of a text, letters of a wrong encoding."""

import re
from enum import StrEnum

from engine.lexicon.text_encoding import is_misread
from tournament.core.people.columns import FULL_NAME, PARTNER

_NAMES = frozenset({"last_name", "first_name", FULL_NAME})
#: Fields read as numbers: a date in them is the matter of their readers.
_NUMBERS = frozenset({"birth_year", "table"})
#: #N/A, #REF!, #NOM?, #VALEUR !, Err:502, #####
_ERROR = re.compile(r"#[A-Z][A-Z/0_]*\s?[!?]?|#{3,}|Err\s?:\s?\d{3}")
_NOTHING = frozenset(
    [
        *("null", "(null)", "<null>", r"\n", "none", "nan", "nil", "undefined", "n/a", "n.a."),
        *("vrai", "faux", "true", "false"),
    ]
)
#: What people write for somebody without a licence.
_NO_LICENCE = frozenset(
    {"nl", "n.l.", "nc", "non licencié", "non licenciée", "sans licence", "aucune"}
)
_NO_TEXT = re.compile(r"[\W_]+")
_IN_QUOTES = re.compile('"(.*)"|“(.*)”|«(.*)»')
#: Signs that no name has; "?" stands for a letter that an encoding lacks.
_SIGNS_IN_NO_NAME = re.compile(r"[?=#@<>|\\{}~^%$]")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_MONTH = (
    "(?:janv?|janvier|january|f[ée]vr?|f[ée]vrier|feb|february|mars?|march|avr|avril|apr|april|mai|may"
    "|juin|june?|juil|juillet|july?|ao[ûu]t|aug|august|sept?|septemb[er]{2}|oct|octob[er]{2}"
    r"|nov|novemb[er]{2}|d[ée]c|d[ée]cemb[er]{2})\.?"
)
_DATE = re.compile(
    rf"\d{{4}}-\d\d-\d\d|\d{{1,2}}[/.]\d{{1,2}}[/.](?:\d\d){{1,2}}"
    rf"|\d{{1,2}}[-/]{_MONTH}(?:[-/](?:\d\d){{1,2}})?|{_MONTH}[-/](?:\d\d){{1,2}}",
    re.IGNORECASE,
)


class CellProblem(StrEnum):
    """The codes of findings about a cell; with "empty" in its name the cell is read as empty."""

    ERROR = "cell-error"
    ERROR_EMPTY = "cell-error-empty"
    NOTHING = "cell-nothing"
    NOTHING_EMPTY = "cell-nothing-empty"
    LOST_LETTER = "cell-lost-letter"
    MISREAD = "cell-misread"
    DATE = "cell-date"
    NOT_A_NAME = "cell-not-a-name"


def read_cell(field: str, text: str) -> tuple[str, CellProblem | None]:
    """Return the text of a cell that fills ``field``, and what is wrong with it."""
    if quoted_text := _IN_QUOTES.fullmatch(text):
        text = next(part for part in quoted_text.groups() if part is not None).strip()
    field = field.removeprefix(PARTNER)
    is_name = field in _NAMES
    if _ERROR.fullmatch(text):
        return (text, CellProblem.ERROR) if is_name else ("", CellProblem.ERROR_EMPTY)
    if text.casefold() in _NOTHING:
        return (text, CellProblem.NOTHING) if is_name else ("", CellProblem.NOTHING_EMPTY)
    if field == "licence" and text.casefold() in _NO_LICENCE:
        return "", CellProblem.NOTHING_EMPTY
    if not is_name and _NO_TEXT.fullmatch(text):  # a dash for "none"
        return "", None
    return text, _find_text_problem(field, text)


def _find_text_problem(field: str, text: str) -> CellProblem | None:
    if "\ufffd" in text:
        return CellProblem.LOST_LETTER
    if is_misread(text):
        return CellProblem.MISREAD
    dates = _ISO_DATE if field == "licence" else _DATE
    if field not in _NUMBERS and dates.fullmatch(text):
        return CellProblem.DATE
    if field in _NAMES and _SIGNS_IN_NO_NAME.search(text):
        return CellProblem.NOT_A_NAME
    return None
