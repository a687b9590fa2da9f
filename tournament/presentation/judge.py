"""French words of the judge's desk: the state of the game, the next action, the scenes of the
big screen."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tournament import ports
from tournament.core.next_action import Action
from tournament.core.scenes import Scene
from tournament.core.states import GameState, TurnState
from tournament.models import Tournament

SCENE_NAMES: Mapping[Scene, Promise] = {
    Scene.AUTO: gettext_lazy("Automatique"),
    Scene.GRID: gettext_lazy("Grille"),
    Scene.PROGRAMME: gettext_lazy("Programme"),
    Scene.TABLES: gettext_lazy("Plan des tables"),
    Scene.RANKING: gettext_lazy("Classement"),
    Scene.ADDRESS: gettext_lazy("Adresse et code QR"),
    Scene.PODIUM: gettext_lazy("Podium"),
    Scene.SOLOS: gettext_lazy("Solos de la partie"),
}


def get_desk_title(game: GameState | None, turn: TurnState | None) -> str:
    """Return the headline of the desk; ``turn`` is the state of the last drawn turn."""
    if game is None:
        return _("Aucune partie prête")
    by_game = {
        GameState.READY: _("Prêts à commencer"),
        GameState.INTERRUPTED: _("Partie interrompue"),
        GameState.FINISHED: _("Partie terminée"),
        GameState.VOID: _("Partie annulée"),
    }
    by_turn = {
        None: _("Premier tirage"),
        TurnState.DRAWN: _("Lettres tirées"),
        TurnState.ANNOUNCED: _("Annonce des lettres"),
        TurnState.OPEN: _("Temps de jeu"),
        TurnState.CLOSED: _("Choix du mot"),
        TurnState.REVEALED: _("Annonce de la solution"),
        TurnState.DONE: _("Coup terminé"),
        TurnState.CANCELLED: _("Coup annulé"),
    }
    return by_game.get(game) or by_turn[turn]


def get_button_label(action: Action, *, by_hand: bool, is_over: bool) -> str:
    """Return the words on the main button; ``is_over``: the rules allow no further turn."""
    if is_over:
        return _("Terminer la partie")
    return {
        Action.PREPARE: _("Déclarer la partie prête"),
        Action.START: _("Commencer la partie"),
        Action.READ_OUT: _("Annonce terminée"),
        Action.DRAW: _("Valider le tirage") if by_hand else _("Tirer les lettres"),
        Action.ANNOUNCE: _("Montrer les lettres"),
        Action.OPEN: _("Lancer le chrono"),
        Action.RESUME: _("Reprendre la partie"),
    }.get(action, "")


def list_judge_instructions(tournament: Tournament) -> list[dict[str, str]]:
    """List the instructions of the arbiters' office for the judge (``ports.list_instructions``),
    each with ``text`` and the ``number`` of its case."""
    return [
        instruction
        for list_instructions in ports.list_instructions
        for instruction in list_instructions(tournament)
    ]
