"""The code that applies each article of each edition.

``MODELLED``: by edition and number, dotted names of code that applies the article, or ``rule:`` and
the code of a rule of the edition; a screen, a command, a task or a socket reaches each of them.
The page of the regulation prints it, with what is left out (``left_out``); a test checks both
against the source.
"""

from collections.abc import Mapping

type CodeByArticle = Mapping[str, tuple[str, ...]]

_ROOM: CodeByArticle = {
    "1.1": ("engine.board.board.Board", "engine.lexicon.lexicon.Lexicon"),
    "1.2": ("engine.board.scoring.score",),
    "1.2.1": ("engine.board.layout.Layout", "engine.board.scoring.score"),
    "1.2.2": ("engine.board.scoring.list_formed_words",),
    "1.2.3": ("engine.board.formats.NORMAL",),
    "2.1": (
        "tournament.presentation.paper.forms.build_bulletins",
        "tournament.presentation.paper.forms.build_road_sheets",
        "tournament.views.fair_play.require_not_in_play",
    ),
    "2.2": (
        "engine.rules.bag.Bag",
        "engine.lexicon.lexicon.Lexicon",
        "tournament.live.timer.TurnTimer",
        "tournament.services.play.solving.store_solutions",
        "tournament.views.public.screen.page",
        "tournament.presentation.grid.render_word",
    ),
    "3": ("engine.rules.announce.announce_game",),
    "3.1": ("engine.rules.draw.draw_letters", "engine.rules.announce.announce_draw"),
    "3.2": ("engine.rules.draw.check_draw",),
    "3.3": (
        "tournament.services.play.turns.open_turn",
        "tournament.services.play.closing.close_turn",
    ),
    "3.4": ("engine.rules.choice.choose", "engine.rules.announce.announce_top"),
    "3.5": (
        "tournament.core.solo.find_solo",
        "tournament.core.solo.compute_bonus",
        "tournament.queries.results.solos.list_solos",
    ),
}
_FORMATS = ("engine.board.formats.FORMATS",)
_TOPPING = (
    "tournament.topping.core.topping.compute_results",
    "tournament.topping.services.runs.start_run",
    "tournament.topping.services.aloud.accept_heard_top",
)
_CANCELLATION = (
    "engine.rules.ending.check_end_after_cancellation",
    "tournament.services.play.turns.cancel_turn",
)
_LATE_PLAYER = (
    "tournament.core.standings.add_up_turns",
    "tournament.services.play.participation.change_plays_on",
)
_APPEAL = (
    "arbitrage.services.appeals.file_appeal",
    "arbitrage.services.appeals.file_case",
    "arbitrage.core.appeals.compute_window",
    "arbitrage.queries.case_file.CaseFile",
)
_FURTHER_APPEAL = (
    "arbitrage.services.federation.record_information",
    "arbitrage.services.federation.record_answer",
)
_COMMISSIONS: CodeByArticle = {
    "6.4": ("arbitrage.services.commission.decide_case",),
    "6.4.1": (
        "arbitrage.queries.appeals.list_commission_members",
        "arbitrage.queries.appeals.list_seats",
    ),
    "6.4.2": _FURTHER_APPEAL,
    "6.4.2.a": _FURTHER_APPEAL,
    "6.4.2.c": (
        "arbitrage.services.federation.record_missing_documents",
        "arbitrage.services.federation.shelve_file",
        "arbitrage.core.appeals.compute_completion_due",
        "arbitrage.archive.queries.archive.build_turn_archive",
        "arbitrage.presentation.case_papers.build_dossier",
    ),
}
_ENDING = (
    "engine.rules.ending.check_end_after_placement",
    "engine.rules.ending.check_end_after_interruption",
    "engine.search.moves.has_any_move",
)
_AVERAGE = (
    "tournament.core.average.compute_average",
    "arbitrage.core.slip.list_words_notified_before",
    "arbitrage.services.averages.settle_averages",
)
_NOTIFICATION = (
    "arbitrage.presentation.player_explanations.explain_parts",
    "arbitrage.services.slips.renew_slips",
    "arbitrage.services.slip_delivery.handle_slips",
    "arbitrage.services.receipts.store_receipts",
    "arbitrage.queries.slips.build_to_print_filter",
)
_SECOND_LOOK = (
    "arbitrage.queries.second_looks_due.list_due_rulings",
    "arbitrage.services.second_looks.give_second_look",
    "arbitrage.services.second_looks.settle_difference",
    "arbitrage.queries.blinding.list_blinded_in_game",
    "arbitrage.services.second_look_settlement.update_looks",
)
#: Penalties of a mort subite are deducted on their own turn.
_PENALTY_OF_TURN = (
    "tournament.core.mort_subite.compute_outcome_of_turns",
    "tournament.core.mort_subite.list_penalised",
)
_MORT_SUBITE = (
    "tournament.core.mort_subite.compute_outcome_of_rounds",
    "tournament.core.mort_subite.list_times",
    "tournament.services.play.mort_subite.mark_watchers",
    "tournament.services.play.mort_subite.update_eliminated",
    "tournament.core.ranking.ties.break_ties",
)
_SLIPS = (
    *(*_NOTIFICATION, *_SECOND_LOOK, "tournament.core.warnings.compute_deduction"),
    *(*_PENALTY_OF_TURN, *_AVERAGE),
)
_FORM = (
    "arbitrage.queries.second_looks.find_double_arbitrated_entries",
    "arbitrage.core.slip.Box",
    "arbitrage.presentation.paper_slips.build_correction_slips",
)
_ONE_SANCTION = ("arbitrage.core.awards.sort_motives", "arbitrage.core.verdict.Verdict")
_BULLETIN = ("arbitrage.core.bulletin.Bulletin", "rule:refused")
_PLACES = ("engine.board.place.Place", "arbitrage.core.reading.played_word.PlayedWord")
_WORDS = ("engine.lexicon.lexicon.Lexicon", "arbitrage.core.sheets.position.Placement")

_MODELLED_2023: CodeByArticle = {
    **_ROOM,
    "intro": (
        "tournament.core.standings.compute_standings",
        "tournament.core.ranking.ranking.rank_entries",
    ),
    "3.6": _CANCELLATION,
    "1.3": ("engine.board.formats.PACES",),
    "3.7": _ENDING,
    "3.8": _FORMATS,
    "3.8.1": _FORMATS,
    "3.8.2": _FORMATS,
    "3.8.3": _MORT_SUBITE,
    "3.8.4": _TOPPING,
    "4": ("rule:exact-place",),
    "4.1": _BULLETIN,
    "4.2": ("rule:split-word", "arbitrage.core.reading.incomplete.find_completion"),
    "4.3": ("arbitrage.core.reading.location.locate",),
    "4.3.1": _PLACES,
    "4.3.2": ("arbitrage.core.reading.raccord.trace_raccord",),
    "5": ("arbitrage.core.correct.correct",),
    "5.1": _WORDS,
    "5.2": ("arbitrage.core.judged_bulletin.JudgedBulletin",),
    "5.2.1": ("arbitrage.core.reading.played_word.PlayedWord", "rule:no-word"),
    "5.2.2": ("arbitrage.core.reading.raccord.trace_raccord", "rule:unclear-words"),
    "5.2.3": ("arbitrage.core.sheets.position.Placement",),
    "5.3": ("rule:two-modes", "arbitrage.core.rules.misdrawn_sheet.judge_turned_sheet"),
    "5.3.1": ("rule:exact-place", "arbitrage.core.jokers.award_valid_place"),
    "5.3.2": ("rule:score-only", "arbitrage.core.jokers.award_valid_place"),
    "5.3.3": ("rule:fallacious", "rule:score-only", "arbitrage.core.awards.award_claimed_place"),
    "5.4": ("arbitrage.core.sheets.drawing.Drawing", "rule:nothing-written"),
    "5.4.1": ("rule:no-acceptable-solution", "rule:several-words"),
    "5.4.1.a": ("rule:no-acceptable-solution",),
    "5.4.1.b": ("rule:several-words",),
    "5.4.1.c": ("rule:no-acceptable-solution",),
    "5.4.1.d": ("rule:no-acceptable-solution",),
    "5.4.2": ("arbitrage.core.order.RULE_ORDERS",),
    "5.4.2.a": ("rule:first-turn", "rule:first-turn-letters"),
    "5.4.2.b": ("rule:score-only", "rule:raccord-places", "rule:several-words"),
    "5.5": ("arbitrage.core.awards.award_place", "rule:both-ways"),
    "5.6": ("arbitrage.core.awards.award_with_penalty",),
    "5.7": ("rule:refused", "rule:nothing-written", "rule:no-word", "rule:fallacious"),
    "5.8": _ONE_SANCTION,
    "5.9": _SLIPS,
    "6.1": ("arbitrage.services.cheating.annul_scores",),
    "6.2": _LATE_PLAYER,
    "6.3": _APPEAL,
    **_COMMISSIONS,
}
_MODELLED_2017: CodeByArticle = {
    **_ROOM,
    "3.6": _ENDING,
    "4": ("arbitrage.core.bulletin.Bulletin",),
    "4.1": _BULLETIN,
    "4.2": ("arbitrage.core.reading.location.locate", "rule:exact-place"),
    "4.2.1": _PLACES,
    "4.2.2": (
        "arbitrage.core.reading.location.is_prolongation",
        "arbitrage.core.rules.misdrawn_sheet.judge_turned_sheet",
    ),
    "4.3": ("arbitrage.core.reading.raccord.trace_raccord", "rule:exact-place"),
    "4.3.1": ("arbitrage.core.reading.raccord.trace_raccord",),
    "4.3.2": ("rule:prolongation", "rule:split-word"),
    "4.3.3": ("rule:raccord-places",),
    "4.4": ("rule:extension", "rule:two-modes"),
    "5": ("arbitrage.core.correct.correct",),
    "5.1": _WORDS,
    "5.2": ("arbitrage.core.awards.award_place", "rule:first-turn", "rule:both-ways"),
    "5.3": ("rule:score-only", "rule:last-letter", "rule:fallacious"),
    "5.4": (
        "rule:refused",
        "rule:nothing-written",
        "rule:no-word",
        "rule:no-acceptable-solution",
    ),
    "5.5": _ONE_SANCTION,
    "5.6": (
        "rule:several-words",
        "rule:unclear-words",
        "rule:first-turn-letters",
        "arbitrage.core.jokers.award_valid_place",
    ),
    "5.7": _SLIPS,
    "6.1": _LATE_PLAYER,
    "6.2": _CANCELLATION,
    "6.3": _APPEAL,
    "7": (
        *_FORMATS,
        "tournament.core.ranking.ranking.rank_entries",
        "tournament.core.ranking.specification.list_modes",
    ),
    "7.1": _FORMATS,
    "7.4": _TOPPING,
    "7.2": _FORMATS,
    "7.3": _MORT_SUBITE,
}


def add_year[T](year: str, articles: Mapping[str, T]) -> dict[str, T]:
    """Return the articles of a full text, numbered as in the partial text that amends it."""
    return {f"{year}:{number}": value for number, value in articles.items()}


#: Code that gives a bulletin to the commission, and brings it there.
_REFERRAL = (
    "arbitrage.core.awards.refer_to_commission",
    "arbitrage.services.referral.open_referred_cases",
)
_MODELLED_2011: CodeByArticle = {
    **_MODELLED_2017,
    "5.2": (*_MODELLED_2017["5.2"], "arbitrage.core.reading.raccord_faults.has_one_fault"),
    "5.4": (*_MODELLED_2017["5.4"], "rule:double-inversion"),
}
_MODELLED_2014: CodeByArticle = {
    **_MODELLED_2011,
    "5.3": (*_MODELLED_2011["5.3"], *_REFERRAL),
}
_AMBIGUOUS = ("rule:score-only", "rule:fallacious")
_POINTS_2017: CodeByArticle = {
    "5.3.1": ("rule:score-only", "rule:last-letter"),
    "5.3.2": (*_AMBIGUOUS, *_REFERRAL),
    **_COMMISSIONS,
}

MODELLED: Mapping[str, CodeByArticle] = {
    "2023": _MODELLED_2023,
    "2017": {**_MODELLED_2017, **_POINTS_2017},
    "2014": _MODELLED_2014,
    "2019": {
        **add_year("2017", {**_MODELLED_2017, **_POINTS_2017}),
        "2017:5.3": ("rule:score-only", "rule:fallacious"),
        "2017:5.3.1": ("rule:score-only",),
        # the solution with most points is retained at once
        "2017:5.3.2": _AMBIGUOUS,
        "intro": (
            "rule:no-acceptable-solution",
            "arbitrage.core.reading.incomplete.find_changed_last_letter",
        ),
        "1": ("rule:prolongation", "rule:split-word", "engine.regulation.values.ProlongationRule"),
        "2": ("rule:several-words", "rule:score-only", "rule:fallacious"),
        "3": (
            "rule:unclear-words",
            "rule:several-words",
            "arbitrage.core.reading.raccord.trace_raccord",
        ),
        "rappel 1": ("rule:first-turn",),
        "rappel 2": ("rule:raccord-places",),
        "rappel 3": ("arbitrage.core.jokers.award_valid_place",),
        "rappel 4": _ONE_SANCTION,
        "rappel 5": _AVERAGE,
        "rappel 6": _NOTIFICATION,
        "slip": ("arbitrage.core.codes.Motive", "rule:no-acceptable-solution", *_FORM),
    },
    "2011": {
        **add_year("2014", _MODELLED_2011),
        "3": _ROOM["3"],
        "3.3": _ROOM["3.3"],
        "4": _MODELLED_2011["4"],
        "4.4": _MODELLED_2011["4.4"],
        "5.3": _MODELLED_2011["5.3"],
        "5.5": _ONE_SANCTION,
        "5.6": _MODELLED_2011["5.6"],
    },
}
