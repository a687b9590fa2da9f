"""The journal of a game between two, line by line in French: actor, sentence, reason.

Drawn letters are not shown: the game may not be over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.classic.core.expected_calls import CALL_COMMANDS, find_call_kind
from arbitrage.classic.presentation.calls import get_call_label
from arbitrage.classic.presentation.rulings import DECISION_SENTENCES
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.presentation.appeals import get_display_name
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.rulings import DirectorDecision, MatchSanction
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchEvent
from tournament.classic.presentation.match.match_words import format_minutes
from tournament.classic.presentation.match.sanctions import describe_sanction

#: Sentences of events; their values come from ``_build_values``.
SENTENCES_BY_COMMAND: Mapping[Command, str] = {
    Command.TOSS: _("tire %(letter)s au toss"),
    Command.DRAW: _("lettres tirées : %(n)s"),
    Command.PLAY: _("joue %(word)s en %(ref)s et annonce %(score)s"),
    Command.TURN_BOARD: _("tourne la grille"),
    Command.PRESS: _("actionne la pendule"),
    Command.LOOK: _("découvre ses lettres"),
    Command.PASS: _("dit « Je passe »"),
    Command.EXCHANGE: _("lettres changées : %(n)s"),
    Command.TAKE_BACK_RECORD: _("dernier coup écrit repris, pour être réécrit (C-33)"),
    Command.CHALLENGE: _("dit « Je conteste »"),
    Command.SLIP: _("remplit le bulletin : %(words)s"),
    Command.VERDICT: _("verdict (art. 5.3) : %(words)s"),
    Command.DISMISS: _("contestation écartée : rien qui vienne d’être joué (art. 5.2)"),
    Command.CONTEST_SCORE: _("conteste le score de %(move)s"),
    Command.AGREE_SCORE: _("est d’accord sur le score"),
    Command.DROP_CONTEST: _("le score contesté reste (art. 4.1.6)"),
    Command.SET_SCORE: _("score de %(move)s fixé à %(score)s (art. 4.1.6)"),
    Command.SANCTION: _("%(side)s : %(sanction)s (art. %(article)s)"),
    Command.LIFT: _("décision reprise : %(lifted)s"),
    Command.APPEAL: _("fait appel au directeur du tournoi (art. 9.2)"),
    Command.DECIDE: _("recours : décision %(decision)s (art. 9.3)%(instead)s"),
    Command.REFER: _("demande le directeur : l’adversaire lui semble trop lent (art. 6.4.2)"),
    Command.TIME_PLAYER: _("chronométrage de %(side)s : %(seconds)s s, %(clock)s (art. 6.4)"),
    Command.REPORT_EXCESS: _("dit qu’il a tiré trop de lettres (art. 10.1)"),
    Command.REMOVE_EXCESS: _("lettres en trop retirées : %(n)s (art. 10.1)"),
    Command.FIND_EXCESS: _("%(side)s a trop de lettres : partie perdue (art. 10.1.3)"),
    Command.UPSET: _("grille bouleversée : %(upset)s (art. 10.2)"),
    Command.INCOMPLETE: _("jeu incomplet : %(incomplete)s (art. 10.3)"),
    Command.DECLARE_TOTALS: "%(declared)s",
    Command.SETTLE_TOTALS: _("totaux réglés : %(settled)s (art. 10.4)"),
    Command.LATE: _("%(side)s est en retard : %(late)s (art. 10.5)"),
    Command.ARRIVE: _("le retardataire est là (art. 10.5)"),
    Command.PAUSE: _("s’absente quelques minutes, sur son temps (art. 10.6)"),
    Command.LEAVE: _("départ sans rien dire (art. 10.7)"),
    Command.RETURN: _("retour à la table"),
    Command.CALL_ARBITER: _("appelle l’arbitre : %(call)s"),
    Command.ANSWER: _("a répondu à l’appel de %(side)s"),
    Command.ABANDON: _("abandon dit à l’arbitre (art. 10.7)"),
    Command.HOLD: _("pendule arrêtée"),
    Command.RESUME: _("pendule remise en marche"),
    Command.SET_CLOCKS: _("pendule réglée : %(clocks)s (art. 1.7)"),
    Command.UNWATCHED: _("pendule arrêtée : le logiciel a été interrompu"),
    Command.TYPE_LETTERS: _("lettres restantes saisies"),
    Command.STOP: _("fin de la partie déclarée (art. 9.3)"),
    Command.EXPIRE: _("temps écoulé%(player)s"),
}
#: Commands that are decisions of an officer.
OFFICER_COMMANDS = frozenset(
    {
        *(Command.VERDICT, Command.DISMISS, Command.SET_SCORE, Command.SANCTION, Command.LIFT),
        *(Command.DECIDE, Command.TIME_PLAYER, Command.FIND_EXCESS, Command.SETTLE_TOTALS),
        *(Command.LATE, Command.STOP, Command.ABANDON, Command.SET_CLOCKS),
    }
)
_CLOCK_PERIODS = {"move": _("par coup"), "chess": _("pour la partie")}


@dataclass(frozen=True, slots=True)
class MatchJournalLine:
    """A line of the journal; ``is_decision`` is True for decisions of an officer, not for what an
    officer only records."""

    seq: int
    at: datetime
    actor: str
    sentence: str
    reason: str
    is_decision: bool


def build_line(row: MatchEvent, state: MatchState, names: Mapping[Side, str]) -> MatchJournalLine:
    """Return the line of an event; ``state`` is the current state of the game."""
    event = Event(Command(row.command), Actor(row.actor), data=row.data)
    sentence = gettext(SENTENCES_BY_COMMAND[event.command]) % _build_values(event, state, names)
    actor = names[event.actor.side] if event.actor.side else get_display_name(row.by) or row.signed
    is_decision = event.command in OFFICER_COMMANDS or (
        event.command in {Command.UPSET, Command.INCOMPLETE} and event.actor.side is None
    )
    return MatchJournalLine(row.seq, row.at, actor, sentence, row.reason, is_decision)


def list_lines(officer_game: GameForOfficer) -> list[MatchJournalLine]:
    """Return the lines of all events of the game, in order."""
    return [build_line(row, officer_game.state, officer_game.names) for row in officer_game.events]


def _build_values(event: Event, state: MatchState, names: Mapping[Side, str]) -> dict[str, Any]:
    """Return the values of a sentence; those that the event does not have are empty."""
    data = event.data
    side = names[Side(data["side"])] if data.get("side") in list(Side) else gettext("les deux")
    points = state.terms.lost_points
    values: dict[str, Any] = {**data, "side": side, "article": data.get("article", "9.2")}
    values["sanction"] = _format_sanction(data.get("sanction"), points)
    values["clock"] = gettext(_CLOCK_PERIODS.get(data.get("clock", "move"), _CLOCK_PERIODS["move"]))
    values["clocks"] = _format_clocks(data, names)
    values["words"] = _format_words(data.get("words"))
    values["word"] = str(data.get("word", "")).upper()
    values["move"] = _format_move(data.get("move"), state)
    values["declared"] = _format_declared(data)
    values["settled"] = _format_settled(data, names)
    values["late"] = (
        gettext("il a perdu") if data.get("lost") else gettext("l’autre joue et l’attend")
    )
    values["upset"] = _format_upset(event, values)
    values["incomplete"] = _format_incomplete(event, side)
    values["call"] = get_call_label(find_call_kind(event)) if event.command in CALL_COMMANDS else ""
    values["player"] = gettext(" pour %(who)s") % {"who": side} if data.get("side") else ""
    values["lifted"] = _format_lifted(data, state, names) if event.command is Command.LIFT else ""
    values |= _build_appeal_values(data, points)
    return values


def _format_sanction(value: Any, points: int) -> str:
    return describe_sanction(MatchSanction(value) if value in list(MatchSanction) else None, points)


def _format_clocks(data: Mapping[str, Any], names: Mapping[Side, str]) -> str:
    times = [(names[side], data.get(side.value)) for side in Side]
    times.append((gettext("les deux"), data.get("common")))
    return ", ".join(
        f"{name} {format_minutes(seconds)}" for name, seconds in times if isinstance(seconds, int)
    )


def _format_words(words: Any) -> str:
    """Return the words of a slip, or each word with its answer."""
    if isinstance(words, Mapping):
        answers = {True: gettext("admis"), False: gettext("non admis")}
        return ", ".join(f"{word} {answers[bool(answer)]}" for word, answer in words.items())
    return ", ".join(words) if isinstance(words, list) else ""


def _format_move(number: Any, state: MatchState) -> str:
    exists = isinstance(number, int) and 0 <= number < len(state.moves)
    return state.moves[number].word.upper() if exists else ""


def _format_declared(data: Mapping[str, Any]) -> str:
    if "X" not in data:
        return gettext("ne conteste plus le dernier coup (art. 5.2)")
    return gettext("déclare les totaux %(totals)s") % {"totals": f"{data['X']} – {data['Y']}"}


def _format_settled(data: Mapping[str, Any], names: Mapping[Side, str]) -> str:
    if data.get("sheet_missing") in list(Side):
        pattern = gettext("%(who)s n’a pas tenu sa feuille, le score de l’adversaire vaut")
        return pattern % {"who": names[Side(data["sheet_missing"])]}
    if "X" in data:
        return f"{data['X']} – {data['Y']}"
    return gettext("ceux de la partie enregistrée")


def _format_upset(event: Event, values: Mapping[str, Any]) -> str:
    if event.actor.side is not None:
        return gettext("un arbitre est appelé")
    if not event.data.get("restorable"):
        return gettext("%(side)s a perdu, elle ne peut pas être remise") % values
    return gettext("remise en place ; %(side)s : %(sanction)s") % values


def _format_incomplete(event: Event, side: str) -> str:
    if event.actor.side is not None:
        return gettext("le directeur est appelé")
    if not event.data.get("side"):
        return gettext("les scores restent")
    return gettext("lettres ôtées sciemment par %(side)s, qui a perdu") % {"side": side}


def _format_lifted(data: Mapping[str, Any], state: MatchState, names: Mapping[Side, str]) -> str:
    if "abandon" in data:
        return gettext("personne n’a abandonné, la partie continue")
    ruling = state.rulings[data["ruling"]]
    if "words" in data:
        return _format_words(data["words"])
    return gettext("sanction de %(who)s") % {"who": names[ruling.side] if ruling.side else ""}


def _build_appeal_values(data: Mapping[str, Any], points: int) -> dict[str, str]:
    decision = data.get("decision")
    if decision not in list(DirectorDecision):
        return {"decision": "", "instead": ""}
    instead = ""
    if data.get("sanction") in list(MatchSanction):
        sanction = _format_sanction(data["sanction"], points)
        instead = gettext(", désormais : %(sanction)s") % {"sanction": sanction}
    return {"decision": gettext(DECISION_SENTENCES[DirectorDecision(decision)]), "instead": instead}
