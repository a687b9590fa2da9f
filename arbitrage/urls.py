"""Addresses of the arbiters' office: a bulletin is named by game, turn and entry.

Turns are counted as drawn, cancelled ones included.
"""

from django.urls import path

from arbitrage.views import (
    bench,
    case_papers,
    cases,
    decisions,
    differences,
    journal,
    kept_bulletins,
    keying,
    lists,
    own_cases,
    player_warnings,
    players,
    regulation,
    second_looks,
    slips,
    solutions,
)

_TURN = "arbiter/<slug:slug>/<int:number>/<int:ordinal>/"
_CASE = "commission/<slug:slug>/<int:case>/"
_BULLETIN = _TURN + "<int:entry_id>/"

urlpatterns = [
    path("bench/", bench.bench, name="bench"),
    path("reglement/", regulation.edition, name="regulation"),
    path("reglement/<slug:key>/", regulation.edition, name="regulation-edition"),
    path(
        "reglement/<slug:older_key>/<slug:newer_key>/",
        regulation.show_differences,
        name="regulation-differences",
    ),
    path("journal/<slug:slug>/", journal.page, name="journal"),
    path("journal/<slug:slug>/print/", journal.show_whole, name="journal-print"),
    path("journal/<slug:slug>/journal.csv", journal.download_csv, name="journal-csv"),
    path("arbiter/<slug:slug>/", lists.page, name="arbiter-list"),
    path("arbiter/<slug:slug>/rows/", lists.rows, name="arbiter-rows"),
    path("arbiter/<slug:slug>/print/", lists.paper_list, name="arbiter-print"),
    path("arbiter/<slug:slug>/sheet/", lists.paper_sheet, name="arbiter-sheet"),
    path("arbiter/<slug:slug>/keying/", keying.redirect_to_last, name="arbiter-keying"),
    path("arbiter/<slug:slug>/turns/", lists.turns, name="arbiter-turns"),
    path("arbiter/<slug:slug>/slips/", slips.page, name="arbiter-slips"),
    path("arbiter/<slug:slug>/slips/handle/", slips.handle, name="arbiter-slips-handle"),
    path("arbiter/<slug:slug>/slips/undo/", slips.undo, name="arbiter-slips-undo"),
    path("arbiter/<slug:slug>/second/", second_looks.page, name="second-looks"),
    path("arbiter/<slug:slug>/second/plan/", differences.plan, name="second-look-plan"),
    path("arbiter/<slug:slug>/kept/", kept_bulletins.page, name="kept-bulletins"),
    path("arbiter/<slug:slug>/differences/", differences.page, name="differences"),
    path(
        "arbiter/<slug:slug>/differences/<int:look_id>/",
        differences.settle,
        name="difference-settle",
    ),
    path("arbiter/<slug:slug>/token/", lists.token, name="arbiter-token"),
    path(
        "arbiter/<slug:slug>/<int:number>/account/<int:entry_id>/",
        player_warnings.show_player_warnings,
        name="arbiter-account",
    ),
    path("arbiter/<slug:slug>/players/", players.listing, name="players"),
    path("arbiter/<slug:slug>/players/undo/", players.undo, name="players-undo"),
    path(
        "arbiter/<slug:slug>/players/<int:entry_id>/cheating/",
        players.cheating,
        name="player-cheating",
    ),
    path("table/appeals/", own_cases.page, name="table-appeals"),
    path("table/appeals/<int:case>/withdraw/", own_cases.withdraw, name="table-appeal-withdraw"),
    path("commission/<slug:slug>/", cases.listing, name="cases"),
    path("commission/<slug:slug>/list/", cases.listing_part, name="cases-part"),
    path("commission/<slug:slug>/token/", cases.token, name="cases-token"),
    path("commission/<slug:slug>/record/", case_papers.record, name="cases-record"),
    path("commission/<slug:slug>/new/<int:entry_id>/", cases.bring_case, name="case-new"),
    path(_CASE, cases.page, name="case"),
    path(_CASE + "facts/", cases.part, name="case-part"),
    path(_CASE + "say/", cases.record_statement, name="case-say"),
    path(_CASE + "decide/", cases.decide, name="case-decide"),
    path(_CASE + "withdraw/", cases.withdraw, name="case-withdraw"),
    path(_CASE + "done/", cases.mark_order_done, name="case-done"),
    path(_CASE + "further/", cases.record_step, name="case-further"),
    path(_CASE + "answer/", cases.answer, name="case-answer"),
    path(_CASE + "print/", case_papers.case, name="case-print"),
    path(_TURN + "paper/", keying.page, name="arbiter-paper"),
    path(_TURN + "paper/state/", keying.state, name="arbiter-paper-state"),
    path(_BULLETIN + "paper/", keying.history, name="arbiter-paper-history"),
    path(_TURN + "solutions/", solutions.page, name="arbiter-solutions"),
    path(_TURN + "second/", second_looks.sheet, name="second-look-sheet"),
    path(_TURN + "undo/", decisions.undo, name="arbiter-undo"),
    path(_BULLETIN, lists.bulletin, name="arbiter-bulletin"),
    path(_BULLETIN + "bench/", bench.show_on_bench, name="arbiter-bench"),
    path(_BULLETIN + "second/", second_looks.give, name="second-look"),
    path(_BULLETIN + "confirm/", decisions.confirm, name="arbiter-confirm"),
    path(_BULLETIN + "change/", decisions.change, name="arbiter-change"),
    path(_BULLETIN + "equal/", decisions.apply_to_equal, name="arbiter-equal"),
    path(
        _BULLETIN + "account/",
        player_warnings.show_player_warnings,
        name="arbiter-bulletin-account",
    ),
    path(_BULLETIN + "in-time/", decisions.accept_late_bulletin, name="arbiter-in-time"),
]
