"""SVG charts rendered by the server, with the same numbers as a table.

``render_line_chart`` and ``render_bar_chart`` return a whole ``<figure>``, styled by
``css/chart.css``. They need no script and never rely on colour alone: lines have different strokes
and a legend, bars carry their numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.charts import list_ticks
from tournament.presentation.names import mark_untranslated

#: Size of the drawing in SVG units; on a phone a unit is a little less than one pixel.
WIDTH, HEIGHT = 420, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 20, 40
#: The axis shows at most this many labels; the others are skipped.
_MAX_LABELS = 12
#: Number of strokes that ``css/chart.css`` defines.
MAX_LINES = 4


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One value for each label of the chart, None where there is none; ``is_person_name``: the name
    is that of a person, which a browser does not translate."""

    name: str
    values: Sequence[int | None]
    is_person_name: bool = True

    @property
    def title(self) -> str:
        return mark_untranslated(self.name) if self.is_person_name else self.name


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """The texts of a chart.

    ``labels`` are written under the axis and in the first column of the table; ``x_title`` is the
    title of the labels, ``y_title`` that of the values. ``has_turns``: the columns are the turns of
    the page's replay, which shows the one that is touched.
    """

    title: str
    x_title: str
    y_title: str
    labels: Sequence[str]
    has_turns: bool = False


@dataclass(frozen=True, slots=True)
class _Scale:
    """Conversion of values and columns to SVG units; ``marks``: the values shown on the axis."""

    marks: Sequence[int]
    columns: int

    def to_y(self, value: int) -> float:
        low, high = self.marks[0], self.marks[-1]
        share = (value - low) / (high - low)
        return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)

    @property
    def step(self) -> float:
        return (WIDTH - _LEFT - _RIGHT) / self.columns

    def to_x(self, column: int) -> float:
        """Return the middle of a column."""
        return round(_LEFT + (column + 0.5) * self.step, 1)


def render_line_chart(frame: ChartFrame, lines: Sequence[ChartLine]) -> SafeString:
    """Return the figure of at most ``MAX_LINES`` lines; empty if there is no value at all."""
    values = [value for line in lines for value in line.values if value is not None]
    if not values or len(lines) > MAX_LINES:
        return SafeString("")
    scale = _Scale(list_ticks(min(0, *values), max(0, *values)), len(frame.labels))
    shapes = format_html_join(
        "", "{}", ((_render_line(scale, index, line),) for index, line in enumerate(lines))
    )
    bands = _render_turns(scale) if frame.has_turns else ""
    legend = format_html_join(
        "",
        '<li><svg class="chart-key" viewBox="0 0 30 10" aria-hidden="true">'
        '<path class="line line-{}" d="M0 5H30"/></svg> {}</li>',
        ((index, line.title) for index, line in enumerate(lines)),
    )
    key = format_html('<ul class="chart-legend">{}</ul>', legend) if len(lines) > 1 else ""
    return _render_figure(frame, _render_svg(frame, scale, shapes, bands), key, lines)


def render_bar_chart(
    frame: ChartFrame, line: ChartLine, highlighted: int | None = None
) -> SafeString:
    """Return the figure of bars with their numbers; ``highlighted``: index of the bar to mark."""
    counts = [value or 0 for value in line.values]
    if not counts:
        return SafeString("")
    scale = _Scale(list_ticks(0, max(counts)), len(frame.labels))
    bars = format_html_join(
        "",
        '<rect class="bar{}" x="{}" y="{}" width="{}" height="{}"/>{}',
        (
            (
                " marked" if index == highlighted else "",
                round(scale.to_x(index) - scale.step * 0.4, 1),
                scale.to_y(count),
                round(scale.step * 0.8, 1),
                round(scale.to_y(0) - scale.to_y(count), 1),
                _render_text(scale.to_x(index), scale.to_y(count) - 3, count or "", "number"),
            )
            for index, count in enumerate(counts)
        ),
    )
    return _render_figure(frame, _render_svg(frame, scale, bars), "", [line])


def _render_line(scale: _Scale, number: int, line: ChartLine) -> SafeString:
    """Return one line and its dots; the line is interrupted where a value is missing."""
    path, is_drawing = [], False
    for index, value in enumerate(line.values):
        if value is not None:
            path.append(f"{'L' if is_drawing else 'M'}{scale.to_x(index)} {scale.to_y(value)}")
        is_drawing = value is not None
    dots = format_html_join(
        "",
        '<circle class="dot dot-{}" cx="{}" cy="{}" r="2.5"/>',
        (
            (number, scale.to_x(index), scale.to_y(value))
            for index, value in enumerate(line.values)
            if value is not None
        ),
    )
    return format_html('<path class="line line-{}" d="{}"/>{}', number, "".join(path), dots)


def _render_turns(scale: _Scale) -> SafeString:
    """Return one band for each turn, as high as the drawing, which is easy to touch."""
    return format_html_join(
        "",
        '<rect class="turn" data-turn="{}" x="{}" y="0" width="{}" height="{}"/>',
        (
            (index + 1, round(_LEFT + index * scale.step, 1), round(scale.step, 1), HEIGHT)
            for index in range(scale.columns)
        ),
    )


def _render_svg(
    frame: ChartFrame, scale: _Scale, shapes: SafeString, bands: SafeString | str = ""
) -> SafeString:
    rules = format_html_join(
        "",
        '<path class="{}" d="M{} {}H{}"/>{}',
        (
            (
                "axis" if mark == 0 else "rule",
                _LEFT,
                scale.to_y(mark),
                WIDTH - _RIGHT,
                _render_text(_LEFT - 6, scale.to_y(mark) + 4, _format_number(mark), "up"),
            )
            for mark in scale.marks
        ),
    )
    step = -(-len(frame.labels) // _MAX_LABELS)
    labels = format_html_join(
        "",
        "{}",
        (
            (_render_text(scale.to_x(index), HEIGHT - _BOTTOM + 16, label, "across"),)
            for index, label in enumerate(frame.labels)
            if index % step == 0
        ),
    )
    return format_html(
        '<svg class="chart-drawing" viewBox="0 0 {} {}" aria-hidden="true">{}{}{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        bands,
        rules,
        labels,
        _render_text(_LEFT + (WIDTH - _LEFT - _RIGHT) / 2, HEIGHT - 6, frame.x_title, "across"),
        shapes,
    )


def _format_number(value: int | None) -> str:
    return "–" if value is None else str(value).replace("-", "−")


def _render_text(x: float, y: float, content: object, css_class: str) -> SafeString:
    return format_html(
        '<text class="{}" x="{}" y="{}">{}</text>', css_class, round(x, 1), round(y, 1), content
    )


def _render_figure(
    frame: ChartFrame, svg: SafeString, key: SafeString | str, lines: Sequence[ChartLine]
) -> SafeString:
    heads = format_html_join("", '<th scope="col" class="num">{}</th>', ((x.title,) for x in lines))
    rows = format_html_join(
        "",
        '<tr><th scope="row">{}</th>{}</tr>',
        (
            (
                label,
                format_html_join(
                    "",
                    '<td class="num">{}</td>',
                    ((_format_number(x.values[index]),) for x in lines),
                ),
            )
            for index, label in enumerate(frame.labels)
        ),
    )
    table = format_html(
        '<table class="table"><caption class="visually-hidden">{}, {}</caption>'
        '<thead><tr><th scope="col">{}</th>{}</tr></thead><tbody>{}</tbody></table>',
        frame.title,
        frame.y_title,
        frame.x_title,
        heads,
        rows,
    )
    return format_html(
        '<figure class="chart"><figcaption>{} <span class="soft">{}</span></figcaption>{}{}'
        "<details><summary>{}</summary>{}</details></figure>",
        frame.title,
        frame.y_title,
        svg,
        key,
        _("Les mêmes nombres en tableau"),
        table,
    )
