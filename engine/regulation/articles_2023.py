"""Article index of the 2023 regulation: titles and summaries in our own words, in French.

The sentences of the regulation are not copied; its text is authoritative.
"""

from collections.abc import Mapping

from engine.regulation.edition import Article

ARTICLES_2023: Mapping[str, Article] = {
    "intro": Article(
        "Introduction",
        "Le total des points classe les joueurs, du plus grand au plus petit.",
    ),
    "1.1": Article(
        "Mots et grille",
        "Un mot a deux lettres ou plus, figure à l’ODS et se raccorde à la grille ; le "
        "premier couvre la case centrale.",
    ),
    "1.2": Article(
        "Décompte des points",
        "Chaque lettre vaut ses points, un joker zéro.",
    ),
    "1.2.1": Article(
        "Cases de couleur",
        "Une case de couleur multiplie la lettre ou le mot au coup où on la couvre, puis plus"
        " jamais.",
    ),
    "1.2.2": Article(
        "Mots formés ensemble",
        "Tous les mots formés dans un coup comptent, la lettre commune dans chacun.",
    ),
    "1.2.3": Article(
        "Scrabble",
        "Poser les sept lettres du tirage rapporte 50 points de plus.",
    ),
    "1.3": Article(
        "Temps de jeu",
        "Tous ont le même temps : trois minutes, ou moins si annoncé.",
    ),
    "2.1": Article(
        "Matériel du joueur",
        "Un jeu, des bulletins, une feuille de route ; ni document, ni appareil, ni crayon.",
    ),
    "2.2": Article(
        "Matériel du juge-arbitre",
        "Un sac opaque, un chronomètre, l’ODS, le logiciel et un tableau visible de tous.",
    ),
    "3": Article(
        "Déroulement d’une partie",
        "Les modalités particulières sont dites au départ.",
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
        "Trois signaux par coup : départ, trente secondes, fin.",
    ),
    "3.4": Article(
        "Choix et annonce des mots",
        "Le meilleur score est retenu, de préférence sans joker et en ouvrant le jeu.",
    ),
    "3.5": Article(
        "Solo",
        "Le meilleur score unique est un solo, avant toute pénalité ; il rapporte 10 points à"
        " partir de seize joueurs, sauf règle propre à l’épreuve ; les solos s’annoncent à la fin.",
    ),
    "3.6": Article(
        "Annulation d’un coup",
        "Un coup sans solution ou faussé est annulé et les lettres sont tirées de nouveau.",
    ),
    "3.7": Article(
        "Fin de partie",
        "La partie s’arrête quand les lettres, les places ou les tirages valides manquent, ou"
        " après une longue interruption.",
    ),
    "3.8": Article(
        "Formules originales",
        "Des variantes du duplicate, qui peuvent se combiner.",
    ),
    "3.8.1": Article(
        "Partie joker",
        "Chaque tirage compte un joker, remplacé sur la grille tant que le sac a la lettre.",
    ),
    "3.8.2": Article(
        "Sept sur huit, sept et huit, sept, huit et neuf",
        "Tirages de huit ou neuf lettres, avec des primes de 50, 75 ou 100 points.",
    ),
    "3.8.3": Article(
        "Mort subite",
        "Qui fait moins bien que le meilleur score trouvé est éliminé, le temps diminue.",
    ),
    "3.8.4": Article(
        "Topping",
        "Trouver tous les tops d’une partie au plus vite, 20 secondes de plus par échec.",
    ),
    "4": Article(
        "Rédiger un bulletin",
        "Qui suit ces consignes n’est jamais sanctionné.",
    ),
    "4.1": Article(
        "Contenu du bulletin",
        "Table, mot, localisation à partir du deuxième coup et score ; plus rien ne s’écrit "
        "après la fin du coup.",
    ),
    "4.2": Article(
        "Mot proposé",
        "Le mot s’écrit en entier, sans faute de copie, dans son sens, la lettre du joker "
        "entourée.",
    ),
    "4.3": Article(
        "Localisation",
        "Une référence, ou des lettres de raccord.",
    ),
    "4.3.1": Article(
        "Référence alphanumérique",
        "La case de la première lettre : lettre-nombre horizontalement, nombre-lettre "
        "verticalement.",
    ),
    "4.3.2": Article(
        "Lettres de raccord",
        "Au moins trois lettres de la grille, reliées côte à côte aux lettres posées.",
    ),
    "5": Article(
        "Corriger un bulletin",
        "Ce qui est admis, ce qui est joué, ce que cela rapporte et ce que cela coûte.",
    ),
    "5.1": Article(
        "Validité des mots",
        "Seuls les mots de l’ODS et leurs flexions sont admis.",
    ),
    "5.2": Article(
        "Lire le bulletin",
        "Trois choses à distinguer : mots joués, lettres parasites, mots formés en raccord.",
    ),
    "5.2.1": Article(
        "Mot joué",
        "Un mot écrit en entier que la grille et le tirage permettent de poser d’un seul tenant.",
    ),
    "5.2.2": Article(
        "Lettres parasites",
        "Elles sont négligées, mais coupent un raccord, et un mot parasite non valable vaut zéro.",
    ),
    "5.2.3": Article(
        "Mot formé en raccord",
        "Le mot que fait, en travers, une lettre posée avec celles de la grille.",
    ),
    "5.3": Article(
        "Solutions acceptables",
        "Il faut une place correcte, où tous les mots sont admis ; une seule inversion se "
        "pardonne, et le prolongement d’un mot de trois lettres se passe de référence.",
    ),
    "5.3.1": Article(
        "Place correcte, score exact",
        "Le score indiqué est payé, avec un avertissement s’il y a lieu.",
    ),
    "5.3.2": Article(
        "Place correcte, score faux ou absent",
        "Le vrai score de la place est payé, avec un avertissement ; au plus bas si "
        "l’entourage du joker est impossible.",
    ),
    "5.3.3": Article(
        "Score exact, place absente ou fausse",
        "Le score est payé moins 5 points, sauf si une place qui forme un faux mot plausible "
        "vaut autant : zéro.",
    ),
    "5.4": Article(
        "Traitement d’un bulletin",
        "Ce qui est rayé n’existe pas ; puis les zéros immédiats, puis la meilleure solution.",
    ),
    "5.4.1": Article(
        "Zéros immédiats",
        "Quatre cas se règlent avant tout autre examen.",
    ),
    "5.4.1.a": Article(
        "Rien d’acceptable",
        "Aucune solution acceptable : zéro.",
    ),
    "5.4.1.b": Article(
        "Un mot de trop",
        "Une bonne solution à côté d’un mot joué qui n’en est pas une : zéro.",
    ),
    "5.4.1.c": Article(
        "Erreur de grille",
        "Un mot qui ne peut pas se poser sur la grille actuelle : zéro.",
    ),
    "5.4.1.d": Article(
        "Erreur de lettre",
        "Un mot que le tirage ne permet pas de former : zéro.",
    ),
    "5.4.2": Article(
        "Autres cas",
        "Le premier coup, puis les suivants.",
    ),
    "5.4.2.a": Article(
        "Premier coup",
        "Le mot est payé à son maximum, avec un avertissement si le score ou le joker ne "
        "correspond pas.",
    ),
    "5.4.2.b": Article(
        "À partir du deuxième coup",
        "La solution qui rapporte le plus est retenue, sauf faux raccord, raccord à plusieurs"
        " places, joker douteux ou plusieurs mots.",
    ),
    "5.5": Article(
        "Avertissements",
        "Score, raccord court, inversion, deux modes, joker mal entouré, présentation, discipline.",
    ),
    "5.6": Article(
        "Pénalité de 5 points",
        "Pour une place que seul le score désigne ; zéro si la solution vaut 4 points ou moins.",
    ),
    "5.7": Article(
        "Nullités",
        "Bulletin vierge, manquant, tardif, échangé, multiple, illisible ou sans solution "
        "acceptable.",
    ),
    "5.8": Article(
        "Plusieurs manquements",
        "Un seul avertissement par coup, et aucun avec une pénalité ou un zéro, sauf discipline.",
    ),
    "5.9": Article(
        "Notification",
        "Le joueur est informé du motif ; le quatrième avertissement et chacun des suivants "
        "coûtent 5 points.",
    ),
    "6": Article("Décisions arbitrales", "Tricherie, retards et recours."),
    "6.1": Article(
        "Tricherie",
        "Scores annulés et exclusion possible.",
    ),
    "6.2": Article(
        "Retard",
        "Les coups déjà joués comptent zéro.",
    ),
    "6.3": Article(
        "Recours",
        "Toute décision peut être contestée, au plus tard 15 minutes après la dernière partie"
        " ; le doute sincère profite au joueur.",
    ),
    "6.4": Article(
        "Commissions",
        "Qui tranche les recours.",
    ),
    "6.4.1": Article(
        "Commission d’arbitrage",
        "Chaque compétition qui compte au classement en compose une.",
    ),
    "6.4.2": Article(
        "Commission de recours",
        "La fédération internationale juge en dernier lieu, sur dossier complet.",
    ),
    "6.4.2.a": Article("But", "Elle juge les désaccords avec une commission d’arbitrage."),
    "6.4.2.b": Article("Composition", "Cinq membres, dont aucun n’est partie au litige."),
    "6.4.2.c": Article("Procédure", "Le dossier complet lui est transmis, sinon il est classé."),
}
