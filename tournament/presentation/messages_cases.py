"""The sentences about cases before the commission: what happened, what to do."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

CASE_SENTENCES: Mapping[tuple[str, str], str] = {
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
    ("not-allowed", "not-his-case"): _("Ce cas n’est pas de vous : vous ne pouvez pas le retirer."),
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
}
