"""Forms that players write on: bulletins in the layout of the regulation, road sheets (2.1)."""

from collections.abc import Iterable

from django.utils.translation import gettext as _, pgettext

from tournament.core.bulletin_limits import SIDE
from tournament.models import Entry, Table, Tournament
from tournament.presentation.paper.pdf_renderer import Document

#: Rows of a road sheet: more than any game has turns.
ROAD_SHEET_ROWS = 28
#: All bulletins of a sheet are of one table; the sheet is printed as often as needed.
BULLETINS_PER_SHEET = 4


def build_bulletins(tournament: Tournament, entries: Iterable[Entry], *, small: bool) -> Document:
    """Return a sheet per entry with its table and name, or a blank one; ``small``: one bulletin a
    sheet."""
    copies = 1 if small else BULLETINS_PER_SHEET
    tables = [
        {
            "table": str(entry.table.number),
            "name": " · ".join(filter(None, [entry.name, str(entry.table.centre or "")])),
        }
        for entry in entries
    ]
    forms = [table for table in tables or [{"table": "", "name": ""}] for _copy in range(copies)]
    return Document.build_for_tournament(
        "bulletins",
        tournament,
        _("Bulletins de jeu"),
        small=small,
        bulletins=forms,
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


def _name_place(table: Table) -> str:
    name = _("Table %(number)s") % {"number": table.number}
    return f"{table.centre}, {name.lower()}" if table.centre else name


def build_road_sheets(tournament: Tournament, entries: Iterable[Entry]) -> Document:
    """Return one sheet per entry, with its table and name."""
    return Document.build_for_tournament(
        "road-sheets",
        tournament,
        _("Feuille de route"),
        sheets=[
            {
                "name": entry.name,
                "table": _name_place(entry.table),
            }
            for entry in entries
        ],
        turns=ROAD_SHEET_ROWS,
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
