"""French sentences for what is refused in a classic tournament (see ``messages``)."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

ROUND_SENTENCES: Mapping[tuple[str, str], str] = {
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
        "La première ronde est publiée : la formule des matchs et les points ne changent plus."
    ),
    ("bad-setting", "classic-choice"): _("Choisissez dans la liste."),
}
