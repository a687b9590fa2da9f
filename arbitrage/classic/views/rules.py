"""What can be decided of a game, by what the address calls it: data that the page follows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.core.calls import OPEN_STATES, CallKind, CallState
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.classic.views import appeal_forms, clock_forms, forms, incident_forms
from arbitrage.classic.views.office_form import OfficeForm
from tournament.classic.core.clock_setting import clocks_can_be_set
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor
from tournament.classic.core.terms import ClockKind
from tournament.classic.core.transitions import RULES as COMMANDS, TRANSITIONS

_CONFIRM = gettext_lazy("Enregistrer")


@dataclass(frozen=True, slots=True)
class OfficeRule:
    """``command``: where the game stands must allow it; ``answers``: the calls it is for."""

    title: Promise
    article: str
    form: type[OfficeForm]
    command: Command
    answers: frozenset[CallKind] = frozenset()
    button: Promise = _CONFIRM

    @property
    def by_director(self) -> bool:
        """By him alone."""
        return Actor.ARBITER not in COMMANDS[self.command].actors


def _for(*kinds: CallKind) -> frozenset[CallKind]:
    return frozenset(kinds)


_ANY = frozenset(CallKind) - {CallKind.APPEAL, CallKind.CHALLENGE, CallKind.RESIGN, CallKind.END}
RULES: Mapping[str, OfficeRule] = {
    "verdict": OfficeRule(
        gettext_lazy("Le verdict, mot par mot"),
        "5.2, 5.3",
        forms.WordsForm,
        Command.VERDICT,
        _for(CallKind.CHALLENGE),
        gettext_lazy("Rendre le verdict"),
    ),
    "judge": OfficeRule(
        gettext_lazy("Le directeur tranche"),
        "9.3",
        appeal_forms.JudgeForm,
        Command.DECIDE,
        _for(CallKind.APPEAL),
        gettext_lazy("Trancher"),
    ),
    "score": OfficeRule(
        gettext_lazy("Le score d’un mot"),
        "4.1.6",
        forms.ScoreForm,
        Command.SET_SCORE,
        _for(CallKind.SCORE),
    ),
    "totals": OfficeRule(
        gettext_lazy("Les totaux"),
        "10.4",
        incident_forms.TotalsForm,
        Command.SETTLE_TOTALS,
        _for(CallKind.TOTALS),
    ),
    "letters": OfficeRule(
        gettext_lazy("Lettres tirées en trop"),
        "10.1",
        incident_forms.ExcessForm,
        Command.FIND_EXCESS,
        _for(CallKind.LETTERS),
    ),
    "board": OfficeRule(
        gettext_lazy("Grille bouleversée"),
        "10.2",
        incident_forms.BoardForm,
        Command.UPSET,
        _for(CallKind.BOARD),
    ),
    "set": OfficeRule(
        gettext_lazy("Jeu incomplet"),
        "10.3",
        incident_forms.SetForm,
        Command.INCOMPLETE,
        _for(CallKind.SET),
    ),
    "late": OfficeRule(
        gettext_lazy("Retard"),
        "10.5",
        incident_forms.LateForm,
        Command.LATE,
        _for(CallKind.LATE),
    ),
    "resign": OfficeRule(
        gettext_lazy("Abandon dit à l’arbitre"),
        "10.7",
        incident_forms.ResignForm,
        Command.ABANDON,
        _for(CallKind.RESIGN),
        gettext_lazy("Il a abandonné"),
    ),
    "timing": OfficeRule(
        gettext_lazy("Chronométrage individuel"),
        "6.4.2, 6.4.3",
        incident_forms.TimingForm,
        Command.TIME_PLAYER,
        _for(CallKind.SLOW, CallKind.END),
    ),
    "stop": OfficeRule(
        gettext_lazy("Déclarer la fin de la partie"),
        "6.4, 9.3",
        incident_forms.StopForm,
        Command.STOP,
        _for(CallKind.END),
        gettext_lazy("Déclarer la fin"),
    ),
    "left": OfficeRule(
        gettext_lazy("Lettres restantes"),
        "7",
        incident_forms.LeftForm,
        Command.TYPE_LETTERS,
        frozenset(CallKind),
    ),
    "sanction": OfficeRule(
        gettext_lazy("Sanctionner un joueur"),
        "9.2",
        forms.SanctionForm,
        Command.SANCTION,
        _for(CallKind.GONE, CallKind.SLOW, CallKind.OTHER),
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
        incident_forms.GoneForm,
        Command.RETURN,
        button=gettext_lazy("Noter le retour"),
    ),
    "clocks": OfficeRule(
        gettext_lazy("Régler la pendule"),
        "1.7, 9.3",
        clock_forms.SetClocksForm,
        Command.SET_CLOCKS,
        _for(CallKind.CLOCK),
        gettext_lazy("Régler"),
    ),
    "clock": OfficeRule(
        gettext_lazy("Arrêter la pendule, ou la remettre en marche"),
        "4.1.6, 10.2",
        clock_forms.ClockForm,
        Command.HOLD,
        _for(CallKind.CLOCK),
        button=gettext_lazy("Pendule"),
    ),
    "answer": OfficeRule(
        gettext_lazy("Rien à décider"),
        "9.2",
        incident_forms.NothingForm,
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
        appeal_forms.AnewForm,
        Command.LIFT,
        button=gettext_lazy("Changer le verdict"),
    ),
    "unresign": OfficeRule(
        gettext_lazy("Reprendre un abandon noté par erreur"),
        "10.7",
        appeal_forms.NoAbandonForm,
        Command.LIFT,
        button=gettext_lazy("La partie continue"),
    ),
}


def is_open(file: MatchFile) -> bool:
    return file.call is not None and CallState(file.call.state) in OPEN_STATES


def allowed(what: str, file: MatchFile, *, director: bool) -> bool:
    """Whether it can be decided now, by who reads."""
    rule, phase = RULES[what], file.state.phase
    command = Command.RESUME if what == "clock" and file.state.held else rule.command
    if (phase, command) not in TRANSITIONS or (rule.by_director and not director):
        return False
    sense = _SENSE.get(what)
    return sense is None or sense(file)


def _answerable(file: MatchFile) -> bool:
    """A call that nothing but an officer's word ends."""
    call = file.call
    return (
        is_open(file)
        and call is not None
        and call.kind
        in _ANY
        - {
            CallKind.SCORE,
            CallKind.TOTALS,
            CallKind.CLOCK,
        }
    )


#: What must be there for it to make sense, beyond the phase.
_SENSE: Mapping[str, Callable[[MatchFile], bool]] = {
    "verdict": lambda file: bool(file.slip),
    "judge": lambda file: file.appealed is not None and file.appealed.ruling.waits,
    "score": lambda file: bool(file.plays),
    "back": lambda file: bool(file.gone),
    "timing": lambda file: file.state.terms.clock is ClockKind.GLOBAL,
    "answer": _answerable,
    "clocks": lambda file: clocks_can_be_set(file.state),
    "lift": lambda file: any(one.ruling.sanction for one in file.rulings),
    "anew": lambda file: file.verdict_to_change is not None,
    "unresign": lambda file: file.state.abandoned is not None,
}


@dataclass(frozen=True, slots=True)
class Card:
    """A decision that can be made, with its form; ``aside``: not what is called for."""

    what: str
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


def cards_of(
    file: MatchFile, *, director: bool, bound: tuple[str, OfficeForm] | None = None
) -> list[Card]:
    """What is called for first; ``bound``: the form that was sent and is not right yet."""
    kind = CallKind(file.call.kind) if file.call and is_open(file) else None
    cards = []
    for what, rule in RULES.items():
        sent = bound[1] if bound and bound[0] == what else None
        if sent is not None or allowed(what, file, director=director):
            form = sent or form_of(what, file, director=director)
            cards.append(Card(what, rule, form, aside=kind not in rule.answers))
    return sorted(cards, key=lambda card: card.aside)


def form_of(what: str, file: MatchFile, data: Any = None, *, director: bool) -> OfficeForm:
    return RULES[what].form(data, file=file, by_director=director)
