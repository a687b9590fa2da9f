"""The sentences about a *mort subite*."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-setting", "mort-subite-too-few-players"): _(
        "Une mort subite se joue à %(least)s au moins. Choisissez d’autres joueurs, inscrits et "
        "non retirés."
    ),
    ("wrong-state", "mort-subite-too-few-players"): _(
        "Une mort subite se joue à %(least)s au moins : il n’y a plus assez de joueurs là. "
        "Choisissez-les à la page de la partie."
    ),
    ("bad-setting", "mort-subite-times"): _(
        "Les temps d’une mort subite sont ceux du règlement, coup par coup (art. %(article)s). "
        "Pour un seul coup, le juge-arbitre peut en donner un autre."
    ),
    ("bad-setting", "bad-playoff-scope"): _(
        "On ne départage que les ex æquo d’un classement dont les parties sont finies. Revenez au "
        "classement et choisissez de nouveau."
    ),
    ("bad-setting", "no-tie"): _(
        "Ces joueurs ne sont plus ex æquo dans ce classement. Revenez-y : il a changé."
    ),
    ("wrong-state", "watches"): _(
        "La table %(number)s regarde ce coup de mort subite : aucun bulletin n’est attendu d’elle."
    ),
}
