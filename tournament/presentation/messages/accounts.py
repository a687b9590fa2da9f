"""The sentences about accounts, invitations and sign-up."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-setting", "bad-username"): _(
        "« %(username)s » ne peut pas être un nom de compte (1 à 150 lettres et chiffres, ou "
        ". + - _ et @, sans espace)."
    ),
    ("bad-setting", "username-taken"): _(
        "Le nom de compte « %(username)s » est pris : choisissez-en un autre. Si cette personne a "
        "déjà un compte, invitez-la par un lien."
    ),
    ("bad-setting", "no-role"): _("Cochez au moins un rôle."),
    ("bad-setting", "unknown-role"): _("Le rôle « %(role)s » n’est pas connu."),
    ("bad-setting", "nobody-ticked"): _("Cochez au moins un compte."),
    ("not-allowed", "administrator-only"): _(
        "Cette page est réservée à qui tient l’installation : son premier compte."
    ),
    ("not-allowed", "account-elsewhere"): _(
        "Le compte %(username)s sert aussi ailleurs : lui seul change son mot de passe, à la page "
        "« Mon compte ». Vous pouvez le faire sortir de l’organisation."
    ),
    ("not-allowed", "other-organisation"): _(
        "Ce n’est pas une organisation que vous gérez, ou dont vous organisez un tournoi. "
        "Choisissez-en une autre."
    ),
    ("wrong-state", "account-closed"): _(
        "Le compte %(username)s est fermé. Rouvrez-le d’abord, à la page des comptes."
    ),
    ("wrong-state", "own-account"): _(
        "On ne ferme pas son propre compte. Demandez-le à quelqu’un d’autre qui gère "
        "l’organisation."
    ),
    ("wrong-state", "last-manager"): _(
        "C’est le dernier compte qui gère l’organisation : confiez-la d’abord à un autre."
    ),
    ("busy", "sign-in"): _(
        "Trop de personnes se connectent ou choisissent un mot de passe en ce moment. Réessayez "
        "dans quelques secondes."
    ),
    ("bad-access", "invalid-invitation"): _(
        "Cette invitation n’est plus valable : elle a servi, elle est trop vieille, ou qui l’a "
        "donnée n’en donne plus. Demandez-en une autre."
    ),
    ("bad-access", "invalid-sign-up-link"): _(
        "Ce lien d’inscription n’est plus valable : il a servi, ou il a plus d’un jour. Si vous "
        "avez déjà choisi votre mot de passe, connectez-vous ; sinon inscrivez-vous de nouveau."
    ),
    ("bad-access", "too-many-mails"): _(
        "Trop de messages ont été demandés depuis ce réseau. Réessayez dans une heure."
    ),
}
