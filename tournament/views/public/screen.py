"""The big screen of the room: a turn as it is played, scenes between turns, and the overlay that
a broadcast lays over its picture."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.core.ranking.measures import MODES
from tournament.core.ranking.table import Fixed
from tournament.core.scenes import PANELS, WELCOME, Panel
from tournament.core.states import GameState
from tournament.models import Tournament
from tournament.presentation.endings import end_reasons
from tournament.presentation.ranking import in_words
from tournament.queries.results.standings import GameStandings
from tournament.queries.screen import contest_of, has_logo, logo_of, panels_of
from tournament.queries.seating_plan import by_name
from tournament.views.cards import qr_code
from tournament.views.public.access import for_everybody, or_classic
from tournament.views.public.pages import token_of
from tournament.views.public.ranking import Ranking, general_ranking

#: Places on the podium.
PODIUM = 3


def _live(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What a page of the public's needs to follow the room."""
    slug = tournament.slug
    data = {
        "token": token_of(request, tournament),
        "tokenUrl": reverse("public-token", args=[slug]),
        "sceneUrl": reverse("public-scene", args=[slug]),
        "tournament": tournament.name,
        "endReasons": end_reasons(),
    }
    return {"tournament": tournament, "data": data}


@require_safe
@for_everybody
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The big screen of the room, which also fits a phone."""
    return render(request, "public/screen.html", _live(request, tournament))


@require_safe
@for_everybody
def overlay(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Clock, letters, top and leaders on nothing at all, to be laid over a picture."""
    return render(request, "public/overlay.html", _live(request, tournament))


@require_safe
@for_everybody
@or_classic("scene")
def scene(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The panels of ``?scene=`` (``core.scenes``), which the big screen fetches and turns."""
    name = request.GET.get("scene", WELCOME)
    if name not in PANELS:
        raise Http404
    panels = panels_of(tournament, name)
    context = {"tournament": tournament, "panels": panels}
    for panel in panels:
        context |= CONTENTS[panel](request, tournament)
    return render(request, "public/scene.html", context)


def _address(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    url = settings.PUBLIC_URL + reverse("public-home", args=[tournament.slug])
    return {"url": url, "qr": qr_code(url)}


def _welcome(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return _address(request, tournament) | {"logo": has_logo(tournament.pk)}


def _programme(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"games": tournament.games.exclude(state__in=[GameState.DRAFT, GameState.VOID])}


def _tables(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"seats": by_name(tournament)}


def _ranking(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    found = general_ranking(tournament)
    return {"ranking": found, "rows": _rows(found)}


def _rows(ranking: Ranking) -> list[tuple[Any, str, str]]:
    """Rank, name, and what it is ranked by; nobody before the first game is begun."""
    if not ranking.games:
        return []
    columns = {column.what: at for at, column in enumerate(ranking.table.columns)}
    rank = columns[Fixed.RANK]
    by = columns[MODES[ranking.wanted.settings.mode].measure]
    column = ranking.table.columns[by]
    return [
        (row.values[rank], row.name, in_words(column, row.values[by])) for row in ranking.table.rows
    ]


def _podium(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The last place first, as they are called; who are equal stand together."""
    found = _ranking(request, tournament)
    steps: dict[Any, list[tuple[Any, str, str]]] = {}
    for row in found["rows"]:
        if isinstance(row[0], int) and row[0] <= PODIUM:
            steps.setdefault(row[0], []).append(row)
    return found | {"podium": sorted(steps.items(), reverse=True)}


def _contest(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    game = contest_of(tournament)
    return {"contest": game, "field": GameStandings(game, public=True).rows if game else []}


#: What each panel is made of.
CONTENTS: Mapping[Panel, Callable[[HttpRequest, Tournament], dict[str, Any]]] = {
    Panel.WELCOME: _welcome,
    Panel.PROGRAMME: _programme,
    Panel.TABLES: _tables,
    Panel.RANKING: _ranking,
    Panel.ADDRESS: _address,
    Panel.PODIUM: _podium,
    Panel.CONTEST: _contest,
}


@require_safe
@for_everybody
def logo(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tournament's logo: a picture and nothing else, whatever its bytes would like to be."""
    found = logo_of(tournament.pk)
    if found is None:
        raise Http404
    kind, data = found
    response = HttpResponse(data, content_type=str(kind))
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Content-Disposition"] = "inline"
    return response
