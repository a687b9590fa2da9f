"""Tables of a classic tournament, shared by pages, PDFs and files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournament.classic.core.rounds.lines import RoundLine, RoundLineKind
from tournament.classic.core.rounds.terms import RoundMeasure
from tournament.classic.core.rounds.wall_chart import WallChartCell, build_crosstable
from tournament.classic.models import Match, MatchRound
from tournament.classic.presentation.match.match_words import format_signed
from tournament.classic.presentation.rounds import (
    MEASURE_NAMES,
    describe_line,
    format_game_scores,
    get_line_letter,
)
from tournament.classic.queries.rounds import (
    RoundsData,
    build_round_lines,
    get_pairing_key,
    list_game_results,
)
from tournament.core.people.names import fold_name
from tournament.models import Tournament
from tournament.presentation.files.spreadsheet import FileTable
from tournament.presentation.paper import lists
from tournament.presentation.paper.pdf_renderer import Document
from tournament.queries.chain import ChainHead

type ListCell = str | int


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column; ``kind`` as on paper: number, name, text, short."""

    heading: str
    kind: str = "text"

    @property
    def is_number(self) -> bool:
        return self.kind == "number"


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row; ``entry`` and ``match``: ids for the links of its name and table."""

    cells: list[ListCell]
    entry: int | None = None
    match: int | None = None


@dataclass(frozen=True, slots=True)
class RoundListing:
    title: str
    columns: list[ListColumn]
    rows: list[ListRow] = field(default_factory=list)
    provisional: bool = False

    def list_rows(self) -> list[dict[str, Any]]:
        """Return the rows for a page: each cell with its column."""
        return [
            {
                "entry": row.entry,
                "match": row.match,
                "cells": list(zip(self.columns, map(_format_cell, row.cells), strict=True)),
            }
            for row in self.rows
        ]

    @property
    def name_column_number(self) -> int:
        """Return the number (from 1) of the column with the name."""
        return 1 + next(index for index, column in enumerate(self.columns) if column.kind == "name")

    def to_file(self) -> FileTable:
        return FileTable(
            title=self.title,
            columns=[column.heading for column in self.columns],
            rows=[[_join_lines(cell) for cell in row.cells] for row in self.rows],
        )

    def to_document(self, tournament: Tournament, heads: Iterable[ChainHead] = ()) -> Document:
        """Return the table as a document; with a remark if it is provisional, and the
        ``heads`` of journals."""
        remark = _("Provisoire : des matchs restent à jouer ou à saisir.")
        return lists.build_table(
            tournament,
            self.title,
            [lists.build_column(column.heading, column.kind) for column in self.columns],
            [[_format_cell(cell) for cell in row.cells] for row in self.rows],
            about=tournament.name,
            remark=remark if self.provisional else "",
            footnotes=lists.describe_journal_heads(heads),
        )


def _join_lines(cell: ListCell) -> ListCell:
    return cell.replace("\n", " ") if isinstance(cell, str) else cell


def _format_cell(cell: ListCell) -> str:
    return str(cell).replace("-", "−") if isinstance(cell, int) else cell


def get_public_name(rounds_data: RoundsData, key: int) -> str:
    """Return the public name of an entry."""
    return rounds_data.names.get_entry_name(rounds_data.entries[key])


def _get_ranked_name(rounds_data: RoundsData, key: int) -> str:
    """Return the name of a row; an excluded player is marked (9.3)."""
    name = get_public_name(rounds_data, key)
    return _("%(name)s (exclu)") % {"name": name} if key in rounds_data.excluded else name


def build_standings_listing(rounds_data: RoundsData) -> RoundListing:
    measures = [RoundMeasure.POINTS, *rounds_data.terms.tie_breaks]
    columns = [
        ListColumn(_("Rang"), "number"),
        ListColumn(_("Joueur"), "name"),
        *(ListColumn(str(MEASURE_NAMES[measure][1]), "number") for measure in measures),
        ListColumn(_("Joués"), "number"),
        ListColumn(_("Gagnés"), "number"),
        ListColumn(_("Nuls"), "number"),
        ListColumn(_("Perdus"), "number"),
        ListColumn(_("Exempt"), "number"),
    ]
    rows = [
        ListRow(
            [
                row.rank,
                _get_ranked_name(rounds_data, row.key),
                *(row.values[measure] for measure in measures),
                *(row.played, row.won, row.drawn, row.lost, row.byes),
            ],
            rounds_data.entries[row.key].pk,
        )
        for row in rounds_data.standings
    ]
    return RoundListing(_("Classement"), columns, rows, rounds_data.provisional)


def build_wall_listing(rounds_data: RoundsData) -> RoundListing:
    """Return the wall chart with a column per round: result, opponent, running totals."""
    numbers = [match_round.number for match_round in rounds_data.rounds]
    columns = [
        ListColumn(_("N°"), "number"),
        ListColumn(_("Joueur"), "name"),
        *(ListColumn(_("R%(number)d") % {"number": number}, "short") for number in numbers),
        ListColumn(str(MEASURE_NAMES[RoundMeasure.POINTS][1]), "number"),
        ListColumn(str(MEASURE_NAMES[RoundMeasure.SPREAD][1]), "number"),
    ]
    standings = {standing.key: standing for standing in rounds_data.standings}
    rows = [
        ListRow(
            [
                row.number,
                _get_ranked_name(rounds_data, row.key),
                *(format_wall_cell(row.cells[number - 1]) for number in numbers),
                standings[row.key].values[RoundMeasure.POINTS],
                standings[row.key].values[RoundMeasure.SPREAD],
            ],
            rounds_data.entries[row.key].pk,
        )
        for row in rounds_data.wall
    ]
    return RoundListing(_("Tableau mural"), columns, rows, rounds_data.provisional)


def format_wall_cell(cell: WallChartCell | None) -> str:
    """Return two lines: the result and the opponent; match points and spread so far."""
    if cell is None:
        return ""
    against = "" if cell.opponent is None else _("c. %(number)d") % {"number": cell.opponent}
    first = " ".join(filter(None, [get_line_letter(cell.line), describe_line(cell.line), against]))
    return f"{first}\n{cell.points} / {format_signed(cell.spread)}"


def build_crosstable_listing(rounds_data: RoundsData) -> RoundListing:
    """Return the crosstable (*grille à double entrée*)."""
    order = [standing.key for standing in rounds_data.standings]
    columns = [
        ListColumn(_("N°"), "number"),
        ListColumn(_("Joueur"), "name"),
        *(ListColumn(str(number), "short") for number in range(1, len(order) + 1)),
        ListColumn(str(MEASURE_NAMES[RoundMeasure.POINTS][1]), "number"),
    ]
    rows = []
    for number, (key, row) in enumerate(
        zip(order, build_crosstable(rounds_data.lines_by_entry, order), strict=True), start=1
    ):
        cells = [
            "×" if other == key else _format_meetings(lines)
            for other, lines in zip(order, row, strict=True)
        ]
        points = sum(line.points for line in rounds_data.lines_by_entry[key])
        rows.append(
            ListRow(
                [number, get_public_name(rounds_data, key), *cells, points],
                rounds_data.entries[key].pk,
            )
        )
    return RoundListing(_("Grille à double entrée"), columns, rows, rounds_data.provisional)


def _format_meetings(lines: Sequence[RoundLine]) -> str:
    return "\n".join(f"{get_line_letter(line)} {describe_line(line)}".strip() for line in lines)


def build_pairings_listing(
    rounds_data: RoundsData,
    match_round: MatchRound,
    matches: Sequence[Match],
    *,
    with_results: bool,
) -> RoundListing:
    """Return the matches by table."""
    columns = [
        ListColumn(_("Table"), "number"),
        ListColumn(_("Joueur"), "name"),
        ListColumn(_("Adversaire"), "name"),
        *(
            [ListColumn(_("Parties"), "text"), ListColumn(_("Résultat"), "text")]
            if with_results
            else []
        ),
    ]
    rows = []
    for match in matches:
        y = (
            get_public_name(rounds_data, get_pairing_key(match.y))
            if match.y
            else describe_bye(match)
        )
        cells: list[ListCell] = [
            match.board_number or "",
            get_public_name(rounds_data, get_pairing_key(match.x)),
            y,
        ]
        if with_results:
            cells += [describe_games(match), describe_result(match, rounds_data)]
        games = list(match.games.all())
        rows.append(ListRow(cells, match.x_id, match.pk if games else None))
    title = _("Ronde %(number)d") % {"number": match_round.number}
    return RoundListing(title, columns, rows)


def build_by_name_listing(
    rounds_data: RoundsData, match_round: MatchRound, matches: Sequence[Match]
) -> RoundListing:
    """Return the table of each player, by name."""
    columns = [
        ListColumn(_("Joueur"), "name"),
        ListColumn(_("Table"), "number"),
        ListColumn(_("Adversaire"), "name"),
    ]
    rows: list[ListRow] = []
    for match in matches:
        x = get_public_name(rounds_data, get_pairing_key(match.x))
        if match.y is None:
            rows.append(ListRow([x, describe_bye(match), ""], match.x_id))
            continue
        y = get_public_name(rounds_data, get_pairing_key(match.y))
        rows.append(ListRow([x, match.board_number or "", y], match.x_id))
        rows.append(ListRow([y, match.board_number or "", x], match.y_id))
    rows.sort(key=lambda row: fold_name(str(row.cells[0])))
    return RoundListing(
        _("Ronde %(number)d, par nom") % {"number": match_round.number}, columns, rows
    )


def describe_bye(match: Match) -> str:
    """Return the words for a bye, or for one that its entry lost by absence."""
    return _("exempt") if match.over_at is None else _("absent")


def describe_games(match: Match) -> str:
    """Return the scores of the finished games."""
    return format_game_scores([result.scores for result in list_game_results(match)])


def describe_result(match: Match, rounds_data: RoundsData) -> str:
    """Return how a match ended, with the match points of both."""
    if match.y is None or match.over_at is None:
        return "" if match.y is None else _("en cours")
    number = match.round.number if match.round else 0
    lines = build_round_lines(match, number, rounds_data.terms.points)
    x, y = lines[get_pairing_key(match.x)], lines[get_pairing_key(match.y)]
    prefix = _("forfait") + " · " if x.kind is RoundLineKind.FORFEIT else ""
    return prefix + _("%(x)d-%(y)d PM") % {"x": x.points, "y": y.points}
