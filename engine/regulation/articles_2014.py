"""Article index of the 2014 regulation: titles and summaries in our own words, in French."""

from collections.abc import Mapping

from engine.regulation.articles_2017 import COMMON
from engine.regulation.edition import Article

ARTICLES_2014: Mapping[str, Article] = {
    **COMMON,
    "3.5": Article(
        "Solo",
        "Le meilleur score unique d’un coup vaut une prime de 10 points à partir de seize "
        "joueurs, même pénalisé.",
    ),
    "4.2.1": Article(
        "Référence alphanumérique",
        "Lettre-nombre horizontalement, nombre-lettre verticalement ; inutile au premier coup.",
    ),
    "5.2": Article(
        "Avertissements",
        "Score, raccord court ou à une faute près, joker mal entouré, une inversion, "
        "présentation ou discipline ; au premier coup, un score impossible.",
    ),
    "5.3": Article(
        "Pénalité de 5 points",
        "Pour une localisation décalée d’une case avec le score exact, ou une dernière lettre "
        "déjà posée omise.",
    ),
    "5.4": Article(
        "Nullités",
        "Bulletin vierge, manquant, tardif, échangé ou multiple, mot incomplet, non admis, hors "
        "tirage ou mal localisé, référence illisible, double inversion.",
    ),
    "5.6": Article(
        "Plusieurs solutions, coups joker",
        "Le score choisit, sinon la moindre solution ; au premier coup le joker le moins "
        "avantageux à sa meilleure place ; ce qui est rayé n’existe pas.",
    ),
}
