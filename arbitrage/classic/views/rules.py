"""The decisions that an officer can take in a game, by their name in the URL."""

from collections.abc import Callable, Mapping, Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.core.calls import OPEN_STATES, CallKind, CallState
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.classic.views import appeal_forms, clock_forms, forms, incident_forms
from arbitrage.classic.views.office_form import OfficeForm
from tournament.classic.core.clock_setting import can_set_clocks
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor
from tournament.classic.core.terms import ClockKind
from tournament.classic.core.transitions import RULES as COMMANDS, TRANSITIONS

_CONFIRM = gettext_lazy("Enregistrer")


@dataclass(frozen=True, slots=True)
class OfficeRule:
    """A kind of decision. ``command``: a command that the state of the game must allow;
    ``answers``: the kinds of calls that it answers."""

    title: Promise
    article: str
    form: type[OfficeForm]
    command: Command
    answers: AbstractSet[CallKind] = frozenset()
    button: Promise = _CONFIRM

    @property
    def by_director(self) -> bool:
        """Return True if only the director may decide it."""
        return Actor.ARBITER not in COMMANDS[self.command].actors


#: Kinds of calls that an officer may close without a decision.
_ANSWERED_KINDS = frozenset(CallKind) - {
    *(CallKind.APPEAL, CallKind.CHALLENGE, CallKind.RESIGN, CallKind.END),
    *(CallKind.SCORE, CallKind.TOTALS, CallKind.CLOCK),
}
RULES: Mapping[str, OfficeRule] = {
    "verdict": OfficeRule(
        gettext_lazy("Le verdict, mot par mot"),
        "5.2, 5.3",
        forms.WordsForm,
        Command.VERDICT,
        {CallKind.CHALLENGE},
        gettext_lazy("Rendre le verdict"),
    ),
    "judge": OfficeRule(
        gettext_lazy("Le directeur tranche"),
        "9.3",
        appeal_forms.JudgeForm,
        Command.DECIDE,
        {CallKind.APPEAL},
        gettext_lazy("Trancher"),
    ),
    "score": OfficeRule(
        gettext_lazy("Le score d’un mot"),
        "4.1.6",
        forms.ScoreForm,
        Command.SET_SCORE,
        {CallKind.SCORE},
    ),
    "totals": OfficeRule(
        gettext_lazy("Les totaux"),
        "10.4",
        incident_forms.TotalsForm,
        Command.SETTLE_TOTALS,
        {CallKind.TOTALS},
    ),
    "letters": OfficeRule(
        gettext_lazy("Lettres tirées en trop"),
        "10.1",
        incident_forms.ExcessForm,
        Command.FIND_EXCESS,
        {CallKind.LETTERS},
    ),
    "board": OfficeRule(
        gettext_lazy("Grille bouleversée"),
        "10.2",
        incident_forms.BoardForm,
        Command.UPSET,
        {CallKind.BOARD},
    ),
    "set": OfficeRule(
        gettext_lazy("Jeu incomplet"),
        "10.3",
        incident_forms.IncompleteSetForm,
        Command.INCOMPLETE,
        {CallKind.SET},
    ),
    "late": OfficeRule(
        gettext_lazy("Retard"),
        "10.5",
        incident_forms.LateForm,
        Command.LATE,
        {CallKind.LATE},
    ),
    "resign": OfficeRule(
        gettext_lazy("Abandon dit à l’arbitre"),
        "10.7",
        incident_forms.ResignForm,
        Command.ABANDON,
        {CallKind.RESIGN},
        gettext_lazy("Il a abandonné"),
    ),
    "timing": OfficeRule(
        gettext_lazy("Chronométrage individuel"),
        "6.4.2, 6.4.3",
        incident_forms.TimingForm,
        Command.TIME_PLAYER,
        {CallKind.SLOW, CallKind.END},
    ),
    "stop": OfficeRule(
        gettext_lazy("Déclarer la fin de la partie"),
        "6.4, 9.3",
        incident_forms.StopForm,
        Command.STOP,
        {CallKind.END},
        gettext_lazy("Déclarer la fin"),
    ),
    "left": OfficeRule(
        gettext_lazy("Lettres restantes"),
        "7",
        incident_forms.RemainingLettersForm,
        Command.TYPE_LETTERS,
        frozenset(CallKind),
    ),
    "sanction": OfficeRule(
        gettext_lazy("Sanctionner un joueur"),
        "9.2",
        forms.SanctionForm,
        Command.SANCTION,
        {CallKind.GONE, CallKind.SLOW, CallKind.OTHER},
        gettext_lazy("Sanctionner"),
    ),
    "dismiss": OfficeRule(
        gettext_lazy("Écarter la contestation : rien qui vienne d’être joué"),
        "5.1, 5.2",
        forms.DismissForm,
        Command.DISMISS,
        button=gettext_lazy("Écarter la contestation"),
    ),
    "back": OfficeRule(
        gettext_lazy("Arrivé, ou de retour à la table"),
        "10.5, 10.6, 10.7",
        incident_forms.ReturnForm,
        Command.RETURN,
        button=gettext_lazy("Noter le retour"),
    ),
    "clocks": OfficeRule(
        gettext_lazy("Régler la pendule"),
        "1.7, 9.3",
        clock_forms.SetClocksForm,
        Command.SET_CLOCKS,
        {CallKind.CLOCK},
        gettext_lazy("Régler"),
    ),
    "clock": OfficeRule(
        gettext_lazy("Arrêter la pendule, ou la remettre en marche"),
        "4.1.6, 10.2",
        clock_forms.ClockForm,
        Command.HOLD,
        {CallKind.CLOCK},
        button=gettext_lazy("Pendule"),
    ),
    "answer": OfficeRule(
        gettext_lazy("Rien à décider"),
        "9.2",
        incident_forms.NoDecisionForm,
        Command.ANSWER,
        button=gettext_lazy("Clore l’appel"),
    ),
    "lift": OfficeRule(
        gettext_lazy("Reprendre une sanction"),
        "9.1",
        appeal_forms.LiftForm,
        Command.LIFT,
        button=gettext_lazy("Reprendre"),
    ),
    "anew": OfficeRule(
        gettext_lazy("Répondre de nouveau aux mots contestés"),
        "5.3, 9.1",
        appeal_forms.ReanswerForm,
        Command.LIFT,
        button=gettext_lazy("Changer le verdict"),
    ),
    "unresign": OfficeRule(
        gettext_lazy("Reprendre un abandon noté par erreur"),
        "10.7",
        appeal_forms.UndoAbandonForm,
        Command.LIFT,
        button=gettext_lazy("La partie continue"),
    ),
}


def has_open_call(file: MatchFile) -> bool:
    return file.call is not None and CallState(file.call.state) in OPEN_STATES


def is_allowed(name: str, file: MatchFile, *, director: bool) -> bool:
    """Return True if this user can decide it now."""
    rule, phase = RULES[name], file.state.phase
    command = Command.RESUME if name == "clock" and file.state.held else rule.command
    if (phase, command) not in TRANSITIONS or (rule.by_director and not director):
        return False
    condition = _CONDITIONS.get(name)
    return condition is None or condition(file)


def _can_be_answered(file: MatchFile) -> bool:
    """Return True for a call that only the answer of an officer ends."""
    return has_open_call(file) and file.call is not None and file.call.kind in _ANSWERED_KINDS


#: Further conditions of decisions, besides the phase of the game.
_CONDITIONS: Mapping[str, Callable[[MatchFile], bool]] = {
    "verdict": lambda file: bool(file.slip),
    "judge": lambda file: (
        file.appealed_ruling is not None and file.appealed_ruling.ruling.is_pending
    ),
    "score": lambda file: bool(file.scored_moves),
    "back": lambda file: bool(file.absent_sides),
    "timing": lambda file: file.state.terms.clock is ClockKind.GLOBAL,
    "answer": _can_be_answered,
    "clocks": lambda file: can_set_clocks(file.state),
    "lift": lambda file: any(history.ruling.sanction for history in file.rulings),
    "anew": lambda file: file.verdict_to_change is not None,
    "unresign": lambda file: file.state.abandoned is not None,
}


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A decision with its form; ``aside`` is True if it does not answer the call."""

    name: str
    rule: OfficeRule
    form: OfficeForm
    aside: bool

    @property
    def title(self) -> Promise:
        return self.rule.title

    @property
    def button(self) -> Promise:
        return self.rule.button

    @property
    def article(self) -> str:
        return _("art. %(article)s") % {"article": self.rule.article}


def list_cards(
    file: MatchFile, *, director: bool, bound: tuple[str, OfficeForm] | None = None
) -> list[RuleCard]:
    """Return the cards, those that answer the call first; ``bound``: name and form of invalid
    input."""
    kind = CallKind(file.call.kind) if file.call and has_open_call(file) else None
    cards = []
    for name, rule in RULES.items():
        bound_form = bound[1] if bound and bound[0] == name else None
        if bound_form is not None or is_allowed(name, file, director=director):
            form = bound_form or build_form(name, file, director=director)
            cards.append(RuleCard(name, rule, form, aside=kind not in rule.answers))
    return sorted(cards, key=lambda card: card.aside)


def build_form(name: str, file: MatchFile, data: Any = None, *, director: bool) -> OfficeForm:
    return RULES[name].form(data, file=file, by_director=director)
