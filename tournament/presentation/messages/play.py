"""Sentences about states, lost races, permissions and the hand-in of bulletins."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-setting", "unknown-centre-act"): _("Ce message de centre n’est pas connu : « %(act)s »."),
    ("bad-setting", "centre-no-reason"): _("Écrivez d’abord la raison, en quelques mots."),
    ("bad-setting", "lead-left-out"): _("« %(name)s » mène la partie : elle ne va pas sans lui."),
    ("wrong-state", "no-game-now"): _("Aucune partie n’est prête ni en cours."),
    ("wrong-state", "centres-not-ready"): _(
        "Attendez, ou continuez sans eux avec une raison : %(centres)s."
    ),
    ("wrong-state", "game"): _(
        "Cette action n’est pas possible : la partie est « %(state)s ». "
        "La page montre où elle en est."
    ),
    ("wrong-state", "turn"): _(
        "Cette action n’est pas possible : le coup est « %(state)s ». La page montre où il en est."
    ),
    ("wrong-state", "not-running"): _(
        "La partie n’est pas en cours. Démarrez-la ou reprenez-la d’abord."
    ),
    ("wrong-state", "another-game-running"): _(
        "Une autre partie de ce tournoi est en cours. Terminez-la d’abord."
    ),
    ("wrong-state", "turn-open"): _("Le chrono tourne. Attendez la fin du coup ou annulez-le."),
    ("wrong-state", "turn-under-way"): _(
        "Des bulletins sont remis pour ce coup. Révélez le top ou annulez le coup d’abord."
    ),
    ("wrong-state", "open-bulletins"): _(
        "Des bulletins restent à saisir ou à décider. Coups : %(turns)s. Le classement serait "
        "provisoire. Attendez, ou cochez « Terminer quand même »."
    ),
    ("wrong-state", "own-bulletin-first"): _(
        "Le juge-arbitre joue : remettez d’abord son propre bulletin, table %(number)s."
    ),
    ("wrong-state", "judge-plays-now"): _(
        "Un coup est en cours. Attendez que sa solution soit donnée, ou annulez-le."
    ),
    ("wrong-state", "interrupted-too-long"): _(
        "La partie a été interrompue plus de %(minutes)s minutes d’affilée : elle se termine au "
        "dernier coup ramassé. Terminez la partie, ou reprenez-la malgré la limite : le journal le "
        "note."
    ),
    ("wrong-state", "not-solved"): _(
        "Les solutions sont encore en cours de calcul. Réessayez dans un instant."
    ),
    ("wrong-state", "solution-exists"): _(
        "Une solution est réalisable avec ces lettres : le coup se joue. S’il y a eu une erreur, "
        "annulez-le par « Annuler le coup », en disant laquelle (art. %(article)s)."
    ),
    ("wrong-state", "not-the-last-turn"): _("Seul le dernier coup peut être annulé."),
    ("wrong-state", "time-runs"): _(
        "Le temps d’un coup se change avant son ouverture. Changez celui du coup suivant."
    ),
    ("wrong-state", "next-turn-open"): _(
        "Le mot ne peut plus être changé : le coup suivant est ouvert, ou aucun mot n’est donné. "
        "Le pupitre montre où en est la partie."
    ),
    ("wrong-state", "draw-is-valid"): _(
        "Ce tirage est valable sans compter de joker ni d’Y : il ne peut pas être rejeté "
        "(art. 3.2)."
    ),
    ("wrong-state", "not-by-hand"): _(
        "Les lettres de cette partie ne sont pas tirées à la main : il n’y a rien à retaper. En "
        "cas d’erreur d’annonce, lisez-les de nouveau, ou annulez le coup."
    ),
    ("wrong-state", "seats-in-play"): _(
        "Une partie est en cours : les places ne changent qu’avant une partie ou entre deux. "
        "Attendez sa fin."
    ),
    ("wrong-state", "game-running"): _(
        "Une partie est en cours : les liens des tables ne peuvent pas changer maintenant."
    ),
    ("wrong-state", "archived"): _(
        "Ce tournoi est archivé : tout s’y lit, rien n’y change. L’organisateur peut le faire "
        "revenir, sous « Réglages », « Publication »."
    ),
    ("wrong-state", "tournament"): _(
        "Quelqu’un a déjà publié, masqué ou archivé ce tournoi. La page montre où il en est."
    ),
    ("lost-race", "tournament"): _(
        "Quelqu’un a agi sur le tournoi juste avant vous. Voici où il en est."
    ),
    ("wrong-state", "game-under-way"): _(
        "La partie %(number)s n’est pas finie. Terminez-la ou annulez-la d’abord."
    ),
    ("wrong-state", "search-under-way"): _(
        "Une partie est en train d’être préparée. Attendez la fin de la recherche, ou arrêtez-la."
    ),
    ("wrong-state", "archive-first"): _(
        "Une partie de ce tournoi a été jouée. Archivez le tournoi, puis supprimez-le."
    ),
    ("wrong-state", "game-keeps-its-number"): _(
        "La partie %(number)s a commencé : elle garde son numéro."
    ),
    ("wrong-state", "nowhere-to-move"): _(
        "La partie %(number)s est déjà au bout de celles qui n’ont pas commencé."
    ),
    ("wrong-state", "last-organiser"): _(
        "C’est le dernier organisateur du tournoi. Nommez-en un autre avant de le retirer."
    ),
    ("lost-race", "game"): _(
        "Quelqu’un a agi sur la partie juste avant vous. Voici où elle en est."
    ),
    ("lost-race", "desk"): _(
        "%(who)s a pris la main sur un autre appareil : rien n’a été fait ici, et ce que vous avez "
        "tapé est gardé. Pour continuer sur cet appareil, appuyez sur « Prendre la main »."
    ),
    ("lost-race", "lexicon"): _(
        "Le lexique du tournoi vient d’être remplacé. Commencez la partie de nouveau."
    ),
    ("lost-race", "seating"): _(
        "Les places ou les inscriptions ont changé depuis : rien n’a été fait. Voici les places "
        "de maintenant."
    ),
    ("lost-race", "turn"): _("Quelqu’un a agi sur le coup juste avant vous. Voici où il en est."),
    ("not-allowed", "role-required"): _(
        "Votre compte n’a pas ce rôle dans ce tournoi. L’organisateur le donne à la page « Rôles »."
    ),
    ("not-allowed", "creation-not-allowed"): _(
        "Votre compte ne peut pas créer de tournoi sur cette installation. Qui tient "
        "l’ordinateur où elle tourne peut l’y autoriser : make manage "
        'ARGS="sign_in_link %(name)s --organiser".'
    ),
    ("not-allowed", "seated"): _(
        "Cet appareil tient la table %(number)s, où l’on joue : il n’y reçoit aucune réponse. "
        "Attendez la fin du coup, du topping ou du match, ou prenez un appareil qui n’est à aucune "
        "table."
    ),
    ("not-allowed", "judge-plays"): _(
        "Le juge-arbitre joue cette partie : personne n’ouvre sa feuille avant la fin."
    ),
    ("not-allowed", "in-play"): _(
        "Un coup se joue en ce moment avec ces lettres ou sur cette grille, ou presque : seule "
        "l’équipe de son tournoi a une réponse. Reposez votre question à la fin du coup."
    ),
    ("not-allowed", "audience"): _("Seule une table de joueur peut remettre un bulletin."),
    ("bad-sheet", "malformed"): _("Le bulletin n’a pas pu être lu. Rechargez la page."),
    ("bad-sheet", "not-open"): _("Le coup n’est pas encore commencé."),
    ("bad-sheet", "no-such-turn"): _("Ce coup a été annulé."),
    ("bad-sheet", "watches"): _(
        "Votre table regarde ce coup de mort subite : aucun bulletin n’est attendu d’elle."
    ),
    ("bad-sheet", "not-allowed"): _("Cette table ne joue pas cette partie."),
    ("bad-sheet", "renewed"): _(
        "Le lien de votre table a été renouvelé : votre bulletin est gardé sur cet appareil. "
        "Demandez le nouveau lien à l’organisateur."
    ),
    ("bad-sheet", "moved"): _(
        "Cette place n’est plus la vôtre : votre table a changé. Rechargez la page pour savoir où "
        "vous jouez."
    ),
    ("busy", "queue-full"): _(
        "Le serveur est très occupé. Votre bulletin est gardé et sera renvoyé automatiquement."
    ),
    ("busy", "lexica"): _(
        "Une autre action sur ce tournoi ou sur les lexiques n’est pas encore finie. Rien n’a été "
        "changé : réessayez dans un instant."
    ),
}
