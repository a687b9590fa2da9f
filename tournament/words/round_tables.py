"""Tables of a classic tournament, written once for the page, the paper and the file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.classic.rounds.lines import How, Line
from tournament.core.classic.rounds.terms import Measure
from tournament.core.classic.rounds.wall import Cell, crosstable
from tournament.core.names import folded
from tournament.models import Match, MatchRound, Tournament
from tournament.queries.classic.rounds import RoundField, games_played, key_of, lines_of
from tournament.words.paper import lists
from tournament.words.paper.press import Document
from tournament.words.rounds import MEASURES, line_letter, line_words, signed
from tournament.words.spreadsheet import FileTable

type Value = str | int


@dataclass(frozen=True, slots=True)
class Column:
    """``kind`` as paper has it: number, name, text, short."""

    head: str
    kind: str = "text"

    @property
    def is_number(self) -> bool:
        return self.kind == "number"


@dataclass(frozen=True, slots=True)
class Row:
    """``entry``: whom its name leads to; ``match``: what its table leads to."""

    cells: list[Value]
    entry: int | None = None
    match: int | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    title: str
    columns: list[Column]
    rows: list[Row] = field(default_factory=list)
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


def _one_line(cell: Value) -> Value:
    return cell.replace("\n", " ") if isinstance(cell, str) else cell


def _told(cell: Value) -> str:
    return str(cell).replace("-", "−") if isinstance(cell, int) else cell


type Names = Callable[[RoundField, int], str]


def public_name(found: RoundField, key: int) -> str:
    """As everybody reads it."""
    return found.names.entry(found.entries[key])


def whole_name(found: RoundField, key: int) -> str:
    """For the staff."""
    return found.entries[key].name


def standings_listing(found: RoundField, names: Names = public_name) -> Listing:
    shown = [Measure.POINTS, *found.terms.ladder]
    columns = [
        Column(_("Rang"), "number"),
        Column(_("Joueur"), "name"),
        Column(_("Joués"), "number"),
        Column(_("Gagnés"), "number"),
        Column(_("Nuls"), "number"),
        Column(_("Perdus"), "number"),
        Column(_("Exempt"), "number"),
        *(Column(str(MEASURES[measure][1]), "number") for measure in shown),
    ]
    rows = [
        Row(
            [
                one.rank,
                names(found, one.key),
                *(one.played, one.won, one.drawn, one.lost, one.byes),
                *(one.values[measure] for measure in shown),
            ],
            found.entries[one.key].pk,
        )
        for one in found.standings
    ]
    return Listing(_("Classement"), columns, rows, found.provisional)


def wall_listing(found: RoundField, names: Names = public_name) -> Listing:
    """A column for each round: how it went, against which number, and the running totals."""
    numbers = [one.number for one in found.rounds]
    columns = [
        Column(_("N°"), "number"),
        Column(_("Joueur"), "name"),
        *(Column(_("R%(number)d") % {"number": number}, "short") for number in numbers),
        Column(str(MEASURES[Measure.POINTS][1]), "number"),
        Column(str(MEASURES[Measure.SPREAD][1]), "number"),
    ]
    ranks = {one.key: one for one in found.standings}
    rows = [
        Row(
            [
                row.number,
                names(found, row.key),
                *(wall_cell(row.cells[number - 1]) for number in numbers),
                ranks[row.key].values[Measure.POINTS],
                ranks[row.key].values[Measure.SPREAD],
            ],
            found.entries[row.key].pk,
        )
        for row in found.wall
    ]
    return Listing(_("Tableau mural"), columns, rows, found.provisional)


def wall_cell(cell: Cell | None) -> str:
    """Two lines: the result and against whom; points of match and spread so far."""
    if cell is None:
        return ""
    against = "" if cell.opponent is None else _("c. %(number)d") % {"number": cell.opponent}
    first = " ".join(filter(None, [line_letter(cell.line), line_words(cell.line), against]))
    return f"{first}\n{cell.points} / {signed(cell.spread)}"


def crosstable_listing(found: RoundField, names: Names = public_name) -> Listing:
    """Each against each (*grille à double entrée*)."""
    order = [one.key for one in found.standings]
    columns = [
        Column(_("N°"), "number"),
        Column(_("Joueur"), "name"),
        *(Column(str(number), "short") for number in range(1, len(order) + 1)),
        Column(str(MEASURES[Measure.POINTS][1]), "number"),
    ]
    rows = []
    for number, (key, row) in enumerate(
        zip(order, crosstable(found.cards, order), strict=True), start=1
    ):
        cells = [
            "×" if other == key else _met(lines) for other, lines in zip(order, row, strict=True)
        ]
        points = sum(line.points for line in found.cards[key])
        rows.append(Row([number, names(found, key), *cells, points], found.entries[key].pk))
    return Listing(_("Grille à double entrée"), columns, rows, found.provisional)


def _met(lines: Sequence[Line]) -> str:
    return "\n".join(f"{line_letter(line)} {line_words(line)}".strip() for line in lines)


def pairings_listing(
    found: RoundField, one: MatchRound, matches: Sequence[Match], *, names: Names, told: bool
) -> Listing:
    """By table; ``told``: with results."""
    columns = [
        Column(_("Table"), "number"),
        Column(_("Joueur"), "name"),
        Column(_("Adversaire"), "name"),
        *([Column(_("Parties"), "text"), Column(_("Résultat"), "text")] if told else []),
    ]
    rows = []
    for match in matches:
        y = names(found, key_of(match.y)) if match.y else _("exempt")
        cells: list[Value] = [match.board_number or "", names(found, key_of(match.x)), y]
        if told:
            cells += [games_words(match), result_words(match, found)]
        games = list(match.games.all())
        rows.append(Row(cells, match.x_id, match.pk if games else None))
    title = _("Ronde %(number)d") % {"number": one.number}
    return Listing(title, columns, rows)


def by_name_listing(
    found: RoundField, one: MatchRound, matches: Sequence[Match], *, names: Names
) -> Listing:
    """Where each finds his table."""
    columns = [
        Column(_("Joueur"), "name"),
        Column(_("Table"), "number"),
        Column(_("Adversaire"), "name"),
    ]
    rows: list[Row] = []
    for match in matches:
        x = names(found, key_of(match.x))
        if match.y is None:
            rows.append(Row([x, _("exempt"), ""], match.x_id))
            continue
        y = names(found, key_of(match.y))
        rows.append(Row([x, match.board_number or "", y], match.x_id))
        rows.append(Row([y, match.board_number or "", x], match.y_id))
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
