"""Sentences for the refusals of classic matches and rounds."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("not-allowed", "own-match"): _(
        "Cet appareil tient la table %(number)s, dont le match se joue : qui arbitre ce match le "
        "fait sur un autre appareil."
    ),
    ("classic", "malformed"): _(
        "Cette action n’a pas pu être lue. Rechargez la page et recommencez."
    ),
    ("classic", "wrong-phase"): _(
        "Ce n’est pas possible à ce moment de la partie. La page montre où elle en est."
    ),
    ("classic", "not-yours"): _(
        "Ce n’est pas à vous de le faire. Appelez un arbitre si besoin est."
    ),
    ("classic", "director-only"): _(
        "Seul le directeur du tournoi peut exclure un joueur. Saisissez-le."
    ),
    ("classic", "already-tossed"): _(
        "Vous avez déjà tiré votre lettre. Attendez celle de l’adversaire."
    ),
    ("classic", "nothing-to-draw"): _("Vous n’avez pas de lettres à tirer maintenant."),
    ("classic", "wrong-draw-count"): _("Nombre de lettres à tirer, exactement : %(n)s."),
    ("classic", "recorded"): _(
        "Cette partie se joue avec de vraies lettres : l’arbitre écrit les coups. Dites-les-lui."
    ),
    ("classic", "on-tablets"): _(
        "Cette partie se joue sur deux tablettes : chacun y fait lui-même ses coups. Ce qu’un "
        "arbitre décide s’écrit au bureau des arbitres."
    ),
    ("classic", "bag-too-small"): _(
        "Lettres restant dans le sac : %(bag)s. On ne change de lettres que s’il en reste au moins "
        "sept."
    ),
    ("classic", "not-in-bag"): _("Le sac n’a plus cette lettre. Vérifiez ce qui est enregistré."),
    ("classic", "bad-letters"): _(
        "Ce ne sont pas des lettres du jeu. Écrivez de A à Z, et « ? » pour un joker."
    ),
    ("classic", "loser-starts-clock"): _(
        "C’est le perdant du toss qui met la pendule en marche, après avoir tiré ses lettres."
    ),
    ("classic", "nothing-face-down"): _("Vous n’avez pas de lettre face cachée."),
    ("classic", "still-face-down"): _(
        "L’adversaire peut encore contester. Vos lettres se découvrent dans %(seconds)s s."
    ),
    ("classic", "not-your-turn"): _("C’est à l’autre joueur de jouer. Attendez son coup."),
    ("classic", "out-of-time"): _(
        "Temps épuisé (7.3.1) : plus de coup ni d’échange, mais une contestation reste possible."
    ),
    ("classic", "come-back-first"): _(
        "Une absence est notée. Signalez d’abord le retour à la table."
    ),
    ("classic", "not-on-rack"): _(
        "Il manque une lettre sur le chevalet. Reprenez vos lettres et posez-les de nouveau."
    ),
    ("classic", "bad-reference"): _(
        "« %(ref)s » n’est pas une référence de la grille. Écrivez par exemple H4, ou 4H à la "
        "verticale."
    ),
    ("classic", "cannot-lie-joker_unnamed"): _(
        "Dites quelle lettre le joker représente avant d’annoncer votre score."
    ),
    ("classic", "cannot-lie-too_short"): _("Un mot a au moins deux lettres."),
    ("classic", "cannot-lie-bad_letter"): _(
        "Ce mot a un signe qui n’est pas une lettre. Écrivez de A à Z."
    ),
    ("classic", "cannot-lie-off_board"): _("Ce mot sort de la grille."),
    ("classic", "cannot-lie-letter_conflict"): _(
        "Une autre lettre est déjà sur la grille en %(square)s : elle ne se déplace pas."
    ),
    ("classic", "cannot-lie-no_tile"): _("Ce mot ne pose aucune lettre."),
    ("classic", "cannot-lie-incomplete_word"): _(
        "Des lettres de la grille touchent ce mot par un bout : écrivez le mot en entier, %(full)s."
    ),
    ("classic", "cannot-lie-off_centre"): _("Le premier mot passe par la case du centre."),
    ("classic", "cannot-lie-not_connected"): _("Ce mot ne touche aucune lettre de la grille."),
    ("classic", "not-in-set"): _(
        "Il y aurait sur la grille plus de lettres de cette sorte que le jeu n’en a. Vérifiez ce "
        "qui est enregistré."
    ),
    ("classic", "no-exchange-after-opponents-time"): _(
        "L’adversaire a épuisé son temps : on ne change plus de lettres."
    ),
    ("classic", "wrong-exchange-count"): _(
        "On change exactement autant de lettres qu’annoncé : %(n)s."
    ),
    ("classic", "challenge-too-late"): _(
        "On ne conteste que le mot que l’adversaire vient de jouer, avant qu’il ait vu la première "
        "de ses nouvelles lettres."
    ),
    ("classic", "not-your-challenge"): _(
        "Le bulletin de contestation est à remplir par qui a contesté."
    ),
    ("classic", "no-word-challenged"): _(
        "Indiquez sur le bulletin le ou les mots que vous contestez."
    ),
    ("classic", "not-just-played"): _(
        "Le bulletin porte un mot qui ne vient pas d’être joué. Écrivez ceux du dernier coup."
    ),
    ("classic", "no-slip"): _("Le bulletin de contestation n’est pas rempli."),
    ("classic", "no-such-move"): _("Ce coup n’est pas, ou n’est plus, sur la grille."),
    ("classic", "contest-open"): _("Un score est déjà contesté : répondez d’abord sur celui-là."),
    ("classic", "arbiter-called"): _("Un arbitre est appelé : c’est à lui de régler ce score."),
    ("classic", "not-your-contest"): _(
        "C’est à l’autre joueur, ou à un arbitre, de répondre sur ce score."
    ),
    ("classic", "game-is-over"): _(
        "Le résultat de la partie est arrêté. Adressez-vous au directeur du tournoi."
    ),
    ("classic", "not-over"): _(
        "La partie n’est pas finie. Jouez la suite : les totaux se règlent après le dernier coup."
    ),
    ("classic", "nothing-to-accept"): _(
        "Il n’y a pas de dernier coup à laisser : la page montre où en est la partie."
    ),
    ("classic", "decision-awaited"): _(
        "Le directeur du tournoi est saisi d’un appel : la feuille se signe quand il a tranché."
    ),
    ("classic", "last-word-open"): _(
        "Le dernier coup peut encore être contesté : la feuille se signe ensuite."
    ),
    ("classic", "other-totals"): _(
        "Les totaux sont maintenant %(own)s – %(other)s. Vérifiez-les, puis signez de nouveau."
    ),
    ("classic", "no-sheet"): _(
        "L’autre joueur n’a pas dit ses totaux : entrez ceux de sa feuille de marque."
    ),
    ("classic", "letters-left"): _(
        "Écrivez les lettres qui restent à chacun : %(size)s pour %(side)s."
    ),
    ("classic", "not-left"): _(
        "D’après la grille, il ne reste plus de %(letter)s. Vérifiez les lettres et la grille."
    ),
    ("classic", "no-appeal"): _(
        "Cette décision ne se conteste pas : elle est du directeur, ou il a déjà été saisi."
    ),
    ("classic", "no-such-ruling"): _("Il n’y a pas de décision à contester ou à trancher."),
    ("classic", "nobody-abandoned"): _(
        "Aucun abandon n’est noté dans cette partie. Rechargez la page pour voir où elle en est."
    ),
    ("classic", "nothing-appealed"): _("Personne n’a fait appel de cette décision."),
    ("classic", "only-overturn"): _(
        "Cette décision ne s’adoucit ni ne se renforce : confirmez-la, ou déjugez l’arbitre."
    ),
    ("classic", "not-milder"): _("Adoucir demande une sanction moins forte."),
    ("classic", "not-harder"): _("Renforcer demande une sanction plus forte."),
    ("classic", "not-just-written"): _(
        "Ce coup ne se reprend plus : il n’est pas le dernier écrit, ou une décision en est déjà "
        "prise. Un score se règle encore ; sinon, voyez la partie au bureau des arbitres."
    ),
    ("classic", "played-since"): _(
        "On a joué depuis ce verdict, ou la partie est finie : il ne se reprend plus. Une sanction "
        "ou un score peut "
        "encore être corrigé."
    ),
    ("classic", "timed-already"): _(
        "Les joueurs sont déjà chronométrés : ce n’est possible qu’avec un crédit-temps global."
    ),
    ("classic", "no-time-to-play"): _(
        "Qui doit jouer n’aurait pas de temps. Donnez-lui-en, ou déclarez la fin de la partie."
    ),
    ("classic", "not-ended-by-time"): _(
        "La pendule se règle quand elle est arrêtée, ou quand c’est elle qui a fini la partie. "
        "Arrêtez-la d’abord."
    ),
    ("classic", "letters-known"): _(
        "Le résultat est arrêté et les lettres sont publiques : cette partie ne reprend plus. "
        "Adressez-vous au directeur du tournoi."
    ),
    ("classic", "no-such-clock"): _("Ce joueur n’a pas de temps à lui."),
    ("classic", "no-excess"): _(
        "Il n’y a pas plus de sept lettres. Comptez-les de nouveau, puis continuez la partie."
    ),
    ("classic", "face-down"): _(
        "Les lettres en trop sont encore faces cachées, ou annoncées : l’adversaire les retire, "
        "et le jeu continue."
    ),
    ("classic", "wrong-excess-count"): _("Nombre de lettres à retirer, exactement : %(n)s."),
    ("classic", "already-seen"): _(
        "Une des lettres a été vue : le joueur l’annonce, et l’adversaire retire parmi toutes."
    ),
    ("classic", "not-reported"): _(
        "Le joueur n’a pas annoncé son erreur : retirez parmi les lettres faces cachées, ou "
        "appelez un arbitre."
    ),
    ("classic", "not-away"): _("Aucune absence n’est notée. Continuez la partie."),
    ("classic", "tell-an-arbiter"): _(
        "Cela se dit à un arbitre : tant qu’il ne l’a pas entendu, la partie continue."
    ),
    ("classic", "moved-on"): _(
        "La partie a avancé entre-temps. Regardez la grille, et recommencez s’il y a lieu."
    ),
    ("classic", "no-game"): _(
        "Il n’y a pas de partie à votre table en ce moment. Attendez que la ronde commence, ou "
        "appelez un arbitre."
    ),
    ("classic", "two-players"): _("Une partie se joue à deux, et pas contre soi-même."),
    ("classic", "bye"): _("Ce joueur est exempt : il n’y a pas de partie à ouvrir."),
    ("classic", "game-going-on"): _(
        "La partie précédente n’est pas finie, ou son dernier coup peut encore être contesté. "
        "Attendez que sa feuille soit signée."
    ),
    ("classic", "next-game-open"): _(
        "La partie suivante est ouverte : celle-ci ne reprend plus. Réglez d’abord ses totaux ; "
        "la décision se reprend ensuite, et seul le résultat change."
    ),
    ("classic", "match-over"): _(
        "Le match est fini : il n’y a plus de partie à jouer. Signez la feuille de la dernière."
    ),
    ("wrong-state", "match-under-way"): _(
        "Une partie d’un match n’est pas finie. Attendez-en la fin, ou que le directeur l’arrête."
    ),
    ("bad-setting", "classic-term"): _(
        "Un nombre de la formule est hors de ses limites, de %(low)s à %(high)s. Corrigez-le."
    ),
    ("bad-setting", "classic-clock"): _(
        "Choisissez une pendule, des chronomètres ou un crédit-temps global."
    ),
    ("wrong-state", "not-classic"): _(
        "Ce tournoi est en duplicate : il n’a pas de rondes. Un tournoi classique se choisit en "
        "le créant."
    ),
    ("wrong-state", "round-before"): _(
        "La ronde %(number)s n’est pas terminée. Terminez-la, puis appariez la suivante."
    ),
    ("wrong-state", "rounds-over"): _(
        "Les %(planned)s rondes prévues sont jouées. Pour en ajouter une, changez leur nombre sous "
        "« Formule »."
    ),
    ("wrong-state", "round-shown"): _(
        "Les appariements de la ronde %(number)s sont publiés. Reprenez-les d’abord, tant que "
        "personne ne joue."
    ),
    ("wrong-state", "too-few-players"): _(
        "Il faut au moins deux joueurs présents. Inscrivez-les, ou dites-les présents sous "
        "« Pointage »."
    ),
    ("wrong-state", "round"): _(
        "Cette action n’est pas possible maintenant. La page montre où en est la ronde %(number)s."
    ),
    ("lost-race", "round"): _(
        "Quelqu’un vient de changer la ronde %(number)s. La page montre où elle en est."
    ),
    ("wrong-state", "matches-open"): _(
        "Matchs encore sans résultat : %(left)s. Saisissez-les, forfaits compris, puis terminez la "
        "ronde."
    ),
    ("wrong-state", "round-not-last"): _(
        "Une ronde suit la ronde %(number)s : elle ne se rouvre plus. Un résultat s’y corrige "
        "toujours."
    ),
    ("wrong-state", "round-not-running"): _(
        "La ronde %(number)s n’est pas commencée : ses résultats ne se saisissent pas encore."
    ),
    ("wrong-state", "match-on-tablets"): _(
        "Une partie de ce match se joue sur tablettes. Terminez-la d’abord, ou arrêtez-la depuis "
        "le bureau des arbitres."
    ),
    ("bad-choice", "same-place"): _("Choisissez deux joueurs différents, pas deux fois %(name)s."),
    ("bad-choice", "both-unseated"): _(
        "Aucun des deux n’est dans cette ronde : choisissez au moins un joueur apparié."
    ),
    ("bad-choice", "unknown-entry"): _("Ce joueur n’est pas inscrit à ce tournoi."),
    ("bad-setting", "result-winner"): _("Dites qui gagne : l’un des deux joueurs."),
    ("bad-setting", "result-reason"): _(
        "Ce gagnant n’est pas celui des scores : dites pourquoi dans le motif, ou corrigez les "
        "scores."
    ),
    ("bad-setting", "result-score"): _(
        "Un score est un nombre de %(most)s au plus. Vérifiez la feuille de match."
    ),
    ("bad-setting", "result-games"): _("Nombre de parties de ce match, au plus : %(most)s."),
    ("bad-setting", "result-games-after"): _(
        "Après la partie %(number)s, le match est gagné : effacez les scores qui suivent."
    ),
    ("bad-setting", "result-games-missing"): _(
        "Le match n’est pas fini avec ces scores-là : saisissez ceux de toutes les parties, ou "
        "choisissez le gagnant si un arbitre en a décidé."
    ),
    ("bad-setting", "classic-settled"): _(
        "La première ronde est publiée : la formule des rondes et les points ne changent plus."
    ),
    ("bad-setting", "classic-choice"): _("Choisissez dans la liste."),
}
