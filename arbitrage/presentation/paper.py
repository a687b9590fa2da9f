"""The arbiter's list as a PDF: the bulletins of a turn with their decisions."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _, ngettext

from arbitrage.models import RulingStatus
from arbitrage.presentation.acts import get_act_label, get_reason
from arbitrage.presentation.drawings import describe_bulletin
from arbitrage.presentation.rulings import format_motives, format_sanction, get_status_word
from arbitrage.presentation.sentences import explain_proposal
from arbitrage.queries.listing import BulletinRow
from tournament.models import Turn
from tournament.presentation.paper.lists import build_column, build_table
from tournament.presentation.paper.pdf_renderer import Document


def build_arbitration_sheet(turn: Turn, rows: Sequence[BulletinRow], search: str) -> Document:
    """Return the document of ``rows`` in their order; ``search`` is the text of the search."""
    columns = [
        build_column(_("Table"), "number"),
        build_column(_("Joueur"), "name"),
        build_column(_("Bulletin")),
        build_column(_("Points"), "number"),
        build_column(_("Décision"), "long"),
    ]
    game = turn.game
    title = _("Partie %(game)s, coup %(number)s") % {"game": game.number, "number": turn.number}
    count = ngettext("%(n)d bulletin", "%(n)d bulletins", len(rows)) % {"n": len(rows)}
    about = " · ".join(filter(None, [count, search and f"« {search} »"]))
    cells = [
        (
            str(row.table),
            row.entry.name,
            _describe_bulletin(row),
            str(row.points),
            " ".join(_describe_decision(row)),
        )
        for row in rows
    ]
    return build_table(game.tournament, title, columns, cells, about=about)


def _describe_bulletin(row: BulletinRow) -> str:
    if row.bulletin is None:
        return _("aucun bulletin")
    late = f" ({_('hors temps')})" if row.is_late else ""
    return describe_bulletin(row.bulletin) + late


def _describe_decision(row: BulletinRow) -> Iterator[str]:
    """Yield decision, author and reason, or else the proposal; then the acts."""
    ruling = row.ruling
    if ruling.status != RulingStatus.UNDECIDED:
        status = str(get_status_word(ruling))
        author_text = f" ({ruling.by})" if ruling.by else ""
        yield f"{status[:1].upper()}{status[1:]}{author_text}."
    if ruling.status == RulingStatus.CHANGED:
        sanction_name = str(format_sanction(ruling.sanction))
        motives_text = f" : {format_motives(ruling.motives)}" if ruling.motives else ""
        yield f"{sanction_name[:1].upper()}{sanction_name[1:]}{motives_text}. « {ruling.reason} »"
    else:
        yield explain_proposal(ruling)
    for act in row.acts:
        label = str(get_act_label(act.kind))
        yield f"{label[:1].upper()}{label[1:]} : « {get_reason(act)} »."
