"""Article index of the 2017 regulation: titles and summaries in our own words, in French.

``COMMON`` are the articles that the text of 2014 has under the same number with the same effect.
"""

from collections.abc import Mapping

from engine.regulation.edition import Article

COMMON: Mapping[str, Article] = {
    "1.1": Article(
        "Formation et placement des mots",
        "Un mot a deux lettres ou plus, figure à l’ODS et se raccorde à la grille ; le premier "
        "couvre la case centrale.",
    ),
    "1.2": Article("Décompte des points", "Chaque lettre vaut ses points, un joker zéro."),
    "1.2.1": Article(
        "Cases de couleur",
        "Une case de couleur multiplie la lettre ou le mot au coup où on la couvre.",
    ),
    "1.2.2": Article(
        "Mots formés simultanément",
        "Tous les mots formés dans un coup comptent, la lettre commune dans chacun.",
    ),
    "1.2.3": Article("Scrabble", "Poser les sept lettres du tirage rapporte 50 points de plus."),
    "2.1": Article(
        "Matériel du joueur",
        "Un jeu, des bulletins, une feuille de route ; ni document, ni appareil, ni crayon.",
    ),
    "2.2": Article(
        "Matériel du juge-arbitre",
        "Un sac opaque, un chronomètre, l’ODS, si possible un ordinateur, et un tableau visible.",
    ),
    "3": Article(
        "Procédures de jeu",
        "Une partie à temps réduit ou originale est annoncée comme telle au départ.",
    ),
    "3.1": Article(
        "Tirage et annonce des lettres",
        "Les lettres sont tirées au hasard et annoncées dans l’ordre, reliquat d’abord.",
    ),
    "3.2": Article(
        "Validité des tirages",
        "Deux voyelles et deux consonnes jusqu’au quinzième coup, une et une ensuite, sinon rejet.",
    ),
    "3.3": Article(
        "Temps de jeu",
        "Trois minutes, ou moins si annoncé ; trois signaux : départ, trente secondes, fin.",
    ),
    "3.4": Article(
        "Choix et annonce des mots",
        "Le meilleur score est retenu, de préférence sans joker et en ouvrant le jeu.",
    ),
    "3.6": Article(
        "Fin de partie",
        "La partie s’arrête quand les lettres, les places ou les tirages valides manquent ; "
        "interrompue plus de 15 minutes, elle compte à partir de quinze coups.",
    ),
    "4": Article(
        "Bulletin de jeu",
        "Le bulletin dit le mot, sa place et le score, c’est lui que l’arbitre corrige.",
    ),
    "4.1": Article(
        "Contenu du bulletin",
        "Table, mot dans son sens, lettre du joker entourée, un mode de localisation et score ; "
        "plus rien ne s’écrit après la fin du coup.",
    ),
    "4.2": Article(
        "Localisation par référence",
        "Une référence alphanumérique juste dit où le mot est joué.",
    ),
    "4.2.2": Article(
        "Mot et référence",
        "La case de la première lettre du mot écrit en entier ; sans effet pour le prolongement "
        "d’un mot de trois lettres ou plus.",
    ),
    "4.3": Article(
        "Localisation par raccord",
        "Des lettres de la grille, écrites avec le mot, disent où il est joué.",
    ),
    "4.3.1": Article(
        "Lettre de raccord",
        "Une lettre de la grille dans le mot ou reliée à lui de proche en proche, trois au moins.",
    ),
    "4.3.2": Article(
        "Mot et raccord",
        "Le mot s’écrit en entier, sauf un prolongement dont trois lettres de raccord suffisent.",
    ),
    "4.3.3": Article(
        "Plusieurs emplacements possibles",
        "Le score choisit entre les places que le raccord permet, sinon la moins bonne est payée.",
    ),
    "4.4": Article(
        "Deux modes de référence",
        "Les deux doivent être justes : avertissement pour un mode faux, la moindre des deux "
        "sanctions pour deux, zéro si l’un forme un prolongement non admis.",
    ),
    "5": Article("Correction des bulletins", "Les manquements sont classés par sanction."),
    "5.1": Article("Validité des mots", "Seuls les mots de l’ODS et leurs flexions sont admis."),
    "5.5": Article(
        "Plusieurs manquements",
        "Un seul avertissement par coup, et aucun avec une pénalité ou un zéro, sauf discipline.",
    ),
    "5.7": Article(
        "Notification des sanctions",
        "Le joueur est informé du motif ; le quatrième avertissement et chacun des suivants "
        "coûtent 5 points, et une faute non notifiée qui se répète vaut la moyenne.",
    ),
    "6": Article("Décisions arbitrales", "Retards, annulations et recours."),
    "6.1": Article("Retard", "Les coups déjà joués comptent zéro."),
    "6.2": Article(
        "Annulation d’un coup",
        "Un coup sans solution ou faussé est annulé et les lettres sont tirées de nouveau.",
    ),
    "6.3": Article(
        "Recours",
        "Toute décision peut être contestée, au plus tard 15 minutes après la dernière partie ; "
        "le doute sincère profite au joueur.",
    ),
    "7": Article("Formules originales", "Des variantes du duplicate, qui peuvent se combiner."),
    "7.1": Article(
        "Partie joker",
        "Chaque tirage compte un joker, remplacé sur la grille tant que le sac a la lettre.",
    ),
    "7.2": Article(
        "Sept sur huit, sept et huit, sept, huit et neuf",
        "Tirages de huit ou neuf lettres, avec des primes de 50, 75 ou 100 points.",
    ),
    "7.3": Article(
        "Mort subite",
        "Qui fait moins bien que le meilleur score trouvé est éliminé, le temps diminue.",
    ),
    "7.4": Article(
        "Topping",
        "Trouver tous les tops d’une partie au plus vite, 20 secondes de plus par échec.",
    ),
}

ARTICLES_2017: Mapping[str, Article] = {
    **COMMON,
    "3.5": Article(
        "Solo",
        "Le meilleur score unique est un solo, avant toute pénalité ; il rapporte 10 points à "
        "partir de seize joueurs.",
    ),
    "4.2.1": Article(
        "Référence alphanumérique",
        "Lettre-nombre horizontalement, nombre-lettre verticalement ; facultative au premier coup.",
    ),
    "5.2": Article(
        "Avertissements",
        "Score, raccord de deux lettres, joker mal entouré, une inversion, présentation ou "
        "discipline ; au premier coup, tout score qui n’est pas le maximum.",
    ),
    "5.3": Article(
        "Pénalité de 5 points",
        "Pour un mot que son score seul localise, ou dont la dernière lettre, sur la grille, "
        "manque ou diffère.",
    ),
    "5.3.1": Article(
        "Cas général",
        "Localisation fausse, illisible ou absente, mais score d’une place valable dans le sens "
        "écrit ; ou dernière lettre déjà posée omise ou modifiée.",
    ),
    "5.3.2": Article(
        "Cas ambigus",
        "Plusieurs places du même score, ou référence fausse mais jouable : la commission "
        "tranche, sauf prolongement fallacieux.",
    ),
    "5.4": Article(
        "Nullités",
        "Bulletin vierge, manquant, tardif, échangé ou multiple, mot incomplet, non admis, hors "
        "tirage ou introuvable, double inversion.",
    ),
    "5.6": Article(
        "Plusieurs solutions, coups joker",
        "Le score choisit entre plusieurs solutions ou plusieurs jokers, sinon la moindre est "
        "payée ; ce qui est rayé n’existe pas.",
    ),
    "6.4": Article("Commissions", "Qui tranche les recours."),
    "6.4.1": Article(
        "Commission d’arbitrage",
        "Chaque compétition qui compte au classement en compose une.",
    ),
    "6.4.2": Article(
        "Commission de recours",
        "La fédération internationale juge en dernier lieu.",
    ),
    "6.4.2.a": Article("But", "Elle juge les désaccords avec une commission d’arbitrage."),
    "6.4.2.b": Article("Composition", "Cinq membres, dont aucun n’est partie au litige."),
    "6.4.2.c": Article("Procédure", "Le dossier complet lui est transmis, sinon il est classé."),
}
