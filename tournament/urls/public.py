"""Addresses that everybody may open; those of a tournament begin with its name."""

from django.urls import path

from tournament.classic.views.public import matches, rounds
from tournament.topping.views.public import topping, training
from tournament.views.api.v1 import api
from tournament.views.public import games, players, screen
from tournament.views.public import pages as public
from tournament.views.public import ranking_pages as ranking
from tournament.views.public.tables import tables

_HALL = "training/<str:key>/"

urlpatterns = [
    path("", public.home, name="home"),
    path("api/v1/", api.urls),
    path(_HALL, training.hall, name="training"),
    path(_HALL + "new/", training.new, name="training-new"),
    path(_HALL + "name/", training.rename, name="training-name"),
    path(_HALL + "forget/", training.forget, name="training-forget"),
    path(_HALL + "<int:number>/", training.game, name="training-game"),
    path(_HALL + "<int:number>/start/", training.start, name="training-start"),
    path(_HALL + "<int:number>/say/", training.propose, name="training-say"),
    path(_HALL + "<int:number>/stop/", training.stop, name="training-stop"),
    path(_HALL + "<int:number>/result/", training.result, name="training-result"),
    path("<slug:slug>/", public.tournament_home, name="public-home"),
    path("<slug:slug>/live/", screen.page, name="public-screen"),
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
    path("<slug:slug>/rounds/", rounds.rounds, name="public-rounds"),
    path("<slug:slug>/rounds/<int:number>/", rounds.one_round, name="public-round"),
    path("<slug:slug>/wall/", rounds.page, {"name": "wall"}, name="public-wall"),
    path("<slug:slug>/grid/", rounds.page, {"name": "grid"}, name="public-grid"),
    path("<slug:slug>/classic/<slug:name>.pdf", rounds.as_pdf, name="public-classic-pdf"),
    path(
        "<slug:slug>/classic/<slug:name>.<slug:kind>",
        rounds.as_file,
        name="public-classic-file",
    ),
    path("<slug:slug>/matches/<int:match_id>/", matches.match, name="public-match"),
    path(
        "<slug:slug>/matches/<int:match_id>/sheets.pdf", matches.sheets, name="public-match-sheet"
    ),
    path("<slug:slug>/ranking/", ranking.page, name="public-ranking"),
    path("<slug:slug>/ranking.pdf", ranking.as_pdf, name="public-ranking-pdf"),
    path("<slug:slug>/ranking.csv", ranking.as_csv, name="public-ranking-csv"),
    path("<slug:slug>/topping/<int:number>/", topping.page, name="public-topping"),
    path("<slug:slug>/topping/<int:number>/screen/", topping.screen, name="public-topping-screen"),
    path("<slug:slug>/topping/<int:number>/board.csv", topping.as_csv, name="public-topping-csv"),
]
