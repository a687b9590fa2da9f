"""A low drawing of the scores of a turn, for pages that follow the live room; styled by
``css/chart.css``."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from tournament.core.charts import Bar

#: Size in SVG units, and height of the texts above and below the bars.
_WIDTH, _HEIGHT, _TEXT = 420, 78, 19


class StripScores(NamedTuple):
    """The scores of the players on turn ``number``, whose top is ``top``."""

    number: int
    top: int
    bars: Sequence[Bar]
    player_count: int
    count_at_top: int
    count_at_zero: int


def render_score_strip(scores: StripScores) -> SafeString:
    """Return the figure: a sentence, a bar for each range of scores, the bar of the top marked."""
    return format_html(
        '<figure class="score-strip"><figcaption><strong>{}</strong> {}</figcaption>'
        '<svg class="chart-drawing" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>'
        '<p class="visually-hidden">{}</p></figure>',
        _("Les scores du coup %(number)s") % {"number": scores.number},
        _describe_ends(scores),
        _WIDTH,
        _HEIGHT,
        _render_bars(scores),
        ", ".join(f"{_format_range(bar)} : {bar.count}" for bar in scores.bars),
    )


def _describe_ends(scores: StripScores) -> str:
    at_top = ngettext(
        "%(count)s joueur au top sur %(played)s", "%(count)s joueurs au top sur %(played)s",
        scores.count_at_top,
    )  # fmt: skip
    at_zero = _("%(zero)s sans point") if scores.count_at_zero else _("personne sans point")
    return f"{at_top}, {at_zero}" % {
        "count": scores.count_at_top,
        "played": scores.player_count,
        "zero": scores.count_at_zero,
    }


def _format_range(bar: Bar) -> str:
    return str(bar.low) if bar.low == bar.high else f"{bar.low}–{bar.high}"


def _render_bars(scores: StripScores) -> SafeString:
    step = _WIDTH / len(scores.bars)
    base, highest = _HEIGHT - _TEXT, max(1, *(bar.count for bar in scores.bars))
    heights = [round((base - _TEXT) * bar.count / highest, 1) for bar in scores.bars]
    return format_html_join(
        "",
        '<rect class="bar{}" x="{}" y="{}" width="{}" height="{}"/>'
        '<text class="number" x="{}" y="{}">{}</text><text class="across" x="{}" y="{}">{}</text>',
        (
            (
                " marked" if bar.low <= scores.top <= bar.high else "",
                round((index + 0.1) * step, 1),
                round(base - height, 1),
                round(0.8 * step, 1),
                height,
                round((index + 0.5) * step, 1),
                round(base - height - 4, 1),
                bar.count or "",
                round((index + 0.5) * step, 1),
                _HEIGHT - 3,
                _format_range(bar),
            )
            for index, (bar, height) in enumerate(zip(scores.bars, heights, strict=True))
        ),
    )
