"""The sheet of an arbiter: the bulletins of a turn with what is decided of each, as a PDF."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _, ngettext

from arbitrage.models import Status
from arbitrage.presentation.acts import act_label, reason_of
from arbitrage.presentation.drawings import in_words
from arbitrage.presentation.rulings import motives, sanction, status_word
from arbitrage.presentation.sentences import explain_proposal
from arbitrage.queries.listing import BulletinRow
from tournament.models import Turn
from tournament.presentation.paper.lists import column, table
from tournament.presentation.paper.pdf_renderer import Document


def arbitration_sheet(turn: Turn, rows: Sequence[BulletinRow], search: str) -> Document:
    """``rows`` in their order; ``search`` is what they were found by."""
    columns = [
        column(_("Table"), "number"),
        column(_("Joueur"), "name"),
        column(_("Bulletin")),
        column(_("Points"), "number"),
        column(_("Décision"), "long"),
    ]
    game = turn.game
    title = _("Partie %(game)s, coup %(number)s") % {"game": game.number, "number": turn.number}
    count = ngettext("%(n)d bulletin", "%(n)d bulletins", len(rows)) % {"n": len(rows)}
    about = " · ".join(filter(None, [count, search and f"« {search} »"]))
    cells = [
        (str(row.table), row.entry.name, _written(row), str(row.points), " ".join(_decided(row)))
        for row in rows
    ]
    return table(game.tournament, title, columns, cells, about=about)


def _written(row: BulletinRow) -> str:
    if row.bulletin is None:
        return _("aucun bulletin")
    late = f" ({_('hors temps')})" if row.late else ""
    return in_words(row.bulletin) + late


def _decided(row: BulletinRow) -> Iterator[str]:
    """What is decided, by whom and why; else what is proposed; and the acts."""
    ruling = row.ruling
    if ruling.status != Status.UNDECIDED:
        status = str(status_word(ruling))
        by = f" ({ruling.by})" if ruling.by else ""
        yield f"{status[:1].upper()}{status[1:]}{by}."
    if ruling.status == Status.CHANGED:
        named = str(sanction(ruling.sanction))
        why = f" : {motives(ruling.motives)}" if ruling.motives else ""
        yield f"{named[:1].upper()}{named[1:]}{why}. « {ruling.reason} »"
    else:
        yield explain_proposal(ruling)
    for act in row.acts:
        label = str(act_label(act.kind))
        yield f"{label[:1].upper()}{label[1:]} : « {reason_of(act)} »."
