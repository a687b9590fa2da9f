"""The sentences about settings of tournaments and games."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-setting", "empty-name"): _("Donnez un nom au tournoi."),
    ("bad-setting", "name-taken"): _("Il y a déjà trop de tournois nommés « %(name)s »."),
    ("bad-setting", "other-name"): _(
        "Ce n’est pas le nom du tournoi. Pour le supprimer, tapez exactement : %(name)s"
    ),
    ("bad-setting", "bad-count"): _("On crée de 1 à %(most)s parties à la fois."),
    ("bad-setting", "unknown-zone"): _(
        "« %(zone).40s » n’est pas un fuseau horaire. Choisissez-en un dans la liste, comme "
        "Europe/Paris, ou laissez le champ vide."
    ),
    ("bad-setting", "unknown-paper"): _("Le papier « %(paper).40s » n’est pas connu."),
    ("bad-setting", "not-a-picture"): _(
        "Ce fichier n’est pas une image PNG, JPEG ou WebP entière. Enregistrez le logo dans l’un "
        "de ces formats, puis envoyez-le de nouveau."
    ),
    ("bad-setting", "picture-file-too-big"): _(
        "Cette image dépasse %(most)s Mo : réduisez-la, puis envoyez-la de nouveau."
    ),
    ("bad-setting", "picture-too-large"): _(
        "Cette image fait %(width)s × %(height)s pixels : réduisez-la à %(most)s de côté au plus."
    ),
    ("bad-setting", "no-names"): _("Écrivez au moins un nom, un par ligne."),
    ("bad-setting", "too-many-names"): _(
        "%(count)s noms : %(most)s au plus en une fois. Partagez la liste."
    ),
    ("bad-setting", "not-editable"): _("Ces réglages ne peuvent pas être changés."),
    ("bad-setting", "unknown-format"): _("La formule « %(format)s » n’est pas connue."),
    ("bad-setting", "unknown-source"): _("Cette façon de tirer les lettres n’est pas connue."),
    ("wrong-state", "publication-withheld"): _(
        "Ce tournoi est un centre d’une épreuve : il se publie quand elle est finie partout. Les "
        "tablettes marchent sans cela ; l’écran de la salle s’ouvre d’un compte de l’équipe."
    ),
    ("bad-setting", "visibility-withheld"): _(
        "Ce tournoi est un centre d’une épreuve : ses résultats restent cachés jusqu’à ce qu’elle "
        "soit finie partout."
    ),
    ("bad-setting", "unknown-publicity"): _(
        "Choisissez dans la liste quand les résultats sont publics."
    ),
    ("bad-setting", "unknown-counted-over"): _(
        "Choisissez dans la liste où se comptent les joueurs de la prime de solo."
    ),
    ("bad-setting", "unknown-plays-on"): _(
        "On joue sur tablette ou sur papier, ou on est absent : « %(plays_on)s » n’est pas connu."
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
    ("bad-setting", "pair-in-classic"): _(
        "Un match classique se joue à deux, chacun pour soi (classique, 1.1) : inscrivez les deux "
        "joueurs séparément."
    ),
    ("bad-setting", "no-name"): _("Il manque le nom du joueur."),
    ("bad-setting", "too-long"): _(
        "« %(text).40s… » est trop long : %(most)s caractères au plus. Abrégez-le."
    ),
    ("bad-setting", "bad-table-number"): _(
        "« %(number)s » n’est pas un numéro de table (de 1 à %(most)s)."
    ),
    ("bad-setting", "unknown-edition"): _("Il n’y a pas d’édition « %(edition)s » du règlement."),
    ("bad-setting", "solo-fixed"): _(
        "La prime de solo ne change plus : une partie a commencé. Remettez les deux champs comme "
        "ils étaient."
    ),
    ("bad-setting", "no-own-solo-rules"): _(
        "L’édition %(edition)s ne prévoit pas d’autre prime de solo que la sienne : laissez les "
        "deux champs vides, ou choisissez une édition qui le permet."
    ),
    ("bad-setting", "bad-solo-points"): _(
        "La prime d’un solo va de 0 à %(most)s points ; reçu : %(points)s."
    ),
    ("bad-setting", "ends-too-early"): _(
        "Le dernier jour vient après le premier ; laissez-le vide pour un tournoi d’un jour."
    ),
    ("bad-setting", "bad-solo-players"): _(
        "La prime de solo est due à partir de 1 à %(most)s joueurs ; reçu : %(players)s."
    ),
    ("bad-setting", "edition-fixed"): _(
        "Une partie de ce tournoi a déjà commencé d’après l’édition de %(edition)s : l’édition ne "
        "change plus. Créez un autre tournoi pour jouer d’après une autre édition."
    ),
    ("bad-setting", "no-such-table"): _("Personne ne joue à la table %(number)s."),
    ("bad-setting", "table-taken"): _("La table %(number)s est déjà occupée."),
    ("bad-setting", "no-table-left"): _(
        "Les %(most)s tables ont toutes quelqu’un : supprimez une inscription de trop."
    ),
    ("bad-setting", "table-elsewhere"): _(
        "La table %(number)s est du centre « %(name)s » : choisissez-en une autre, ou changez son "
        "centre sur la page « Centres »."
    ),
    ("bad-setting", "seat-elsewhere"): _(
        "La table %(number)s n’est pas du centre où joue ce joueur : cochez « Changer aussi de "
        "centre », ou choisissez-en une autre."
    ),
    ("bad-setting", "table-twice"): _("La table %(number)s est demandée deux fois."),
    ("bad-setting", "no-arbiter"): _(
        "Ce tournoi n’a pas encore d’arbitre : donnez ce rôle à quelqu’un sur la page « Rôles »."
    ),
    ("bad-setting", "licence-taken"): _(
        "La licence « %(licence)s » est déjà inscrite : %(name)s (« %(other_licence)s »)."
    ),
    ("bad-setting", "not-staff"): _("%(username)s n’est pas arbitre de ce tournoi."),
    ("bad-setting", "not-staff-there"): _(
        "%(username)s n’est pas arbitre dans ce centre (« %(centre)s »)."
    ),
    ("bad-setting", "other-tournament"): _("Ce joueur ne participe pas à ce tournoi."),
    ("bad-setting", "unknown-mode"): _(
        "L’édition %(edition)s du règlement ne prévoit pas ce mode de classement."
    ),
    ("bad-setting", "bad-ranking"): _(
        "Ces réglages du classement ne sont pas connus. Choisissez parmi ceux de la page."
    ),
    ("bad-setting", "bad-profile"): _(
        "ce profil de fichier a une clé ou une valeur inconnue : %(wrong)s. Le manuel en donne la "
        "liste (docs/manuel/profils.md)."
    ),
    ("bad-setting", "ranking-twice"): _("Un départage ou une colonne est choisi deux fois."),
    ("bad-setting", "bad-best"): _(
        "Entre 1 et %(most)s joueurs comptent pour un club ou une équipe ; reçu : %(best)s."
    ),
}
