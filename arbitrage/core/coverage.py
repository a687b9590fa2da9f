"""Where every article of sections 3 to 7 of every edition lives in the code, or why it does not.

``MODELLED``: by edition and number, dotted names of what applies the article, or ``rule:`` and the
code of a rule of the edition. ``LEFT``: the articles without a model, with the reason in French.
A test proves both complete and true.
"""

from collections.abc import Mapping

type Modelled = Mapping[str, tuple[str, ...]]
type Left = Mapping[str, str]

_OUTSIDE = "décidé par des personnes, hors du logiciel"
_SPOKEN = "dit de vive voix par le juge-arbitre"

_ROOM: Modelled = {
    "3.1": ("engine.rules.draw.seeded_draw", "engine.rules.announce.announce_draw"),
    "3.2": ("engine.rules.draw.check_draw",),
    "3.3": ("tournament.services.turns.open_turn", "tournament.services.closing.close_turn"),
    "3.4": ("engine.rules.choice.choose", "engine.rules.announce.announce_top"),
    "3.5": ("tournament.core.solo",),
}
_FORMATS = ("engine.board.formats.FORMATS",)
_CANCELLED = ("engine.rules.ending.after_cancellation", "tournament.services.turns.cancel_turn")
_LATE = ("rule:refused",)
_APPEAL = ("arbitrage.services.rulings.change",)
_MORT_SUBITE = ("tournament.core.mort_subite",)
_TOPPING = ("tournament.core.topping",)
_AVERAGE = ("tournament.core.average",)
_TOLD = ("arbitrage.sentences.explain_ruling",)
_NOTIFIED = (*_TOLD, "tournament.core.warnings", *_AVERAGE)
_ONE_SANCTION = ("arbitrage.core.payments.in_order", "arbitrage.core.verdict.Verdict")
_WRITTEN = ("arbitrage.core.bulletin.Bulletin", "rule:refused")
_PLACES = ("engine.board.place.Place", "arbitrage.core.proposal.Proposal")
_WORDS = ("engine.lexicon.lexicon.Lexicon", "arbitrage.core.position.Placement")

_MODELLED_2023: Modelled = {
    **_ROOM,
    "3.6": _CANCELLED,
    "3.7": ("engine.rules.ending.ending", "engine.search.moves.playable"),
    "3.8": _FORMATS,
    "3.8.1": _FORMATS,
    "3.8.2": _FORMATS,
    "3.8.3": _MORT_SUBITE,
    "3.8.4": _TOPPING,
    "4": ("rule:exact-place",),
    "4.1": _WRITTEN,
    "4.2": ("rule:split-word", "arbitrage.core.incomplete.completion"),
    "4.3": ("arbitrage.core.location.locate",),
    "4.3.1": _PLACES,
    "4.3.2": ("arbitrage.core.raccord.reach",),
    "5": ("arbitrage.core.correct.correct",),
    "5.1": _WORDS,
    "5.2": ("arbitrage.core.case.Case",),
    "5.2.1": ("arbitrage.core.proposal.Proposal", "rule:no-word"),
    "5.2.2": ("arbitrage.core.raccord.reach", "rule:unclear-words"),
    "5.2.3": ("arbitrage.core.position.Placement",),
    "5.3": ("rule:two-modes", "arbitrage.core.turned.meant_across"),
    "5.3.1": ("rule:exact-place", "arbitrage.core.circles.settle"),
    "5.3.2": ("rule:score-only", "arbitrage.core.circles.settle"),
    "5.3.3": ("rule:fallacious", "rule:score-only", "arbitrage.core.payments.pay_score"),
    "5.4": ("arbitrage.core.drawing.Drawing", "rule:nothing-written"),
    "5.4.1": ("rule:no-acceptable-solution", "rule:several-words"),
    "5.4.1.a": ("rule:no-acceptable-solution",),
    "5.4.1.b": ("rule:several-words",),
    "5.4.1.c": ("rule:no-acceptable-solution",),
    "5.4.1.d": ("rule:no-acceptable-solution",),
    "5.4.2": ("engine.regulation.edition.Edition",),
    "5.4.2.a": ("rule:first-turn", "rule:first-turn-letters"),
    "5.4.2.b": ("rule:score-only", "rule:raccord-places", "rule:several-words"),
    "5.5": ("arbitrage.core.payments.pay_place", "rule:both-ways"),
    "5.6": ("arbitrage.core.payments.pay_less",),
    "5.7": ("rule:refused", "rule:nothing-written", "rule:no-word", "rule:fallacious"),
    "5.8": _ONE_SANCTION,
    "5.9": _NOTIFIED,
    "6.2": _LATE,
    "6.3": _APPEAL,
}
_LEFT_2023: Left = {
    "3": _SPOKEN,
    "6": "titre de section",
    "6.1": _OUTSIDE,
    **dict.fromkeys(("6.4", "6.4.1", "6.4.2", "6.4.2.a", "6.4.2.b", "6.4.2.c"), _OUTSIDE),
}

_MODELLED_2017: Modelled = {
    **_ROOM,
    "3.6": ("engine.rules.ending.ending", "engine.search.moves.playable"),
    "4": ("arbitrage.core.bulletin.Bulletin",),
    "4.1": _WRITTEN,
    "4.2": ("arbitrage.core.location.locate", "rule:exact-place"),
    "4.2.1": _PLACES,
    "4.2.2": ("arbitrage.core.location.prolongs", "arbitrage.core.turned.meant_across"),
    "4.3": ("arbitrage.core.raccord.reach", "rule:exact-place"),
    "4.3.1": ("arbitrage.core.raccord.reach",),
    "4.3.2": ("rule:prolongation", "rule:split-word"),
    "4.3.3": ("rule:raccord-places",),
    "4.4": ("rule:extension", "rule:two-modes"),
    "5": ("arbitrage.core.correct.correct",),
    "5.1": _WORDS,
    "5.2": ("arbitrage.core.payments.pay_place", "rule:first-turn", "rule:both-ways"),
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
        "arbitrage.core.circles.settle",
    ),
    "5.7": _NOTIFIED,
    "6.1": _LATE,
    "6.2": _CANCELLED,
    "6.3": _APPEAL,
    "7": ("engine.board.formats.FORMATS", "tournament.core.ranking"),
    "7.1": _FORMATS,
    "7.2": _FORMATS,
    "7.3": _MORT_SUBITE,
    "7.4": _TOPPING,
}
_LEFT_BEFORE_2023: Left = {
    "3": _SPOKEN,
    "6": "titre de section",
}


def _under[T](year: str, named: Mapping[str, T]) -> dict[str, T]:
    """What a full text is, seen from the partial one that is laid over it."""
    return {f"{year}:{number}": what for number, what in named.items()}


_MODELLED_2014: Modelled = {
    **_MODELLED_2017,
    "5.2": (*_MODELLED_2017["5.2"], "arbitrage.core.slips.has_one_slip"),
    "5.4": (*_MODELLED_2017["5.4"], "rule:double-inversion"),
}
_POINTS_2017: Modelled = {
    "5.3.1": ("rule:score-only", "rule:last-letter"),
    "5.3.2": ("rule:score-only", "rule:fallacious", "arbitrage.core.payments.to_commission"),
}

MODELLED: Mapping[str, Modelled] = {
    "2023": _MODELLED_2023,
    "2017": {**_MODELLED_2017, **_POINTS_2017},
    "2014": _MODELLED_2014,
    "2019": {
        **_under("2017", {**_MODELLED_2017, **_POINTS_2017}),
        "2017:5.3": ("rule:score-only", "rule:fallacious"),
        "2017:5.3.1": ("rule:score-only",),
        "intro": ("rule:no-acceptable-solution", "arbitrage.core.incomplete.last_letter_changed"),
        "1": ("rule:prolongation", "rule:split-word", "engine.regulation.values.Scale"),
        "2": ("rule:several-words", "rule:score-only", "rule:fallacious"),
        "3": ("rule:unclear-words", "rule:several-words", "arbitrage.core.raccord.reach"),
        "rappel 1": ("rule:first-turn",),
        "rappel 2": ("rule:raccord-places",),
        "rappel 3": ("arbitrage.core.circles.settle",),
        "rappel 4": _ONE_SANCTION,
        "rappel 5": _AVERAGE,
        "rappel 6": _TOLD,
        "slip": ("arbitrage.core.codes.Motive", "rule:no-acceptable-solution"),
    },
    "2011": {
        **_under("2014", _MODELLED_2014),
        "3.3": _ROOM["3.3"],
        "4": _MODELLED_2014["4"],
        "4.4": _MODELLED_2014["4.4"],
        "5.3": _MODELLED_2014["5.3"],
        "5.5": _ONE_SANCTION,
        "5.6": _MODELLED_2014["5.6"],
    },
}

_LEFT_COMMISSIONS: Left = dict.fromkeys(
    ("6.4", "6.4.1", "6.4.2", "6.4.2.a", "6.4.2.b", "6.4.2.c"), _OUTSIDE
)
LEFT: Mapping[str, Left] = {
    "2023": _LEFT_2023,
    "2017": {**_LEFT_BEFORE_2023, **_LEFT_COMMISSIONS},
    "2014": _LEFT_BEFORE_2023,
    "2019": {
        **_under("2017", {**_LEFT_BEFORE_2023, **_LEFT_COMMISSIONS}),
    },
    "2011": {**_under("2014", _LEFT_BEFORE_2023), "3": _SPOKEN},
}
