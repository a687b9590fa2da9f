"""The regulation as the software applies it, for everybody to read; it stores nothing."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbitrage.core.digest import STATES, compare_editions, list_articles
from arbitrage.presentation.citations import citation_of
from engine.errors import UnknownEdition
from engine.regulation.edition import Edition
from engine.regulation.editions import CURRENT, EDITIONS, get_edition


@require_safe
def edition(request: HttpRequest, key: str = CURRENT) -> HttpResponse:
    """The articles of an edition. Raises Http404 for one that does not exist."""
    read = _edition(key)
    context = {
        "edition": read,
        "rows": [
            (row, citation_of(read, row.number), STATES[row.state], split_names(row.code))
            for row in list_articles(read)
        ],
        "editions": EDITIONS,
        "current": CURRENT,
        "others": [other for other in EDITIONS if other != key],
    }
    return render(request, "arbitrage/regulation.html", context)


@require_safe
def compared(request: HttpRequest, before: str, after: str) -> HttpResponse:
    """What two editions set or decide differently. Raises Http404 for an unknown one."""
    one, other = _edition(before), _edition(after)
    context = {
        "before": one,
        "after": other,
        "differences": compare_editions(one, other),
        "editions": EDITIONS,
        "current": CURRENT,
    }
    return render(request, "arbitrage/regulation_differences.html", context)


def split_names(code: Iterable[str]) -> list[list[str]]:
    """Dotted names in their parts: a line may break between them."""
    return [name.split(".") for name in code]


def _edition(key: str) -> Edition:
    try:
        return get_edition(key)
    except UnknownEdition as error:
        raise Http404 from error
