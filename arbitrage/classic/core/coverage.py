"""The code that applies each article of the classic game, or the reason why there is none.

``names`` are dotted names of code; ``left_out`` is the reason why the software does not apply an
article, or a part of it. A test checks that every article is listed, that the product reaches
the names and cites no article that is left out. The summaries are ours: only the text of the
federation is the regulation.
"""

from collections.abc import Mapping
from dataclasses import dataclass

_CORE = "tournament.classic.core"
_TABLE = "se passe sur la table et avec le sac, entre les joueurs"
_CONDUCT = "la conduite des joueurs, que l’arbitre surveille"


@dataclass(frozen=True, slots=True)
class ClassicArticle:
    """An article; ``summary`` is one sentence. ``names``, ``left_out`` or both are given."""

    title: str
    summary: str
    names: tuple[str, ...] = ()
    left_out: str = ""


def _cite(title: str, summary: str, *names: str, left_out: str = "") -> ClassicArticle:
    dotted = [name if name.startswith(("engine.", "tournament.")) else f"{_CORE}.{name}"
              for name in names]  # fmt: skip
    return ClassicArticle(title, summary, tuple(dotted), left_out)


def _omit(title: str, summary: str, reason: str = _TABLE) -> ClassicArticle:
    return ClassicArticle(title, summary, left_out=reason)


ARTICLES: Mapping[str, ClassicArticle] = {
    "1.1": _cite("Deux joueurs", "Une partie se joue à deux.", "match.check_players"),
    "1.2": _cite("Dictionnaire", "Les mots sont jugés d’après la liste en vigueur.",
                "tournament.classic.models.MatchGame"),
    "1.3": _cite("Règles du jeu", "Placement, comptage et prime sont ceux du jeu.",
                "engine.rules.classic.plays.lay_word"),
    "1.4": _omit("Choix du jeu", "Les joueurs prennent l’un de leurs jeux, le directeur tranche."),
    "1.5": _cite("Jeu complet", "Le jeu a ses 102 lettres.",
                  "engine.rules.classic.letters.build_full_bag"),
    "1.6": _cite("Le sac", "Personne n’en voit les lettres.", "opening.add_to_bag"),
    "1.7": _cite("Réglage de la pendule", "Elle est réglée sur le temps de l’organisateur.",
                "clock.build_clock", "clock_setting.set_clocks"),
    "1.8": _cite("Ni machine ni document", "Rien n’aide un joueur, que ce qui est fourni.",
                  "tournament.views.fair_play.require_no_table_in_play",
                  "tournament.classic.views.fair_play.require_not_own_match",
                  left_out=_CONDUCT),
    "2.1.1": _cite("Feuille de marque", "Mots, scores et cumuls de chacun sont notés.",
                  "state.MatchMove"),
    "2.1.2": _cite("Feuilles concordantes", "Les deux feuilles sont comparées à la fin.",
                  "contests.declare_totals"),
    "2.2.1": _cite("Bulletins de contestation", "Chacun en a autant qu’il en faut.",
                  "state.Challenge"),
    "2.2.2": _cite("Bulletin obligatoire", "Qui conteste écrit le ou les mots.",
                    "challenges.submit_slip"),
    "2.3.1": _cite("Fiche récapitulative", "Une fiche des lettres aide à compter le reliquat.",
                    "tournament.classic.presentation.paper.build_letter_counts"),
    "2.3.2": _omit("Fiche facultative", "Personne n’est tenu de s’en servir.",
                   "fiche de papier, que chacun tient s’il le veut"),
    "2.4.1": _cite("Feuille de match", "Elle dit points de match et points de départage.",
                  "match.compute_result"),
    "2.4.2": _cite("Feuille remplie", "Elle est remplie à la fin du match.",
                  "tournament.classic.services.results.store_match_result"),
    "3.1": _cite("Toss", "La lettre la plus proche de A commence ; joker, égalité : encore.",
                "opening.toss", "engine.rules.classic.toss.find_toss_winner"),
    "3.2": _cite("Parties suivantes", "Le perdant du toss commence la deuxième.",
                "match.find_starter"),
    "3.3": _omit("Tenir le sac", "Personne ne voit les lettres qui en sortent."),
    "3.4": _cite("Lettres faces cachées", "L’adversaire voit combien on en tire.", "opening.draw"),
    "3.5": _cite("Conditions acceptées", "Elles le sont quand chacun a ses sept lettres.",
                "opening.prepare_start"),
    "3.6": _cite("Début de la partie", "Le perdant du toss met la pendule en marche.",
                "opening.start_clock"),
    "4.1.1": _cite("Placer un mot", "Le mot se pose selon les règles du jeu.", "moves.play"),
    "4.1.2": _cite("Poser et reprendre", "Ses lettres, jamais celles qui sont déjà là.",
                  "moves.lay_word"),
    "4.1.3": _cite("Annoncer, tourner, appuyer", "Dans cet ordre.",
                    "moves.turn_board", "moves.press"),
    "4.1.4": _cite("Score annoncé", "On ne touche plus aux lettres posées.",
                  "transitions.COMMAND_RULES"),
    "4.1.5": _cite("Joker désigné", "La lettre qu’il représente est dite.",
                  "engine.rules.classic.plays.lay_word"),
    "4.1.6": _cite("Score contesté", "À tout moment ; à défaut d’accord un arbitre règle.",
                  "contests.contest_score", "contests.set_score"),
    "4.1.7": _cite("Compléter à sept", "Après la pendule, le nombre exact ou ce qui reste.",
                  "moves.mark_drawing"),
    "4.2.1": _cite("Passer", "« Je passe » : c’est à l’adversaire.", "moves.pass_turn"),
    "4.2.2": _cite("Six passes", "Elles arrêtent la partie, chacun défalque.",
                  "endings.end_if_passed", "engine.rules.classic.ending.deduct_own_letters"),
    "4.3.1": _cite("Changer", "S’il reste au moins sept lettres dans le sac.",
                   "moves.require_exchange"),
    "4.3.2": _cite("Sur son temps", "Changer se fait sur son temps de jeu.", "moves.exchange"),
    "4.3.3": _cite("Tour perdu", "Qui change perd son tour.", "moves.exchange"),
    "4.3.4": _cite("Dans l’ordre", "Annoncer n, tirer n, puis remettre.", "moves.exchange"),
    "4.3.5": _cite("Exactement n", "Ni plus ni moins qu’annoncé.", "moves.exchange"),
    "4.3.6": _cite("Noté", "L’échange est sur les feuilles.", "state.MoveKind"),
    "5.1": _cite("Le dernier coup", "On ne conteste que ce qui vient d’être joué.",
                "challenges.challenge_move"),
    "5.2": _cite("Contester", "Du jeu tourné à la première lettre vue, par un bulletin.",
                "challenges.challenge_move", "challenges.submit_slip", "challenges.give_verdict",
                  "opening.turn_up_letters"),
    "5.3": _cite("Suites", "Lettres reprises, ou cinq points par mot admis.",
                "engine.rules.classic.challenge.judge_challenge", "challenges.apply_verdict"),
    "5.4.1": _cite("Coups indépendants", "Ce qui s’est passé avant ne compte pas.",
                  "challenges.list_formed_words"),
    "5.4.2": _cite("Mot non admis resté", "Prolongé, il se conteste comme un autre.",
                  "engine.rules.classic.plays.list_played_words"),
    "5.4.3": _cite("Exemples", "Par l’un ou l’autre joueur.",
                    "engine.rules.classic.plays.list_played_words"),
    "6.1": _cite("Trois chronométrages", "Pendule, chronomètres ou crédit-temps global.",
                "terms.ClockKind"),
    "6.2.1": _cite("Crédit de chacun", "Chacun gère le sien.", "clock.Clock"),
    "6.2.2": _cite("Pour l’adversaire", "On met en marche le temps de l’autre.", "moves.press",
                  "table_clock.CLOCK_RULES"),
    "6.2.3": _cite("Oubli", "Il se répare sans rendre le temps passé.", "clock.Clock"),
    "6.2.4": _cite("Au bon moment", "Après avoir tourné, avant de tirer.", "moves.press"),
    "6.3.1": _cite("Deux sonneries", "Un temps par coup, et un signal avant sa fin.",
                  "terms.MatchTerms"),
    "6.3.2": _cite("Tour perdu", "Qui n’a rien annoncé perd son tour.", "expiry.expire",
                  "table_clock.advance_clock"),
    "6.4.1": _cite("Durée commune", "Une durée pour les deux joueurs.", "clock.Clock",
                  "rounds.countdown.Countdown"),
    "6.4.2": _cite("Joueur lent", "L’adversaire saisit le directeur.",
                  "incidents.request_director", "incidents.impose_player_clock"),
    "6.4.3": _cite("Joueurs lents", "Le directeur impose un chronométrage.",
                  "incidents.impose_player_clock"),
    "7.1": _cite("Reliquat épuisé", "Qui finit reçoit ce que l’autre défalque.",
                "engine.rules.classic.ending.credit_player_without_letters"),
    "7.2": _cite("Blocage", "Sans mot ni échange possible, six passes.", "endings.end_if_passed"),
    "7.3.1": _cite("Temps d’un joueur", "Il ne fait plus que contester ; l’autre joue seul.",
                  "moves.give_turn", "moves.require_exchange"),
    "7.3.2": _cite("Temps des deux", "Chacun défalque.", "endings.end_game"),
    "8.1": _cite("Gain", "Un point de plus suffit ; à égalité, ex æquo.", "endings.find_winner"),
    "8.2": _cite("Aucun mot posé", "Les lettres de moindre valeur gagnent.",
                "engine.rules.classic.ending.find_player_with_fewest_points"),
    "9.1": _cite("Fair-play", "Il prévaut en toute circonstance.", "discipline.lift_decision",
                  left_out=_CONDUCT),
    "9.2": _cite("Arbitres", "Avertissement, vingt points ou perte ; un joueur peut faire appel.",
                "discipline.give_sanction", "discipline.appeal_ruling"),
    "9.3": _cite("Directeur", "Il exclut seul, et confirme, adoucit, renforce ou déjuge.",
                "discipline.decide_appeal", "discipline.add_sanction", "endings.stop_game"),
    "10.1.1": _cite("En trop, cachées", "L’adversaire les retire parmi les piochées.",
                   "incidents.remove_excess"),
    "10.1.2": _cite("En trop, vues", "Il retire parmi toutes ; cinq points.",
                   "incidents.report_excess"),
    "10.1.3": _cite("En trop, découvertes", "Par un arbitre : partie perdue.",
                   "incidents.find_excess"),
    "10.2": _cite("Grille renversée", "Remise en place, ou partie perdue.",
                   "incidents.report_upset_board"),
    "10.3": _cite("Jeu incomplet", "Rien ne change, sauf faute volontaire.",
                   "incidents.report_incomplete_set"),
    "10.4": _cite("Totaux", "L’arbitre règle d’après les feuilles.", "contests.settle_totals"),
    "10.5": _cite("Retard", "Perdu, ou attendu sur son temps.", "incidents.declare_late",
                 "incidents.arrive"),
    "10.6": _cite("Pause", "Sur son temps, et un arbitre le sait.", "incidents.pause"),
    "10.7": _cite("Abandon", "Dit à un arbitre, ou la partie continue.", "incidents.abandon",
                 "incidents.leave"),
}  # fmt: skip
