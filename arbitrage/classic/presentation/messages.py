"""Error sentences for the arbiters of classic matches."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("wrong-state", "call-over"): _(
        "L’appel %(number)s est déjà terminé. La page montre son issue ; une autre décision se "
        "prend depuis la partie."
    ),
    ("wrong-state", "call-taken"): _(
        "%(name)s s’occupe de cet appel. Reprenez-le d’abord, par « Reprendre l’appel »."
    ),
    ("lost-race", "call"): _(
        "Quelqu’un a été plus rapide pour l’appel %(number)s. La page montre où il en est."
    ),
    ("not-allowed", "call-not-yours"): _("Vous n’avez pas pris cet appel."),
    ("not-allowed", "director-only"): _(
        "Le directeur du tournoi seul en décide (art. 9.3). Allez le chercher."
    ),
    ("not-allowed", "own-decision"): _(
        "Vous avez pris la décision contestée : un autre directeur du tournoi en juge. S’il n’est "
        "pas là, l’organisateur donne ce rôle à quelqu’un d’autre."
    ),
    ("bad-access", "no-match"): _(
        "Aucune partie n’est encore ouverte à votre table. Revenez quand la ronde commence."
    ),
}
