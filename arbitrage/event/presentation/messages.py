"""Error sentences about events."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-setting", "event-source"): _(
        "Ce tournoi n’est pas à cette organisation. Choisissez-en un autre."
    ),
    ("bad-setting", "event-ends-before"): _(
        "La fin de l’épreuve est avant son début. Corrigez l’une des deux heures."
    ),
    ("bad-setting", "too-many-centres"): _("Une épreuve a %(most)s centres au plus."),
    ("bad-setting", "centre-twice"): _(
        "Le centre « %(name)s » est déjà dans la liste. Donnez-lui un autre nom."
    ),
    ("bad-setting", "centre-line"): _(
        "Ligne %(line)s : écrivez le nom du centre, son pays et son fuseau horaire, séparés par "
        "des points-virgules, comme « Lomé ; Togo ; Africa/Lome »."
    ),
    ("bad-setting", "decision-without-reason"): _("Écrivez le motif de la décision."),
    ("bad-setting", "game-hour"): _(
        "L’heure d’une partie est entre le début et la fin de l’épreuve, et n’est pas passée."
    ),
    ("bad-setting", "game-lexicon"): _(
        "La partie %(number)s est préparée avec une autre liste de mots que celle de l’épreuve. "
        "Préparez-en une autre."
    ),
    ("bad-setting", "package-or-code"): _(
        "Choisissez le paquet, ou écrivez le code : l’un des deux."
    ),
    ("bad-setting", "centre-code-unknown"): _(
        "Aucun centre d’une épreuve de ce serveur n’a ce code. Recopiez-le entier, ou demandez le "
        "paquet à l’hôte."
    ),
    ("bad-setting", "package-opened"): _(
        "Ce centre a déjà ouvert une partie de ce paquet, dans « %(name)s » (%(at)s) : ses lettres "
        "sont connues avant leur annonce (%(article)s). Demandez à l’hôte de le permettre : il "
        "vous donne alors un autre paquet."
    ),
    ("bad-setting", "package-damaged"): _(
        "Ce paquet est abîmé. Demandez-en une autre copie à l’hôte."
    ),
    ("bad-setting", "package-not-signed"): _(
        "Ce paquet a été changé depuis que l’hôte l’a signé. Demandez-en une autre copie."
    ),
    ("bad-setting", "package-of-another-installation"): _(
        "Ce fichier n’est pas le paquet d’un centre. L’hôte de l’épreuve vous l’envoie."
    ),
    ("bad-setting", "package-here"): _("Ce paquet est déjà importé : %(name)s."),
    ("bad-setting", "package-edition"): _(
        "Ce logiciel n’a pas l’édition %(edition)s du règlement. Mettez-le à jour avant l’épreuve."
    ),
    ("bad-setting", "package-lexicon"): _(
        "La liste de mots de l’épreuve (« %(name)s », empreinte %(checksum)s) n’est pas ici. "
        "Importez-la dans « Lexiques », puis importez de nouveau le paquet."
    ),
    ("bad-setting", "opening-lexicon"): _(
        "La liste de mots du tournoi (« %(name)s ») n’est pas celle de l’épreuve (empreinte "
        "%(checksum)s). Choisissez celle de l’épreuve dans « Réglages », puis ouvrez la partie."
    ),
    ("bad-setting", "package-clock"): _(
        "L’horloge de ce poste est en avance ou en retard : le paquet est daté de plus tard "
        "(%(made_at)s). Réglez-la avant l’épreuve."
    ),
    ("bad-setting", "key-word-unknown"): _(
        "Mot %(position)s : « %(word)s » n’est pas un mot de la liste. Faites-le répéter."
    ),
    ("bad-setting", "key-word-count"): _("Il y a %(count)s mots ; le code en a %(expected)s."),
    ("bad-setting", "key-words-do-not-agree"): _(
        "Tous ces mots existent, mais pas ensemble : un mot est mal entendu, ou deux sont "
        "échangés. Faites relire le code."
    ),
    ("bad-setting", "key-of-another-game"): _(
        "Ce code est celui d’une autre partie. Demandez celui de la partie %(number)s."
    ),
    ("bad-setting", "letter-of-another-event"): _(
        "Cet envoi est fait pour une autre épreuve : rien n’a été reçu."
    ),
    ("bad-setting", "centre-not-named"): _(
        "Ce fichier ne dit pas de quel centre il vient. Choisissez le centre, puis envoyez-le de "
        "nouveau."
    ),
    ("bad-setting", "centre-unknown"): _(
        "Ce fichier vient d’un centre qui n’est pas dans la liste."
    ),
    ("bad-setting", "no-such-centre"): _("Ce centre n’est pas dans la liste de l’épreuve."),
    ("bad-archive", "unexpected"): _(
        "La vérification s’est arrêtée sur une erreur imprévue, notée au journal du serveur. "
        "Demandez une autre copie au centre."
    ),
    ("bad-setting", "archive-too-big"): _(
        "Ce fichier est trop grand : %(megabytes)s Mo au plus pour l’archive d’un centre."
    ),
    ("bad-setting", "piece-too-big"): _(
        "Ce morceau est trop grand : %(megabytes)s Mo au plus, et pas plus que le fichier annoncé."
    ),
    ("bad-setting", "upload-damaged"): _(
        "Le fichier reçu n’est pas celui qui était annoncé. Envoyez-le de nouveau."
    ),
    ("wrong-state", "upload-not-announced"): _(
        "Ce morceau n’est pas la suite de ce qui est arrivé. Reprenez l’envoi au début."
    ),
    ("wrong-state", "centre-has-archives"): _(
        "Un fichier est arrivé du centre « %(name)s » : il ne se retire plus de la liste."
    ),
    ("wrong-state", "centre-has-package"): _(
        "Le paquet du centre « %(name)s » est déjà pris : s’il ne joue pas, déclarez-le manquant."
    ),
    ("wrong-state", "event-not-over"): _(
        "L’épreuve n’est pas finie partout : son classement se publie après l’heure de fin."
    ),
    ("wrong-state", "event-provisional"): _(
        "Le classement commun est encore provisoire : attendez ou déclarez manquants les centres "
        "qui restent, décidez des licences en double, puis imprimez les diplômes."
    ),
    ("wrong-state", "game-not-sealable"): _(
        "La partie %(number)s ne peut pas être scellée : il faut une partie préparée, en "
        "brouillon, du tournoi de l’épreuve."
    ),
    ("wrong-state", "packages-taken"): _(
        "Le paquet d’un centre est déjà pris, sans cette partie : aucune ne se scelle plus. Pour "
        "une partie de plus, créez une autre épreuve."
    ),
    ("wrong-state", "too-early-for-key"): _("Il n’est pas l’heure : la partie s’ouvre à %(at)s."),
    ("wrong-state", "game-opened"): _(
        "La partie %(number)s est déjà ouverte ici : elle ne s’ouvre qu’une fois. Si elle ne peut "
        "plus se jouer, prévenez l’hôte : il décide si le centre compte sans elle."
    ),
    ("wrong-state", "key-not-given"): _(
        "L’hôte n’a pas encore donné le code de la partie %(number)s en ligne. Attendez, ou "
        "téléphonez-lui."
    ),
    ("bad-setting", "event-without-game"): _(
        "Aucune partie n’est scellée : scellez-en une avant de faire les paquets."
    ),
    ("wrong-state", "host-refuses"): _("Le serveur de l’hôte répond : %(sentence)s"),
    ("wrong-state", "host-not-allowed"): _(
        "Cette installation n’a pas le droit d’appeler le serveur %(host)s. Prenez le code par "
        "téléphone et envoyez le fichier par courriel, ou demandez à l’exploitant de l’ajouter à "
        "EVENT_HOSTS."
    ),
    ("busy", "host-unreachable"): _(
        "Le serveur de l’hôte ne répond pas. Réessayez, ou prenez le code par téléphone et envoyez "
        "le fichier par courriel."
    ),
    ("wrong-state", "centre-undecided"): _(
        "Partie %(number)s : des bulletins attendent une décision (coups %(turns)s). L’hôte "
        "refuserait l’archive : décidez-les, puis envoyez-la."
    ),
    ("busy", "host-answers-badly"): _(
        "L’adresse de l’hôte répond autre chose que son serveur. Réessayez, ou prenez le code par "
        "téléphone et envoyez le fichier par courriel."
    ),
    ("not-allowed", "sheet-secret"): _(
        "Cette partie est celle d’une épreuve à plusieurs centres : sa feuille ne se lit pas avant "
        "la fin, elle se montre coup après coup."
    ),
    ("not-allowed", "sheet-fixed"): _(
        "La partie %(number)s est celle d’une épreuve à plusieurs centres : elle ne se règle plus "
        "et ne se supprime pas. Commencez-la telle quelle au pupitre. Si elle ne peut pas se "
        "jouer, annulez-la et prévenez l’hôte : il décide si le centre compte sans elle."
    ),
    ("wrong-state", "centre-not-finished"): _(
        "Les parties de l’épreuve ne sont pas toutes finies ici : l’envoi attend la dernière. Si "
        "l’une ne se joue pas, annulez-la : après la fin de l’épreuve, l’envoi se fait avec les "
        "autres."
    ),
}
