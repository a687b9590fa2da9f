"""Article index of the 2011 extract, with the other articles of 2014: in our own words, in French.

The extract names its paragraphs without numbering them; they have the number of the same paragraph
in the full text. Other articles are cited from 2014, with the year in front.
"""

from collections.abc import Mapping

from engine.regulation.articles_2014 import ARTICLES_2014
from engine.regulation.edition import Article

CHANGED_ARTICLES: Mapping[str, Article] = {
    "3": Article(
        "Procédures de jeu",
        "Une partie à temps réduit ou originale est annoncée comme telle au départ.",
    ),
    "3.3": Article("Temps de jeu", "Trois minutes, deux et demie, deux ou une."),
    "4": Article("Bulletin de jeu", "Il dit le mot, sa place et le score."),
    "4.4": Article(
        "Deux modes de référence",
        "Avertissement pour un mode faux, la moindre des deux sanctions pour deux, zéro si l’un "
        "forme un prolongement non admis.",
    ),
    "5.3": Article(
        "Pénalité de 5 points",
        "Pour une localisation décalée d’une case avec le score exact, si la place donnée n’est "
        "ni valable ni un prolongement non admis ; ou une dernière lettre déjà posée omise.",
    ),
    "5.5": Article(
        "Plusieurs manquements",
        "Un avertissement ne s’ajoute pas à une pénalité ou à un zéro, sauf discipline.",
    ),
    "5.6": Article(
        "Plusieurs solutions, coups joker",
        "La moindre solution est payée, zéro compris ; au premier coup le joker le moins "
        "avantageux à sa meilleure place ; ce qui est rayé n’existe pas.",
    ),
}

ARTICLES_2011: Mapping[str, Article] = {
    **CHANGED_ARTICLES,
    **{f"2014:{number}": article for number, article in ARTICLES_2014.items()},
}
