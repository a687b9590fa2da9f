"""The sentences about people, lists and files."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-setting", "bad-birth-year"): _("« %(text)s » n’est pas une année de naissance."),
    ("bad-setting", "licence-known"): _(
        "Quelqu’un d’autre a déjà la licence « %(licence)s » dans le fichier des joueurs : "
        "%(name)s (« %(other_licence)s »)."
    ),
    ("bad-setting", "entry-doubtful"): _(
        "Il y a quelque chose à décider : est-ce un nom, est-ce quelqu’un que l’on connaît ?"
    ),
    ("bad-setting", "no-name-of-a-person"): _(
        "« %(text)s » n’a pas l’air d’un nom : corrigez-le, ou inscrivez cette personne seule si "
        "c’en est un."
    ),
    ("bad-setting", "centre-without-name"): _("Donnez un nom au centre."),
    ("bad-setting", "entry-without-centre"): _(
        "Dans quel centre est la table %(number)s ? Choisissez le centre de l’inscription, ou "
        "mettez d’abord cette table dans un centre."
    ),
    ("bad-setting", "centre-taken"): _("Un autre centre s’appelle déjà « %(name)s »."),
    ("bad-setting", "centre-in-classic"): _(
        "Un tournoi classique se joue dans une seule salle : il n’a pas de centres."
    ),
    ("bad-setting", "centre-must-lead"): _(
        "« %(name)s » mène la partie : donnez cela à un autre centre, et il ne mènera plus."
    ),
    ("wrong-state", "centre-in-use"): _(
        "« %(name)s » sert encore (tables avec quelqu’un : %(tables)s, rôles : %(roles)s) ou a "
        "déjà joué. Mettez d’abord ses tables et ses rôles ailleurs ; un centre qui a joué reste."
    ),
    ("wrong-state", "centre-leads"): _(
        "« %(name)s » mène la partie : donnez cela à un autre centre avant de le supprimer."
    ),
    ("bad-setting", "team-without-name"): _("Donnez un nom à l’équipe."),
    ("bad-setting", "team-taken"): _("Une autre équipe s’appelle déjà « %(name)s »."),
    ("bad-setting", "group-without-code"): _("Écrivez l’abrégé."),
    ("bad-setting", "group-taken"): _("« %(code)s » est déjà dans la liste."),
    ("bad-setting", "ages-reversed"): _("Les âges vont de %(first)s à %(last)s : à l’envers."),
    ("bad-setting", "file-too-big"): _(
        "Ce fichier dépasse 2 Mo. Enlevez-en les images, ou partagez-le en plusieurs."
    ),
    ("bad-setting", "file-unpacks-too-big"): _(
        "Ce fichier est bien plus grand qu’une liste de joueurs une fois ouvert. Copiez la liste "
        "seule dans un classeur neuf."
    ),
    ("bad-setting", "file-is-xls"): _(
        "C’est un ancien fichier Excel (.xls). Ouvrez-le, enregistrez-le au format « Classeur "
        "Excel (.xlsx) » et recommencez."
    ),
    ("bad-setting", "file-unknown"): _(
        "Ce n’est pas une liste que Duplicata sait lire. Enregistrez-la au format XLSX, ODS ou "
        "« CSV UTF-8 » et recommencez."
    ),
    ("bad-setting", "file-is-page"): _(
        "C’est une page d’un site ou un fichier XML, pas un classeur, même si son nom finit par "
        ".xls. Ouvrez-le dans le tableur, enregistrez-le au format XLSX ou ODS et recommencez."
    ),
    ("bad-setting", "file-not-calculated"): _(
        "La case %(cell)s contient une formule dont le résultat n’est pas dans le fichier. "
        "Ouvrez-le dans le tableur, enregistrez-le et recommencez."
    ),
    ("bad-setting", "file-damaged"): _(
        "Ce fichier est abîmé ou protégé par un mot de passe. Ouvrez-le dans le tableur, "
        "enregistrez-le de nouveau et recommencez."
    ),
    ("bad-setting", "file-empty"): _("Ce fichier est vide."),
    ("bad-setting", "file-too-long"): _(
        "Ce fichier a plus de %(most)s lignes, qui sont lues au plus en une fois. Partagez-le en "
        "plusieurs fichiers, chacun avec la ligne des titres. Personne n’a été inscrit."
    ),
    ("bad-setting", "file-too-wide"): _(
        "La ligne %(number)s a plus de %(most)s colonnes : ce n’est pas une liste de joueurs."
    ),
    ("bad-setting", "file-without-names"): _(
        "Aucune colonne ne donne les noms. Dites laquelle est « Nom » ou « Nom complet »."
    ),
    ("bad-setting", "unknown-field"): _("Une colonne remplit un champ inconnu. Rechargez la page."),
    ("bad-setting", "field-twice"): _(
        "Deux colonnes remplissent le même champ : ignorez l’une des deux."
    ),
    ("bad-setting", "lines-undecided"): _(
        "Lignes encore à corriger ou à décider : %(count)s. Corrigez-les dans le fichier et "
        "envoyez-le de nouveau, ou dites ici ce qu’elles deviennent. Personne n’a été inscrit."
    ),
    ("bad-setting", "values-undecided"): _(
        "Valeurs encore à décider : %(count)s. Dites ici ce qu’elles deviennent. Personne n’a été "
        "inscrit."
    ),
    ("bad-setting", "nothing-to-import"): _("Il n’y a aucune ligne à importer."),
    ("bad-setting", "import-gone"): _(
        "Ce fichier a déjà été importé, ou abandonné. La liste dit qui est inscrit."
    ),
    ("wrong-state", "entry-played"): _(
        "%(name)s (table %(table)s) a déjà un coup ou une décision dans ce tournoi : une "
        "inscription ne se supprime plus alors, elle se retire. Rien n’a été changé."
    ),
    ("bad-setting", "same-name"): _("C’est déjà « %(name)s » partout."),
    ("bad-setting", "merge-with-self"): _("Choisissez une autre personne du même fichier."),
    ("wrong-state", "roster-change-undone"): _("C’est déjà défait."),
    ("wrong-state", "import-of-tournament"): _(
        "Cet import a inscrit des joueurs : défaites-le sur la page « Joueurs » de « %(name)s »."
    ),
    ("wrong-state", "merged-again"): _(
        "La fiche gardée a été réunie depuis avec une autre, ou supprimée. Défaites d’abord cette "
        "autre fusion."
    ),
    ("wrong-state", "licence-given-again"): _(
        "Quelqu’un d’autre a reçu depuis la licence « %(licence)s » : rien n’a été défait."
    ),
    ("wrong-state", "import-undone"): _("L’import de « %(name)s » est déjà défait."),
}
