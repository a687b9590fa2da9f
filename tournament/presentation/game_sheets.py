"""French words for prepared games and game sheets."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from engine.errors import BadRecord
from engine.record.game_sheet import SheetProblem
from engine.record.wishes import Obstacle, Relaxation, Wish

WISH_NAMES = {
    Wish.TURNS: gettext_lazy("Nombre de coups"),
    Wish.TOTAL: gettext_lazy("Top de la partie"),
    Wish.SCRABBLES: gettext_lazy("Scrabbles"),
    Wish.JOKERS: gettext_lazy("Tirages avec un joker"),
    Wish.LONGEST: gettext_lazy("Mot le plus long"),
    Wish.OUTSIDE: gettext_lazy("Tops hors de la liste"),
}
#: Advice for a wish that made a search fail.
RELAXATION_SENTENCES = {
    Relaxation.LEAST: gettext_lazy("%(wish)s : aucune n’a dépassé %(to)s. Demandez moins."),
    Relaxation.MOST: gettext_lazy("%(wish)s : aucune n’est descendue sous %(to)s. Demandez plus."),
    Relaxation.WIDEN: gettext_lazy("%(wish)s : élargissez ce vœu, c’est le plus rarement exaucé."),
}
#: Problems of a line or of the whole sheet.
PROBLEM_SENTENCES = {
    "too_long": gettext_lazy("Ce texte est trop long (%(maximum)s caractères au plus)."),
    "too_many_turns": gettext_lazy("Une partie a %(maximum)s coups au plus."),
    "no_turns": gettext_lazy("Aucun coup dans ce texte."),
    "unreadable": gettext_lazy(
        "« %(text)s » ne se lit pas. Il faut : lettres, mot, référence, score."
    ),
    "bad_reference": gettext_lazy(
        "« %(text)s » n’est pas une référence (de A1 à O15, ou de 1A à 15O)."
    ),
    "no_reference": gettext_lazy("« %(text)s » : il manque la référence du mot."),
    "bad_number": gettext_lazy("Le coup porte le numéro %(found)s ; on attend le %(expected)s."),
    "unpaired": gettext_lazy(
        "Tirages : %(letters)s, mots : %(words)s. Il en manque un à partir d’ici."
    ),
    "wrong_kept": gettext_lazy(
        "Le reliquat écrit est « %(found)s » ; le coup d’avant laisse « %(expected)s »."
    ),
    "not_in_bag": gettext_lazy("Le sac ne contient plus assez de « %(missing)s »."),
    "rack_size": gettext_lazy("Lettres : %(found)s ; il en faut %(expected)s."),
    "bad_move": gettext_lazy("%(word)s ne peut pas être joué en %(ref)s : %(because)s."),
    "other_score": gettext_lazy(
        "Le score écrit est %(printed)s ; le mot vaut %(found)s, qui sera retenu."
    ),
    "other_total": gettext_lazy("Le total écrit est %(printed)s ; la somme est %(found)s."),
    "first_vertical": gettext_lazy(
        "%(word)s est joué verticalement ; le premier mot se joue horizontalement (3.4)."
    ),
    "other_joker": gettext_lazy("%(because)s. Le fichier dit le contraire."),
}
#: What happens to the joker that stands for a letter: True if it stays on the board.
JOKER_SENTENCES = {
    True: gettext_lazy("le sac n’a plus de %(letter)s, le joker reste sur la grille (3.8.1)"),
    False: gettext_lazy("la lettre %(letter)s, encore au sac, remplace le joker (3.8.1)"),
}
MOVE_REFUSAL_TEXTS = {
    "too_short": gettext_lazy("un mot a au moins deux lettres"),
    "bad_letter": gettext_lazy("le mot ne s’écrit qu’avec les lettres A à Z"),
    "off_board": gettext_lazy("il sort de la grille"),
    "letter_conflict": gettext_lazy("une autre lettre est déjà sur la grille"),
    "no_tile": gettext_lazy("aucune lettre n’est posée"),
    "incomplete_word": gettext_lazy("des lettres le prolongent sur la grille"),
    "off_centre": gettext_lazy("le premier mot doit couvrir la case centrale"),
    "not_connected": gettext_lazy("il ne touche aucun mot"),
    "letters_not_in_rack": gettext_lazy("il manque au tirage %(missing)s"),
}


def describe_sheet_problem(problem: SheetProblem) -> str:
    """Return the French sentence about a problem of a sheet, with the number of its line."""
    data: dict[str, Any] = dict(problem.data)
    if "reason" in data:
        data["because"] = str(MOVE_REFUSAL_TEXTS[data["reason"]]) % data
    if "stays" in data:
        data["because"] = str(JOKER_SENTENCES[data["stays"]]) % data
    sentence = str(PROBLEM_SENTENCES[problem.code]) % data
    if problem.line is None:
        return sentence
    return _("Ligne %(line)d : %(sentence)s") % {"line": problem.line, "sentence": sentence}


def describe_record_problem(error: BadRecord) -> str:
    """Return what is wrong with a recorded game in JSON, and in which turn."""
    data = {"field": error.data["field"], "value": error.data.get("value")}
    if not data["field"]:
        return _("Ce texte JSON ne décrit pas une partie.")
    if error.code == "missing_field":
        sentence = _("il manque « %(field)s »") % data
    else:
        sentence = _("« %(field)s » ne convient pas : %(value)s") % data
    if error.data["turn"] is None:
        return _("Ce texte JSON ne décrit pas une partie : %(why)s.") % {"why": sentence}
    return _("Coup %(turn)s : %(why)s.") % {"turn": error.data["turn"], "why": sentence}


def get_wish_name(wish: str) -> str:
    return str(WISH_NAMES[Wish(wish)])


def describe_obstacle(obstacle: Obstacle) -> str:
    """Return which wish to relax after a search without result."""
    return str(RELAXATION_SENTENCES[obstacle.relaxation]) % {
        "wish": WISH_NAMES[obstacle.wish],
        "to": obstacle.bound,
    }


def format_wish_range(row: Mapping[str, Any]) -> str:
    """Format the bounds of a wish: « de 18 à 22 », « 900 au moins », « 3 au plus »."""
    minimum, maximum = row["least"], row["most"]
    if minimum is None:
        return _("%(most)s au plus") % {"most": maximum}
    if maximum is None:
        return _("%(least)s au moins") % {"least": minimum}
    if minimum == maximum:
        return str(minimum)
    return _("de %(least)s à %(most)s") % {"least": minimum, "most": maximum}
