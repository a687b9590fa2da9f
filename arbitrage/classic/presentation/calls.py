"""Calls of the tables in French: with what, and where they stand."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.classic.core.calls import CALL_ARTICLES, FOR_DIRECTOR, CallKind, CallState

CALLS: Mapping[CallKind, str] = {
    CallKind.CHALLENGE: _("contestation"),
    CallKind.SCORE: _("score contesté"),
    CallKind.LETTERS: _("lettres en trop"),
    CallKind.BOARD: _("grille bouleversée"),
    CallKind.SET: _("jeu incomplet"),
    CallKind.TOTALS: _("désaccord sur les totaux"),
    CallKind.LATE: _("adversaire en retard"),
    CallKind.PAUSE: _("pause de quelques minutes"),
    CallKind.GONE: _("adversaire parti"),
    CallKind.SLOW: _("adversaire trop lent"),
    CallKind.END: _("fin de partie à déclarer"),
    CallKind.RESIGN: _("abandon"),
    CallKind.CLOCK: _("pendule à régler"),
    CallKind.APPEAL: _("recours au directeur"),
    CallKind.OTHER: _("autre demande"),
}
CALL_STATES: Mapping[CallState, str] = {
    CallState.WAITING: _("attend"),
    CallState.TAKEN: _("pris"),
    CallState.CLOSED: _("terminé"),
    CallState.WITHDRAWN: _("retiré"),
}
CALL_BADGES: Mapping[CallState, str] = {
    CallState.WAITING: "warn",
    CallState.TAKEN: "note",
    CallState.CLOSED: "good",
    CallState.WITHDRAWN: "",
}


def call_label(kind: str) -> str:
    return gettext(CALLS[CallKind(kind)])


def call_state(state: str) -> str:
    return gettext(CALL_STATES[CallState(state)])


def call_badge(state: str) -> str:
    """Colour of the badge; the word in it says the same."""
    return CALL_BADGES[CallState(state)]


def call_article(kind: str) -> str:
    return gettext("art. %(article)s") % {"article": CALL_ARTICLES[CallKind(kind)]}


def for_director(kind: str) -> bool:
    """Whether the text gives it to the director of the tournament."""
    return CallKind(kind) in FOR_DIRECTOR
