"""Where every article of the classic game lives in the code, or why it does not.

``names`` are dotted names of what applies an article; ``left`` says why software has no part in it.
A test proves that every article of the text is here, and that what is named is there. The sentences
are ours: the federation's text alone is the regulation.
"""

from collections.abc import Mapping
from dataclasses import dataclass

_CORE = "tournament.classic.core"
_TABLE = "se passe sur la table et avec le sac, entre les joueurs"


@dataclass(frozen=True, slots=True)
class ClassicArticle:
    """``summary`` in one sentence."""

    title: str
    summary: str
    names: tuple[str, ...] = ()
    left: str = ""


def _by(title: str, summary: str, *names: str) -> ClassicArticle:
    whole = (name if name.startswith(("engine.", "tournament.")) else f"{_CORE}.{name}"
             for name in names)  # fmt: skip
    return ClassicArticle(title, summary, tuple(whole))


def _left(title: str, summary: str, why: str = _TABLE) -> ClassicArticle:
    return ClassicArticle(title, summary, left=why)


ARTICLES: Mapping[str, ClassicArticle] = {
    "1.1": _by("Deux joueurs", "Une partie se joue à deux.", "match.check_players"),
    "1.2": _by("Dictionnaire", "Les mots sont jugés d’après la liste en vigueur.",
               "tournament.classic.models.MatchGame"),
    "1.3": _by("Règles du jeu", "Placement, comptage et prime sont ceux du jeu.",
               "engine.rules.classic.plays.lay"),
    "1.4": _left("Choix du jeu", "Les joueurs prennent l’un de leurs jeux, le directeur tranche."),
    "1.5": _by("Jeu complet", "Le jeu a ses 102 lettres.", "engine.rules.classic.letters.full_bag"),
    "1.6": _by("Le sac", "Personne n’en voit les lettres.", "opening.add_to_bag"),
    "1.7": _by("Réglage de la pendule", "Elle est réglée sur le temps de l’organisateur.",
               "clock.initial_clock", "clock_setting.set_clocks"),
    "1.8": _left("Ni machine ni document", "Rien n’aide un joueur, que ce qui est fourni.",
                 "conduite des joueurs, que l’arbitre surveille"),
    "2.1.1": _by("Feuille de marque", "Mots, scores et cumuls de chacun sont notés.",
                 "state.MatchMove"),
    "2.1.2": _by("Feuilles concordantes", "Les deux feuilles sont comparées à la fin.",
                 "contests.declare_totals"),
    "2.2.1": _by("Bulletins de contestation", "Chacun en a autant qu’il en faut.",
                 "state.Challenge"),
    "2.2.2": _by(
        "Bulletin obligatoire", "Qui conteste écrit le ou les mots.", "challenges.submit_slip"
    ),
    "2.3.1": _left("Fiche récapitulative", "Une fiche des lettres aide à compter le reliquat.",
                   "fiche de papier, que chacun tient s’il le veut"),
    "2.3.2": _left("Fiche facultative", "Personne n’est tenu de s’en servir.",
                   "fiche de papier, que chacun tient s’il le veut"),
    "2.4.1": _by("Feuille de match", "Elle dit points de match et points de départage.",
                 "match.match_result"),
    "2.4.2": _by("Feuille remplie", "Elle est remplie à la fin du match.",
                 "tournament.classic.services.results.conclude"),
    "3.1": _by("Toss", "La lettre la plus proche de A commence ; joker et égalité se retirent.",
               "opening.toss", "engine.rules.classic.toss.nearer_to_a"),
    "3.2": _by("Parties suivantes", "Le perdant du toss commence la deuxième.",
               "match.find_starter"),
    "3.3": _left("Tenir le sac", "Personne ne voit les lettres qui en sortent."),
    "3.4": _by("Lettres faces cachées", "L’adversaire voit combien on en tire.", "opening.draw"),
    "3.5": _by("Conditions acceptées", "Elles le sont quand chacun a ses sept lettres.",
               "opening.ready_to_start"),
    "3.6": _by("Début de la partie", "Le perdant du toss met la pendule en marche.",
               "opening.start_clock"),
    "4.1.1": _by("Placer un mot", "Le mot se pose selon les règles du jeu.", "moves.play"),
    "4.1.2": _by("Poser et reprendre", "Ses lettres, jamais celles qui sont déjà là.",
                 "moves.lay_word"),
    "4.1.3": _by(
        "Annoncer, tourner, appuyer", "Dans cet ordre.", "moves.turn_board", "moves.press"
    ),
    "4.1.4": _by("Score annoncé", "On ne touche plus aux lettres posées.", "life.RULES"),
    "4.1.5": _by("Joker désigné", "La lettre qu’il représente est dite.",
                 "engine.rules.classic.plays.lay"),
    "4.1.6": _by("Score contesté", "À tout moment ; à défaut d’accord un arbitre règle.",
                 "contests.contest_score", "contests.set_score"),
    "4.1.7": _by("Compléter à sept", "Après la pendule, le nombre exact ou ce qui reste.",
                 "moves.mark_drawing"),
    "4.2.1": _by("Passer", "« Je passe » : c’est à l’adversaire.", "moves.pass_turn"),
    "4.2.2": _by("Six passes", "Elles arrêtent la partie, chacun défalque.",
                 "endings.end_if_passed", "engine.rules.classic.ending.each_deducts"),
    "4.3.1": _by(
        "Changer", "S’il reste au moins sept lettres dans le sac.", "moves.require_exchange"
    ),
    "4.3.2": _by("Sur son temps", "Changer se fait sur son temps de jeu.", "moves.exchange"),
    "4.3.3": _by("Tour perdu", "Qui change perd son tour.", "moves.exchange"),
    "4.3.4": _by("Dans l’ordre", "Annoncer n, tirer n, puis remettre.", "moves.exchange"),
    "4.3.5": _by("Exactement n", "Ni plus ni moins qu’annoncé.", "moves.exchange"),
    "4.3.6": _by("Noté", "L’échange est sur les feuilles.", "state.MoveKind"),
    "5.1": _by("Le dernier coup", "On ne conteste que ce qui vient d’être joué.",
               "challenges.challenge"),
    "5.2": _by("Contester", "Du jeu tourné à la première lettre vue, par un bulletin.",
               "challenges.challenge", "challenges.submit_slip", "challenges.give_verdict",
               "opening.look"),
    "5.3": _by("Suites", "Lettres reprises, ou cinq points par mot admis.",
               "engine.rules.classic.challenge.result", "challenges.apply_verdict"),
    "5.4.1": _by("Coups indépendants", "Ce qui s’est passé avant ne compte pas.",
                 "challenges.words_formed"),
    "5.4.2": _by("Mot non admis resté", "Prolongé, il se conteste comme un autre.",
                 "engine.rules.classic.plays.words_of"),
    "5.4.3": _by("Exemples", "Par l’un ou l’autre joueur.", "engine.rules.classic.plays.words_of"),
    "6.1": _by("Trois chronométrages", "Pendule, chronomètres ou crédit-temps global.",
               "terms.ClockKind"),
    "6.2.1": _by("Crédit de chacun", "Chacun gère le sien.", "clock.Clock"),
    "6.2.2": _by("Pour l’adversaire", "On met en marche le temps de l’autre.", "moves.press"),
    "6.2.3": _by("Oubli", "Il se répare sans rendre le temps passé.", "clock.Clock"),
    "6.2.4": _by("Au bon moment", "Après avoir tourné, avant de tirer.", "moves.press"),
    "6.3.1": _by("Deux sonneries", "Un temps par coup, et un signal avant sa fin.",
                 "terms.MatchTerms"),
    "6.3.2": _by("Tour perdu", "Qui n’a rien annoncé perd son tour.", "expiry.expire"),
    "6.4.1": _by("Durée commune", "Une durée pour les deux joueurs.", "clock.Clock"),
    "6.4.2": _by("Joueur lent", "L’adversaire saisit le directeur.", "incidents.refer",
                 "incidents.time_player"),
    "6.4.3": _by("Joueurs lents", "Le directeur impose un chronométrage.",
                 "incidents.time_player"),
    "7.1": _by("Reliquat épuisé", "Qui finit reçoit ce que l’autre défalque.",
               "engine.rules.classic.ending.goes_out"),
    "7.2": _by("Blocage", "Sans mot ni échange possible, six passes.", "endings.end_if_passed"),
    "7.3.1": _by("Temps d’un joueur", "Il ne fait plus que contester ; l’autre joue seul.",
                 "moves.next_turn", "moves.require_exchange"),
    "7.3.2": _by("Temps des deux", "Chacun défalque.", "endings.end_game"),
    "8.1": _by("Gain", "Un point de plus suffit ; à égalité, ex æquo.", "endings.winner"),
    "8.2": _by("Aucun mot posé", "Les lettres de moindre valeur gagnent.",
               "engine.rules.classic.ending.fewest"),
    "9.1": _left("Fair-play", "Il prévaut en toute circonstance.",
                 "conduite des joueurs, que l’arbitre surveille"),
    "9.2": _by("Arbitres", "Avertissement, vingt points ou perte ; un joueur peut faire appel.",
               "discipline.give_sanction", "discipline.appeal"),
    "9.3": _by("Directeur", "Il exclut seul, et confirme, adoucit, renforce ou déjuge.",
               "discipline.decide", "discipline.add_sanction", "endings.stop"),
    "10.1.1": _by("En trop, cachées", "L’adversaire les retire parmi les piochées.",
                  "incidents.remove_excess"),
    "10.1.2": _by("En trop, vues", "Il retire parmi toutes ; cinq points.",
                  "incidents.report_excess"),
    "10.1.3": _by("En trop, découvertes", "Par un arbitre : partie perdue.",
                  "incidents.find_excess"),
    "10.2": _by("Grille renversée", "Remise en place, ou partie perdue.", "incidents.upset"),
    "10.3": _by("Jeu incomplet", "Rien ne change, sauf faute volontaire.", "incidents.incomplete"),
    "10.4": _by("Totaux", "L’arbitre règle d’après les feuilles.", "contests.settle_totals"),
    "10.5": _by("Retard", "Perdu, ou attendu sur son temps.", "incidents.late",
                "incidents.arrive"),
    "10.6": _by("Pause", "Sur son temps, et un arbitre le sait.", "incidents.pause"),
    "10.7": _by("Abandon", "Dit à un arbitre, ou la partie continue.", "incidents.abandon",
                "incidents.leave"),
}  # fmt: skip
