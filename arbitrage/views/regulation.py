"""The regulation as the software applies it, for everybody; it stores nothing."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbitrage.core.coverage.rows import STATES, compare_editions, list_articles
from arbitrage.presentation.citations import format_citation_of_edition
from engine.errors import UnknownEdition
from engine.regulation.edition import Edition
from engine.regulation.editions import CURRENT, EDITIONS, get_edition

#: Titles of the articles that players read first, in every edition that has them.
READ_FIRST = (
    *("Temps de jeu", "Contenu du bulletin", "Référence alphanumérique", "Lettres de raccord"),
    *("Lettre de raccord", "Solo", "Avertissements", "Pénalité de 5 points", "Nullités"),
    *("Retard", "Recours"),
)


@require_safe
def edition(request: HttpRequest, key: str = CURRENT) -> HttpResponse:
    """Show the articles of an edition. Raise Http404 for an unknown one."""
    requested_edition = _get_edition(key)
    rows = [
        (
            row,
            format_citation_of_edition(requested_edition, row.number),
            STATES[row.state],
            split_names(row.code),
        )
        for row in list_articles(requested_edition)
    ]
    context = {
        "edition": requested_edition,
        "rows": rows,
        "first": [row for title in READ_FIRST for row, *_rest in rows if row.title == title],
        "editions": EDITIONS,
        "current": CURRENT,
        "others": [other for other in EDITIONS if other != key],
    }
    return render(request, "arbitrage/regulation.html", context)


@require_safe
def show_differences(request: HttpRequest, older_key: str, newer_key: str) -> HttpResponse:
    """Show the differences between two editions. Raise Http404 for an unknown one."""
    older, newer = _get_edition(older_key), _get_edition(newer_key)
    context = {
        "before": older,
        "after": newer,
        "differences": compare_editions(older, newer),
        "editions": EDITIONS,
        "current": CURRENT,
    }
    return render(request, "arbitrage/regulation_differences.html", context)


def split_names(code: Iterable[str]) -> list[list[str]]:
    """Return dotted names in their parts: a line may break between them."""
    return [name.split(".") for name in code]


def _get_edition(key: str) -> Edition:
    try:
        return get_edition(key)
    except UnknownEdition as error:
        raise Http404 from error
