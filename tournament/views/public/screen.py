"""The big screen: the turn in play, scenes between turns, and the overlay for a broadcast."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.core.ranking.ranked_line import RankedLine
from tournament.core.scenes import SCENE_PANELS, WELCOME, Panel
from tournament.core.states import GameState
from tournament.models import Tournament
from tournament.presentation.games import get_end_reasons
from tournament.queries.freshness import compute_people_fingerprint
from tournament.queries.results.publicity import find_withholding_end
from tournament.queries.results.solos import list_solos
from tournament.queries.results.standings import GameStandings
from tournament.queries.screen import (
    find_finished_game,
    find_mort_subite,
    get_logo,
    has_logo,
    list_panels,
)
from tournament.queries.seating_plan import filter_by_centre, list_by_name
from tournament.views.cards import render_qr_code
from tournament.views.centre_choice import get_requested_centre, use_centre_zone
from tournament.views.public.access import cached_public_page, for_everybody, with_classic_page
from tournament.views.public.game_charts import load_live_charts
from tournament.views.public.leaders import list_ranked_lines
from tournament.views.public.pages import make_public_token
from tournament.views.public.ranking import load_general_ranking

#: Number of places on the podium.
PODIUM_PLACES = 3


def _build_live_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context of a public page that follows the live room."""
    slug, centre = tournament.slug, get_requested_centre(request, tournament)
    data = {
        "token": make_public_token(request, tournament),
        "tokenUrl": reverse("public-token", args=[slug]),
        "sceneUrl": reverse("public-scene", args=[slug]),
        "chartsUrl": reverse("public-charts", args=[slug]),
        "sceneQuery": f"&centre={centre.pk}" if centre else "",
        "tournament": tournament.name,
        "endReasons": get_end_reasons(),
    }
    return {"tournament": tournament, "centre": centre, "data": data}


@require_safe
@for_everybody
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the big screen, which also fits a phone."""
    return render(request, "public/screen.html", _build_live_context(request, tournament))


@require_safe
@for_everybody
def overlay(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render clock, letters, top and leaders on a transparent page, to overlay a video."""
    return render(request, "public/overlay.html", _build_live_context(request, tournament))


@require_safe
@cached_public_page(compute_people_fingerprint)
def charts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the charts of the running game, which the big screen fetches after a reveal."""
    context = {"charts": load_live_charts(request, tournament)}
    return render(request, "public/charts.html", context)


@require_safe
@for_everybody
@with_classic_page("scene")
def scene(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the panels of ``?scene=`` (``core.scenes``), which the big screen fetches and
    rotates; those of a centre have its seats, and its hours."""
    name = request.GET.get("scene", WELCOME)
    if name not in SCENE_PANELS:
        raise Http404
    panels = list_panels(tournament, name)
    centre = get_requested_centre(request, tournament)
    context = {"tournament": tournament, "panels": panels, "centre": centre}
    for panel in panels:
        context |= PANEL_CONTEXTS[panel](request, tournament)
    with use_centre_zone(centre):
        return render(request, "public/scene.html", context)


def _build_address(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    url = settings.PUBLIC_URL + reverse("public-home", args=[tournament.slug])
    return {"url": url, "qr": render_qr_code(url)}


def _build_welcome(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return _build_address(request, tournament) | {"logo": has_logo(tournament.pk)}


def _build_programme(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"games": tournament.games.exclude(state__in=[GameState.DRAFT, GameState.VOID])}


def _build_tables(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    centre = get_requested_centre(request, tournament)
    return {"seats": list(filter_by_centre(list_by_name(tournament), centre))}


def _build_ranking(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    shown_ranking = load_general_ranking(tournament)
    return {"ranking": shown_ranking, "rows": list_ranked_lines(shown_ranking)}


def _build_podium(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the steps of the podium of the general ranking, the last place first; equal ranks
    share a step. Who has played no game stands on none."""
    ranking_context = _build_ranking(request, tournament)
    ranked_entries = ranking_context["ranking"].ranked_entries
    players = {row.entrant.key for row in ranked_entries if row.totals.games_played}
    steps: dict[int, list[RankedLine]] = {}
    for row in ranking_context["rows"]:
        if isinstance(row.rank, int) and row.rank <= PODIUM_PLACES and row.entry in players:
            steps.setdefault(row.rank, []).append(row)
    return ranking_context | {"podium": sorted(steps.items(), reverse=True)}


def _build_mort_subite(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    game = find_mort_subite(tournament)
    return {"mort_subite": game, "field": GameStandings(game, public=True).rows if game else []}


def _build_solos(_request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the solos of the last finished game, and until when they are withheld."""
    game = find_finished_game(tournament)
    if game is None:
        return {"solo_game": None}
    solos_withheld = find_withholding_end(game)
    shown_solos = [] if solos_withheld else list_solos(GameStandings(game, public=True))
    return {"solo_game": game, "solos": shown_solos, "solos_withheld": solos_withheld}


#: The context of each panel.
PANEL_CONTEXTS: Mapping[Panel, Callable[[HttpRequest, Tournament], dict[str, Any]]] = {
    Panel.WELCOME: _build_welcome,
    Panel.PROGRAMME: _build_programme,
    Panel.TABLES: _build_tables,
    Panel.RANKING: _build_ranking,
    Panel.ADDRESS: _build_address,
    Panel.PODIUM: _build_podium,
    Panel.MORT_SUBITE: _build_mort_subite,
    Panel.SOLOS: _build_solos,
}


@require_safe
@for_everybody
def logo(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the logo with headers that prevent its bytes from being read as anything but
    an image."""
    stored_logo = get_logo(tournament.pk)
    if stored_logo is None:
        raise Http404
    kind, data = stored_logo
    response = HttpResponse(data, content_type=str(kind))
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Content-Disposition"] = "inline"
    return response
