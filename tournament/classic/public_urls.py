"""Public addresses of classic tournaments: they begin with the slug of the tournament."""

from django.urls import path

from tournament.classic.views.public import match_sharing, matches, rounds

urlpatterns = [
    path("<slug:slug>/rounds/", rounds.rounds, name="public-rounds"),
    path("<slug:slug>/rounds/<int:number>/", rounds.round_page, name="public-round"),
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
        "<slug:slug>/matches/<int:match_id>/picture.png",
        match_sharing.match_picture,
        name="public-match-picture",
    ),
    path(
        "<slug:slug>/matches/<int:match_id>/sheets.pdf", matches.sheets, name="public-match-sheet"
    ),
]
