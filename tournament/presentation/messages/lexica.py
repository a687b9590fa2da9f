"""The sentences about lexica, prepared games and searches."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("not-allowed", "organiser-only"): _(
        "Les lexiques sont réservés aux comptes qui organisent un tournoi. Créez un tournoi, ou "
        "demandez ce rôle à un organisateur."
    ),
    ("not-allowed", "other-lexicon"): _(
        "Le lexique « %(name)s » a été importé par un autre compte : lui seul peut le remplacer "
        "ou l’effacer, et qui gère l’organisation. Choisissez un autre nom."
    ),
    ("not-allowed", "installation-lexicon"): _(
        "Le lexique « %(name)s » est à toute l’installation : il a été importé sur l’ordinateur "
        "qui héberge Duplicata, et c’est là qu’on le remplace ou l’efface. Choisissez un autre nom."
    ),
    ("not-allowed", "other-import"): _(
        "L’import « %(name)s » a été demandé par un autre compte : lui seul peut le retirer."
    ),
    ("busy", "pdf-queue-full"): _(
        "D’autres documents se préparent en ce moment. Réessayez dans un instant."
    ),
    ("bad-setting", "nothing-to-print"): _(
        "Il n’y a encore rien à imprimer : personne n’est inscrit, ou rien n’est joué."
    ),
    ("wrong-state", "still-provisional"): _(
        "Le classement est encore provisoire : finissez les parties, décidez de tous les bulletins "
        "et des recours avant d’imprimer les diplômes."
    ),
    ("wrong-state", "job-over"): _("Ce travail est terminé. Rechargez la page."),
    ("wrong-state", "job-not-stopped"): _("Cette recherche n’est pas arrêtée. Rechargez la page."),
    ("wrong-state", "job-alive"): _("Ce travail est en cours : attendez encore un peu."),
    ("wrong-state", "lexicon-not-made"): _(
        "Cet import n’a pas fait de lexique : il n’y a rien à effacer. Retirez l’import."
    ),
    ("wrong-state", "lexicon-used"): _(
        "Ce lexique est celui d’un tournoi (%(tournaments)s). Donnez-lui un autre lexique d’abord."
    ),
    ("bad-setting", "unknown-lexicon"): _(
        "Le lexique « %(name)s » n’existe pas. Importez-le, ou choisissez-en un autre dans les "
        "réglages du tournoi."
    ),
    ("bad-setting", "lexicon-stays"): _(
        "« %(name)s » est le lexique de cette installation : il ne s’efface pas."
    ),
    ("bad-setting", "bad-lexicon-name"): _("Donnez au lexique un nom de 1 à %(most)s caractères."),
    ("bad-setting", "lexicon-name-reserved"): _(
        "« %(name)s » est le nom du lexique de cette installation. Choisissez-en un autre."
    ),
    ("bad-setting", "lexicon-name-used"): _(
        "Le lexique « %(name)s » existe déjà (nombre de mots : %(count)s)."
    ),
    ("bad-setting", "lexicon-taken"): _(
        "Un autre compte a importé un lexique « %(name)s » entre-temps. Importez la liste de "
        "nouveau sous un autre nom."
    ),
    ("bad-setting", "no-game-fits"): _(
        "Parties essayées : %(tries)s ; aucune ne répond à tous les vœux. Relâchez ce qui a "
        "manqué, ou demandez plus d’essais."
    ),
    ("bad-setting", "no-game-ends"): _(
        "Parties essayées : %(tries)s ; aucune n’est allée à son terme, ce lexique a trop peu de "
        "mots. Choisissez-en un autre dans les réglages du tournoi."
    ),
    ("bad-setting", "tries-spent"): _(
        "Cette recherche a fait tous ses essais (%(most)s). Relâchez un vœu et recommencez."
    ),
    ("bad-setting", "more-scrabbles-than-turns"): _(
        "Une partie de %(turns)s coups ne peut pas avoir %(scrabbles)s scrabbles. Demandez moins "
        "de scrabbles, ou plus de coups."
    ),
    ("bad-setting", "more-jokers-than-turns"): _(
        "Une partie de %(turns)s coups ne peut pas avoir %(jokers)s tirages avec un joker. "
        "Demandez-en moins, ou plus de coups."
    ),
    ("bad-setting", "scrabbles-in-short-words"): _(
        "Un scrabble a %(tiles)s lettres au moins : aucun ne tient dans des mots de %(longest)s "
        "lettres au plus. Allongez le mot le plus long, ou ne demandez pas de scrabble."
    ),
    ("bad-setting", "jokers-on-every-rack"): _(
        "Dans une partie joker, chaque tirage a un joker. Laissez ce vœu vide."
    ),
    ("bad-setting", "vocabulary-and-wish"): _(
        "Le nombre de tops hors d’une liste se demande avec cette liste. Choisissez-la."
    ),
    ("bad-setting", "limit-turns"): _("Le nombre de coups se demande entre %(least)s et %(most)s."),
    ("bad-setting", "limit-total"): _(
        "Le top de la partie se demande entre %(least)s et %(most)s points."
    ),
    ("bad-setting", "limit-scrabbles"): _(
        "Le nombre de scrabbles se demande entre %(least)s et %(most)s."
    ),
    ("bad-setting", "limit-jokers"): _(
        "Le nombre de tirages avec un joker se demande entre %(least)s et %(most)s."
    ),
    ("bad-setting", "limit-longest"): _(
        "La longueur du mot le plus long se demande entre %(least)s et %(most)s lettres."
    ),
    ("bad-setting", "limit-outside"): _(
        "Le nombre de tops hors de la liste se demande entre %(least)s et %(most)s."
    ),
    ("bad-setting", "bad-tries"): _("Le nombre d’essais doit être entre 1 et %(most)s."),
    ("bad-setting", "wish-turns"): _(
        "Nombre de coups : le maximum (%(most)s) est plus petit que le minimum (%(least)s)."
    ),
    ("bad-setting", "wish-total"): _(
        "Top de la partie : le maximum (%(most)s) est plus petit que le minimum (%(least)s)."
    ),
    ("bad-setting", "wish-scrabbles"): _(
        "Scrabbles : le maximum (%(most)s) est plus petit que le minimum (%(least)s)."
    ),
    ("bad-setting", "wish-jokers"): _(
        "Tirages avec un joker : le maximum (%(most)s) est plus petit que le minimum (%(least)s)."
    ),
    ("bad-setting", "wish-longest"): _(
        "Mot le plus long : le maximum (%(most)s) est plus petit que le minimum (%(least)s)."
    ),
    ("bad-setting", "wish-outside"): _(
        "Tops hors de la liste : le maximum (%(most)s) est plus petit que le minimum (%(least)s)."
    ),
    ("bad-setting", "list-not_found"): _("Fichier introuvable : %(path)s"),
    ("bad-setting", "list-unreadable"): _("Fichier illisible : %(path)s"),
    ("bad-setting", "list-too_big"): _(
        "Ce fichier est trop gros pour une liste de mots (%(megabytes)s Mo au plus une fois "
        "décompressé)."
    ),
    ("bad-setting", "list-upload_too_big"): _(
        "Ce fichier est trop gros pour une liste de mots (%(megabytes)s Mo au plus)."
    ),
    ("bad-setting", "list-too_many_words"): _(
        "Ce fichier a trop de lignes pour une liste de mots (%(maximum)s mots au plus)."
    ),
    ("bad-setting", "list-corrupt_archive"): _(
        "L’archive est abîmée ou incomplète. Copiez-la de nouveau, ou envoyez la liste sans la "
        "compresser."
    ),
    ("bad-setting", "list-zip_encrypted"): _(
        "L’archive zip est protégée par un mot de passe. Extrayez la liste et envoyez-la seule."
    ),
    ("bad-setting", "list-zip_empty"): _("L’archive zip ne contient aucun fichier."),
    ("bad-setting", "list-zip_several"): _(
        "L’archive zip contient plusieurs fichiers (%(names)s). Sortez-en la liste de mots et "
        "importez-la seule."
    ),
    ("bad-setting", "list-zip_method"): _(
        "Cette compression zip n’est pas connue. Envoyez la liste en texte, gz ou xz."
    ),
    ("bad-setting", "list-binary"): _(
        "Ce fichier n’est pas un texte : c’est peut-être une image, un programme ou une archive "
        "d’un autre genre. Il faut une liste, un mot par ligne, en texte, gz, xz ou zip."
    ),
    ("bad-setting", "list-document"): _(
        "Ce fichier est un document (Word, Excel, LibreOffice, PDF…). Ouvrez-le, enregistrez-le en "
        "« texte brut » (.txt), un mot par ligne, puis importez ce nouveau fichier."
    ),
    ("bad-setting", "list-empty"): _(
        "Aucun mot de 2 à 15 lettres dans ce fichier. Il faut une liste, un mot par ligne."
    ),
}
