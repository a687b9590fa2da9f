"""Short texts of the arbiter's list: filters and views, a bulletin in one line, tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop as _, ngettext

from arbitrage.core.codes import Sanction
from arbitrage.models import BulletinOrigin, PaperBulletin, Ruling, RulingStatus
from arbitrage.presentation.drawings import build_drawing, describe_empty_sheet, format_written
from arbitrage.presentation.rulings import STATUS_WORDS
from arbitrage.presentation.sentences import CAME_SINCE, UNDECIDED, get_motive_label
from arbitrage.queries.lines import ListLine
from tournament.models import Bulletin, LateBulletin

#: Labels by the names of ``arbitrage.queries.paging``.
FILTERS: Mapping[str, str] = {
    "open": _("À décider"),
    "faults": _("Fautes"),
    "missing": _("Sans bulletin"),
    "late": _("Hors temps"),
    "zero": _("Zéros"),
    "": _("Tous"),
}
GROUPING_NAMES: Mapping[str, str] = {"": _("Par table"), "answer": _("Par réponse")}
SANCTIONS: Mapping[Sanction, str] = {
    Sanction.NONE: _("sans sanction"),
    Sanction.WARNING: _("avertissement"),
    Sanction.PENALTY: _("− 5 points"),
    Sanction.ZERO: _("zéro"),
}
#: The number of tables named where there is room for one line.
MAX_TABLES_IN_LINE = 4


def get_filter_label(name: str) -> str:
    return gettext(FILTERS[name])


def get_grouping_label(name: str) -> str:
    return gettext(GROUPING_NAMES[name])


def format_first_tables(numbers: Sequence[int], max_count: int = MAX_TABLES_IN_LINE) -> str:
    """Return the first ``max_count`` numbers and the count of the others."""
    first = ", ".join(map(str, numbers[:max_count]))
    other_count = len(numbers) - max_count
    if other_count <= 0:
        return first
    sentence = ngettext("%(first)s et %(n)d autre", "%(first)s et %(n)d autres", other_count)
    return sentence % {"first": first, "n": other_count}


@dataclass(frozen=True, slots=True)
class BulletinSummary:
    """A bulletin in one line; circled letters in parentheses, several lines separated by /."""

    arrow: str
    letters: str
    reference: str
    score: str


def summarise_bulletin(bulletin: PaperBulletin | Bulletin | LateBulletin) -> BulletinSummary:
    drawing = build_drawing(bulletin)
    arrow = letters = ""
    if drawing:
        lines = (
            "".join(
                f"({square.letter})" if square.circled else square.letter
                for square in row
                if square.letter and not square.struck
            )
            for row in drawing.rows
        )
        letters = " / ".join(filter(None, lines))
        arrow = ("↓" if drawing.is_vertical else "→") if drawing.is_line else ""
    return BulletinSummary(
        arrow,
        letters or describe_empty_sheet(bulletin),
        format_written(bulletin.reference),
        format_written(bulletin.score),
    )


def summarise_ruling(ruling: Ruling) -> str:
    """Return a short text of the decision, or the reason why there is none yet."""
    reason = ruling.verdict["undecided_reason"] if ruling.status == RulingStatus.UNDECIDED else None
    if ruling.came_since:
        return gettext(CAME_SINCE[BulletinOrigin(ruling.origin)]).rstrip(".")
    if reason:
        return gettext(UNDECIDED[reason])
    label = gettext(SANCTIONS[Sanction(ruling.sanction)])
    return (
        f"{label} : {', '.join(map(get_motive_label, ruling.motives))}" if ruling.motives else label
    )


def summarise_statuses(line: ListLine) -> str:
    """Return the states of the bulletins of a line, with their counts where they differ."""
    statuses = Counter(RulingStatus(bulletin.status) for bulletin in line.bulletins)
    if len(statuses) == 1:
        return gettext(STATUS_WORDS[next(iter(statuses))])
    return ", ".join(
        f"{gettext(STATUS_WORDS[status])} : {statuses[status]}"
        for status in RulingStatus
        if statuses[status]
    )
