"""Sentences for the refusals of the clocks of tables, and of the common time of a round."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

CLOCK_SENTENCES: Mapping[tuple[str, str], str] = {
    ("classic", "clock-phase"): _(
        "La pendule n’en est pas là : elle vient d’être arrêtée, remise en marche ou réglée. "
        "Regardez-la, et recommencez s’il y a lieu."
    ),
    ("classic", "press-first"): _(
        "La pendule n’a pas encore été mise en marche. Qui a perdu le toss appuie de son côté "
        "(3.6)."
    ),
    ("classic", "room-clock"): _(
        "Cette table n’a pas de pendule : le temps est celui de la salle (6.4.1). Le directeur "
        "peut en imposer une."
    ),
    ("classic", "clock-in-game"): _(
        "Cette partie est comptée par le logiciel : sa pendule est à sa page. Ouvrez-la."
    ),
    ("classic", "clock-match-over"): _(
        "Le résultat de ce match est saisi : sa pendule ne sert plus. S’il est faux, faites-le "
        "corriger."
    ),
    ("classic", "clock-next-game"): _(
        "La partie suivante a commencé : cette pendule ne repart plus. Ouvrez celle de la "
        "dernière partie."
    ),
    ("classic", "clock-director"): _(
        "Le directeur a pris cette décision : lui seul la reprend (9.3). Allez le chercher."
    ),
    ("not-allowed", "clock-officer"): _(
        "Un arbitre ou le directeur en décide (9.2) : appelez-le, il le note de son compte."
    ),
    ("not-allowed", "clock-director"): _(
        "Le directeur du tournoi seul impose un chronométrage (6.4.2, 6.4.3). Allez le chercher."
    ),
    ("bad-setting", "countdown-time"): _("Donnez au temps commun de 1 à %(most)s minutes."),
    ("wrong-state", "countdown"): _(
        "Le temps commun n’en est pas là : il vient d’être lancé ou arrêté. La page montre où il "
        "en est."
    ),
    ("wrong-state", "no-common-time"): _(
        "La ronde %(number)s n’a pas de temps commun : il se choisit sous « Formule », avec le "
        "vrai jeu et un crédit global, avant qu’elle commence."
    ),
}
