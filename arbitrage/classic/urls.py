"""Addresses of the arbiters of classic matches."""

from django.urls import path

from arbitrage.classic.views import calls, own_rulings, regulation

_GAME = "arbiter/<slug:slug>/matches/<int:game_id>/"
_CALL = "arbiter/<slug:slug>/calls/<int:call>/"

urlpatterns = [
    path("reglement/classique/", regulation.classic, name="regulation-classic"),
    path("arbiter/<slug:slug>/calls/", calls.desk, name="calls"),
    path(_CALL, calls.page, name="call"),
    path(_CALL + "take/", calls.take, name="call-take"),
    path(_CALL + "release/", calls.release, name="call-release"),
    path("arbiter/<slug:slug>/matches/", calls.games, name="match-list"),
    path(_GAME, calls.game, name="match-office"),
    path(_GAME + "journal/", calls.journal, name="match-journal"),
    path(_GAME + "rule/<slug:what>/", calls.rule, name="match-rule"),
    path("table/match/decisions/", own_rulings.page, name="match-decisions"),
]
