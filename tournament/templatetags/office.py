"""Words of the office pages for the codes of the room."""

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.core.states import GameState, Source, TurnState
from tournament.views.forms import SOURCE_NAMES

register = template.Library()

GAME_STATES = {
    GameState.DRAFT: gettext_lazy("en préparation"),
    GameState.READY: gettext_lazy("prête"),
    GameState.RUNNING: gettext_lazy("en cours"),
    GameState.INTERRUPTED: gettext_lazy("interrompue"),
    GameState.FINISHED: gettext_lazy("terminée"),
    GameState.VOID: gettext_lazy("annulée"),
}
#: Colour of a state's badge; the word says it too.
GAME_BADGES = {
    GameState.READY: "note",
    GameState.RUNNING: "good",
    GameState.INTERRUPTED: "warn",
    GameState.VOID: "bad",
}
TURN_STATES = {
    TurnState.DRAWN: gettext_lazy("tiré"),
    TurnState.ANNOUNCED: gettext_lazy("annoncé"),
    TurnState.OPEN: gettext_lazy("en jeu"),
    TurnState.CLOSED: gettext_lazy("ramassé"),
    TurnState.REVEALED: gettext_lazy("solution donnée"),
    TurnState.DONE: gettext_lazy("terminé"),
    TurnState.CANCELLED: gettext_lazy("annulé"),
}


@register.filter
def game_state(state: str) -> Promise:
    return GAME_STATES[GameState(state)]


@register.filter
def game_badge(state: str) -> str:
    return GAME_BADGES.get(GameState(state), "")


@register.filter
def turn_state(state: str) -> Promise:
    return TURN_STATES[TurnState(state)]


@register.filter
def source_name(source: str) -> Promise:
    return SOURCE_NAMES[Source(source)]


@register.filter
def duration(seconds: int) -> str:
    """Seconds as one says them: « 3 min », « 2 min 30 », « 45 s »."""
    minutes, rest = divmod(int(seconds), 60)
    if not minutes:
        return _("%(s)d s") % {"s": rest}
    if not rest:
        return _("%(min)d min") % {"min": minutes}
    return _("%(min)d min %(s)02d") % {"min": minutes, "s": rest}


@register.filter
def counted_players(count: int) -> str:
    return ngettext("%(n)d joueur", "%(n)d joueurs", count) % {"n": count}
