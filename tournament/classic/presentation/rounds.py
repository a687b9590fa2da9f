"""French words of classic tournaments: rounds, results, measures."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from tournament.classic.core.rounds.checks import PairingIssue, PairingWarning
from tournament.classic.core.rounds.countdown import CountdownCommand
from tournament.classic.core.rounds.lines import LineResult, RoundLine, RoundLineKind
from tournament.classic.core.rounds.states import (
    EXCLUDED,
    MATCH_REOPENED,
    READMITTED,
    ResultKind,
    RoundCommand,
    RoundState,
)
from tournament.classic.core.rounds.terms import PairingStyle, PairingSystem, RoundMeasure, TieBreak
from tournament.classic.core.terms import ClockKind
from tournament.classic.models import MatchRound
from tournament.classic.presentation.match.match_words import format_minutes, format_number

SYSTEM_NAMES: Mapping[PairingSystem, Promise] = {
    PairingSystem.SWISS: _("système suisse"),
    PairingSystem.ROUND_ROBIN: _("toutes rondes : chacun rencontre tous les autres"),
}
STYLE_NAMES: Mapping[PairingStyle, Promise] = {
    PairingStyle.SLIDE: _("haut contre bas du groupe, dans l’ordre (1-5, 2-6, 3-7, 4-8)"),
    PairingStyle.FOLD: _("premier contre dernier du groupe (1-8, 2-7, 3-6, 4-5)"),
    PairingStyle.NEIGHBOURS: _("voisins au classement (1-2, 3-4, 5-6, 7-8)"),
    PairingStyle.CHANCE: _("au sort"),
}
TIE_BREAK_NAMES: Mapping[TieBreak, Promise] = {
    TieBreak.SPREAD: _("écart : points marqués moins points concédés"),
    TieBreak.SCORED: _("points marqués"),
    TieBreak.GAMES: _("parties gagnées"),
}
CLOCK_NAMES: Mapping[ClockKind, Promise] = {
    ClockKind.CHESS: _("pendule : un crédit de temps à chacun (6.2)"),
    ClockKind.MOVE: _("chronomètres : un temps par coup (6.3)"),
    ClockKind.GLOBAL: _("crédit global pour les deux (6.4)"),
}
#: Full name, and column heading.
MEASURE_NAMES: Mapping[RoundMeasure, tuple[Promise, Promise]] = {
    RoundMeasure.POINTS: (_("points de match (PM)"), pgettext_lazy("match points", "PM")),
    RoundMeasure.TIE_BREAK: (_("points de départage (Pdep)"), _("Pdep")),
    RoundMeasure.SPREAD: (_("écart"), _("Écart")),
    RoundMeasure.WINS: (_("matchs gagnés en jouant"), _("Gagnés en jouant")),
    RoundMeasure.BUCHHOLZ: (_("Buchholz : points de match des adversaires"), _("Buchholz")),
    RoundMeasure.MEDIAN: (_("Buchholz sans l’adversaire le plus faible"), _("Buchholz −1")),
    RoundMeasure.SONNEBORN: (
        _("Sonneborn-Berger : points de match des adversaires battus"),
        _("Sonneborn"),
    ),
    RoundMeasure.DIRECT: (_("résultat des matchs entre ex æquo"), _("Entre eux")),
    RoundMeasure.SCORED: (_("points marqués"), _("Marqués")),
}
ROUND_STATE_NAMES: Mapping[RoundState, Promise] = {
    RoundState.PREPARED: pgettext_lazy("round", "préparée"),
    RoundState.PUBLISHED: pgettext_lazy("round", "publiée"),
    RoundState.RUNNING: pgettext_lazy("round", "en cours"),
    RoundState.FINISHED: pgettext_lazy("round", "terminée"),
}
ROUND_BADGES: Mapping[RoundState, str] = {
    RoundState.PREPARED: "warn",
    RoundState.PUBLISHED: "note",
    RoundState.RUNNING: "good",
    RoundState.FINISHED: "",
}
#: The button of each command, and the message after it.
ROUND_COMMANDS: Mapping[RoundCommand, tuple[Promise, Promise]] = {
    RoundCommand.PUBLISH: (_("Publier les appariements"), _("Appariements publiés.")),
    RoundCommand.TAKE_BACK: (_("Reprendre les appariements"), _("Appariements repris.")),
    RoundCommand.START: (_("Commencer la ronde"), _("Ronde commencée.")),
    RoundCommand.FINISH: (_("Terminer la ronde"), _("Ronde terminée.")),
    RoundCommand.REOPEN: (_("Rouvrir la ronde"), _("Ronde rouverte.")),
}
COUNTDOWN_COMMANDS: Mapping[CountdownCommand, Promise] = {
    CountdownCommand.START: _("Lancer le temps commun"),
    CountdownCommand.STOP: _("Arrêter"),
    CountdownCommand.RESUME: _("Reprendre"),
    CountdownCommand.SET: _("Régler ce qui reste"),
}
#: Lines of the record (``TournamentChange``).
ROUND_CHANGES: Mapping[str, Promise] = {
    "prepare": _("Ronde %(round)d appariée."),
    "pair-again": _("Ronde %(round)d appariée de nouveau."),
    "swap": _("Ronde %(round)d, appariement changé à la main : inscrits %(tables)s."),
    "discard": _("Ronde %(round)d supprimée avant d’être publiée."),
    RoundCommand.PUBLISH: _("Ronde %(round)d : appariements publiés."),
    RoundCommand.TAKE_BACK: _("Ronde %(round)d : appariements repris."),
    RoundCommand.START: _("Ronde %(round)d commencée."),
    RoundCommand.FINISH: _("Ronde %(round)d terminée."),
    RoundCommand.REOPEN: _("Ronde %(round)d rouverte."),
    EXCLUDED: _(
        "Ronde %(round)d : joueur exclu du tournoi (9.3), retiré des rondes à venir : inscrit "
        "%(tables)s."
    ),
    READMITTED: _("Ronde %(round)d : exclusion reprise, l’inscrit %(tables)s joue de nouveau."),
    "clock-start": _("Ronde %(round)d : temps commun lancé, %(left)s (6.4.1)."),
    "clock-stop": _("Ronde %(round)d : temps commun arrêté à %(left)s."),
    "clock-resume": _("Ronde %(round)d : temps commun repris à %(left)s."),
    "clock-set": _("Ronde %(round)d : temps commun réglé à %(left)s (9.3)."),
    MATCH_REOPENED: _("Ronde %(round)d rouverte par une décision : match de la table %(tables)s."),
}
RESULT_KIND_NAMES: Mapping[ResultKind, Promise] = {
    ResultKind.SHEET: _("match joué, d’après la feuille de match"),
    ResultKind.GIVEN_UP: _("abandon : l’autre gagne (10.7)"),
    ResultKind.FORFEIT: _("forfait : l’autre gagne sans jouer (10.5)"),
    ResultKind.BOTH_AWAY: _("double absence : les deux perdent"),
}
_ISSUES: Mapping[PairingIssue, Promise] = {
    PairingIssue.REMATCH: _("%(names)s se sont déjà rencontrés (%(number)d fois)."),
    PairingIssue.SECOND_BYE: _("%(names)s a déjà été exempt ou a déjà gagné sans jouer."),
    PairingIssue.GAP: _(
        "%(names)s : écart de points de match %(number)d, alors que d’autres étaient plus près."
    ),
    PairingIssue.LEFT_OUT: _("%(names)s est là et n’a ni adversaire ni exemption."),
    PairingIssue.AWAY: _("%(names)s est apparié, mais absent ou retiré."),
}
_LATER_ROUNDS: Mapping[RoundState, Promise] = {
    RoundState.PREPARED: _(
        "La ronde %(number)d est déjà appariée, d’après les résultats d’avant cette correction : "
        "« Apparier de nouveau » tient compte du nouveau."
    ),
    RoundState.PUBLISHED: _(
        "La ronde %(number)d est déjà publiée, appariée d’après les résultats d’avant cette "
        "correction : pour l’apparier de nouveau, reprenez d’abord ses appariements."
    ),
    RoundState.RUNNING: _(
        "La ronde %(number)d se joue déjà : ses appariements ne changent plus, le classement si."
    ),
    RoundState.FINISHED: _(
        "La ronde %(number)d est déjà jouée : ses appariements ne changent plus, le classement si."
    ),
}
_RESULT_LETTERS: Mapping[LineResult, Promise] = {
    LineResult.WON: pgettext_lazy("letter of a result", "G"),
    LineResult.DRAWN: pgettext_lazy("letter of a result", "N"),
    LineResult.LOST: pgettext_lazy("letter of a result", "P"),
}


def describe_issue(warning: PairingWarning, names: Mapping[int, str]) -> str:
    """Return a warning about a pairing; ``names`` by pairing key."""
    joined_names = gettext(" et ").join(names.get(key, "?") for key in warning.keys)
    return str(_ISSUES[warning.issue]) % {"names": joined_names, "number": warning.number}


def describe_later_round(match_round: MatchRound) -> str:
    """Return what a correction of an earlier result means for the pairs of a later round."""
    return str(_LATER_ROUNDS[RoundState(match_round.state)]) % {"number": match_round.number}


def get_round_state(state: str) -> Promise:
    return ROUND_STATE_NAMES[RoundState(state)]


def get_round_badge(state: str) -> str:
    return ROUND_BADGES[RoundState(state)]


def describe_tie_breaks(order: tuple[RoundMeasure, ...]) -> str:
    """Return the measures of the standings, in order."""
    return ", ".join(str(MEASURE_NAMES[measure][0]) for measure in order)


def describe_line(line: RoundLine) -> str:
    """Return a round in a word or as a score."""
    match line.kind:
        case RoundLineKind.OPEN:
            return gettext("en cours")
        case RoundLineKind.BYE:
            return gettext("exempt")
        case RoundLineKind.ABSENT:
            return gettext("absent")
        case RoundLineKind.FORFEIT:
            won = line.result is LineResult.WON
            return gettext("gagné par forfait") if won else gettext("perdu par forfait")
    return _format_score_pair(line.scored, line.conceded)


def get_line_letter(line: RoundLine) -> str:
    """Return the letter of won, drawn or lost; empty while the match is open."""
    return (
        str(_RESULT_LETTERS[line.result])
        if line.result and line.kind is not RoundLineKind.ABSENT
        else ""
    )


def describe_result_kind(kind: str) -> Promise:
    return RESULT_KIND_NAMES[ResultKind(kind)]


def format_game_scores(games: Sequence[Sequence[int]]) -> str:
    """Return the scores as on a match sheet."""
    return ", ".join(_format_score_pair(x, y) for x, y in games)


def _format_score_pair(first: int, second: int) -> str:
    """Return two scores, spaced if one is negative."""
    if first >= 0 and second >= 0:
        return f"{first}-{second}"
    return f"{format_number(first)} – {format_number(second)}"


def describe_change(data: Mapping[str, Any]) -> str:
    """Return a line of the record about a round."""
    tables = ", ".join(f"n° {number}" for number in data.get("tables", ()))
    values = {
        "round": data["round"],
        "tables": tables,
        "left": format_minutes(data.get("left_s", 0)),
    }
    return str(ROUND_CHANGES[data["what"]]) % values
