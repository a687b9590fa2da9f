"""Sentences about refusals on the arbiters' pages: rulings, slips, cases, second looks."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("wrong-state", "nothing-kept"): _(
        "Aucun bulletin gardé de « %(name)s » n’attend pour ce coup : ils comptent déjà, ou "
        "l’arbitre en a décidé."
    ),
    ("wrong-state", "nothing-to-annul"): _("%(name)s n’a encore aucun coup à annuler."),
    ("wrong-state", "nothing-to-give-back"): _("Aucun score de %(name)s n’est annulé."),
    ("wrong-state", "not-corrected"): _(
        "Ce bulletin n’est pas encore corrigé. Réessayez dans un instant."
    ),
    ("wrong-state", "not-late"): _(
        "Le bulletin de la table %(number)s n’est pas hors temps, ou il est déjà compté."
    ),
    ("wrong-state", "no-warning"): _(
        "Aucun avertissement de ce bulletin n’est compté : il n’y a rien à enlever."
    ),
    ("wrong-state", "no-average"): _(
        "La moyenne n’est pas due : ce mot n’a pas déjà été refusé à ce joueur, ou son bulletin "
        "est nul pour une autre raison."
    ),
    ("wrong-state", "nobody-to-average"): _(
        "Aucun autre joueur de cet arbitre n’est corrigé pour ce coup. Décidez vous-même des "
        "points."
    ),
    ("wrong-state", "turn-cancelled"): _("Ce coup est annulé : choisissez un autre coup."),
    ("lost-race", "bulletin"): _(
        "Un autre bulletin de la table %(number)s est arrivé depuis : il se corrige. Décidez quand "
        "la liste le montre."
    ),
    ("lost-race", "gesture"): _(
        "Cette décision n’est plus votre dernière sur ce coup, ou un autre arbitre en a décidé "
        "depuis : rien n’a été annulé. Rechargez la page."
    ),
    ("lost-race", "act"): _(
        "Cette décision est déjà prise ou déjà reprise. Voici le compte du joueur."
    ),
    ("wrong-state", "not-collected"): _(
        "Les bulletins se saisissent et se décident après la fin du temps de jeu."
    ),
    ("wrong-state", "tablet-bulletin"): _(
        "La table %(number)s a remis un bulletin sur sa tablette. Cochez la case pour que le "
        "bulletin en papier compte à sa place."
    ),
    ("lost-race", "paper"): _(
        "%(who)s vient de saisir le bulletin de la table %(number)s. Le voici : enregistrez de "
        "nouveau pour le remplacer."
    ),
    ("lost-race", "ruling"): _(
        "Un autre arbitre a décidé de ce bulletin juste avant vous. Voici sa décision."
    ),
    ("not-allowed", "other-table"): _("Ce bulletin n’est pas celui d’une de vos tables."),
    ("not-allowed", "paper-table"): _(
        "La table %(number)s est corrigée par %(who)s. L’organisateur peut vous la confier."
    ),
    ("bad-sheet", "nothing-written"): _(
        "Ce bulletin ne porte rien. S’il est vierge ou manquant, choisissez-le dans la liste."
    ),
    ("bad-sheet", "blank-but-written"): _(
        "Un bulletin vierge ou manquant ne porte rien : effacez ce qui est saisi, ou changez "
        "l’état du bulletin."
    ),
    ("bad-setting", "no-reason"): _("Donnez un motif pour ce changement."),
    ("bad-setting", "no-kept-chosen"): _("Cochez au moins un bulletin."),
    ("bad-setting", "look-no-reason"): _(
        "Écrivez pourquoi : l’autre personne doit pouvoir le lire."
    ),
    ("bad-setting", "points-of-no-reading"): _(
        "Aucune lecture du bulletin ne donne %(points)s avec cette sanction. Choisissez une "
        "lecture, ou cochez « décision libre » et écrivez pourquoi."
    ),
    ("bad-setting", "above-top"): _(
        "Ce serait plus que le top du coup : %(points)s pour un top de %(top)s. Corrigez les "
        "points, ou cochez la case pour le confirmer ; le motif dit pourquoi."
    ),
    ("bad-setting", "bad-points"): _(
        "Les points doivent être un nombre entre 0 et %(most)s ; reçu : %(points)s."
    ),
    ("bad-setting", "unknown-sanction"): _("La sanction « %(sanction)s » n’est pas connue."),
    ("bad-setting", "unknown-motive"): _("Le motif « %(motive)s » n’est pas connu."),
    ("wrong-state", "appeal-next-game"): _(
        "Trop tard : un recours se forme avant que la partie suivante commence, et elle a commencé "
        "(art. %(article)s). Parlez-en au juge-arbitre."
    ),
    ("wrong-state", "appeal-too-late"): _(
        "Trop tard : le délai de recours, %(minutes)s minutes après la dernière partie, est passé "
        "(art. %(article)s). Parlez-en au juge-arbitre."
    ),
    ("wrong-state", "not-shown-yet"): _(
        "Le résultat de ce coup n’est pas encore donné. Attendez qu’il le soit."
    ),
    ("wrong-state", "case-closed-until-top"): _(
        "Le cas s’ouvre quand le top de son coup est donné. D’ici là, seuls les arbitres le lisent."
    ),
    ("wrong-state", "case-decided"): _(
        "La commission a déjà décidé de cela (cas %(number)s). Contre sa décision, demandez-lui de "
        "transmettre le dossier à la fédération."
    ),
    ("wrong-state", "decided-for-good"): _(
        "La commission a déjà décidé de cela (cas %(number)s), et elle a le dernier mot."
    ),
    ("wrong-state", "decided-by-federation"): _(
        "La fédération a décidé de cela (cas %(number)s), et elle a le dernier mot."
    ),
    ("wrong-state", "already-answered"): _(
        "La fédération a déjà répondu (cas %(number)s). Rechargez la page."
    ),
    ("wrong-state", "case-over"): _("Ce cas est clos. La page montre comment."),
    ("wrong-state", "enough-said"): _(
        "Vous avez déjà beaucoup écrit, et la commission le lira. Pour le reste, parlez au "
        "juge-arbitre."
    ),
    ("wrong-state", "case-of-text"): _(
        "Le règlement soumet ce bulletin à la commission (art. %(article)s) : elle seule le clôt."
    ),
    ("wrong-state", "no-order-left"): _("C’est déjà fait, ou il n’y avait rien à faire."),
    ("wrong-state", "commission-decided"): _(
        "Table %(number)s : la commission d’arbitrage a décidé de ce bulletin, sa décision reste."
    ),
    ("wrong-state", "no-further-appeal"): _(
        "L’édition du règlement de ce tournoi ne connaît pas d’autre recours : la commission "
        "d’arbitrage a le dernier mot."
    ),
    ("wrong-state", "case-not-decided"): _("La commission n’a pas encore décidé de ce cas."),
    ("wrong-state", "not-informed"): _(
        "Informez d’abord le joueur ou l’arbitre concerné, et cochez qu’il l’est (art. 6.4.2.c)."
    ),
    ("wrong-state", "nothing-asked"): _("La fédération n’a rien demandé de plus."),
    ("lost-race", "case"): _(
        "Quelqu’un a clos le cas %(number)s juste avant vous. La page montre comment."
    ),
    ("not-allowed", "not-own-case"): _("Ce cas n’est pas de vous : vous ne pouvez pas le retirer."),
    ("not-allowed", "case-of-tablet"): _(
        "%(name)s a formé ce recours sur sa tablette : lui seul le retire."
    ),
    ("not-allowed", "case-of-another"): _("%(name)s a porté ce cas : lui seul le retire."),
    ("not-allowed", "does-not-sit"): _("%(name)s ne siège pas dans ce cas. Décochez son nom."),
    ("bad-setting", "no-case-to-print"): _("Aucun cas n’est porté devant la commission."),
    ("bad-setting", "must-sit"): _(
        "Qui enregistre la décision siège aussi : cochez votre nom, ou laissez un membre qui siège "
        "l’enregistrer."
    ),
    ("bad-setting", "no-member"): _(
        "Quelqu’un de coché n’est plus membre de la commission. Rechargez la page."
    ),
    ("bad-setting", "no-grounds"): _("Dites ce que vous contestez, et pourquoi."),
    ("bad-setting", "no-statement"): _("Écrivez ce qui a été dit."),
    ("bad-setting", "no-speaker"): _("Dites qui a parlé."),
    ("bad-setting", "too-many-words"): _("C’est trop long : %(most)s caractères au plus."),
    ("bad-setting", "no-such-act"): _("Choisissez ce que vous contestez."),
    ("bad-setting", "no-order"): _("Dites ce que le juge-arbitre doit faire."),
    ("bad-setting", "no-change"): _("Dites ce que la commission décide à la place."),
    ("wrong-state", "second-look-first"): _(
        "Table %(number)s : ce bulletin attend votre second regard. Donnez d’abord votre verdict, "
        "sous « Double arbitrage »."
    ),
    ("wrong-state", "no-look-due"): _(
        "Table %(number)s : ce bulletin n’est pas, ou n’est plus, à revoir. Passez au suivant."
    ),
    ("not-allowed", "not-second"): _(
        "Table %(number)s : une autre personne doit revoir ce bulletin. Vous en avez décidé, "
        "l’avez déjà vu, ou il est à vos tables."
    ),
    ("not-allowed", "own-difference"): _(
        "Table %(number)s : vous avez jugé ce bulletin autrement. Un arbitre ou le juge-arbitre "
        "règle le désaccord ; l’arbitre enregistre la décision."
    ),
    ("not-allowed", "not-own-look"): _(
        "Table %(number)s : seul le double arbitre qui a vu ce bulletin peut contester ou se "
        "rallier."
    ),
    ("lost-race", "kept"): _(
        "Un de ces bulletins a changé entre-temps, ou quelqu’un en a décidé. Regardez la liste de "
        "nouveau."
    ),
    ("lost-race", "look"): _("Table %(number)s : ce désaccord est déjà réglé."),
    ("lost-race", "second-look"): _(
        "Ce bulletin, ou sa décision, a changé entre-temps. Regardez-le de nouveau."
    ),
    ("bad-setting", "look-plan"): _(
        "Choisissez un bulletin sur %(every)s au plus, et les %(first)s premiers au plus."
    ),
    ("bad-setting", "unknown-look-command"): _("Cette réponse n’existe pas. Rechargez la page."),
    ("bad-setting", "nothing-to-look-at"): _(
        "Aucun bulletin de ce coup n’est à revoir : il n’y a rien à imprimer."
    ),
    ("bad-setting", "no-slips"): _(
        "Aucun de ces billets n’attend plus rien : la page a changé. Rechargez-la."
    ),
    ("bad-setting", "unknown-handling"): _("Ce geste n’existe pas. Rechargez la page."),
    ("lost-race", "handling"): _(
        "Ce n’est plus votre dernier geste sur les billets : rien n’a été annulé. Rechargez la "
        "page."
    ),
}
