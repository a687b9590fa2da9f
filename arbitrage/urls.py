"""Addresses of the arbiters' office: a bulletin is named by game, turn and entry.

Turns are counted as drawn, cancelled ones included.
"""

from django.urls import path

from arbitrage.views import accounts, bench, decisions, lists, paper, regulation

_TURN = "arbiter/<slug:slug>/<int:number>/<int:ordinal>/"
_BULLETIN = _TURN + "<int:entry_id>/"

urlpatterns = [
    path("bench/", bench.bench, name="bench"),
    path("reglement/", regulation.edition, name="regulation"),
    path("reglement/<slug:key>/", regulation.edition, name="regulation-edition"),
    path(
        "reglement/<slug:before>/<slug:after>/",
        regulation.compared,
        name="regulation-differences",
    ),
    path("arbiter/<slug:slug>/", lists.page, name="arbiter-list"),
    path("arbiter/<slug:slug>/rows/", lists.rows, name="arbiter-rows"),
    path("arbiter/<slug:slug>/print/", lists.paper_list, name="arbiter-print"),
    path("arbiter/<slug:slug>/token/", lists.token, name="arbiter-token"),
    path(
        "arbiter/<slug:slug>/<int:number>/account/<int:entry_id>/",
        accounts.account,
        name="arbiter-account",
    ),
    path(_TURN + "paper/", paper.page, name="arbiter-paper"),
    path(_TURN + "undo/", decisions.undo, name="arbiter-undo"),
    path(_BULLETIN + "bench/", bench.lay, name="arbiter-bench"),
    path(_BULLETIN + "confirm/", decisions.confirm, name="arbiter-confirm"),
    path(_BULLETIN + "change/", decisions.change, name="arbiter-change"),
    path(_BULLETIN + "equal/", decisions.equal, name="arbiter-equal"),
]
