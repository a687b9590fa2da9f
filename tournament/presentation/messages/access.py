"""The sentences about links, codes and tables."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("not-allowed", "other-centre"): _(
        "La table %(number)s est d’un autre centre : votre rôle ne vaut que pour %(centres)s."
    ),
    ("bad-setting", "role-without-centre"): _(
        "Le juge-arbitre d’un centre a son rôle dans un centre : choisissez lequel."
    ),
    ("not-allowed", "not-of-centre"): _("Votre rôle ne vaut pas pour le centre « %(name)s »."),
    ("bad-setting", "role-everywhere"): _(
        "Organisateur et juge-arbitre ont leur rôle partout : laissez « Centre » vide pour eux."
    ),
    ("bad-access", "unknown-link"): _(
        "Ce lien n’est plus valable. Entrez le numéro et le code de votre table, ou demandez "
        "un nouveau lien à l’arbitre."
    ),
    ("bad-access", "expired-link"): _(
        "Le lien de la table %(number)s a expiré. Demandez un nouveau lien à l’organisateur."
    ),
    ("bad-access", "archived"): _(
        "Ce tournoi est archivé : on n’entre plus à ses tables. Ses résultats restent sur sa page."
    ),
    ("bad-access", "wrong-code"): _(
        "Le numéro de table et le code ne vont pas ensemble. Vérifiez-les sur la feuille de "
        "votre table."
    ),
    ("bad-access", "too-many-codes"): _(
        "Trop de codes faux ont été tapés depuis ce réseau. Réessayez dans %(minutes)s min, ou "
        "photographiez le code QR du carton de la table : il ouvre tout de suite."
    ),
    ("bad-access", "sign-in-link-used"): _(
        "Ce lien de connexion a déjà servi : il n’ouvre qu’une session. Demandez-en un autre ou "
        "connectez-vous."
    ),
    ("bad-access", "first-account-exists"): _(
        "Le premier compte existe déjà : connectez-vous, ou demandez un compte à qui gère "
        "l’installation."
    ),
    ("bad-access", "first-code"): _(
        "Ce n’est pas le code de cette installation. Le terminal de « make club » l’affiche."
    ),
    ("bad-access", "invalid-sign-in-link"): _(
        "Ce lien de connexion n’est plus valable. Demandez-en un autre ou connectez-vous."
    ),
    ("bad-access", "moved"): _(
        "Cette table est maintenant la place de quelqu’un d’autre. Rechargez la page."
    ),
    ("bad-access", "empty-table"): _(
        "Personne n’est inscrit à la table %(number)s. Adressez-vous à l’organisateur."
    ),
    ("bad-access", "withdrawn"): _(
        "La table %(number)s ne joue plus. Adressez-vous à l’organisateur."
    ),
}
