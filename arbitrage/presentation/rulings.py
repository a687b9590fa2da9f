"""Short texts about a ruling in the lists: status, sanction, motives."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _, gettext_noop, ngettext

from arbitrage.core.codes import Sanction
from arbitrage.core.verdict import Reading
from arbitrage.models import Ruling, Status
from arbitrage.presentation.sentences import motive_label, sanction_label

STATUS_WORDS: Mapping[Status, str] = {
    Status.UNDECIDED: gettext_noop("à décider"),
    Status.PROPOSED: gettext_noop("proposé"),
    Status.CONFIRMED: gettext_noop("confirmé"),
    Status.CHANGED: gettext_noop("changé"),
}
#: The number of tables named one by one where there is little room.
SHOWN = 4


def sanction(code: str) -> str:
    return sanction_label(code) if code else ""


def named_tables(numbers: list[int]) -> str:
    """Return the numbers of the tables, or their count and the first few numbers."""
    first = ", ".join(map(str, numbers[:SHOWN]))
    if len(numbers) > SHOWN:
        return _("%(n)d tables (%(first)s…)") % {"n": len(numbers), "first": first}
    sentence = ngettext("table %(first)s", "tables %(first)s", len(numbers))
    return sentence % {"first": first}


def motives(codes: list[str]) -> str:
    return ", ".join(map(motive_label, codes))


def status_badge(ruling: Ruling) -> str:
    """Return the colour of the badge; the word beside it says the same."""
    return {
        Status.UNDECIDED: "warn",
        Status.PROPOSED: "",
        Status.CONFIRMED: "good",
        Status.CHANGED: "note",
    }[Status(ruling.status)]


def status_word(ruling: Ruling) -> str:
    return _(STATUS_WORDS[Status(ruling.status)])


def preset(reading: Reading) -> dict[str, Any]:
    """Return the fields of the form for choosing this reading."""
    return {
        "points": reading.points,
        "sanction": reading.sanction.value,
        "motives": [motive.value for motive in reading.motives],
        "article": reading.article,
    }


def keyed_verdict(ruling: Ruling) -> dict[str, Any]:
    """Return the verdict beside a bulletin just typed in: few words, and the article."""
    code = Sanction(ruling.sanction)
    parts = [] if code is Sanction.NONE else [sanction_label(code)]
    if ruling.motives:
        parts.append(motives(ruling.motives))
    return {
        "points": ruling.points,
        "sanction": ruling.sanction,
        "said": " : ".join(parts),
        "article": ruling.article,
        "status": status_word(ruling),
        "undecided": ruling.status == Status.UNDECIDED,
    }
