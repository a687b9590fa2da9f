"""Kinds and states of calls in French."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.classic.core.calls import CALL_ARTICLES, DIRECTOR_KINDS, CallKind, CallState

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


def get_call_label(kind: str) -> str:
    return gettext(CALLS[CallKind(kind)])


def get_call_state(state: str) -> str:
    return gettext(CALL_STATES[CallState(state)])


def get_call_badge(state: str) -> str:
    """Return the colour of the badge; its text says the same."""
    return CALL_BADGES[CallState(state)]


def cite_call_article(kind: str) -> str:
    return gettext("art. %(article)s") % {"article": CALL_ARTICLES[CallKind(kind)]}


def is_for_director(kind: str) -> bool:
    """Return True if only the director decides it."""
    return CallKind(kind) in DIRECTOR_KINDS
