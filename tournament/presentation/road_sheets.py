"""French words of road sheets: signed gaps, ranks, sanctions."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.presentation.charts import ChartFrame, ChartLine, render_line_chart
from tournament.queries.results.road_sheets import Placing, PlayedTurn, PlayerGame

#: Name and CSS class of a sanction, as on the tablet.
SANCTION_BADGES: Mapping[str, tuple[Promise, str]] = {
    "warning": (gettext_lazy("avertissement"), "warn"),
    "penalty": (gettext_lazy("pénalité"), "warn"),
    "zero": (gettext_lazy("zéro"), "bad"),
}


def format_signed(number: int | None) -> str:
    """Format a number with its sign: « +3 », « 0 », « −12 » with a real minus sign; a dash for
    None."""
    if number is None:
        return "–"
    return f"{number:+d}".replace("-", "−") if number else "0"


def format_placing(placing: Placing) -> str:
    """Format a rank: « 3 / 24 »."""
    if placing.rank is None:
        return _("non classé")
    return _("%(rank)s / %(size)s") % {"rank": placing.rank, "size": placing.ranked_count}


def list_turn_badges(played: PlayedTurn) -> list[tuple[str | Promise, str]]:
    """Return text and CSS class of the badges of a turn."""
    badges: list[tuple[str | Promise, str]] = []
    if played.is_solo:
        badges.append((_("solo"), "good"))
    elif played.gap == 0:
        badges.append((_("top"), "good"))
    if played.sanction in SANCTION_BADGES:
        badges.append(SANCTION_BADGES[played.sanction])
    elif played.warnings:
        badges.append(SANCTION_BADGES["warning"])
    return badges


def describe_leader(first: str, second: str, lead: int) -> str:
    """Return the sentence about the leader over all games; ``lead``: of the first over the
    second."""
    if not lead:
        return _("En tout, les deux sont à égalité.")
    sentence = ngettext(
        "En tout, %(name)s a %(n)s point de plus.",
        "En tout, %(name)s a %(n)s points de plus.",
        abs(lead),
    )
    return sentence % {"name": first if lead > 0 else second, "n": abs(lead)}


def render_gap_chart(
    sheet: PlayerGame, name: str, other: PlayerGame | None = None, other_name: str = ""
) -> SafeString:
    """Return the chart of the gap to the sum of the tops, turn by turn, of one player or of two."""
    lines = [_build_gap_line(sheet, name)] + ([_build_gap_line(other, other_name)] if other else [])
    frame = ChartFrame(
        title=_("Écart au top, coup par coup"),
        x_title=_("Coup"),
        y_title=_("points"),
        labels=[str(played.turn.number) for played in sheet.turns],
    )
    return render_line_chart(frame, lines)


def _build_gap_line(sheet: PlayerGame, name: str) -> ChartLine:
    gaps = [None if turn.points is None else turn.total_gap for turn in sheet.turns]
    return ChartLine(name, gaps)
