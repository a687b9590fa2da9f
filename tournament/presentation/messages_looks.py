"""The sentences for refusals about second looks (*double arbitrage*)."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

LOOK_SENTENCES: Mapping[tuple[str, str], str] = {
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
}
