"""What is said of a ruling in the lists: status, sanction, motives."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.core.verdict import Reading
from arbitrage.models import Ruling, Status
from arbitrage.words.sentences import motive_label, sanction_label

#: Tables named one by one where there is little room.
SHOWN = 4


def sanction(code: str) -> str:
    return sanction_label(code) if code else ""


def named_tables(numbers: list[int]) -> str:
    """Which tables, the first few by their numbers."""
    first = ", ".join(map(str, numbers[:SHOWN]))
    if len(numbers) > SHOWN:
        return _("%(n)d tables (%(first)s…)") % {"n": len(numbers), "first": first}
    sentence = ngettext("table %(first)s", "tables %(first)s", len(numbers))
    return sentence % {"first": first}


def motives(codes: list[str]) -> str:
    return ", ".join(map(motive_label, codes))


def status_badge(ruling: Ruling) -> str:
    """Colour of the badge; the word beside it says the same."""
    return {
        Status.UNDECIDED: "warn",
        Status.PROPOSED: "",
        Status.CONFIRMED: "good",
        Status.CHANGED: "note",
    }[Status(ruling.status)]


def status_word(ruling: Ruling) -> str:
    return {
        Status.UNDECIDED: _("à décider"),
        Status.PROPOSED: _("proposé"),
        Status.CONFIRMED: _("confirmé"),
        Status.CHANGED: _("changé"),
    }[Status(ruling.status)]


def preset(reading: Reading) -> dict[str, Any]:
    """What choosing this reading fills into the form."""
    return {
        "points": reading.points,
        "sanction": reading.sanction.value,
        "motives": [motive.value for motive in reading.motives],
        "article": reading.article,
    }
