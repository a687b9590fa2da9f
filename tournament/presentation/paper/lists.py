"""Lists of people: seats by name and by number, the check-in, any ranking; certificates."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from tournament.core.ranking.measures import Measure
from tournament.core.ranking.ranking import Ranked
from tournament.core.ranking.specification import Shown
from tournament.core.ranking.table import Fixed, RankingColumn, RankingTable
from tournament.models import Entry, Tournament
from tournament.presentation.paper.pdf_renderer import Document
from tournament.presentation.ranking import in_words
from tournament.queries.chain import ChainHead
from tournament.queries.seating_plan import Seated

type PaperColumn = dict[str, str]

#: Columns from which on a list lies on its side, and those from which on it is set smaller.
FLAT_FROM = 9
SMALL_FROM = 13


def column(head: str, kind: str = "text") -> PaperColumn:
    """``kind``: text, long, short, number, name or box (to tick, or with what stands in it)."""
    return {"head": head, "kind": kind}


def table(
    tournament: Tournament,
    title: str,
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    *,
    about: str = "",
    remark: str = "",
    ends: Sequence[str] = (),
) -> Document:
    """A list of any sort; wide ones lie on their side. ``ends``: small lines under it."""
    return Document.of_tournament(
        "table",
        tournament,
        title,
        columns=list(columns),
        rows=[list(row) for row in rows],
        about=about,
        remark=remark,
        ends=list(ends),
        flat=len(columns) >= FLAT_FROM,
        size=8 if len(columns) >= SMALL_FROM else 10,
    )


def seating(tournament: Tournament, lines: Sequence[Seated], *, by_name: bool) -> Document:
    """To hang up; by name under the letter it begins with."""
    initials = groupby(lines, key=lambda one: one.initial if by_name else "")
    groups = [
        {"head": head, "lines": [{"name": one.name, "number": one.number} for one in some]}
        for head, some in initials
    ]
    title = _("Plan des tables, par nom") if by_name else _("Plan des tables, par numéro")
    return Document.of_tournament(
        "seating", tournament, title, about=tournament.name, groups=groups, by_name=by_name
    )


def check_in(tournament: Tournament, entries: Sequence[Entry]) -> Document:
    """Who is expected, with a box to tick; who was ticked off already has the mark in it."""
    columns = [
        column(_("Là"), "box"),
        column(_("Nom"), "name"),
        column(_("Licence")),
        column(_("Club")),
        column(_("Table"), "number"),
    ]
    rows = [
        (
            "✓" if entry.checked_in_at else "",
            entry.name,
            _both(player.licence for player in entry.players.all()),
            _both(player.club for player in entry.players.all()),
            str(entry.table.number),
        )
        for entry in entries
    ]
    count = len(rows)
    about = ngettext("%(n)d inscription", "%(n)d inscriptions", count) % {"n": count}
    return table(tournament, _("Liste de l’accueil"), columns, rows, about=about)


def _both(values: Iterable[str]) -> str:
    """What the players of an entry have, once where they have the same."""
    return " / ".join(dict.fromkeys(filter(None, values)))


def ranking(
    tournament: Tournament,
    found: RankingTable[int],
    heads: Sequence[str],
    *,
    title: str,
    about: str,
    provisional: bool,
    journals: Iterable[ChainHead] = (),
) -> Document:
    """With all the columns that the page shows, and the heads of ``journals``: on paper they fix
    everything that was played and decided."""
    columns = [column(head, _kind(one)) for one, head in zip(found.columns, heads, strict=True)]
    rows = [
        [in_words(one, value) for one, value in zip(found.columns, row.values, strict=True)]
        for row in found.rows
    ]
    remark = (
        _("Provisoire : des coups restent à jouer, ou des bulletins à saisir ou à décider.")
        if provisional
        else ""
    )
    heads = [
        _("Tête du journal, partie %(game)s, %(lines)s lignes : %(head)s")
        % {"game": head.number, "lines": head.seq, "head": head.whole}
        for head in journals
    ]
    return table(tournament, title, columns, rows, about=about, remark=remark, ends=heads)


def _kind(one: RankingColumn) -> str:
    if one.what is Fixed.NAME:
        return "name"
    if one.what is Fixed.COUNTED:
        return "long"
    if one.what in _SHORT:
        return "short"
    return "text" if one.is_text else "number"


_SHORT = {Shown.SERIES, Shown.CATEGORY, Shown.COUNTRY}


def certificates(tournament: Tournament, ranked: Iterable[Ranked[int]], games: int) -> Document:
    """One for each of ``ranked``, by the general ranking."""
    found = [
        {
            "name": row.entrant.name,
            "place": _("1re place") if row.rank == 1 else _("%(rank)de place") % {"rank": row.rank},
            "said": ngettext(
                "%(total)s point en %(games)s", "%(total)s points en %(games)s", abs(row.line.total)
            )
            % {
                "total": in_words(RankingColumn(Measure.TOTAL), row.line.total),
                "games": ngettext("%(n)d partie", "%(n)d parties", games) % {"n": games},
            },
        }
        for row in ranked
    ]
    when = date_format(tournament.starts_on, "j F Y")
    return Document.of_tournament(
        "certificates",
        tournament,
        _("Diplômes"),
        of=tournament.name,
        about=" · ".join(filter(None, [when, tournament.venue])),
        word=_("Diplôme"),
        signed=[_("L’organisateur"), _("Le juge-arbitre")],
        certificates=found,
    )
