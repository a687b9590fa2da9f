"""Tables of a classic tournament, written once for the page, the paper and the file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournament.classic.core.rounds.lines import How, RoundLine
from tournament.classic.core.rounds.terms import RoundMeasure
from tournament.classic.core.rounds.wall_chart import WallCell, crosstable
from tournament.classic.models import Match, MatchRound
from tournament.classic.presentation.rounds import MEASURES, line_letter, line_words, signed
from tournament.classic.queries.rounds import RoundField, games_played, key_of, lines_of
from tournament.core.people.names import folded
from tournament.models import Tournament
from tournament.presentation.paper import lists
from tournament.presentation.paper.pdf_renderer import Document
from tournament.presentation.spreadsheet import FileTable

type ListCell = str | int


@dataclass(frozen=True, slots=True)
class ListColumn:
    """``kind`` as paper has it: number, name, text, short."""

    head: str
    kind: str = "text"

    @property
    def is_number(self) -> bool:
        return self.kind == "number"


@dataclass(frozen=True, slots=True)
class ListRow:
    """``entry``: whom its name leads to; ``match``: what its table leads to."""

    cells: list[ListCell]
    entry: int | None = None
    match: int | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    title: str
    columns: list[ListColumn]
    rows: list[ListRow] = field(default_factory=list)
    provisional: bool = False

    def pairs(self) -> list[dict[str, Any]]:
        """Rows for a page: each cell with its column."""
        return [
            {
                "entry": row.entry,
                "match": row.match,
                "cells": list(zip(self.columns, map(_told, row.cells), strict=True)),
            }
            for row in self.rows
        ]

    @property
    def name_at(self) -> int:
        """The column, from 1 on, that says whose row it is."""
        return 1 + next(at for at, one in enumerate(self.columns) if one.kind == "name")

    def file(self) -> FileTable:
        return FileTable(
            title=self.title,
            columns=[one.head for one in self.columns],
            rows=[[_one_line(cell) for cell in row.cells] for row in self.rows],
        )

    def document(self, tournament: Tournament) -> Document:
        """On paper; what may still change says so."""
        remark = _("Provisoire : des matchs restent à jouer ou à saisir.")
        return lists.table(
            tournament,
            self.title,
            [lists.column(one.head, one.kind) for one in self.columns],
            [[_told(cell) for cell in row.cells] for row in self.rows],
            about=tournament.name,
            remark=remark if self.provisional else "",
        )


def _one_line(cell: ListCell) -> ListCell:
    return cell.replace("\n", " ") if isinstance(cell, str) else cell


def _told(cell: ListCell) -> str:
    return str(cell).replace("-", "−") if isinstance(cell, int) else cell


def public_name(found: RoundField, key: int) -> str:
    """As everybody reads it."""
    return found.names.entry(found.entries[key])


def _ranked_name(found: RoundField, key: int) -> str:
    """Of a row: who is excluded keeps it, and it says so (9.3)."""
    name = public_name(found, key)
    return _("%(name)s (exclu)") % {"name": name} if key in found.excluded else name


def standings_listing(found: RoundField) -> Listing:
    shown = [RoundMeasure.POINTS, *found.terms.ladder]
    columns = [
        ListColumn(_("Rang"), "number"),
        ListColumn(_("Joueur"), "name"),
        *(ListColumn(str(MEASURES[measure][1]), "number") for measure in shown),
        ListColumn(_("Joués"), "number"),
        ListColumn(_("Gagnés"), "number"),
        ListColumn(_("Nuls"), "number"),
        ListColumn(_("Perdus"), "number"),
        ListColumn(_("Exempt"), "number"),
    ]
    rows = [
        ListRow(
            [
                one.rank,
                _ranked_name(found, one.key),
                *(one.values[measure] for measure in shown),
                *(one.played, one.won, one.drawn, one.lost, one.byes),
            ],
            found.entries[one.key].pk,
        )
        for one in found.standings
    ]
    return Listing(_("Classement"), columns, rows, found.provisional)


def wall_listing(found: RoundField) -> Listing:
    """A column for each round: how it went, against which number, and the running totals."""
    numbers = [one.number for one in found.rounds]
    columns = [
        ListColumn(_("N°"), "number"),
        ListColumn(_("Joueur"), "name"),
        *(ListColumn(_("R%(number)d") % {"number": number}, "short") for number in numbers),
        ListColumn(str(MEASURES[RoundMeasure.POINTS][1]), "number"),
        ListColumn(str(MEASURES[RoundMeasure.SPREAD][1]), "number"),
    ]
    ranks = {one.key: one for one in found.standings}
    rows = [
        ListRow(
            [
                row.number,
                _ranked_name(found, row.key),
                *(wall_cell(row.cells[number - 1]) for number in numbers),
                ranks[row.key].values[RoundMeasure.POINTS],
                ranks[row.key].values[RoundMeasure.SPREAD],
            ],
            found.entries[row.key].pk,
        )
        for row in found.wall
    ]
    return Listing(_("Tableau mural"), columns, rows, found.provisional)


def wall_cell(cell: WallCell | None) -> str:
    """Two lines: the result and against whom; points of match and spread so far."""
    if cell is None:
        return ""
    against = "" if cell.opponent is None else _("c. %(number)d") % {"number": cell.opponent}
    first = " ".join(filter(None, [line_letter(cell.line), line_words(cell.line), against]))
    return f"{first}\n{cell.points} / {signed(cell.spread)}"


def crosstable_listing(found: RoundField) -> Listing:
    """Each against each (*grille à double entrée*)."""
    order = [one.key for one in found.standings]
    columns = [
        ListColumn(_("N°"), "number"),
        ListColumn(_("Joueur"), "name"),
        *(ListColumn(str(number), "short") for number in range(1, len(order) + 1)),
        ListColumn(str(MEASURES[RoundMeasure.POINTS][1]), "number"),
    ]
    rows = []
    for number, (key, row) in enumerate(
        zip(order, crosstable(found.cards, order), strict=True), start=1
    ):
        cells = [
            "×" if other == key else _met(lines) for other, lines in zip(order, row, strict=True)
        ]
        points = sum(line.points for line in found.cards[key])
        rows.append(
            ListRow([number, public_name(found, key), *cells, points], found.entries[key].pk)
        )
    return Listing(_("Grille à double entrée"), columns, rows, found.provisional)


def _met(lines: Sequence[RoundLine]) -> str:
    return "\n".join(f"{line_letter(line)} {line_words(line)}".strip() for line in lines)


def pairings_listing(
    found: RoundField, one: MatchRound, matches: Sequence[Match], *, told: bool
) -> Listing:
    """By table; ``told``: with results."""
    columns = [
        ListColumn(_("Table"), "number"),
        ListColumn(_("Joueur"), "name"),
        ListColumn(_("Adversaire"), "name"),
        *([ListColumn(_("Parties"), "text"), ListColumn(_("Résultat"), "text")] if told else []),
    ]
    rows = []
    for match in matches:
        y = public_name(found, key_of(match.y)) if match.y else _("exempt")
        cells: list[ListCell] = [match.board_number or "", public_name(found, key_of(match.x)), y]
        if told:
            cells += [games_words(match), result_words(match, found)]
        games = list(match.games.all())
        rows.append(ListRow(cells, match.x_id, match.pk if games else None))
    title = _("Ronde %(number)d") % {"number": one.number}
    return Listing(title, columns, rows)


def by_name_listing(found: RoundField, one: MatchRound, matches: Sequence[Match]) -> Listing:
    """Where each finds his table."""
    columns = [
        ListColumn(_("Joueur"), "name"),
        ListColumn(_("Table"), "number"),
        ListColumn(_("Adversaire"), "name"),
    ]
    rows: list[ListRow] = []
    for match in matches:
        x = public_name(found, key_of(match.x))
        if match.y is None:
            rows.append(ListRow([x, _("exempt"), ""], match.x_id))
            continue
        y = public_name(found, key_of(match.y))
        rows.append(ListRow([x, match.board_number or "", y], match.x_id))
        rows.append(ListRow([y, match.board_number or "", x], match.y_id))
    rows.sort(key=lambda row: folded(str(row.cells[0])))
    return Listing(_("Ronde %(number)d, par nom") % {"number": one.number}, columns, rows)


def games_words(match: Match) -> str:
    """Scores of the games that are over."""
    return ", ".join(f"{one.scores[0]}-{one.scores[1]}" for one in games_played(match))


def result_words(match: Match, found: RoundField) -> str:
    """How a match ended, with the match points of both."""
    if match.y is None or match.over_at is None:
        return "" if match.y is None else _("en cours")
    number = match.round.number if match.round else 0
    lines = lines_of(match, number, found.terms.points)
    x, y = lines[key_of(match.x)], lines[key_of(match.y)]
    how = _("forfait") + " · " if x.how is How.FORFEIT else ""
    return how + _("%(x)d-%(y)d PM") % {"x": x.points, "y": y.points}
