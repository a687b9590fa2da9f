"""French sentences for settings and files that are refused (see ``messages``)."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SETTING_SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-setting", "empty-name"): _("Donnez un nom au tournoi."),
    ("bad-setting", "name-taken"): _("Il y a déjà trop de tournois nommés « %(name)s »."),
    ("bad-setting", "not-editable"): _("Ces réglages ne peuvent pas être changés."),
    ("bad-setting", "unknown-format"): _("La formule « %(format)s » n’est pas connue."),
    ("bad-setting", "unknown-source"): _("Cette façon de tirer les lettres n’est pas connue."),
    ("bad-setting", "unknown-plays-on"): _(
        "On joue sur tablette ou sur papier, ou on est absent : « %(plays_on)s » n’est pas connu."
    ),
    ("bad-setting", "unknown-role"): _("Le rôle « %(role)s » n’est pas connu."),
    ("bad-setting", "bad-username"): _(
        "« %(username)s » ne peut pas être un nom de compte (1 à 150 caractères)."
    ),
    ("bad-setting", "bad-pause"): _(
        "Une pause dure de 1 à %(most)s minutes : au-delà, la partie finirait."
    ),
    ("bad-setting", "bad-time"): _(
        "Le temps de jeu doit être entre %(least)s et %(most)s secondes ; reçu : %(time_s)s."
    ),
    ("bad-setting", "bad-warning-time"): _(
        "Le signal doit venir avant la fin du temps de jeu ; reçu : %(warn_s)s s."
    ),
    ("bad-setting", "bad-record"): _(
        "Cette partie enregistrée ne peut pas être rejouée. L’organisateur revient à ses réglages, "
        "la supprime et importe sa feuille de nouveau : la page d’import dit quelle ligne corriger."
    ),
    ("bad-setting", "no-valid-draw"): _(
        "Aucun tirage valable n’a été trouvé. Terminez la partie (art. 3.2)."
    ),
    ("bad-setting", "player-count"): _("Une table reçoit un joueur ou une paire."),
    ("bad-setting", "no-name"): _("Il manque le nom du joueur."),
    ("bad-setting", "too-long"): _(
        "« %(text).40s… » est trop long : %(most)s caractères au plus. Abrégez-le."
    ),
    ("bad-setting", "bad-table-number"): _(
        "« %(number)s » n’est pas un numéro de table (de 1 à %(most)s)."
    ),
    ("bad-setting", "unknown-edition"): _("Il n’y a pas d’édition « %(edition)s » du règlement."),
    ("bad-setting", "edition-fixed"): _(
        "Une partie de ce tournoi a déjà commencé d’après l’édition de %(edition)s : l’édition ne "
        "change plus. Créez un autre tournoi pour jouer d’après une autre édition."
    ),
    ("bad-setting", "no-such-table"): _("Personne ne joue à la table %(number)s."),
    ("bad-setting", "table-taken"): _("La table %(number)s est déjà occupée."),
    ("bad-setting", "licence-taken"): _("La licence « %(licence)s » est déjà inscrite."),
    ("bad-setting", "not-staff"): _("%(username)s n’est pas arbitre de ce tournoi."),
    ("bad-setting", "file-too-big"): _("Le fichier est trop grand (%(most)s octets au plus)."),
    ("bad-setting", "file-not-text"): _(
        "Ce n’est pas un fichier texte. Enregistrez la liste au format « CSV UTF-8 » et "
        "recommencez."
    ),
    ("bad-setting", "file-too-long"): _(
        "Ce fichier a %(lines)s lignes ; %(most)s au plus sont lues en une fois. Partagez-le en "
        "plusieurs fichiers, chacun avec la première ligne. Personne n’a été inscrit."
    ),
    ("bad-setting", "line-too-long"): _(
        "Cette ligne a plus de colonnes que la première du fichier : il y a un séparateur de trop."
    ),
    ("bad-setting", "file-without-names"): _(
        "Il manque une colonne « nom » dans la première ligne du fichier. "
        "Colonnes comprises : nom, prénom, licence, club, table."
    ),
    ("bad-setting", "no-reason"): _("Donnez un motif pour ce changement."),
    ("bad-setting", "other-tournament"): _("Ce joueur ne participe pas à ce tournoi."),
    ("bad-setting", "unknown-mode"): _(
        "L’édition %(edition)s du règlement ne prévoit pas ce mode de classement."
    ),
    ("bad-setting", "points-of-no-reading"): _(
        "Aucune lecture du bulletin ne donne %(points)s avec cette sanction. Choisissez une "
        "lecture, ou cochez « décision libre » et écrivez pourquoi."
    ),
    ("bad-setting", "bad-points"): _(
        "Les points doivent être un nombre entre 0 et %(most)s ; reçu : %(points)s."
    ),
    ("bad-setting", "unknown-sanction"): _("La sanction « %(sanction)s » n’est pas connue."),
    ("bad-setting", "unknown-motive"): _("Le motif « %(motive)s » n’est pas connu."),
}
