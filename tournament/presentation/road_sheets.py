"""What pages say of road sheets: gaps with their sign, ranks, sanctions."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.presentation.charts import ChartFrame, ChartLine, line_chart
from tournament.queries.results.road_sheets import Placing, PlayedTurn, PlayerGame

#: Name and look of what a bulletin cost, as on the tablet.
SANCTIONS: Mapping[str, tuple[Promise, str]] = {
    "warning": (gettext_lazy("avertissement"), "warn"),
    "penalty": (gettext_lazy("pénalité"), "warn"),
    "zero": (gettext_lazy("zéro"), "bad"),
}


def signed(number: int | None) -> str:
    """« +3 », « 0 », « −12 » with a real minus sign; a dash for None."""
    if number is None:
        return "–"
    return f"{number:+d}".replace("-", "−") if number else "0"


def place_of(placing: Placing) -> str:
    """« 3 / 24 »."""
    if placing.rank is None:
        return _("non classé")
    return _("%(rank)s / %(size)s") % {"rank": placing.rank, "size": placing.size}


def turn_badges(played: PlayedTurn) -> list[tuple[str | Promise, str]]:
    """Words and looks of what stands out in a turn."""
    found: list[tuple[str | Promise, str]] = []
    if played.solo:
        found.append((_("solo"), "good"))
    elif played.gap == 0:
        found.append((_("top"), "good"))
    if played.sanction in SANCTIONS:
        found.append(SANCTIONS[played.sanction])
    elif played.warnings:
        found.append(SANCTIONS["warning"])
    return found


def who_leads(first: str, second: str, lead: int) -> str:
    """Over all games; ``lead``: how far the first is ahead of the second."""
    if not lead:
        return _("En tout, les deux sont à égalité.")
    told = ngettext(
        "En tout, %(name)s a %(n)s point de plus.",
        "En tout, %(name)s a %(n)s points de plus.",
        abs(lead),
    )
    return told % {"name": first if lead > 0 else second, "n": abs(lead)}


def gap_chart(
    sheet: PlayerGame, name: str, other: PlayerGame | None = None, named: str = ""
) -> SafeString:
    """The gap to the sum of the tops through a game, turn by turn, of one or of two."""
    lines = [_gaps(sheet, name)] + ([_gaps(other, named)] if other else [])
    frame = ChartFrame(
        title=_("Écart au top, coup par coup"),
        across=_("Coup"),
        up=_("points"),
        labels=[str(played.turn.number) for played in sheet.turns],
    )
    return line_chart(frame, lines)


def _gaps(sheet: PlayerGame, name: str) -> ChartLine:
    gaps = [None if one.points is None else one.total_gap for one in sheet.turns]
    return ChartLine(name, gaps)
