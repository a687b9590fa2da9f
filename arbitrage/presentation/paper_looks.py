"""The sheet for a second look on paper: bulletins as written, and columns to be filled in."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _, ngettext

from arbitrage.presentation.lists import summarise_bulletin
from arbitrage.queries.listing import BulletinRow
from tournament.models import Turn
from tournament.presentation.paper.lists import build_column, build_table
from tournament.presentation.paper.pdf_renderer import Document


def build_second_look_sheet(
    turn: Turn, rows: Sequence[BulletinRow], *, by_answer: bool
) -> Document:
    """Return the document of ``rows`` by table; by answer one line for all equal bulletins."""
    columns = [
        build_column(_("Tables") if by_answer else _("Table"), "long" if by_answer else "number"),
        build_column(_("Bulletins"), "number") if by_answer else build_column(_("Joueur"), "name"),
        build_column(_("Mot")),
        build_column(_("Référence"), "short"),
        build_column(_("Score"), "number"),
        build_column(_("Avert."), "box"),
        build_column(_("− 5"), "box"),
        build_column(_("Zéro"), "box"),
        build_column(_("Points")),
    ]
    game = turn.game
    data = {"game": game.number, "number": turn.number}
    title = _("Double arbitrage : partie %(game)s, coup %(number)s") % data
    count = ngettext("%(n)d bulletin", "%(n)d bulletins", len(rows)) % {"n": len(rows)}
    lines = _list_by_answer(rows) if by_answer else _list_by_table(rows)
    about = " · ".join([count, _("tirage %(rack)s") % {"rack": turn.rack}])
    return build_table(
        game.tournament, title, columns, list(lines), about=about, remark=_get_remark()
    )


def _get_remark() -> str:
    return _(
        "À remplir par le double arbitre : la sanction, les points. Il donne ensuite ses verdicts "
        "à la page « Double arbitrage » ; l’arbitre enregistre les rectifications."
    )


def _list_by_table(rows: Iterable[BulletinRow]) -> Iterator[list[str]]:
    for row in rows:
        yield [str(row.table), row.entry.name, *_list_cells(row)]


def _list_by_answer(rows: Iterable[BulletinRow]) -> Iterator[list[str]]:
    groups: dict[str, list[BulletinRow]] = {}
    for row in rows:
        groups.setdefault(row.ruling.key, []).append(row)
    for group in groups.values():
        yield [", ".join(str(row.table) for row in group), str(len(group)), *_list_cells(group[0])]


def _list_cells(row: BulletinRow) -> list[str]:
    """Return word, place and score, and the empty boxes."""
    empty = ["", "", "", ""]
    if row.bulletin is None:
        return [_("aucun bulletin"), "", "", *empty]
    summary = summarise_bulletin(row.bulletin)
    late = f" ({_('hors temps')})" if row.is_late else ""
    letters = " ".join(filter(None, [summary.arrow, summary.letters])) + late
    return [letters, summary.reference, summary.score, *empty]
