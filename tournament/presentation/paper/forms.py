"""What players write on: bulletins in the layout of the regulation, and road sheets (2.1)."""

from collections.abc import Iterable

from django.utils.translation import gettext as _, pgettext

from tournament.core.bulletin_limits import SIDE
from tournament.models import Entry, Tournament
from tournament.presentation.paper.pdf_renderer import Document

#: Turns that there is room for: more than any game has.
TURNS = 28
#: On a sheet: each has those of one table, and is printed as often as needed.
ON_A_SHEET = 4


def bulletins(tournament: Tournament, entries: Iterable[Entry], *, small: bool) -> Document:
    """A sheet for every entry, its table and name on it; for none, blank ones. ``small``: a sheet
    is one bulletin."""
    each = 1 if small else ON_A_SHEET
    tables = [{"table": str(entry.table.number), "name": entry.name} for entry in entries]
    found = [one for one in tables or [{"table": "", "name": ""}] for _time in range(each)]
    return Document.of_tournament(
        "bulletins",
        tournament,
        _("Bulletins de jeu"),
        small=small,
        bulletins=found,
        squares=SIDE,
        words={
            "player": _("Joueur"),
            "table": _("Table"),
            "reference": _("Référence"),
            "score": _("Score"),
            "arbiter": _("Réservé à l’arbitrage"),
            "points": _("Points"),
            "signed": _("Arbitre"),
            "double": pgettext("double arbiter", "D.A."),
            "turn": _("Coup n°"),
        },
        ticks=[_("Avertissement"), pgettext("penalty", "−5 points"), _("Zéro")],
    )


def road_sheets(tournament: Tournament, entries: Iterable[Entry]) -> Document:
    """One sheet for every entry, its table and name on it."""
    return Document.of_tournament(
        "road-sheets",
        tournament,
        _("Feuille de route"),
        sheets=[
            {
                "name": entry.name,
                "table": _("Table %(number)s") % {"number": entry.table.number},
            }
            for entry in entries
        ],
        turns=TURNS,
        heads=[
            _("Coup"),
            _("Tirage"),
            _("Ma solution"),
            _("Réf."),
            _("Score"),
            _("Points"),
            _("Cumul"),
        ],
    )
