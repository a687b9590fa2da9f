"""URLs of classic matches, except those that begin with the slug of a tournament."""

from django.urls import path

from tournament.classic.views.organiser import (
    match_paper,
    match_record,
    round_paper,
    rounds,
    table_clock,
)
from tournament.classic.views.player import match, table_clock as device_clock

_PRINT = "office/<slug:slug>/print/"
_ROUND = "office/<slug:slug>/rounds/<int:number>/"

urlpatterns = [
    path("record/<slug:slug>/", match_record.matches, name="match-records"),
    path("record/<slug:slug>/<int:match_id>/", match_record.record, name="match-record"),
    path(_PRINT + "matches/", match_paper.blank, name="office-match-papers"),
    path(_PRINT + "match-sheets/", match_paper.match_sheets, name="office-match-sheets"),
    path("office/<slug:slug>/terms/", rounds.terms, name="office-terms"),
    path("office/<slug:slug>/rounds/", rounds.listing, name="office-rounds"),
    path("office/<slug:slug>/rounds/prepare/", rounds.prepare, name="office-pair"),
    path(_ROUND, rounds.page, name="office-round"),
    path(_ROUND + "matches/<int:match_id>/", rounds.result, name="office-result"),
    path(_ROUND + "matches/<int:match_id>/clock/", table_clock.page, name="office-clock"),
    path(_ROUND + "countdown/", table_clock.countdown, name="office-round-countdown"),
    path(_ROUND + "swap/", rounds.swap, name="office-round-swap"),
    *(
        path(
            _ROUND + f"print/{name}/",
            round_paper.paper,
            {"name": name},
            f"office-round-print-{name}",
        )
        for name in round_paper.PAPERS
    ),
    *(
        path(_ROUND + f"{name}/", rounds.command, {"name": name}, f"office-round-{name}")
        for name in rounds.COMMANDS
    ),
    path("table/match/", match.match, name="table-match"),
    path("table/clock/", device_clock.page, name="table-clock"),
]
