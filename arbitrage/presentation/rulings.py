"""Short texts about a ruling in the lists: status, sanction, motives."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _, gettext_noop, ngettext

from arbitrage.core.codes import Sanction
from arbitrage.core.verdict import Reading
from arbitrage.models import Ruling, RulingStatus
from arbitrage.presentation.sentences import get_motive_label, get_sanction_label

STATUS_WORDS: Mapping[RulingStatus, str] = {
    RulingStatus.UNDECIDED: gettext_noop("à décider"),
    RulingStatus.PROPOSED: gettext_noop("proposé"),
    RulingStatus.CONFIRMED: gettext_noop("confirmé"),
    RulingStatus.CHANGED: gettext_noop("changé"),
}
#: The number of tables named one by one where there is little room.
MAX_NAMED_TABLES = 4


def format_sanction(code: str) -> str:
    return get_sanction_label(code) if code else ""


def format_tables(numbers: list[int]) -> str:
    """Return the numbers of the tables, or their count and the first few numbers."""
    first = ", ".join(map(str, numbers[:MAX_NAMED_TABLES]))
    if len(numbers) > MAX_NAMED_TABLES:
        return _("%(n)d tables (%(first)s…)") % {"n": len(numbers), "first": first}
    sentence = ngettext("table %(first)s", "tables %(first)s", len(numbers))
    return sentence % {"first": first}


def format_motives(codes: list[str]) -> str:
    return ", ".join(map(get_motive_label, codes))


def get_status_badge(ruling: Ruling) -> str:
    """Return the colour of the badge; the word beside it says the same."""
    return {
        RulingStatus.UNDECIDED: "warn",
        RulingStatus.PROPOSED: "",
        RulingStatus.CONFIRMED: "good",
        RulingStatus.CHANGED: "note",
    }[RulingStatus(ruling.status)]


def get_status_word(ruling: Ruling) -> str:
    return _(STATUS_WORDS[RulingStatus(ruling.status)])


def build_preset(reading: Reading) -> dict[str, Any]:
    """Return the fields of the form for choosing this reading."""
    return {
        "points": reading.points,
        "sanction": reading.sanction.value,
        "motives": [motive.value for motive in reading.motives],
        "article": reading.article,
    }


def build_keyed_verdict(ruling: Ruling) -> dict[str, Any]:
    """Return the short verdict, for JSON, beside a bulletin just typed in."""
    code = Sanction(ruling.sanction)
    parts = [] if code is Sanction.NONE else [get_sanction_label(code)]
    if ruling.motives:
        parts.append(format_motives(ruling.motives))
    return {
        "points": ruling.points,
        "sanction": ruling.sanction,
        "said": " : ".join(parts),
        "article": ruling.article,
        "status": get_status_word(ruling),
        "undecided": ruling.status == RulingStatus.UNDECIDED,
    }
