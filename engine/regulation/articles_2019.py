"""Article index of the 2019 text, with the other articles of 2017: in our own words, in French.

Its parts are the introduction, three numbered rules, six numbered reminders of existing rules and
the form of the new slip. Other articles are cited from 2017, with the year in front.
"""

from collections.abc import Mapping

from engine.regulation.articles_2017 import ARTICLES_2017
from engine.regulation.edition import Article

CHANGED_ARTICLES: Mapping[str, Article] = {
    "intro": Article(
        "Mot en entier",
        "Un mot sans sa dernière lettre, ou avec une autre, vaut désormais zéro.",
    ),
    "1": Article(
        "Prolongement d’un mot",
        "Le mot prolongé s’écrit en entier, ou avec six de ses lettres s’il en a sept ; "
        "avertissement à partir de deux lettres attenantes, zéro en dessous.",
    ),
    "2": Article(
        "Plusieurs solutions acceptables",
        "La plus payante pour le joueur est retenue, sauf tentative sur deux tableaux avec un "
        "prolongement fallacieux.",
    ),
    "3": Article(
        "Lettres parasites",
        "Une lettre étrangère au mot et au raccord est négligée, zéro si elle forme un mot non "
        "valide.",
    ),
    "rappel 1": Article(
        "Premier coup",
        "Le score maximal du mot est payé, avec un avertissement s’il n’est pas annoncé, et la "
        "référence ne compte pas.",
    ),
    "rappel 2": Article(
        "Raccord à plusieurs places",
        "Un score exact choisit la place, sinon la moins bonne est payée.",
    ),
    "rappel 3": Article(
        "Coups joker",
        "Sans cercle juste, un score possible est payé avec un avertissement, sinon le minimum.",
    ),
    "rappel 4": Article(
        "Cumul",
        "Un avertissement ne s’ajoute ni à un autre, ni à une pénalité, ni à un zéro, sauf "
        "discipline.",
    ),
    "rappel 5": Article(
        "Moyenne d’un coup",
        "Un mot non admis rejoué avant d’être notifié vaut la moyenne des autres joueurs de "
        "l’arbitre.",
    ),
    "rappel 6": Article(
        "Notification",
        "Tout est notifié, mais un billet n’est pas toujours nécessaire.",
    ),
    "slip": Article(
        "Billet de correction",
        "Le formulaire nomme les motifs d’avertissement, de pénalité et de zéro.",
    ),
}

ARTICLES_2019: Mapping[str, Article] = {
    **CHANGED_ARTICLES,
    **{f"2017:{number}": article for number, article in ARTICLES_2017.items()},
}
