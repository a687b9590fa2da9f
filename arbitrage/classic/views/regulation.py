"""The articles of the classic game as the software applies them, visible to all."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbitrage.classic.core.coverage import ARTICLES
from arbitrage.views.regulation import split_names
from engine.regulation.editions import CURRENT, EDITIONS


@require_safe
def classic(request: HttpRequest) -> HttpResponse:
    rows = [(number, article, split_names(article.names)) for number, article in ARTICLES.items()]
    context = {"rows": rows, "editions": EDITIONS, "current": CURRENT, "here": "classic"}
    return render(request, "arbitrage/classic/regulation.html", context)
