"""Rows of a ranking as HTML, built here because a template would be too slow for thousands.

Cells are escaped by Python's ``escape``: Django's, which spares what is safe, takes twenty times as
long.
"""

from collections.abc import Callable, Mapping
from functools import cache
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from tournament.core.ranking.measures import Measure, Value
from tournament.core.ranking.specification import ColumnChoice, EntryColumn
from tournament.core.ranking.table import FixedColumn, RankingColumn, RankingRow, RankingTable
from tournament.presentation.ranking import format_value

_NUMBER = '<td class="num">{}</td>'
_TOTAL = '<td class="num total">{}</td>'
_TEXT = "<td>{}</td>"
_LONG_TEXTS: Mapping[FixedColumn | ColumnChoice, str] = {
    EntryColumn.CLUB: '<td class="club">{}</td>',
    EntryColumn.TEAM: '<td class="team">{}</td>',
}
_ACCOUNT_LINK = (
    '<td class="num" data-value="{0}"><a class="target" href="{1}" aria-label="{2}">{0}</a></td>'
)


type _Cell = Callable[[RankingRow[int], Value | str], str]


def render_rows(
    table: RankingTable[int],
    player_url: Callable[[int], str],
    account_url: Callable[[int], str] | None = None,
    *,
    is_shown: Callable[[str], bool] = lambda _name: True,
    countries: Mapping[int, str] | None = None,
) -> SafeString:
    """Return the rows of the table.

    ``player_url`` returns the URL of an entry, ``account_url`` that of its warnings if they are
    links; rows whose name ``is_shown`` rejects are rendered with ``hidden``. ``countries``: by
    entry, those shown beside its name.
    """
    cells = [
        _make_cell(column, player_url, account_url, countries or {}) for column in table.columns
    ]
    rows = [
        "".join([cell(row, value) for cell, value in zip(cells, row.values, strict=True)])
        for row in table.rows
    ]
    hidden = ["" if is_shown(row.name) else " hidden" for row in table.rows]
    lines = [f"<tr{attribute}>{row}</tr>\n" for attribute, row in zip(hidden, rows, strict=True)]
    return mark_safe("".join(lines))  # noqa: S308 - cells are escaped


def describe_match_count(count: int) -> str:
    """Return the number of matching names, in the same words as static/js/public/name_search.js."""
    if not count:
        return gettext("Aucun nom ne va : essayez moins de lettres.")
    return ngettext("%(count)s nom", "%(count)s noms", count) % {"count": count}


def _make_cell(
    column: RankingColumn,
    player_url: Callable[[int], str],
    account_url: Callable[[int], str] | None,
    countries: Mapping[int, str],
) -> _Cell:
    if column.content is FixedColumn.NAME:
        return lambda row, _name: _render_head(row, player_url, countries)
    if column.content is Measure.WARNINGS and account_url is not None:
        return lambda row, value: _render_warnings(row, value, account_url)
    markup = _get_markup(column)

    @cache  # many rows have equal values
    def render(value: Value | str) -> str:
        return markup.format(escape(format_value(column, value)))

    return lambda _row, value: render(value)


def _get_markup(column: RankingColumn) -> str:
    if column.content is Measure.TOTAL:
        return _TOTAL
    if not column.is_text:
        return _NUMBER
    return _LONG_TEXTS.get(column.content, _TEXT)


def _render_head(
    row: RankingRow[int], player_url: Callable[[int], str], countries: Mapping[int, str]
) -> str:
    name = escape(row.name)
    country = "" if row.key is None else countries.get(row.key, "")
    if row.key is not None:
        name = f'<a href="{escape(player_url(row.key))}">{name}</a>'
    if country:
        name += f" <small>{escape(country)}</small>"
    if row.is_partial:
        name += f' <span class="badge" translate="yes">{escape(gettext("partiel"))}</span>'
    return f'<th scope="row">{name}</th>'


def _render_warnings(
    row: RankingRow[int], value: Value | str, account_url: Callable[[int], str]
) -> str:
    if row.key is None:
        return _NUMBER.format(escape(str(value)))
    count = int(value or 0)
    sentence = ngettext("%(n)s avertissement : %(name)s", "%(n)s avertissements : %(name)s", count)
    label = sentence % {"n": count, "name": row.name}
    return _ACCOUNT_LINK.format(*map(escape, (str(value), account_url(row.key), label)))
