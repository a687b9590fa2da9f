"""Shows bulletins as written and rulings in words: ``{% load rulings %}``."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.core.bulletin import ILLEGIBLE, SheetState
from arbitrage.core.errors import BadSheet, SheetTooLarge
from arbitrage.core.sheet import BLANK, Sheet
from arbitrage.core.verdict import Reading
from arbitrage.models import PaperBulletin, Ruling, Status
from arbitrage.words import acts as act_sentences
from arbitrage.words import citations
from arbitrage.words.sentences import motive_label, points_label, sanction_label, slip_state_label
from tournament.models import Bulletin, LateBulletin

register = template.Library()

#: Tables named one by one where there is little room.
SHOWN = 4


@dataclass(frozen=True)
class Square:
    """One square of the sheet; ``letter`` is empty where nothing is written."""

    letter: str
    circled: bool
    struck: bool


@dataclass(frozen=True)
class Drawing:
    """The squared part, row by row; a vertical word is laid down to save room."""

    rows: list[list[Square]]
    vertical: bool
    spoken: str

    @property
    def line(self) -> bool:
        """A single word, in one direction."""
        return len(self.rows) == 1


@register.filter
def drawing(bulletin: PaperBulletin | Bulletin | LateBulletin) -> Drawing | None:
    """What is drawn on a bulletin; None when the squared part is blank."""
    try:
        sheet = Sheet.from_text("\n".join(bulletin.rows), "\n".join(bulletin.struck))
    except (BadSheet, SheetTooLarge):
        return None
    if sheet.is_blank:
        return None
    rows = [
        [_square(sheet, row, col) for col in range(len(line))]
        for row, line in enumerate(sheet.rows)
    ]
    vertical = len(rows) > 1 and len(rows[0]) == 1
    if vertical:
        rows = [[square for (square,) in rows]]
    return Drawing(rows, vertical, _spoken(rows, vertical=vertical))


def _square(sheet: Sheet, row: int, col: int) -> Square:
    letter = sheet.rows[row][col]
    if letter == BLANK:
        return Square("", circled=False, struck=False)
    return Square(letter.upper(), letter.islower(), sheet.is_struck(row, col))


def _spoken(rows: list[list[Square]], *, vertical: bool) -> str:
    lines = ["".join(square.letter or " " for square in row) for row in rows]
    parts = [" / ".join(lines)]
    if len(rows) == 1:
        parts.append(_("vertical") if vertical else _("horizontal"))
    circled = [square.letter for row in rows for square in row if square.circled]
    struck = [square.letter for row in rows for square in row if square.struck]
    if circled:
        parts.append(_("entouré : %(letters)s") % {"letters": ", ".join(circled)})
    if struck:
        parts.append(_("rayé : %(letters)s") % {"letters": ", ".join(struck)})
    return ", ".join(parts)


@register.filter
def in_words(bulletin: PaperBulletin | Bulletin | LateBulletin) -> str:
    """A bulletin in one line: what is drawn, reference, score."""
    drawn = drawing(bulletin)
    written = drawn.spoken if drawn else _("rien d’écrit")
    return f"{written} · {as_written(bulletin.reference)} · {as_written(bulletin.score)}"


@register.filter
def as_written(text: str) -> str:
    """A reference or score on a bulletin."""
    return _("illisible") if text == ILLEGIBLE else text or "–"


@register.filter
def slip_state(paper: PaperBulletin) -> str:
    """What is the matter with a bulletin on paper; empty for one like most."""
    return "" if paper.state == SheetState.OK else slip_state_label(paper.state)


@register.filter
def sanction(code: str) -> str:
    return sanction_label(code) if code else ""


@register.filter
def named_tables(numbers: list[int]) -> str:
    """Which tables, the first few by their numbers."""
    first = ", ".join(map(str, numbers[:SHOWN]))
    if len(numbers) > SHOWN:
        return _("%(n)d tables (%(first)s…)") % {"n": len(numbers), "first": first}
    sentence = ngettext("table %(first)s", "tables %(first)s", len(numbers))
    return sentence % {"first": first}


@register.filter
def act_label(kind: str) -> str:
    return act_sentences.act_label(kind)


@register.filter
def motives(codes: list[str]) -> str:
    return ", ".join(map(motive_label, codes))


@register.filter
def status_badge(ruling: Ruling) -> str:
    """Colour of the badge; the word beside it says the same."""
    return {
        Status.UNDECIDED: "warn",
        Status.PROPOSED: "",
        Status.CONFIRMED: "good",
        Status.CHANGED: "note",
    }[Status(ruling.status)]


@register.filter
def status_word(ruling: Ruling) -> str:
    return {
        Status.UNDECIDED: _("à décider"),
        Status.PROPOSED: _("proposé"),
        Status.CONFIRMED: _("confirmé"),
        Status.CHANGED: _("changé"),
    }[Status(ruling.status)]


@register.filter
def citation(number: str) -> str:
    return citations.citation(number)


@register.filter
def points(count: int) -> str:
    return points_label(count)


@register.filter
def preset(reading: Reading) -> dict[str, Any]:
    """What choosing this reading fills into the form."""
    return {
        "points": reading.points,
        "sanction": reading.sanction.value,
        "motives": [motive.value for motive in reading.motives],
        "article": reading.article,
    }
