"""Error sentences about games played alone."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("wrong-state", "practice-turn"): _(
        "Ce coup est déjà remis, ou n’est pas encore commencé. Rechargez la page : elle reprend où "
        "vous en êtes."
    ),
    ("wrong-state", "practice-state"): _(
        "Cette partie ne peut plus être lue. Commencez-en une autre à la page « Jouer seul »."
    ),
    ("wrong-state", "practice-gone"): _(
        "Cette partie n’est plus ouverte à tous : elle ne peut pas être rejouée."
    ),
    ("bad-setting", "practice-terms"): _(
        "Choisissez le temps, la formule et le lexique de la liste."
    ),
    ("bad-setting", "practice-no-game"): _(
        "Aucune partie n’a pu être tirée avec ce lexique. Choisissez-en un autre."
    ),
    ("bad-setting", "practice-no-fit"): _(
        "Parties tirées : %(games)s ; aucune ne répond à vos vœux. Leurs tops font de "
        "%(lowest_total)s à %(highest_total)s points, avec %(lowest_scrabbles)s à "
        "%(highest_scrabbles)s scrabbles. Élargissez vos vœux, ou changez la longueur."
    ),
    ("busy", "practice"): _(
        "Beaucoup de parties se tirent en ce moment. Réessayez dans quelques secondes."
    ),
    ("busy", "practice-network"): _(
        "Trop de demandes depuis votre réseau. Attendez une minute, puis recommencez : rien n’est "
        "perdu."
    ),
    ("not-allowed", "practice-seated"): _(
        "Cet appareil tient la table %(number)s d’un tournoi dont une partie se joue : on n’y joue "
        "pas seul. Attendez la fin de la partie, ou prenez un appareil qui n’est à aucune table."
    ),
}
