"""Error sentences about archives, backups and restoring."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-setting", "other-player"): _(
        "Ce n’est pas le nom du joueur : tapez « %(name)s » pour l’anonymiser."
    ),
    ("bad-archive", "not-a-zip"): _(
        "Ce fichier n’est pas une archive de tournoi, ou il est abîmé. Prenez-en une autre copie."
    ),
    ("bad-archive", "no-manifest"): _(
        "Ce fichier zip n’est pas une archive de tournoi : elles viennent de la page « Fichier et "
        "sauvegardes » ou de « manage.py archive »."
    ),
    ("bad-archive", "other-format"): _(
        "Ce fichier zip n’est pas une archive de tournoi : elles viennent de la page « Fichier et "
        "sauvegardes » ou de « manage.py archive »."
    ),
    ("bad-archive", "bad-manifest"): _(
        "Le sommaire de cette archive ne tient pas. Prenez une autre copie du fichier."
    ),
    ("bad-archive", "newer-version"): _(
        "Cette archive vient d’un logiciel plus récent (format %(version)s ; celui-ci lit jusqu’au "
        "%(known)s). Mettez Duplicata à jour ici, puis recommencez."
    ),
    ("bad-archive", "repeated-member"): _(
        "Cette archive a deux fois le même fichier. Prenez une autre copie du fichier."
    ),
    ("bad-archive", "other-members"): _(
        "Cette archive n’a pas les fichiers que son sommaire annonce. Prenez une autre copie."
    ),
    ("bad-archive", "changed-member"): _(
        "%(member)s.jsonl n’est pas ce que le sommaire de l’archive annonce : le fichier a changé "
        "depuis qu’il a été fait. Prenez une autre copie."
    ),
    ("bad-archive", "bad-line"): _(
        "%(member)s.jsonl, ligne %(line)s : cette ligne ne se lit pas. Prenez une autre copie du "
        "fichier."
    ),
    ("bad-archive", "other-writing"): _(
        "%(member)s.jsonl, ligne %(line)s : cette ligne n’est pas écrite comme le logiciel l’écrit "
        "(clé répétée, espaces, signes invisibles dans un nom). Prenez une autre copie du fichier."
    ),
    ("bad-archive", "unverified"): _(
        "La vérification refuse ce fichier, %(count)s fois : ce qu’il dit ne suit pas de ce qui y "
        "est. Rien n’est restauré. Demandez-en une autre copie à qui l’a fait."
    ),
    ("bad-archive", "too-large"): _(
        "Cette archive est trop grande : %(most)s Mo au plus une fois ouverte."
    ),
    ("bad-archive", "other-packing"): _(
        "Cette archive n’est pas compressée comme les nôtres, et ne s’ouvre donc pas ici. Prenez "
        "une copie du fichier tel que le logiciel l’a fait."
    ),
    ("bad-archive", "broken-chain"): _(
        "La chaîne du journal se rompt (partie %(game)s, ligne %(seq)s) : une ligne manque ou a "
        "changé. Prenez une autre copie du fichier."
    ),
    ("bad-archive", "other-head"): _(
        "Le journal de la partie %(game)s ne finit pas comme le sommaire l’annonce. Prenez une "
        "autre copie du fichier."
    ),
    ("bad-archive", "not-whole"): _(
        "Cette archive est celle d’un seul coup : elle se lit, elle ne se restaure pas. Prenez "
        "celle du tournoi."
    ),
    ("bad-archive", "already-here"): _(
        "Ce tournoi est déjà ici, sous le nom « %(name)s ». Si le fichier doit prendre sa place, "
        "supprimez-le d’abord : terminez ses parties, puis Réglages, Publication."
    ),
    ("bad-archive", "other-tournament"): _(
        "Ce fichier n’est pas une sauvegarde de ce tournoi. Rien n’est restauré."
    ),
    ("bad-archive", "no-word-list"): _(
        "La partie %(game)s a été jouée avec une liste de mots que cette organisation n’a pas : "
        "« %(lexicon)s », %(count)s mots, empreinte %(checksum)s. Importez cette liste (page "
        "« Lexiques »), puis recommencez."
    ),
    ("bad-archive", "other-solutions"): _(
        "Partie %(game)s, coup %(turn)s : les solutions calculées ici ne sont pas celles de "
        "l’archive. Le fichier a changé, ou son lexique n’est pas celui qu’il dit."
    ),
    ("bad-archive", "contradicts-itself"): _(
        "Cette archive se contredit : deux lignes disent le contraire l’une de l’autre. Rien n’est "
        "restauré. Prenez une autre copie du fichier."
    ),
    ("bad-archive", "bad-names"): _(
        "Une ligne de cette archive parle de ce qui n’y est pas, ou a une valeur impossible. Rien "
        "n’est restauré. Prenez une autre copie du fichier."
    ),
    ("bad-archive", "too-many-turns"): _(
        "Cette archive a trop de coups à recalculer ici : %(most)s au plus. Sur le serveur, "
        "manage.py restore en accepte davantage."
    ),
    ("bad-archive", "too-many-turns-of-game"): _(
        "La partie %(game)s de cette archive a plus de %(most)s coups : aucune n’en a tant. Prenez "
        "une autre copie du fichier."
    ),
    ("bad-archive", "bad-value"): _(
        "%(member)s.jsonl, ligne %(line)s : cette ligne parle de ce qui n’est pas dans l’archive, "
        "ou a une valeur impossible. Rien n’est restauré. Prenez une autre copie du fichier."
    ),
    ("bad-setting", "several-organisations"): _(
        "Plusieurs organisations se nomment « %(name)s » : changez le nom de l’une, ou donnez-en "
        "une autre."
    ),
    ("wrong-state", "secrets-in-archive"): _(
        "Le fichier pour restaurer le tournoi a les clés des tables, et tout d’une partie, d’un "
        "topping ou d’un match qui n’est pas fini. Cochez que vous le gardez secret jusqu’à la fin."
    ),
    ("wrong-state", "unfinished-not-shared"): _(
        "Une partie, un topping ou un match n’est pas fini : le fichier à partager se prend quand "
        "tout est fini. Pour restaurer le tournoi ailleurs, prenez celui qui a tout, et gardez-le "
        "secret."
    ),
    ("bad-setting", "backup-full"): _(
        "Plus de place dans le dossier des sauvegardes (%(folder)s). Libérez-en : la prochaine se "
        "fera d’elle-même."
    ),
    ("bad-setting", "backup-broken"): _(
        "« %(name)s » n’a pas pu être sauvegardé : %(why)s. Gardez le poste allumé et signalez-le."
    ),
    ("bad-setting", "backup-folder-gone"): _(
        "Le dossier des sauvegardes (%(folder)s) n’est pas là. Rebranchez la clé, créez le dossier "
        "ou donnez-en un autre (BACKUP_DIR)."
    ),
    ("bad-setting", "backup-forbidden"): _(
        "Le logiciel n’a pas le droit d’écrire dans le dossier des sauvegardes (%(folder)s). "
        "Changez ses droits, déverrouillez la clé ou donnez un autre dossier (BACKUP_DIR)."
    ),
    ("bad-setting", "backup-folder"): _(
        "Le dossier des sauvegardes (%(folder)s) ne s’écrit pas : %(why)s. Donnez un autre dossier "
        "(BACKUP_DIR)."
    ),
    ("bad-setting", "backup-gone"): _(
        "Cette sauvegarde n’est plus dans le dossier telle qu’elle était : elle a été effacée ou "
        "changée, ou son support n’est pas là. Rien n’est restauré."
    ),
    ("bad-setting", "backup-asker-gone"): _(
        "Le compte qui a demandé cette copie n’existe plus. Demandez-la de nouveau."
    ),
    ("bad-setting", "backup-stays"): _(
        "Le logiciel n’a pas le droit d’effacer %(path)s : effacez ce fichier à la main."
    ),
}
