"""Printed lists: seating plans, check-in, rankings; and certificates."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Self

from django.utils.translation import gettext as _, ngettext

from tournament.core.ranking.measures import Measure
from tournament.core.ranking.ranking import RankedEntry
from tournament.core.ranking.ranking_input import Trait
from tournament.core.ranking.specification import EntryColumn
from tournament.core.ranking.table import FixedColumn, RankingColumn, RankingTable
from tournament.core.states import PaperSize
from tournament.models import BigScreen, Centre, Entry, Tournament
from tournament.presentation.paper.cards import join_place
from tournament.presentation.paper.pdf_renderer import Document, format_footer, get_paper_name
from tournament.presentation.ranking import format_value
from tournament.presentation.tournaments import format_days
from tournament.presentation.unverified import explain_mark
from tournament.queries.chain import ChainHead
from tournament.queries.local import get_tournament_paper
from tournament.queries.seating_plan import SeatLine

type PaperColumn = dict[str, str]

#: Numbers of columns from which a list is in landscape, and in a smaller font.
LANDSCAPE_FROM = 9
SMALL_FROM = 13


def build_column(heading: str, kind: str = "text") -> PaperColumn:
    """Return a column; ``kind``: text, long, short, number, name or box (to tick, or ticked)."""
    return {"head": heading, "kind": kind}


def build_table(
    tournament: Tournament,
    title: str,
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    *,
    about: str = "",
    remark: str = "",
    footnotes: Sequence[str] = (),
) -> Document:
    """Return a document of one table, in landscape if wide; ``ends``: small lines under it."""
    return Document.build_for_tournament(
        "table",
        tournament,
        title,
        columns=list(columns),
        rows=[list(row) for row in rows],
        about=about,
        remark=remark,
        ends=list(footnotes),
        flat=len(columns) >= LANDSCAPE_FROM,
        size=8 if len(columns) >= SMALL_FROM else 10,
    )


def build_seating_plan(
    tournament: Tournament,
    lines: Sequence[SeatLine],
    *,
    by_name: bool,
    centre: Centre | None = None,
) -> Document:
    """Return the seating plan, of ``centre`` or else with the centre of each; by name it is grouped
    by initial."""
    initials = groupby(lines, key=lambda line: line.initial if by_name else "")
    groups = [
        {
            "head": head,
            "lines": [
                {
                    "name": line.name,
                    "number": line.number,
                    "centre": "" if centre else line.centre,
                }
                for line in group
            ],
        }
        for head, group in initials
    ]
    title = _("Plan des tables, par nom") if by_name else _("Plan des tables, par numéro")
    return Document.build_for_tournament(
        "seating",
        tournament,
        title,
        about=join_place(tournament, centre),
        groups=groups,
        by_name=by_name,
    )


def build_check_in_list(
    tournament: Tournament, entries: Sequence[Entry], centre: Centre | None = None
) -> Document:
    """Return the list of expected entries with a box to tick, ticked for those checked in; their
    centre beside, unless they are of ``centre``."""
    names_centres = centre is None and any(entry.table.centre for entry in entries)
    columns = [
        build_column(_("Là"), "box"),
        build_column(_("Nom"), "name"),
        build_column(_("Licence")),
        build_column(_("Club")),
        *([build_column(_("Centre"))] if names_centres else []),
        build_column(_("Table"), "number"),
    ]
    rows = [
        (
            "✓" if entry.checked_in_at else "",
            entry.name,
            _join_distinct(player.licence for player in entry.players.all()),
            _join_distinct(player.club for player in entry.players.all()),
            *([str(entry.table.centre or "")] if names_centres else []),
            str(entry.table.number),
        )
        for entry in entries
    ]
    count = len(rows)
    about = ngettext("%(n)d inscription", "%(n)d inscriptions", count) % {"n": count}
    about = f"{centre} · {about}" if centre else about
    return build_table(tournament, _("Liste de l’accueil"), columns, rows, about=about)


def _join_distinct(values: Iterable[str]) -> str:
    """Join the values of the players of an entry; an equal value appears once."""
    return " / ".join(dict.fromkeys(filter(None, values)))


def build_ranking(
    tournament: Tournament,
    ranking_table: RankingTable[int],
    headings: Sequence[str],
    *,
    title: str,
    about: str,
    provisional: bool,
    journal_heads: Iterable[ChainHead] = (),
) -> Document:
    """Return the ranking with all columns of its page.

    The ``journal_heads`` are printed under it: they fix everything that was played and decided.
    """
    columns = [
        build_column(head, _get_kind(ranked_column))
        for ranked_column, head in zip(ranking_table.columns, headings, strict=True)
    ]
    rows = [
        [
            format_value(ranked_column, value)
            for ranked_column, value in zip(ranking_table.columns, row.values, strict=True)
        ]
        for row in ranking_table.rows
    ]
    remark = (
        _("Provisoire : des coups restent à jouer, ou des bulletins à saisir ou à décider.")
        if provisional
        else ""
    )
    ends = [*filter(None, [explain_mark(tournament)]), *describe_journal_heads(journal_heads)]
    return build_table(tournament, title, columns, rows, about=about, remark=remark, footnotes=ends)


def describe_journal_heads(journal_heads: Iterable[ChainHead]) -> list[str]:
    """Return a line with the whole head of each journal."""
    return [
        (
            _("Tête du journal du tournoi, ligne %(lines)s : %(head)s")
            if head.number is None
            else _("Tête du journal, partie %(game)s, ligne %(lines)s : %(head)s")
        )
        % {"game": head.number, "lines": head.seq, "head": head.digest}
        for head in journal_heads
    ]


def _get_kind(column: RankingColumn) -> str:
    if column.content is FixedColumn.NAME:
        return "name"
    if column.content is FixedColumn.COUNTED:
        return "long"
    if column.content in _SHORT:
        return "short"
    return "text" if column.is_text else "number"


_SHORT = {EntryColumn.SERIES, EntryColumn.CATEGORY, EntryColumn.COUNTRY}


class CertificateHolder(NamedTuple):
    """A line of a certificate; ``club``: of the entry, or where it played."""

    name: str
    club: str
    rank: int
    total: int

    @classmethod
    def from_row(cls, row: RankedEntry[int]) -> Self:
        club = row.entrant.traits.get(Trait.CLUB, "")
        return cls(row.entrant.name, club, row.rank, row.totals.total)


@dataclass(frozen=True, slots=True)
class Certified:
    """The competition of certificates. ``about``: date and place; ``foot``: of the sheet."""

    name: str
    about: str
    paper: PaperSize
    foot: str
    logo: str

    @classmethod
    def from_tournament(cls, tournament: Tournament) -> Self:
        about = " · ".join(filter(None, [format_days(tournament), tournament.venue]))
        return cls(
            tournament.name, about, get_tournament_paper(tournament), format_footer(tournament),
            draw_logo(tournament),
        )  # fmt: skip


def build_certificates(
    of: Certified, winners: Iterable[CertificateHolder], games: int, ranking: str
) -> Document:
    """Return one certificate for each of ``winners``; ``ranking``: its name, with what it is of."""
    certificates_data = [
        {
            "name": winner.name,
            "club": winner.club,
            "place": _("1re place")
            if winner.rank == 1
            else _("%(rank)de place") % {"rank": winner.rank},
            "said": ngettext(
                "%(total)s point en %(games)s", "%(total)s points en %(games)s", abs(winner.total)
            )
            % {
                "total": format_value(RankingColumn(Measure.TOTAL), winner.total),
                "games": ngettext("%(n)d partie", "%(n)d parties", games) % {"n": games},
            },
        }
        for winner in winners
    ]
    return Document.build(
        "certificates",
        get_paper_name(of.paper, small=False),
        _("Diplômes"),
        of.foot,
        of=of.name,
        about=of.about,
        ranking=ranking,
        logo=of.logo,
        word=_("Diplôme"),
        signed=[_("L’organisateur"), _("Le juge-arbitre")],
        certificates=certificates_data,
    )


def draw_logo(tournament: Tournament) -> str:
    """Return the logo of the tournament as an SVG of any proportions, "" without one."""
    screen = BigScreen.objects.filter(tournament=tournament).exclude(logo=None).first()
    if screen is None or screen.logo is None:
        return ""
    content = b64encode(bytes(screen.logo)).decode()
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="300" height="100">'
        f'<image width="300" height="100" href="data:{screen.logo_kind};base64,{content}"/></svg>'
    )
