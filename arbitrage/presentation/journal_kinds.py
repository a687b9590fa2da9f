"""The sentences of the journal for each kind of line, filled in by ``presentation.journal``."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from arbitrage.models import ActKind, RulingStatus
from arbitrage.queries.journal import JournalFilter
from tournament.core.centres.reports import CentreAct
from tournament.core.events import EventKind
from tournament.core.states import GameCommand
from tournament.services.play.playing_judge import JUDGE_PLAYS

FILTER_LABELS: Mapping[JournalFilter, Promise] = {
    JournalFilter.MAIN: gettext_lazy(
        "l’essentiel : tout, sauf ce que le logiciel fait de lui-même"
    ),
    JournalFilter.ALL: gettext_lazy("tout"),
    JournalFilter.DRAWS: gettext_lazy("tirages"),
    JournalFilter.COMMANDS: gettext_lazy("commandes de la partie"),
    JournalFilter.PAPERS: gettext_lazy("bulletins en papier saisis"),
    JournalFilter.DECISIONS: gettext_lazy("décisions des arbitres"),
    JournalFilter.SOFTWARE: gettext_lazy("propositions et calculs du logiciel"),
    JournalFilter.ROLES: gettext_lazy("rôles donnés et retirés"),
    JournalFilter.TOURNAMENT: gettext_lazy("tournoi publié, masqué, archivé ; ordre des parties"),
}
#: Sentences by kind of event; the data of the row fills the placeholders.
EVENT_SENTENCES: Mapping[EventKind, Promise] = {
    EventKind.GAME_CHANGED: gettext_lazy("%(game_command)s"),
    EventKind.RACK_DRAWN: gettext_lazy("Lettres tirées : %(letters)s."),
    EventKind.RACK_RETYPED: gettext_lazy("Lettres retapées avant d’être montrées : %(letters)s."),
    EventKind.RACK_ANNOUNCED: gettext_lazy("Lettres montrées à la salle."),
    EventKind.RACK_RECTIFIED: gettext_lazy("Rectification annoncée : %(letters)s."),
    EventKind.TIME_CHANGED: gettext_lazy("%(time_change)s"),
    EventKind.TURN_OPENED: gettext_lazy("Chrono lancé."),
    EventKind.TIME_SHORTENED: gettext_lazy("Temps de jeu fini avant l’heure."),
    EventKind.TURN_CLOSED: gettext_lazy("Bulletins ramassés."),
    EventKind.TURN_SOLVED: gettext_lazy("Solutions calculées."),
    EventKind.PAPER_TYPED: gettext_lazy("Bulletins en papier saisis."),
    EventKind.TURN_CORRECTED: gettext_lazy("%(correction)s"),
    EventKind.TURN_REVEALED: gettext_lazy("Solution donnée : %(word)s en %(ref)s."),
    EventKind.SOLUTION_READ_OUT: gettext_lazy("Solution lue à la salle."),
    EventKind.WORD_TAKEN_BACK: gettext_lazy(
        "Retour au choix : %(word)s en %(ref)s quitte la grille."
    ),
    EventKind.STANDINGS_CHANGED: gettext_lazy("Classement mis à jour."),
    EventKind.COUNTS_CHANGED: gettext_lazy("Nombre des bulletins mis à jour."),
    EventKind.MEDIUM_CHANGED: gettext_lazy("%(medium_change)s"),
    EventKind.CASE_CHANGED: gettext_lazy("%(case_change)s"),
    EventKind.TURN_COMPLETED: gettext_lazy("Coup terminé."),
    EventKind.TURN_CANCELLED: gettext_lazy("Coup annulé."),
    EventKind.SLIPS_HANDLED: gettext_lazy("%(slips_done)s"),
    EventKind.LOOK_CHANGED: gettext_lazy("%(look_change)s"),
    EventKind.DESK_TAKEN_OVER: gettext_lazy(
        "Pupitre repris sur un autre appareil, après %(from)s."
    ),
    EventKind.CENTRE_REPORTED: gettext_lazy("%(centre_act)s"),
    EventKind.SEAL_OPENED: gettext_lazy("Feuille scellée de la partie ouverte."),
    EventKind.CLOCK_CORRECTED: gettext_lazy(
        "Horloge du serveur réglée de %(jump_s)s s ; l’heure de la salle a continué."
    ),
}
#: Sentences by act of a centre, or of the judge about it.
CENTRE_ACTS: Mapping[str, Promise] = {
    CentreAct.READY: gettext_lazy("Centre « %(name)s » prêt."),
    CentreAct.NOT_READY: gettext_lazy("Centre « %(name)s » pas prêt."),
    CentreAct.INCIDENT: gettext_lazy("Incident au centre « %(name)s »."),
    CentreAct.PAUSE: gettext_lazy("Le centre « %(name)s » demande une pause."),
    CentreAct.PAUSE_OVER: gettext_lazy("Le centre « %(name)s » ne demande plus de pause."),
    CentreAct.KEPT: gettext_lazy(
        "Bulletins gardés du centre « %(name)s » comptés à l’heure : %(count)s, arrivés de "
        "%(arrived)s."
    ),
    CentreAct.WITHOUT: gettext_lazy("La partie continue sans le centre « %(name)s »."),
}
#: Sentences by command on a game.
GAME_COMMANDS: Mapping[str, Promise] = {
    GameCommand.PREPARE: gettext_lazy("Partie déclarée prête : réglages fixés."),
    GameCommand.REOPEN: gettext_lazy("Partie remise en préparation."),
    GameCommand.START: gettext_lazy("Partie commencée."),
    GameCommand.INTERRUPT: gettext_lazy("%(interrupted)s"),
    GameCommand.RESUME: gettext_lazy("%(resumed)s"),
    GameCommand.FINISH: gettext_lazy("Partie terminée."),
    GameCommand.ANNUL: gettext_lazy("Partie annulée : ses résultats ne comptent pas."),
    JUDGE_PLAYS: gettext_lazy("%(judge_playing)s"),
    "update": gettext_lazy("Inscriptions ou réglages changés."),
}
#: Reasons why a turn was cancelled, by the codes of judge and services.
CANCELLATION_REASONS: Mapping[str, Promise] = {
    "timing": gettext_lazy("erreur de chronométrage"),
    "spelling": gettext_lazy("erreur d’épellation"),
    "placement": gettext_lazy("erreur de placement d’un mot"),
    "acceptance": gettext_lazy("erreur d’acceptation d’un mot"),
    "other": gettext_lazy("autre erreur"),
    "no_solution": gettext_lazy("aucune solution réalisable"),
    "irregular": gettext_lazy("coup joué dans de mauvaises conditions"),
    "word_taken_back": gettext_lazy("le mot du coup précédent est repris"),
    "announcement": gettext_lazy("erreur d’annonce du mot"),
    "choice": gettext_lazy("erreur de choix du mot"),
}
RULING_SENTENCES: Mapping[RulingStatus, Promise] = {
    RulingStatus.PROPOSED: gettext_lazy("Proposition du logiciel : %(decision)s"),
    RulingStatus.UNDECIDED: gettext_lazy("Laissé à l’arbitre ; le logiciel propose : %(decision)s"),
    RulingStatus.CONFIRMED: gettext_lazy("Confirmé : %(decision)s"),
    RulingStatus.CHANGED: gettext_lazy("Décidé : %(decision)s"),
}
RESTORED = gettext_lazy("Remis comme avant : %(decision)s")
ACT_SENTENCES: Mapping[ActKind, Promise] = {
    ActKind.WARNING: gettext_lazy("%(act)s"),
    ActKind.ZERO: gettext_lazy("%(act)s"),
    ActKind.CHEATING: gettext_lazy("%(act)s"),
    ActKind.REMOVAL: gettext_lazy("%(act)s"),
    ActKind.AVERAGE: gettext_lazy("%(act)s, points au plus : %(points)s"),
    ActKind.WITHDRAWAL: gettext_lazy("%(act)s : %(undone)s"),
}
ROLE_SENTENCES: Mapping[bool, Promise] = {
    True: gettext_lazy("%(user)s reçoit le rôle « %(role)s »."),
    False: gettext_lazy("%(user)s n’a plus le rôle « %(role)s »."),
}
