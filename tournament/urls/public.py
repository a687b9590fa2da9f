"""Public addresses; those of a tournament begin with its slug."""

from django.contrib.sitemaps.views import sitemap
from django.urls import path
from django.views.decorators.http import require_safe

from tournament import ports
from tournament.views.api.v1 import api
from tournament.views.public import (
    embedding,
    games,
    home,
    pages as public,
    players,
    ranking_pages as ranking,
    screen,
    sharing,
    site,
)
from tournament.views.public.tables import tables

for load_router in ports.load_api_router:
    api.add_router("", load_router())

urlpatterns = [
    path("", home.home, name="home"),
    path("direct/", home.live, name="home-live"),
    path("robots.txt", site.robots, name="robots"),
    path("favicon.ico", site.favicon, name="favicon"),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": site.SITEMAPS}, name="sitemap"),
    path("embed/<slug:slug>/ranking/", embedding.ranking, name="embed-ranking"),
    path("embed/<slug:slug>/grid/", embedding.grid, name="embed-grid"),
    path("a-propos/", home.about, name="about"),
    path("api/v1/", api.urls),
    path("<slug:slug>/", public.tournament_home, name="public-home"),
    path("<slug:slug>/picture.png", sharing.tournament_picture, name="public-picture"),
    path(
        "<slug:slug>/games/<int:number>/picture.png",
        sharing.game_picture,
        name="public-game-picture",
    ),
    path(
        "<slug:slug>/games/<int:number>/turns/<int:turn>/picture.png",
        sharing.turn_picture,
        name="public-turn-picture",
    ),
    path(
        "<slug:slug>/players/<int:entry_id>/picture.png",
        sharing.player_picture,
        name="public-player-picture",
    ),
    path("<slug:slug>/draws/", public.draws, name="public-draws"),
    path("<slug:slug>/live/", screen.page, name="public-screen"),
    path("<slug:slug>/live/charts/", screen.charts, name="public-charts"),
    path("<slug:slug>/scene/", screen.scene, name="public-scene"),
    path("<slug:slug>/logo/", screen.logo, name="public-logo"),
    path("<slug:slug>/overlay/", screen.overlay, name="public-overlay"),
    path("<slug:slug>/tables/", tables, name="public-tables"),
    path("<slug:slug>/players/", players.players, name="public-players"),
    path("<slug:slug>/players/<int:entry_id>/", players.player, name="public-player"),
    path(
        "<slug:slug>/players/<int:entry_id>/<int:other_id>/",
        players.compared,
        name="public-players-compared",
    ),
    path("<slug:slug>/token/", public.token, name="public-token"),
    path("<slug:slug>/games/<int:number>/", games.sheet, name="public-game"),
    path("<slug:slug>/games/<int:number>/sheet.txt", games.as_text, name="public-game-text"),
    path("<slug:slug>/games/<int:number>/sheet.json", games.as_record, name="public-game-record"),
    path("<slug:slug>/games/<int:number>/turns/<int:turn>/", games.turn, name="public-turn"),
    path("<slug:slug>/ranking/", ranking.page, name="public-ranking"),
    path("<slug:slug>/ranking/rows/", ranking.rows, name="public-ranking-rows"),
    path("<slug:slug>/ranking.pdf", ranking.as_pdf, name="public-ranking-pdf"),
    path("<slug:slug>/ranking.csv", ranking.as_csv, name="public-ranking-csv"),
]
