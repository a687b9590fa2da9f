"""Bulletins as they were written: drawn small, and as one line of text."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from arbitrage.core.bulletin import ILLEGIBLE, SheetState
from arbitrage.core.errors import SheetTooLarge, UnreadableSheet
from arbitrage.core.sheets.sheet import BLANK, Sheet
from arbitrage.models import PaperBulletin
from arbitrage.presentation.sentences import get_sheet_state_label
from tournament.models import Bulletin, LateBulletin


@dataclass(frozen=True)
class DrawnSquare:
    """One square of the sheet; ``letter`` is empty where nothing is written."""

    letter: str
    circled: bool
    struck: bool


@dataclass(frozen=True)
class DrawnSheet:
    """The squared part, row by row; a vertical word is turned to save room.

    ``screen_reader_text`` is the text for screen readers.
    """

    rows: list[list[DrawnSquare]]
    is_vertical: bool
    screen_reader_text: str

    @property
    def is_line(self) -> bool:
        """True if it is a single word, in one direction."""
        return len(self.rows) == 1


def build_drawing(bulletin: PaperBulletin | Bulletin | LateBulletin) -> DrawnSheet | None:
    """Return the drawing on a bulletin; None when the squared part is blank."""
    try:
        sheet = Sheet.from_text("\n".join(bulletin.rows), "\n".join(bulletin.struck))
    except (UnreadableSheet, SheetTooLarge):
        return None
    if sheet.is_blank:
        return None
    rows = [
        [_draw_square(sheet, row, col) for col in range(len(line))]
        for row, line in enumerate(sheet.rows)
    ]
    is_vertical = len(rows) > 1 and len(rows[0]) == 1
    if is_vertical:
        rows = [[square for (square,) in rows]]
    return DrawnSheet(rows, is_vertical, _describe(rows, is_vertical=is_vertical))


def _draw_square(sheet: Sheet, row: int, col: int) -> DrawnSquare:
    letter = sheet.rows[row][col]
    if letter == BLANK:
        return DrawnSquare("", circled=False, struck=False)
    return DrawnSquare(letter.upper(), letter.islower(), sheet.is_struck(row, col))


def _describe(rows: list[list[DrawnSquare]], *, is_vertical: bool) -> str:
    lines = ["".join(square.letter or " " for square in row) for row in rows]
    parts = [" / ".join(lines)]
    if len(rows) == 1:
        parts.append(_("vertical") if is_vertical else _("horizontal"))
    circled = [square.letter for row in rows for square in row if square.circled]
    struck = [square.letter for row in rows for square in row if square.struck]
    if circled:
        parts.append(_("encerclé : %(letters)s") % {"letters": ", ".join(circled)})
    if struck:
        parts.append(_("rayé : %(letters)s") % {"letters": ", ".join(struck)})
    return ", ".join(parts)


def describe_bulletin(bulletin: PaperBulletin | Bulletin | LateBulletin) -> str:
    """Return a bulletin as one line: letters, reference, score."""
    drawing = build_drawing(bulletin)
    text = drawing.screen_reader_text if drawing else describe_empty_sheet(bulletin)
    return f"{text} · {format_written(bulletin.reference)} · {format_written(bulletin.score)}"


def describe_empty_sheet(bulletin: PaperBulletin | Bulletin | LateBulletin) -> str:
    """Return the words in place of the letters where none is written."""
    if bulletin.reference or bulletin.score:
        return _("sans mot")
    return format_sheet_state(bulletin) or _("vierge")


def format_written(text: str) -> str:
    """Return a reference or score for display."""
    return _("illisible") if text == ILLEGIBLE else text or "–"


def format_sheet_state(bulletin: PaperBulletin | Bulletin | LateBulletin) -> str:
    """Return the state of a bulletin on paper; empty for a normal one, and for one of a tablet."""
    if not isinstance(bulletin, PaperBulletin) or bulletin.state == SheetState.OK:
        return ""
    return get_sheet_state_label(bulletin.state)
