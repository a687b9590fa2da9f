"""The journal of a game between two, line by line in French: who did what, and why.

Letters drawn are not told: the game may not be over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.classic.core.waiting import CALLING, called_with
from arbitrage.classic.presentation.calls import call_label
from arbitrage.classic.presentation.match_file import minutes
from arbitrage.classic.presentation.rulings import DECISIONS, sanction_told
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.presentation.appeals import named
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.rulings import DirectorDecision, MatchSanction
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchEvent

#: What is said of an event; its data fills in what is named.
LINES: Mapping[Command, str] = {
    Command.TOSS: _("tire %(letter)s au toss"),
    Command.DRAW: _("tire %(n)s lettres"),
    Command.PLAY: _("joue %(word)s en %(ref)s et annonce %(score)s"),
    Command.TURN: _("tourne la grille"),
    Command.PRESS: _("actionne la pendule"),
    Command.LOOK: _("découvre ses lettres"),
    Command.PASS: _("dit « Je passe »"),
    Command.EXCHANGE: _("change %(n)s lettres"),
    Command.UNWRITE: _("dernier coup écrit repris, pour être réécrit (C-33)"),
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
    Command.REMOVE_EXCESS: _("retire %(n)s lettres en trop (art. 10.1)"),
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
    Command.EXPIRE: _("temps écoulé%(of)s"),
}
#: Of what an officer decides.
DECIDED = frozenset(
    {
        *(Command.VERDICT, Command.DISMISS, Command.SET_SCORE, Command.SANCTION, Command.LIFT),
        *(Command.DECIDE, Command.TIME_PLAYER, Command.FIND_EXCESS, Command.SETTLE_TOTALS),
        *(Command.LATE, Command.STOP, Command.ABANDON, Command.SET_CLOCKS),
    }
)
_CLOCKS = {"move": _("par coup"), "chess": _("pour la partie")}


@dataclass(frozen=True, slots=True)
class MatchLine:
    """``decided``: by an officer, and not only told by one."""

    seq: int
    at: datetime
    who: str
    what: str
    why: str
    decided: bool


def line_of(row: MatchEvent, state: MatchState, names: Mapping[Side, str]) -> MatchLine:
    """``state``: of the game now."""
    event = Event(Command(row.command), Actor(row.actor), data=row.data)
    what = gettext(LINES[event.command]) % _said(event, state, names)
    who = names[event.actor.side] if event.actor.side else named(row.by) or row.signed
    decided = event.command in DECIDED or (
        event.command in {Command.UPSET, Command.INCOMPLETE} and event.actor.side is None
    )
    return MatchLine(row.seq, row.at, who, what, row.reason, decided)


def lines_of(file: MatchFile) -> list[MatchLine]:
    """Of all that happened in a game, in order."""
    return [line_of(row, file.state, file.names) for row in file.events]


def _said(event: Event, state: MatchState, names: Mapping[Side, str]) -> dict[str, Any]:
    """The data in words; what an event does not have is not asked of it."""
    data = event.data
    side = names[Side(data["side"])] if data.get("side") in list(Side) else gettext("les deux")
    points = state.terms.lost_points
    said: dict[str, Any] = {**data, "side": side, "article": data.get("article", "9.2")}
    said["sanction"] = _sanction(data.get("sanction"), points)
    said["clock"] = gettext(_CLOCKS.get(data.get("clock", "move"), _CLOCKS["move"]))
    said["clocks"] = _clocks_set(data, names)
    said["words"] = _words(data.get("words"))
    said["word"] = str(data.get("word", "")).upper()
    said["move"] = _move(data.get("move"), state)
    said["declared"] = _declared(data)
    said["settled"] = _settled(data, names)
    said["late"] = (
        gettext("il a perdu") if data.get("lost") else gettext("l’autre joue et l’attend")
    )
    said["upset"] = _upset(event, said)
    said["incomplete"] = _incomplete(event, side)
    said["call"] = call_label(called_with(event)) if event.command in CALLING else ""
    said["of"] = gettext(" pour %(who)s") % {"who": side} if data.get("side") else ""
    said["lifted"] = _lifted(data, state, names) if event.command is Command.LIFT else ""
    said |= _appealed(data, points)
    return said


def _sanction(value: Any, points: int) -> str:
    return sanction_told(MatchSanction(value) if value in list(MatchSanction) else None, points)


def _clocks_set(data: Mapping[str, Any], names: Mapping[Side, str]) -> str:
    told = [(names[side], data.get(side.value)) for side in Side]
    told.append((gettext("les deux"), data.get("common")))
    return ", ".join(f"{who} {minutes(left)}" for who, left in told if isinstance(left, int))


def _words(words: Any) -> str:
    """Those of a slip, or each with its answer."""
    if isinstance(words, Mapping):
        answers = {True: gettext("admis"), False: gettext("non admis")}
        return ", ".join(f"{word} {answers[bool(one)]}" for word, one in words.items())
    return ", ".join(words) if isinstance(words, list) else ""


def _move(number: Any, state: MatchState) -> str:
    known = isinstance(number, int) and 0 <= number < len(state.moves)
    return state.moves[number].word.upper() if known else ""


def _declared(data: Mapping[str, Any]) -> str:
    if "X" not in data:
        return gettext("ne conteste plus le dernier coup (art. 5.2)")
    return gettext("déclare les totaux %(totals)s") % {"totals": f"{data['X']} – {data['Y']}"}


def _settled(data: Mapping[str, Any], names: Mapping[Side, str]) -> str:
    if data.get("sheet_missing") in list(Side):
        pattern = gettext("%(who)s n’a pas tenu sa feuille, le score de l’adversaire vaut")
        return pattern % {"who": names[Side(data["sheet_missing"])]}
    if "X" in data:
        return f"{data['X']} – {data['Y']}"
    return gettext("ceux de la partie enregistrée")


def _upset(event: Event, said: Mapping[str, Any]) -> str:
    if event.actor.side is not None:
        return gettext("un arbitre est appelé")
    if not event.data.get("restorable"):
        return gettext("%(side)s a perdu, elle ne peut pas être remise") % said
    return gettext("remise en place ; %(side)s : %(sanction)s") % said


def _incomplete(event: Event, side: str) -> str:
    if event.actor.side is not None:
        return gettext("le directeur est appelé")
    if not event.data.get("side"):
        return gettext("les scores restent")
    return gettext("lettres ôtées sciemment par %(side)s, qui a perdu") % {"side": side}


def _lifted(data: Mapping[str, Any], state: MatchState, names: Mapping[Side, str]) -> str:
    if "abandon" in data:
        return gettext("personne n’a abandonné, la partie continue")
    ruling = state.rulings[data["ruling"]]
    if "words" in data:
        return _words(data["words"])
    return gettext("sanction de %(who)s") % {"who": names[ruling.side] if ruling.side else ""}


def _appealed(data: Mapping[str, Any], points: int) -> dict[str, str]:
    decision = data.get("decision")
    if decision not in list(DirectorDecision):
        return {"decision": "", "instead": ""}
    instead = ""
    if data.get("sanction") in list(MatchSanction):
        given = _sanction(data["sanction"], points)
        instead = gettext(", désormais : %(given)s") % {"given": given}
    return {"decision": gettext(DECISIONS[DirectorDecision(decision)]), "instead": instead}
