"""Charts as the server draws them: SVG, and the same numbers as a table that anybody can open.

``line_chart`` and ``bar_chart`` give a whole ``<figure>``; its look is in ``css/chart.css``. No
script, and nothing is told by colour alone: lines differ in their strokes and are named at their
ends, bars carry their numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.charts import list_ticks

#: Of the drawing, in its own units: a phone shows one for a little less than one pixel.
WIDTH, HEIGHT = 420, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 20, 40
#: Beyond so many labels under the axis, some are left out.
_MOST_LABELS = 12
#: Strokes that ``css/chart.css`` tells apart.
MOST_LINES = 4


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One value for each label of the chart, None where there is none."""

    name: str
    values: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """What is told around the drawing: ``labels`` under the axis are the heads of the rows of the
    table, ``across`` names them and ``up`` the numbers."""

    title: str
    across: str
    up: str
    labels: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Scale:
    """From numbers to the drawing's units."""

    marks: Sequence[int]
    columns: int

    def y(self, value: int) -> float:
        low, high = self.marks[0], self.marks[-1]
        share = (value - low) / (high - low)
        return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)

    @property
    def step(self) -> float:
        return (WIDTH - _LEFT - _RIGHT) / self.columns

    def x(self, at: int) -> float:
        """The middle of a column."""
        return round(_LEFT + (at + 0.5) * self.step, 1)


def line_chart(frame: ChartFrame, lines: Sequence[ChartLine]) -> SafeString:
    """At most ``MOST_LINES`` lines; nothing where there is no value at all."""
    known = [value for line in lines for value in line.values if value is not None]
    if not known or len(lines) > MOST_LINES:
        return SafeString("")
    scale = _Scale(list_ticks(min(0, *known), max(0, *known)), len(frame.labels))
    drawn = format_html_join("", "{}", ((_line(scale, at, line),) for at, line in enumerate(lines)))
    legend = format_html_join(
        "",
        '<li><svg class="chart-key" viewBox="0 0 30 10" aria-hidden="true">'
        '<path class="line line-{}" d="M0 5H30"/></svg> {}</li>',
        ((at, line.name) for at, line in enumerate(lines)),
    )
    key = format_html('<ul class="chart-legend">{}</ul>', legend) if len(lines) > 1 else ""
    return _figure(frame, _svg(frame, scale, drawn), key, lines)


def bar_chart(frame: ChartFrame, line: ChartLine, marked: int | None = None) -> SafeString:
    """Bars with their numbers; ``marked``: the one that stands out."""
    counts = [value or 0 for value in line.values]
    if not counts:
        return SafeString("")
    scale = _Scale(list_ticks(0, max(counts)), len(frame.labels))
    bars = format_html_join(
        "",
        '<rect class="bar{}" x="{}" y="{}" width="{}" height="{}"/>{}',
        (
            (
                " marked" if at == marked else "",
                round(scale.x(at) - scale.step * 0.4, 1),
                scale.y(count),
                round(scale.step * 0.8, 1),
                round(scale.y(0) - scale.y(count), 1),
                _text(scale.x(at), scale.y(count) - 3, count or "", "number"),
            )
            for at, count in enumerate(counts)
        ),
    )
    return _figure(frame, _svg(frame, scale, bars), "", [line])


def _line(scale: _Scale, number: int, line: ChartLine) -> SafeString:
    """Broken where a value is missing."""
    path, drawing = [], False
    for at, value in enumerate(line.values):
        if value is not None:
            path.append(f"{'L' if drawing else 'M'}{scale.x(at)} {scale.y(value)}")
        drawing = value is not None
    dots = format_html_join(
        "",
        '<circle class="dot dot-{}" cx="{}" cy="{}" r="2.5"/>',
        (
            (number, scale.x(at), scale.y(value))
            for at, value in enumerate(line.values)
            if value is not None
        ),
    )
    return format_html('<path class="line line-{}" d="{}"/>{}', number, "".join(path), dots)


def _svg(frame: ChartFrame, scale: _Scale, drawn: SafeString) -> SafeString:
    rules = format_html_join(
        "",
        '<path class="{}" d="M{} {}H{}"/>{}',
        (
            (
                "axis" if mark == 0 else "rule",
                _LEFT,
                scale.y(mark),
                WIDTH - _RIGHT,
                _text(_LEFT - 6, scale.y(mark) + 4, _number(mark), "up"),
            )
            for mark in scale.marks
        ),
    )
    every = -(-len(frame.labels) // _MOST_LABELS)
    under = format_html_join(
        "",
        "{}",
        (
            (_text(scale.x(at), HEIGHT - _BOTTOM + 16, label, "across"),)
            for at, label in enumerate(frame.labels)
            if at % every == 0
        ),
    )
    return format_html(
        '<svg class="chart-drawing" viewBox="0 0 {} {}" aria-hidden="true">{}{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        rules,
        under,
        _text(_LEFT + (WIDTH - _LEFT - _RIGHT) / 2, HEIGHT - 6, frame.across, "across"),
        drawn,
    )


def _number(value: int | None) -> str:
    return "–" if value is None else str(value).replace("-", "−")


def _text(x: float, y: float, said: object, place: str) -> SafeString:
    return format_html(
        '<text class="{}" x="{}" y="{}">{}</text>', place, round(x, 1), round(y, 1), said
    )


def _figure(
    frame: ChartFrame, svg: SafeString, key: SafeString | str, lines: Sequence[ChartLine]
) -> SafeString:
    heads = format_html_join("", '<th scope="col" class="num">{}</th>', ((x.name,) for x in lines))
    rows = format_html_join(
        "",
        '<tr><th scope="row">{}</th>{}</tr>',
        (
            (
                label,
                format_html_join(
                    "",
                    '<td class="num">{}</td>',
                    ((_number(x.values[at]),) for x in lines),
                ),
            )
            for at, label in enumerate(frame.labels)
        ),
    )
    table = format_html(
        '<table class="table"><caption class="visually-hidden">{}, {}</caption>'
        '<thead><tr><th scope="col">{}</th>{}</tr></thead><tbody>{}</tbody></table>',
        frame.title,
        frame.up,
        frame.across,
        heads,
        rows,
    )
    return format_html(
        '<figure class="chart"><figcaption>{} <span class="soft">{}</span></figcaption>{}{}'
        "<details><summary>{}</summary>{}</details></figure>",
        frame.title,
        frame.up,
        svg,
        key,
        _("Les mêmes nombres en tableau"),
        table,
    )
