"""The rows of a ranking in HTML: thousands, so that no template walks through their cells."""

from collections.abc import Callable
from functools import cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from tournament.core.ranking.measures import Measure, Value
from tournament.core.ranking.specification import Shown
from tournament.core.ranking.table import Fixed, RankingColumn, RankingRow, RankingTable
from tournament.presentation.ranking import in_words

_NUMBER = '<td class="num">{}</td>'
_TOTAL = '<td class="num total">{}</td>'
_TEXT = "<td>{}</td>"
_LONG = '<td class="long">{}</td>'
_ACCOUNT = (
    '<td class="num" data-value="{0}"><a class="target" href="{1}" aria-label="{2}">{0}</a></td>'
)

type _Cell = Callable[[RankingRow[int], Value | str], str]


def rows_of(
    table: RankingTable[int],
    player: Callable[[int], str],
    account: Callable[[int], str] | None = None,
    *,
    shown: Callable[[str], bool] = lambda _name: True,
) -> SafeString:
    """``player`` gives the address of the page of an entry, ``account`` that of its warnings, where
    they are led to; rows of whom ``shown`` says no are there, and hidden."""
    cells = [_cell(column, player, account) for column in table.columns]
    rows = [
        "".join([cell(row, value) for cell, value in zip(cells, row.values, strict=True)])
        for row in table.rows
    ]
    hidden = ["" if shown(row.name) else " hidden" for row in table.rows]
    lines = [f"<tr{mark}>{row}</tr>\n" for mark, row in zip(hidden, rows, strict=True)]
    return mark_safe("".join(lines))  # noqa: S308 - cells are escaped


def names_found(count: int) -> str:
    """As static/js/public/find.js says it."""
    if not count:
        return gettext("Aucun nom ne va : essayez moins de lettres.")
    return ngettext("%(count)s nom", "%(count)s noms", count) % {"count": count}


def _cell(
    column: RankingColumn, player: Callable[[int], str], account: Callable[[int], str] | None
) -> _Cell:
    if column.what is Fixed.NAME:
        return lambda row, _name: _head(row, player)
    if column.what is Measure.WARNINGS and account is not None:
        return lambda row, value: _warnings(row, value, account)
    markup = _markup(column)

    @cache  # many have the same
    def written(value: Value | str) -> str:
        return format_html(markup, in_words(column, value))

    return lambda _row, value: written(value)


def _markup(column: RankingColumn) -> str:
    if column.what is Measure.TOTAL:
        return _TOTAL
    if not column.is_text:
        return _NUMBER
    return _LONG if column.what in {Shown.CLUB, Shown.TEAM} else _TEXT


def _head(row: RankingRow[int], player: Callable[[int], str]) -> str:
    name: str = row.name
    if row.key is not None:
        name = format_html('<a href="{}">{}</a>', player(row.key), row.name)
    if not row.partial:
        return format_html('<th scope="row">{}</th>', name)
    partial = gettext("partiel")
    return format_html('<th scope="row">{} <span class="badge">{}</span></th>', name, partial)


def _warnings(row: RankingRow[int], value: Value | str, account: Callable[[int], str]) -> str:
    if row.key is None:
        return format_html(_NUMBER, value)
    count = int(value or 0)
    told = ngettext("%(n)s avertissement : %(name)s", "%(n)s avertissements : %(name)s", count)
    label = told % {"n": count, "name": row.name}
    return format_html(_ACCOUNT, value, account(row.key), label)
