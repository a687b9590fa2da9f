"""The decisions that an officer can take in a game, by their name in the URL."""

from collections.abc import Callable, Mapping, Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.core.calls import OPEN_STATES, CallKind, CallState
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.classic.views import appeal_forms, clock_forms, forms, incident_forms
from arbitrage.classic.views.office_form import OfficeForm
from tournament.classic.core.clock_setting import can_set_clocks
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor
from tournament.classic.core.terms import ClockKind
from tournament.classic.core.transitions import COMMAND_RULES, TRANSITIONS

_CONFIRM = gettext_lazy("Enregistrer")


@dataclass(frozen=True, slots=True)
class OfficeDecision:
    """A kind of decision. ``command``: a command that the state of the game must allow;
    ``answers``: the kinds of calls that it answers."""

    title: Promise
    article: str
    form: type[OfficeForm]
    command: Command
    answers: AbstractSet[CallKind] = frozenset()
    button: Promise = _CONFIRM

    @property
    def is_for_director(self) -> bool:
        """Return True if only the director may decide it."""
        return Actor.ARBITER not in COMMAND_RULES[self.command].actors


#: Kinds of calls that an officer may close without a decision.
_ANSWERED_KINDS = frozenset(CallKind) - {
    *(CallKind.APPEAL, CallKind.CHALLENGE, CallKind.RESIGN, CallKind.END),
    *(CallKind.SCORE, CallKind.TOTALS, CallKind.CLOCK),
}
OFFICE_DECISIONS: Mapping[str, OfficeDecision] = {
    "verdict": OfficeDecision(
        gettext_lazy("Le verdict, mot par mot"),
        "5.2, 5.3",
        forms.WordsForm,
        Command.VERDICT,
        {CallKind.CHALLENGE},
        gettext_lazy("Rendre le verdict"),
    ),
    "judge": OfficeDecision(
        gettext_lazy("Le directeur tranche"),
        "9.3",
        appeal_forms.JudgeForm,
        Command.DECIDE,
        {CallKind.APPEAL},
        gettext_lazy("Trancher"),
    ),
    "score": OfficeDecision(
        gettext_lazy("Le score d’un mot"),
        "4.1.6",
        forms.ScoreForm,
        Command.SET_SCORE,
        {CallKind.SCORE},
    ),
    "totals": OfficeDecision(
        gettext_lazy("Les totaux"),
        "10.4",
        incident_forms.TotalsForm,
        Command.SETTLE_TOTALS,
        {CallKind.TOTALS},
    ),
    "letters": OfficeDecision(
        gettext_lazy("Lettres tirées en trop"),
        "10.1",
        incident_forms.ExcessForm,
        Command.FIND_EXCESS,
        {CallKind.LETTERS},
    ),
    "board": OfficeDecision(
        gettext_lazy("Grille bouleversée"),
        "10.2",
        incident_forms.BoardForm,
        Command.UPSET,
        {CallKind.BOARD},
    ),
    "set": OfficeDecision(
        gettext_lazy("Jeu incomplet"),
        "10.3",
        incident_forms.IncompleteSetForm,
        Command.INCOMPLETE,
        {CallKind.SET},
    ),
    "late": OfficeDecision(
        gettext_lazy("Retard"),
        "10.5",
        incident_forms.LateForm,
        Command.LATE,
        {CallKind.LATE},
    ),
    "resign": OfficeDecision(
        gettext_lazy("Abandon dit à l’arbitre"),
        "10.7",
        incident_forms.ResignForm,
        Command.ABANDON,
        {CallKind.RESIGN},
        gettext_lazy("Il a abandonné"),
    ),
    "timing": OfficeDecision(
        gettext_lazy("Chronométrage individuel"),
        "6.4.2, 6.4.3",
        incident_forms.TimingForm,
        Command.TIME_PLAYER,
        {CallKind.SLOW, CallKind.END},
    ),
    "stop": OfficeDecision(
        gettext_lazy("Déclarer la fin de la partie"),
        "6.4, 9.3",
        incident_forms.StopForm,
        Command.STOP,
        {CallKind.END},
        gettext_lazy("Déclarer la fin"),
    ),
    "left": OfficeDecision(
        gettext_lazy("Lettres restantes"),
        "7",
        incident_forms.RemainingLettersForm,
        Command.TYPE_LETTERS,
        frozenset(CallKind),
    ),
    "sanction": OfficeDecision(
        gettext_lazy("Sanctionner un joueur"),
        "9.2",
        forms.SanctionForm,
        Command.SANCTION,
        {CallKind.GONE, CallKind.SLOW, CallKind.OTHER},
        gettext_lazy("Sanctionner"),
    ),
    "dismiss": OfficeDecision(
        gettext_lazy("Écarter la contestation : rien qui vienne d’être joué"),
        "5.1, 5.2",
        forms.DismissForm,
        Command.DISMISS,
        button=gettext_lazy("Écarter la contestation"),
    ),
    "back": OfficeDecision(
        gettext_lazy("Arrivé, ou de retour à la table"),
        "10.5, 10.6, 10.7",
        incident_forms.ReturnForm,
        Command.RETURN,
        button=gettext_lazy("Noter le retour"),
    ),
    "clocks": OfficeDecision(
        gettext_lazy("Régler la pendule"),
        "1.7, 9.3",
        clock_forms.SetClocksForm,
        Command.SET_CLOCKS,
        {CallKind.CLOCK},
        gettext_lazy("Régler"),
    ),
    "clock": OfficeDecision(
        gettext_lazy("Arrêter la pendule, ou la remettre en marche"),
        "4.1.6, 10.2",
        clock_forms.ClockForm,
        Command.HOLD,
        {CallKind.CLOCK},
        button=gettext_lazy("Pendule"),
    ),
    "answer": OfficeDecision(
        gettext_lazy("Rien à décider"),
        "9.2",
        incident_forms.NoDecisionForm,
        Command.ANSWER,
        button=gettext_lazy("Clore l’appel"),
    ),
    "lift": OfficeDecision(
        gettext_lazy("Reprendre une sanction"),
        "9.1",
        appeal_forms.LiftForm,
        Command.LIFT,
        button=gettext_lazy("Reprendre"),
    ),
    "anew": OfficeDecision(
        gettext_lazy("Répondre de nouveau aux mots contestés"),
        "5.3, 9.1",
        appeal_forms.ChangeVerdictForm,
        Command.LIFT,
        button=gettext_lazy("Changer le verdict"),
    ),
    "unresign": OfficeDecision(
        gettext_lazy("Reprendre un abandon noté par erreur"),
        "10.7",
        appeal_forms.UndoAbandonForm,
        Command.LIFT,
        button=gettext_lazy("La partie continue"),
    ),
}


def has_open_call(officer_game: GameForOfficer) -> bool:
    return officer_game.call is not None and CallState(officer_game.call.state) in OPEN_STATES


def is_allowed(name: str, officer_game: GameForOfficer, *, is_director: bool) -> bool:
    """Return True if this user can decide it now."""
    decision, phase = OFFICE_DECISIONS[name], officer_game.state.phase
    command = Command.RESUME if name == "clock" and officer_game.state.is_held else decision.command
    if (phase, command) not in TRANSITIONS or (decision.is_for_director and not is_director):
        return False
    condition = _CONDITIONS.get(name)
    return condition is None or condition(officer_game)


def _can_be_answered(officer_game: GameForOfficer) -> bool:
    """Return True for a call that only the answer of an officer ends."""
    return (
        has_open_call(officer_game)
        and officer_game.call is not None
        and officer_game.call.kind in _ANSWERED_KINDS
    )


#: Further conditions of decisions, besides the phase of the game.
_CONDITIONS: Mapping[str, Callable[[GameForOfficer], bool]] = {
    "verdict": lambda officer_game: bool(officer_game.slip),
    "judge": lambda officer_game: (
        officer_game.appealed_ruling is not None and officer_game.appealed_ruling.ruling.is_pending
    ),
    "score": lambda officer_game: bool(officer_game.scored_moves),
    "back": lambda officer_game: bool(officer_game.absent_sides),
    "timing": lambda officer_game: officer_game.state.terms.clock is ClockKind.GLOBAL,
    "answer": _can_be_answered,
    "clocks": lambda officer_game: can_set_clocks(officer_game.state),
    "lift": lambda officer_game: any(history.ruling.sanction for history in officer_game.rulings),
    "anew": lambda officer_game: officer_game.verdict_to_change is not None,
    "unresign": lambda officer_game: officer_game.state.side_that_abandoned is not None,
}


@dataclass(frozen=True, slots=True)
class DecisionCard:
    """A decision with its form; ``is_secondary`` is True if it does not answer the call."""

    name: str
    decision: OfficeDecision
    form: OfficeForm
    is_secondary: bool

    @property
    def title(self) -> Promise:
        return self.decision.title

    @property
    def button(self) -> Promise:
        return self.decision.button

    @property
    def article(self) -> str:
        return _("art. %(article)s") % {"article": self.decision.article}


def list_cards(
    officer_game: GameForOfficer, *, is_director: bool, bound: tuple[str, OfficeForm] | None = None
) -> list[DecisionCard]:
    """Return the cards, those that answer the call first; ``bound``: name and form of invalid
    input."""
    kind = (
        CallKind(officer_game.call.kind)
        if officer_game.call and has_open_call(officer_game)
        else None
    )
    cards = []
    for name, decision in OFFICE_DECISIONS.items():
        bound_form = bound[1] if bound and bound[0] == name else None
        if bound_form is not None or is_allowed(name, officer_game, is_director=is_director):
            form = bound_form or build_form(name, officer_game, is_director=is_director)
            cards.append(
                DecisionCard(name, decision, form, is_secondary=kind not in decision.answers)
            )
    return sorted(cards, key=lambda card: card.is_secondary)


def build_form(
    name: str, officer_game: GameForOfficer, data: Any = None, *, is_director: bool
) -> OfficeForm:
    return OFFICE_DECISIONS[name].form(data, officer_game=officer_game, is_director=is_director)
